"""People and awards as JSON values: each in the list of all, and people alone with all that their page tells."""

import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from labsite.modelling.publishing import with_public
from labsite.texts.plain_text import lines_of
from labsite.web.json_files import (
    Absolute,
    JSONFile,
    JSONFiles,
    Values,
    email_in_words,
    links,
    listed,
    own_addresses,
    picture,
    referred,
    second_texts,
    values,
)
from people.models import Award, ContactDetail, Membership, Person, ProfileLink
from people.profile import PersonFacts, attach_mentors

SUMMARY_FIELDS = (
    *("id", "url", "json", "name", "given_name", "family_name", "native_name", "native_language", "honorific"),
    *("standing", "memberships", "headline", "interests", "orcid", "links", "photo"),
)
PERSON_FIELDS = (
    *SUMMARY_FIELDS,
    *("biography", "research_statement", "life", "translation", "skills", "also_published_as", "contact_details"),
    *("positions", "education", "teaching", "references"),
    *("projects", "publications", "awards", "services", "talks"),
)
AWARD_FIELDS = ("title", "organisation", "year", "until", "note", "original_wording", "person", "publications")
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


def summary(person: Any, at: datetime.date, absolute: Absolute) -> Values:
    """Return a member as in the list of people; ``at`` is the day on which who is current is asked."""
    return {
        **own_addresses(person, absolute, "person"),
        **values(person, "name", "given_name", "family_name", "native_name", "native_language", "honorific"),
        "standing": standing(person, at),
        "memberships": [
            values(row, "role", "start", "end", "has_left", "went_to") for row in person.memberships.all()
        ],
        **values(person, "headline"),
        "interests": lines_of(person.interests),
        "orcid": f"https://orcid.org/{person.orcid}" if person.orcid else None,
        "links": links(person.links.all(), absolute),
        "photo": picture(person.photo, person.photo_width, person.photo_height, person.photo_alt, absolute),
    }


def standing(person: Any, at: datetime.date) -> str:
    """Say whether a member is ``current``, ``joining`` or an ``alumni`` on the day ``at``, as the querysets do."""
    periods = list(person.memberships.all())
    if any(period.is_current(at) for period in periods):
        return "current"
    return "joining" if any(period.is_lasting(at) for period in periods) else "alumni"


def person(found: Any, at: datetime.date, absolute: Absolute) -> Values:
    """Return all that the page of a member tells. Expects with_public() of ROWS, and fetches the long lists."""
    positions, education, references = found.positions.all(), found.education.all(), found.references.all()
    attach_mentors([*positions, *education], references)
    return summary(found, at, absolute) | {
        **values(found, "biography", "research_statement", "life"),
        "translation": second_texts(found),
        "skills": lines_of(found.skills),
        "also_published_as": [row.name for row in found.name_variants.all()],
        "contact_details": [
            # An e-mail address in words, as on the page, so that no harvester finds it.
            {
                "kind": row.kind,
                "value": email_in_words(row.value) if row.kind == ContactDetail.Kind.EMAIL else row.value,
                "is_former": row.is_former,
            }
            for row in PersonFacts(found).contact_details
        ],
        "positions": [_step(row, absolute, "title", "text") for row in positions],
        "education": [_step(row, absolute, "degree", "field", "honours", "gpa") for row in education],
        "teaching": [values(row, "course", "role", "place", "term") for row in found.teaching.all()],
        "references": [
            {"person": person_reference(row.referee, absolute), **values(row, "title", "affiliation", "url")}
            for row in references
        ],
        "projects": referred(found.projects.all(), absolute),
        "publications": referred(found.publications.published(), absolute),
        "awards": listed(Award.objects.won_by(found).with_recipients(), absolute),
        "services": listed(found.services.with_people(), absolute),
        "talks": listed(found.talks.with_occasions(), absolute),
    }


def _step(row: Any, absolute: Absolute, *names: str) -> Values:
    advisors = [person_reference(advisor, absolute) for advisor in row.advised_by]
    common = values(row, "organisation", "unit", "place", "start", "end", "ongoing", "original_wording")
    return values(row, *names) | common | {"advisors": advisors}


def award(row: Any, absolute: Absolute) -> Values:
    """Return an award with the person or the papers that received it. Expects with_recipients()."""
    return values(row, *AWARD_FIELDS[:6]) | {
        "person": person_reference(row.person, absolute, row.has_page) if row.person else None,
        "publications": referred(row.publications.all(), absolute),
    }


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
        _("Everyone who is, was or will be in the lab"),
        members,
        lambda row, absolute: summary(row, timezone.localdate(), absolute),
        SUMMARY_FIELDS,
        ("people:list",),
    ),
    JSONFile(
        "person",
        _("Everything on a member’s page"),
        lambda: with_public(Person.objects.members(), *ROWS),
        lambda row, absolute: person(row, timezone.localdate(), absolute),
        PERSON_FIELDS,
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
        award,
        AWARD_FIELDS,
        ("people:awards",),
    ),
    order=70,
)
