"""Professional service as JSON values."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from labsite.web.json_files import Absolute, JSONFiles, JSONList, Values, values
from people.data import person_reference
from publications.data import venue_reference
from services.models import Service

FIELDS = ("person", "kind", "role", "venue", "year", "host", "note")


def service(row: Any, absolute: Absolute) -> Values:
    """Return a service. Expects with_people()."""
    return {
        "person": person_reference(row.person, absolute, row.has_page),
        "kind": row.kind,
        "role": row.role,
        "venue": venue_reference(row.venue, absolute),
        "year": row.year,
        "host": venue_reference(row.host, absolute) if row.host else None,
        **values(row, "note"),
    }


SERVICES = JSONFiles(
    JSONList(
        "services",
        _("Committees, reviewing, organising, editing"),
        Service.objects.with_people,
        service,
        FIELDS,
        ("services:list",),
    ),
    choices=((_("The kind of a service"), Service.Kind),),
    order=50,
)
