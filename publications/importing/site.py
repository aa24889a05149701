"""What the site has already, as far as a plan asks: read with a constant number of queries, then plain data."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from django.contrib.auth.models import AbstractUser

from labsite import roles
from publications.citations.entry import packed
from publications.citations.names import split_printed
from publications.citations.record import Name
from publications.matching.papers import NOT_OUT
from publications.models import Authorship, EarlierVersion, ExtraField, Identifier, ImportedEntry, Link, Publication

from .read import ReadEntries

# Beyond this a query asks for all rows and leaves out the others here: a database takes only so many parameters.
MAX_KEYS = 5000
MAX_DIGITS = 18  # of a number that a column can hold
COLUMNS = (
    *("pk", "title", "kind", "status", "venue", "year", "month", "volume", "number", "article", "pages"),
    *("proceedings", "publisher", "doi", "arxiv_id", "abstract", "notes"),
)


@dataclass(frozen=True)
class Paper:
    """A paper of the site with all that an import may add to."""

    values: dict[str, Any]
    identifiers: frozenset[tuple[str, str]] = frozenset()
    links: tuple[tuple[str, str, str, str], ...] = ()  # kind, label, address, file
    extra: dict[str, str] = field(default_factory=dict)
    earlier: tuple[tuple[str, str], ...] = ()  # title, arXiv id
    authors: tuple[Name, ...] = ()

    @property
    def is_preprint(self) -> bool:
        return self.values["kind"] in NOT_OUT or self.values["status"] in NOT_OUT


def key_in(value: Any) -> int | None:
    """Return a primary key, whether it is written as a number or as text."""
    text = str(value)
    return int(text) if text.isdecimal() and len(text) <= MAX_DIGITS else None


def within(rows: Any, lookup: str, keys: Collection[Any]) -> Any:
    """Narrow a queryset to those with one of the keys; of very many keys it stays as it is."""
    return rows.filter(**{f"{lookup}__in": keys}) if len(keys) <= MAX_KEYS else rows


def papers(keys: Collection[int]) -> dict[int, Paper]:
    """Return papers with all that belongs to them: six queries, none where there is no paper."""
    if not keys:
        return {}
    rows = within(Publication.objects.order_by(), "pk", keys).values(*COLUMNS)
    identifiers = _rows(Identifier, keys, "scheme", "value")
    links = _rows(Link, keys, "kind", "label", "url", "file")
    extra = _rows(ExtraField, keys, "name", "value")
    earlier = _rows(EarlierVersion, keys, "title", "arxiv_id")
    person = ("person__name", "person__given_name", "person__family_name")
    authors = _rows(Authorship, keys, "printed_name", *person, order=("order", "pk"))
    return {
        pk: Paper(
            row,
            frozenset(identifiers[pk]),
            tuple(links[pk]),
            dict(extra[pk]),
            tuple(earlier[pk]),
            tuple(_name(*columns) for columns in authors[pk]),
        )
        for row in rows.iterator()
        if (pk := row["pk"]) in keys
    }


@lru_cache(maxsize=32768)
def _name(printed: str, name: str, given: str, family: str) -> Name:
    if printed:
        return split_printed(printed, family)
    return Name(given, family) if given and family else Name(literal=name)


def _rows(
    model: Any, keys: Collection[int], *columns: str, order: tuple[str, ...] = ("pk",)
) -> dict[int, list[tuple[Any, ...]]]:
    """Return these columns of the rows that belong to each paper."""
    by_key = defaultdict(list)
    rows = within(model.objects.order_by(*order), "publication", keys).values_list("publication", *columns)
    for pk, *values in rows.iterator():
        if pk in keys:
            by_key[pk].append(tuple(values))
    return by_key


def rights_of(user: AbstractUser | None, publications: Collection[int]) -> tuple[Collection[int], Collection[int]]:
    """Return which of these papers somebody may see and which change, on the command line all: two queries."""
    if user is None:
        return publications, publications
    rows = within(Publication.objects.order_by(), "pk", publications)
    seen, changed = (
        set(roles.reached(user, action, rows).values_list("pk", flat=True)) for action in ("view", "change")
    )
    return seen, changed


@dataclass(frozen=True)
class LoggedEntry:
    """What an entry of a source said of a paper when it was last taken in; of None it was left out.

    Where entries of this source say the same word for word, ``places`` are theirs and ``said`` is left empty.
    """

    source: str
    identity: str
    publication: int | None
    said: dict[str, Any]
    places: tuple[int, ...] = ()


@dataclass(frozen=True)
class ImportLog:
    """What was logged of the entries of a source, by their places, and of the papers that they may be.

    ``taken_as`` is the paper as which an entry was taken in.
    """

    by_place: dict[int, list[LoggedEntry]]
    by_publication: dict[int, list[LoggedEntry]]
    taken_as: dict[int, int]


def import_log(read: ReadEntries, publications: Collection[int]) -> ImportLog:
    """Return what was logged of entries, of those alike in title, year and authors, and of papers: two queries.

    What an entry says again is dropped as soon as it is read: there may be more of it than memory has room for.
    """
    places: dict[str, list[int]] = defaultdict(list)  # by identity, without the number of those that are alike
    for position, identity in enumerate(read.identities):
        if identity:
            places[identity.partition("-")[0]].append(position)
    columns = ("pk", "source", "identity", "publication", "said")
    papers = set(publications)  # and those of the entries
    entries: dict[int, LoggedEntry] = {}
    for lookup, keys in (("identity", {*read.identities} - {""}), ("publication", papers)):
        for pk, *values in within(ImportedEntry.objects.order_by(), lookup, keys).values_list(*columns).iterator():
            row = LoggedEntry(*values)
            if getattr(row, lookup) in keys and pk not in entries:
                alike = places.get(row.identity.partition("-")[0], ())
                same = tuple(position for position in alike if packed(read.entries[position])["record"] == row.said)
                entries[pk] = replace(row, said={}, places=same) if same else row
                papers |= {row.publication} if row.publication else set()
    rows = [entries[pk] for pk in sorted(entries)]
    by_place: dict[int, list[LoggedEntry]] = defaultdict(list)
    by_publication: dict[int, list[LoggedEntry]] = defaultdict(list)
    for row in rows:
        for position in row.places:
            by_place[position].append(row)
        if row.publication:
            by_publication[row.publication].append(row)
    repeated = set(by_place)
    for row in rows:
        for position in () if row.places else places.get(row.identity.partition("-")[0], ()):
            if read.identities[position] == row.identity and position not in repeated:
                by_place[position].append(row)
    taken = [(position, row.publication) for position, logged in by_place.items() for row in reversed(logged)]
    return ImportLog(dict(by_place), dict(by_publication), {position: paper for position, paper in taken if paper})
