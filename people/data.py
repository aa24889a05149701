"""People and awards as JSON values: each in the list of all, and people alone with all that their page tells."""

import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from labsite.modelling.publishing import with_public
from labsite.web.json_files import (
    Absolute,
    Field,
    Fields,
    JSONFile,
    JSONFiles,
    Values,
    column_lines,
    columns,
    email_in_words,
    links,
    listed,
    own_addresses,
    pictures,
    referred,
    second_texts,
    values,
)
from people.models import Award, ContactDetail, Membership, Person, ProfileLink
from people.profile import attach_mentors

LISTED_ROWS = ("memberships", "links")
ROWS = (
    *LISTED_ROWS,
    "name_variants",
    "contact_details",
    "positions",
    "education",
    "teaching",
    "references",
    "projects",
)


def members() -> Any:
    """Return those with a page, with what SUMMARY tells."""
    return Person.objects.members().prefetch_related(*LISTED_ROWS)


def standing(person: Any, at: datetime.date) -> str:
    """Say whether a member is ``current``, ``joining`` or an ``alumni`` on the day ``at``, as the querysets do."""
    periods = list(person.memberships.all())
    if any(period.is_current(at) for period in periods):
        return "current"
    return "joining" if any(period.is_lasting(at) for period in periods) else "alumni"


def _steps(relation: str, *names: str) -> Field:
    """Tell the rows of a career, with these fields and those that all of them have."""

    def steps(person: Any, absolute: Absolute) -> list[Values]:
        rows = getattr(person, relation).all()
        attach_mentors(rows)
        common = ("organisation", "unit", "place", "start", "end", "ongoing", "original_wording")
        return [
            values(row, *names, *common)
            | {"advisors": [person_reference(advisor, absolute) for advisor in row.advised_by]}
            for row in rows
        ]

    return steps


def _references(person: Any, absolute: Absolute) -> list[Values]:
    rows = person.references.all()
    attach_mentors((), rows)
    return [
        {"person": person_reference(row.referee, absolute), **values(row, "title", "affiliation", "url")}
        for row in rows
    ]


SUMMARY = Fields(
    {
        **own_addresses("person"),
        **columns("name", "given_name", "family_name", "native_name", "native_language", "honorific"),
        "standing": lambda person, absolute: standing(person, timezone.localdate()),
        "memberships": lambda person, absolute: [
            values(row, "role", "start", "end", "has_left", "went_to") for row in person.memberships.all()
        ],
        **columns("headline"),
        **column_lines("interests"),
        "orcid": lambda person, absolute: f"https://orcid.org/{person.orcid}" if person.orcid else None,
        "links": links,
        **pictures("photo"),
    }
)
# Of a row with_public() of ROWS; the long lists are fetched.
PERSON = Fields(
    {
        **SUMMARY,
        **columns("biography", "research_statement", "life"),
        "translation": second_texts,
        **column_lines("skills"),
        "also_published_as": lambda person, absolute: [row.name for row in person.name_variants.all()],
        # Those for everybody, an e-mail address in words, as on the page, so that no harvester finds it.
        "contact_details": lambda person, absolute: [
            {
                "kind": row.kind,
                "value": email_in_words(row.value) if row.kind == ContactDetail.Kind.EMAIL else row.value,
                "is_former": row.is_former,
            }
            for row in person.public_details
        ],
        "positions": _steps("positions", "title", "text"),
        "education": _steps("education", "degree", "field", "honours", "gpa"),
        "teaching": lambda person, absolute: [
            values(row, "course", "role", "place", "term") for row in person.teaching.all()
        ],
        "references": _references,
        "projects": lambda person, absolute: referred(person.projects.all(), absolute),
        "publications": lambda person, absolute: referred(person.publications.published(), absolute),
        "awards": lambda person, absolute: listed(Award.objects.won_by(person).with_recipients(), absolute),
        "services": lambda person, absolute: listed(person.services.with_people(), absolute),
        "talks": lambda person, absolute: listed(person.talks.with_occasions(), absolute),
    }
)
AWARD = Fields(  # of a row with_recipients()
    {
        **columns("title", "organisation", "year", "until", "note", "original_wording"),
        "person": lambda row, absolute: person_reference(row.person, absolute, row.has_page) if row.person else None,
        "publications": lambda row, absolute: referred(row.publications.all(), absolute),
    }
)


def person_reference(person: Any, absolute: Absolute, listed: bool | None = None) -> Values:
    """Return a person in short; only members have a page, which ``listed`` or the person's ``has_page`` says."""
    has_page = person.has_page if listed is None else listed
    return {
        "id": person.slug,
        "name": person.name,
        "url": absolute(person.get_absolute_url()) if has_page else None,
    }


PEOPLE = JSONFiles(
    JSONFile(
        "people",
        _("Members, alumni, and people about to join"),
        members,
        SUMMARY,
        ("people:list",),
    ),
    JSONFile(
        "person",
        _("Everything on a member’s page"),
        lambda: with_public(Person.objects.members(), *ROWS),
        PERSON,
        ("people:detail",),
        "person",
        "people/<slug:slug>.json",
        lambda: Person.objects.current(timezone.localdate()).first() or Person.objects.members().first(),
    ),
    choices=(
        (_("The role of a membership and of an opening"), Membership.Role),
        (_("The kind of a person’s link"), ProfileLink.Kind),
        (_("The kind of a contact detail"), ContactDetail.Kind),
    ),
    order=20,
)
AWARDS = JSONFiles(
    JSONFile(
        "awards",
        _("Awards of members and of papers"),
        lambda: Award.objects.public().with_recipients(),
        AWARD,
        ("people:awards",),
    ),
    order=70,
)
