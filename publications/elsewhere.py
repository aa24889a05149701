"""What others know of papers and their authors, as far as the lab has an app that asks them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.module_loading import import_string

from labsite import registry
from labsite.registry import SiteFacet
from labsite.texts.stored import gettext_noop
from people.affiliations import WrittenAffiliation
from publications.citations.entry import Entry

NOBODY_ASKED = gettext_noop("This site doesn’t look papers up elsewhere: import them from a file, or type them in.")


@dataclass(frozen=True)
class SourceEntries:
    """Entries to bring in, with where they come from: ``source`` for programs, ``label`` for people.

    ``names`` are those of the author whose papers a source lists, if it lists somebody's, as they were published.
    """

    entries: list[Entry]
    source: str
    label: str
    decisions: dict[str, Any] = field(default_factory=dict)
    names: tuple[str, ...] = ()


class Unavailable(Exception):
    """A source has nothing to give now; the message says why and what to do, in words for people."""


@dataclass(frozen=True)
class PaperSources(SiteFacet):
    """An app that asks others for papers, by the dotted names of two functions.

    ``find`` is given an identifier, and whether a job asks, which has time; it returns SourceEntries or raises
    Unavailable. ``ask_again`` is given an import that broke off, who goes on with it, and the address of its page; it
    returns whether it is one for which others are asked.
    """

    find: str
    ask_again: str


@dataclass(frozen=True, kw_only=True)
class WayToMoveIn(SiteFacet):
    """Another way to bring in papers that an app knows, in a sentence; ``page`` is that AdminPage, with its label."""

    words: Promise
    page: str
    label: Promise


def find(identifier: str, is_job: bool = False) -> SourceEntries:
    """Return what others know by an identifier. Raises Unavailable if that is nothing."""
    for each in registry.added(PaperSources):
        return import_string(each.find)(identifier, is_job)
    raise Unavailable(NOBODY_ASKED)


@dataclass(frozen=True)
class AffiliationSources(SiteFacet):
    """An app that asks others where authors work, by the dotted name of a function.

    ``find`` is given the keys of papers and of their authors; it returns the newest that each source says of each
    author, as a list of WrittenAffiliation, and sentences on what it couldn't ask.
    """

    find: str


def affiliations(papers: Iterable[int], people: Iterable[int]) -> tuple[list[WrittenAffiliation], list[str]]:
    """Return where others say that the authors of papers are, and why some didn't say; nothing where no app asks."""
    rows: list[WrittenAffiliation] = []
    troubles: list[str] = []
    for each in registry.added(AffiliationSources):
        more, why = import_string(each.find)(list(papers), list(people))
        rows, troubles = rows + more, troubles + why
    return rows, troubles
