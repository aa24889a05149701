"""What a member's page shows, gathered in a number of queries that doesn't depend on how much there is."""

from labsite.modelling.rows_as_json import unpack_rows, with_rows
from people.mentors import attach_mentors
from people.models import Award, ProfileLink
from people.oeuvre import Coauthors, Papers
from people.sections import sections
from people.standing import present_positions, stays

PROFILE_ROWS = (
    "memberships",
    "name_variants",
    "links",
    "contact_details",
    "positions",
    "education",
    "teaching",
    "references",
    "projects",
    "news",
)
MAX_NEWS = 5


def with_profile_rows(people):
    """Let people be fetched together with the small rows of their pages, in one query."""
    return with_rows(people, *PROFILE_ROWS)


def profile(person, today):
    """Return the page's context for a person fetched by with_profile_rows()."""
    unpack_rows(person, *PROFILE_ROWS)
    attach_mentors([*person.positions.all(), *person.education.all()], person.references.all())
    head = {
        "person": person,
        "positions": present_positions(person, today),
        "stays": stays(person, today),
        "links": sorted((link for link in person.links.all() if link.url), key=ProfileLink.rank),
    }
    shown = _shown(person)
    return head | _contact(person) | {"sections": sections(shown, _counts(shown))}


def _contact(person):
    """The ways to reach the person that everyone may know, and those that are no longer used."""
    public = [detail for detail in person.contact_details.all() if detail.is_public]
    used = [detail for detail in public if not detail.is_former]
    return {
        "emails": [detail for detail in used if detail.is_email],
        "contact_details": [detail for detail in used if not detail.is_email],
        "former_details": [detail for detail in public if detail.is_former],
    }


def _shown(person):
    """Return what each section of the page shows, by its name."""
    return {
        "about": person.biography_html,
        "research": person.research_statement_html,
        "positions": person.positions.all(),
        "education": person.education.all(),
        "publications": Papers.of(person),
        "coauthors": Coauthors.of(person),
        "venues": person.publications.published().venues(),
        "service": person.services.by_role(),
        "talks": person.talks.newest_first().with_occasions(),
        "awards": _awards(person),
        "projects": person.projects.all(),
        "teaching": person.teaching.all(),
        "skills": person.skill_list,
        "news": sorted(person.news.all(), key=lambda item: item.date, reverse=True)[:MAX_NEWS],
        "references": person.references.all(),
        "life": person.life_html,
    }


def _counts(shown):
    """Return the number of things in each section that lists many."""
    counts = {name: len(shown[name]) for name in ("positions", "education", "venues", "talks", "awards")}
    for name in ("publications", "coauthors"):
        counts[name] = shown[name].total if shown[name] else 0
    return counts | {"service": sum(role.count for role in shown["service"])}


def _awards(person):
    """The person's own awards and those of their papers, each with its papers, newest first."""
    awards = with_rows(Award.objects.won_by(person), "publications")
    return [unpack_rows(award, "publications") for award in awards]
