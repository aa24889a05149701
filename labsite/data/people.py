"""People of the lab as JSON values: each in the list of all, and each alone with all that their page tells."""

import datetime
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects
from django.urls import reverse

from labsite.data import references
from labsite.data.activities import award, service, talk
from labsite.data.references import Absolute, Values, email_in_words, person_reference, publication_reference, values
from labsite.modelling.rows_as_json import unpack_rows, with_rows
from people.models import Award, Person

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
    """Return those with a page, with what summary() needs."""
    return Person.objects.members().prefetch_related(*LISTED_ROWS)


def with_everything(people: Any) -> Any:
    """Let people be fetched together with the small rows that person() needs."""
    return with_rows(people, *ROWS)


def summary(person: Any, at: datetime.date, absolute: Absolute) -> Values:
    """Return a member as in the list of people; ``at`` is the day on which who is current is asked."""
    return (
        {"id": person.slug, "url": absolute(person.get_absolute_url()), "json": _file(person, absolute)}
        | values(person, "name", "given_name", "family_name", "native_name", "native_language", "honorific")
        | {"standing": standing(person, at), "memberships": _memberships(person)}
        | values(person, "headline")
        | {
            "interests": person.interest_list,
            "orcid": f"https://orcid.org/{person.orcid}" if person.orcid else None,
            "links": references.links(person.links.all(), absolute),
            "photo": references.picture(
                person.photo, person.photo_width, person.photo_height, person.photo_alt, absolute
            ),
        }
    )


def standing(person: Any, at: datetime.date) -> str:
    """Say whether a member is ``current``, ``joining`` or an ``alumni`` on the day ``at``, as the querysets do."""
    periods = list(person.memberships.all())
    if any(period.is_current(at) for period in periods):
        return "current"
    return "joining" if any(period.is_lasting(at) for period in periods) else "alumni"


def person(found: Any, at: datetime.date, absolute: Absolute) -> Values:
    """Return all that the page of a member tells. Expects with_everything(), and fetches the long lists."""
    unpack_rows(found, *ROWS)
    _fetch_people_named(found)
    return (
        summary(found, at, absolute)
        | values(found, "biography", "research_statement", "life")
        | {"skills": found.skill_list, "also_published_as": [row.name for row in found.name_variants.all()]}
        | {"contact_details": _contact_details(found)}
        | _career(found, absolute)
        | _work(found, absolute)
    )


def _file(person: Any, absolute: Absolute) -> str:
    return absolute(reverse("data:person", args=[person.slug]))


def _memberships(person: Any) -> list[Values]:
    return [values(row, "role", "start", "end", "went_to") for row in person.memberships.all()]


def _contact_details(person: Any) -> list[Values]:
    """Return what everyone may know; an e-mail address in words, as on the page, so that no harvester finds it."""
    return [
        {
            "kind": detail.kind,
            "value": email_in_words(detail.value) if detail.is_email else detail.value,
            "is_former": detail.is_former,
        }
        for detail in person.contact_details.all()
        if detail.is_public
    ]


def _fetch_people_named(person: Any) -> None:
    named = references.people_to_name()
    for rows, name in ((person.positions, "advisors"), (person.education, "advisors"), (person.references, "referee")):
        prefetch_related_objects(list(rows.all()), Prefetch(name, named))


def _career(person: Any, absolute: Absolute) -> Values:
    return {
        "positions": [_step(row, absolute, "title", "text") for row in person.positions.all()],
        "education": [_step(row, absolute, "degree", "field", "honours", "gpa") for row in person.education.all()],
        "teaching": [values(row, "course", "role", "place", "term") for row in person.teaching.all()],
        "references": [_referee(row, absolute) for row in person.references.all()],
    }


def _step(row: Any, absolute: Absolute, *names: str) -> Values:
    advisors = [person_reference(advisor, absolute) for advisor in row.advisors.all()]
    common = values(row, "organisation", "unit", "place", "start", "end", "ongoing")
    return values(row, *names) | common | {"advisors": advisors}


def _referee(row: Any, absolute: Absolute) -> Values:
    return {"person": person_reference(row.referee, absolute)} | values(row, "title", "affiliation", "url")


def _work(person: Any, absolute: Absolute) -> Values:
    awards = Award.objects.won_by(person).with_recipients()
    talks = person.talks.newest_first().with_occasions()
    return {
        "projects": [references.project_reference(row, absolute) for row in person.projects.all()],
        "publications": [publication_reference(row, absolute) for row in person.publications.published()],
        "awards": [award(row, absolute) for row in awards],
        "services": [service(row, absolute) for row in person.services.with_people()],
        "talks": [talk(row, absolute) for row in talks],
    }
