"""What a member's page shows, gathered in a number of queries that doesn't depend on how much there is."""

from django.db.models import prefetch_related_objects
from django.utils import timezone

from labsite.rows_as_json import unpack_rows, with_rows

PROFILE_ROWS = (
    "memberships",
    "name_variants",
    "links",
    "contact_details",
    "positions",
    "education",
    "awards",
    "teaching",
    "references",
    "projects",
)


def with_profile_rows(people):
    """Let people be fetched together with the small rows of their pages, in one query."""
    return with_rows(people, *PROFILE_ROWS)


def profile(person):
    """Return the page's context for a person fetched by with_profile_rows()."""
    unpack_rows(person, *PROFILE_ROWS)
    prefetch_related_objects(list(person.positions.all()), "advisors")
    prefetch_related_objects(list(person.education.all()), "advisors")
    prefetch_related_objects(list(person.references.all()), "referee")
    publications = list(person.publications.with_authors())
    return {
        "person": person,
        "membership": person.membership(timezone.localdate()),
        "links": [link for link in person.links.all() if link.url],
        "publications": publications,
        "awards": _awards(person, publications),
        "services": person.services.select_related("venue", "host"),
        "talks": person.talks.newest_first().with_occasions(),
    } | _contact(person)


def _contact(person):
    """The ways to reach the person that everyone may know, and those that are no longer used."""
    public = [detail for detail in person.contact_details.all() if detail.is_public]
    used = [detail for detail in public if not detail.is_former]
    return {
        "emails": [detail for detail in used if detail.is_email],
        "contact_details": [detail for detail in used if not detail.is_email],
        "former_details": [detail for detail in public if detail.is_former],
    }


def _awards(person, publications):
    """The person's own awards and those of their papers, each once, newest first."""
    own = list(person.awards.all())
    shared = [award for paper in publications for award in paper.awards.all() if award.person_id != person.pk]
    return sorted(dict.fromkeys(own + shared), key=lambda award: -(award.year or 0))
