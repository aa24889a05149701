"""The CV of a member in the forms of other systems, out and in."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from labsite import registry
from labsite.contrib.documents.models import members_with_cv
from labsite.registry import Addition, DataFile, DataSection
from labsite.roles import AdminPage, Role

CV = ("documents:cv",)


def _examples(rows: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return whose CV shows what the files hold: that of the member who has much to show, if everyone may read it."""
    readable, person = members_with_cv(), rows.get("person")
    person_shown = (person and readable.filter(pk=person.pk).first()) or readable.first()
    return {"cv": {"slug": person_shown.slug}} if person_shown else {}


registry.add(
    AdminPage("bring-cv", "bring-cv/<int:pk>/", "labsite.contrib.documents.exchange.views.bring_cv", Role.MEMBER),
    Addition("tools for a person", "documents/_bring_cv_tool.html", order=20),
    DataSection(
        "cvs",
        _("Curricula vitae"),
        (
            DataFile(
                "resume",
                "people/<slug:slug>/resume.json",
                "labsite.contrib.documents.exchange.views.resume",
                _("The curriculum vitae of a member in the form of JSON Resume"),
                "cv",
                CV,
                label="JSON Resume",
            ),
            DataFile(
                "rendercv",
                "people/<slug:slug>/rendercv.yaml",
                "labsite.contrib.documents.exchange.views.rendercv",
                _("The curriculum vitae of a member as input for RenderCV"),
                "cv",
                CV,
                ("yaml",),
                label="RenderCV",
            ),
        ),
        _examples,
        order=30,
    ),
)
