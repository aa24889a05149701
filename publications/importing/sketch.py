"""A paper as far as it tells papers apart, and what two of them have to do with each other."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from labsite.texts.folding import fold
from publications.citations.record import Name, Record
from publications.matching.duplicates import FEW_WORDS, YEARS_APART

from .identity import Id, family_of, folded, ids_of

OVERLAP = 0.5  # of the words of the shorter title, for two to be of one paper
BEFORE = ("preprint", "submitted")  # of the words for kind and status, those for what isn't out

Author = frozenset[tuple[str, str]]  # every (family, first letter of the given name) that one is known by


@dataclass(frozen=True)
class Sketch:
    """A paper of a source or of the site; of a truncated list ``names_all`` says that more authors may follow."""

    title: str
    kind: str = "other"
    status: str = "published"
    year: int | None = None
    ids: frozenset[Id] = frozenset()
    authors: tuple[Author, ...] = ()
    names_all: bool = True
    venues: frozenset[str] = frozenset()
    issue: tuple[tuple[str, str], ...] = ()

    @cached_property
    def folded(self) -> str:
        return folded(self.title)

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(self.folded.split())

    @property
    def is_preprint(self) -> bool:
        return self.kind in BEFORE or self.status in BEFORE

    @cached_property
    def families(self) -> set[str]:
        return {family for author in self.authors for family, _ in author}

    def ids_by(self, scheme: str) -> set[str]:
        return {value for each, value in self.ids if each == scheme}


def sketched(record: Record, names_all: bool = True) -> Sketch:
    """Return a record, without signs behind its names, as far as it tells papers apart."""
    return Sketch(
        record.title,
        record.kind,
        record.status,
        record.year,
        ids_of(record),
        tuple(map(_author, record.authors)),
        names_all,
        venues_in(record.venue, record.acronym, record.proceedings),
        issue_of(vars(record)),
    )


@lru_cache(maxsize=32768)
def _author(name: Name) -> Author:
    return frozenset([author_key(name)])


def venues_in(*names: str) -> frozenset[str]:
    """Return every name for where a paper appeared, folded."""
    return frozenset(fold(name) for name in names if name)


def author_key(name: Name) -> tuple[str, str]:
    return family_of(name), fold(name.given)[:1]


def issue_of(values: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """Return what tells papers of one series apart, as far as it is said."""
    first_page = re.match(r"\w+", values["pages"])
    said = {name: fold(values[name]) for name in ("volume", "number", "article")}
    return tuple((name, text) for name, text in (said | {"page": first_page[0] if first_page else ""}).items() if text)


def is_contradicted(one: Sketch, other: Sketch) -> bool:
    """Whether two that share an identifier can't be one paper all the same: one of the two has it wrong."""
    if have_other_ids(one, other):
        return True
    if not _are_titled_apart(one, other):
        return False
    fewer = min(len(one.families), len(other.families))
    if len(one.families & other.families) < OVERLAP * fewer:
        return True
    shared = {scheme for scheme, _ in one.ids & other.ids}
    return shared != {"arxiv"} and None not in (one.year, other.year) and one.year != other.year


def _are_titled_apart(one: Sketch, other: Sketch) -> bool:
    fewer = min(len(one.words), len(other.words))
    return bool(fewer) and len(one.words & other.words) < OVERLAP * fewer


def are_one_paper(one: Sketch, other: Sketch) -> bool:
    """Whether title and authors say so, and nothing else contradicts."""
    if not one.folded or one.folded != other.folded or not have_same_authors(one, other):
        return False
    return are_versions(one, other) or repeats(one, other)


def are_versions(one: Sketch, other: Sketch) -> bool:
    """Whether one of two with the same title and authors is the preprint of the other."""
    if one.is_preprint == other.is_preprint or not _agree(one.ids_by("arxiv"), other.ids_by("arxiv")):
        return False
    return None in (one.year, other.year) or abs(one.year - other.year) <= YEARS_APART  # type: ignore[operator]


def repeats(one: Sketch, other: Sketch) -> bool:
    """Whether one of two with the same title and authors says nothing that the other contradicts."""
    if len(one.words) <= FEW_WORDS and one.venues != other.venues and not one.venues & other.venues:
        return False
    theirs = dict(other.issue)
    is_in_place = all(theirs.get(name, text) == text for name, text in one.issue)
    kinds, years = {one.kind, other.kind} - {"other"}, {one.year, other.year} - {None}
    schemes = {scheme for scheme, _ in one.ids}
    same_ids = all(_agree(one.ids_by(scheme), other.ids_by(scheme)) for scheme in schemes)
    return is_in_place and len(kinds) < 2 and len(years) < 2 and one.is_preprint == other.is_preprint and same_ids


def are_told_apart(one: Sketch, other: Sketch) -> bool:
    """Whether two stand in different places of one series, as the pieces of a column do, and so are two."""
    if one.is_preprint or other.is_preprint or one.kind != other.kind or not one.venues & other.venues:
        return False
    theirs = dict(other.issue)
    return any(theirs.get(name, text) != text for name, text in one.issue)


def have_other_ids(one: Sketch, other: Sketch) -> bool:
    """Whether both are out under DOIs of their own: a mistyped one aside, that is two papers."""
    ours, theirs = one.ids_by("doi"), other.ids_by("doi")
    return bool(ours and theirs and not ours & theirs) and not (one.is_preprint or other.is_preprint)


def _agree(one: set[str], other: set[str]) -> bool:
    return not one or not other or bool(one & other)


def have_same_authors(one: Sketch, other: Sketch) -> bool:
    """Whether both name the same authors in whatever order; of a truncated list, those that it names."""
    ours, theirs = one.authors, other.authors
    if not (one.names_all and other.names_all):
        size = min(len(each.authors) for each in (one, other) if not each.names_all)
        ours, theirs = ours[:size], theirs[:size]
    if not ours or len(ours) != len(theirs):
        return False
    if all(map(_is_same_author, ours, theirs)):
        return True
    left = list(theirs)
    return all(_taken_from(left, author) for author in ours)


def _taken_from(left: list[Author], author: Author) -> bool:
    place = next((place for place, other in enumerate(left) if _is_same_author(author, other)), None)
    if place is not None:
        del left[place]
    return place is not None


def _is_same_author(one: Author, other: Author) -> bool:
    if one & other:
        return True
    pairs: Iterable[tuple[tuple[str, str], tuple[str, str]]] = ((a, b) for a in one for b in other)
    return any(a[0] == b[0] and not (a[1] and b[1]) for a, b in pairs)
