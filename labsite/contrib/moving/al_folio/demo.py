"""The template's demo content, which is left out: Einstein, numbered projects, sample posts."""

import re
from functools import partial

from labsite.contrib.moving.no_people import SamplePeople, mentions
from labsite.contrib.moving.outcomes import SourcePage
from labsite.contrib.moving.site import SitePerson
from labsite.texts.folding import fold
from publications.citations.record import Record

PROJECT = re.compile(r"project \d+", re.IGNORECASE)
POST = re.compile(
    r"an? (?:post|distill-style blog post|paper) (?:with|for)\b|a distill-style blog post\b", re.IGNORECASE
)
TITLES = {
    *("displaying external posts on your al folio blog", "google gemini updates", "sample page", "the godfather"),
    *("displaying beautiful tables with bootstrap tables", "example pdf"),
}
TEACHER = re.compile(r"Prof\. (?:\w+ )?Example")
NEWS = ("a simple inline announcement", "a long announcement with details")
WORDS = (
    *("every project has a beautiful feature", "write your biography here", "jean shorts raw denim vinyl"),
    *("for now this page is assumed to be a static description of your courses", "lorem ipsum dolor sit amet"),
    *("this theme implements a built in jekyll feature", "announcements and news can be much longer than"),
    "a simple whitespace theme for academics",
)
is_unwritten = partial(mentions, WORDS)
VENUES = {"ajp", "physrev"}
LAST_YEAR = 1960  # of anything that the template's cast wrote


def is_demo_paper(record: Record) -> bool:
    """Return whether a paper is in the template's own bibliography."""
    by_einstein = any((author.family or author.literal).casefold().endswith("einstein") for author in record.authors)
    letters = record.key.casefold().startswith(("przibram", "einstein"))
    is_early = bool(record.year and record.year < LAST_YEAR)
    return ((by_einstein or letters) and is_early) or record.key == "przibram1967letters"


SAMPLE_NAMES = SamplePeople(nobodys={"your name", "you r name", "first last", "einstein"})
SAMPLE_PEOPLE = {"albert einstein", "jane doe", "john doe"}


def is_demo_person(person: SitePerson) -> bool:
    """Return whether somebody is of the template's cast: by a name that is nobody's, or if nothing else is said."""
    values = (person.biography, person.orcid, *person.emails, *person.links)
    return SAMPLE_NAMES.include(person.name, "") or (fold(person.name) in SAMPLE_PEOPLE and not any(values))


def is_demo_page(page: SourcePage) -> bool:
    """Return whether a project, a post, a news item or another page is the template's."""
    title, body = page.line("title"), page.body
    return (
        bool(PROJECT.fullmatch(title) and (not body or "project" in fold(body) or is_unwritten(body)))
        or bool(POST.match(title))
        or fold(title) in TITLES
        or bool(TEACHER.fullmatch(page.line("instructor")))
        or fold(f"{title} {body}").startswith(NEWS)
        or is_unwritten(body)
    )
