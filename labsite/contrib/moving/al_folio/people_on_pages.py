"""People in lines of a lab's own pages, such as "**Ada Quill** — PhD student", whichever template has the page."""

import re

from labsite.contrib.moving.citations import plain_words
from labsite.contrib.moving.mistaken import merged
from labsite.contrib.moving.no_people import OF_PEOPLE, is_full_name
from labsite.contrib.moving.outcomes import SourcePage
from labsite.contrib.moving.site import SiteContent
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.moving.texts import references
from labsite.contrib.reading.career import StatedLink
from labsite.contrib.reading.plain_values import PageFields
from labsite.texts.folding import fold

from .people import person_of

PART = re.compile(r"^#+[ \t]*(?P<heading>.*)\n(?P<text>(?:(?!#).*(?:\n|\Z))*?)(?=#|\Z)", re.MULTILINE)
LINE = re.compile(
    r"^[ \t]*(?:[-*+][ \t]+)?\*\*(?P<name>[^*\n]+)\*\*[ \t]*(?:--+|[–—:,-])[ \t]*(?P<words>\S.*)\n?", re.MULTILINE
)
MIN_PEOPLE = 3  # of a list of people


def with_people_of_pages(content: SiteContent, source: SiteSource) -> SiteContent:
    """Return a site with the people whom its pages list, in parts or on pages that are called people, team or members.

    Who has a file of their own gets from a line only what that leaves empty. What else a page says stays on it; one
    that says nothing else is the list of people.
    """
    for page in list(content.pages):
        is_of_people = _is_of_people(page.slug) or _is_of_people(page.title)
        text = page.text if page.text.startswith("#") else f"# {page.title}\n{page.text}"
        parts = [part for part in PART.finditer(text) if is_of_people or _is_of_people(part["heading"])]
        listed = [(part["heading"], line) for part in parts for line in LINE.finditer(part["text"])]
        listed = [(heading, line) for heading, line in listed if is_full_name(plain_words(line["name"]))]
        for heading, line in listed if len(listed) >= MIN_PEOPLE else ():
            described = SourcePage(page.path, PageFields(position=plain_words(line["words"])))
            person = person_of(source, plain_words(line["name"]), described, heading)
            for link in references(line[0]):
                person.add_contact("", link.address, StatedLink(link.address if "://" in link.address else ""))
            if known := next((each for each in content.people if fold(each.name) == fold(person.name)), None):
                merged([known, person])
            else:
                content.people.append(person)
            content.outcomes.brought(page.path, person.name)
            page.text = page.text.replace(line[0], "", 1)
        if len(listed) >= MIN_PEOPLE and not re.sub(r"^#.*$|\W", "", page.text, flags=re.MULTILINE):
            content.pages.remove(page)
            content.lists[page.path] = "people:list"
    return content


def _is_of_people(name: str) -> bool:
    return bool(OF_PEOPLE.search(fold(name).replace(" ", "-")))
