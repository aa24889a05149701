"""What the home page shows: a little of everything that the lab has, and nothing of what it hasn't."""

from labsite.models import NewsItem, Opening, Project
from people.models import Person
from people.roster import by_role, interests_of
from publications.models import Publication, Venue

MAX_PAPERS = 8
MAX_NEWS = 5
MAX_PEOPLE = 16
MAX_PROJECTS = 4
MAX_VENUES = 24
MAX_INTERESTS = 10


def contents(today):
    """Return the context of the home page on the day ``today``."""
    members = _members(today)
    published = Publication.objects.published()
    selected = list(_papers(published.selected()))
    publications = selected or list(_papers(published.dated()))
    return {
        "is_bare": not (members or publications),
        "members": members[:MAX_PEOPLE],
        "member_count": len(members),
        "interests": interests_of(members)[:MAX_INTERESTS],
        "are_selected": bool(selected),
        "publications": publications,
        "venues": Venue.objects.published_in()[:MAX_VENUES],
        "news": NewsItem.objects.published()[:MAX_NEWS],
        "projects": Project.objects.lasting(today)[:MAX_PROJECTS],
        "openings": Opening.objects.open(today),
    }


def _members(today):
    """Return who is in the lab, those who lead it first."""
    members = Person.objects.current(today).with_roles()
    return [person for _, people in by_role(members, today) for person in people]


def _papers(publications):
    return publications.with_authors()[:MAX_PAPERS]
