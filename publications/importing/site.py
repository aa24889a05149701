"""What the site has already, as far as a plan asks: read with a constant number of queries, then plain data."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from labsite import roles
from publications.citations.names import split_printed
from publications.citations.record import Name
from publications.models import Authorship, EarlierVersion, ExtraField, Identifier, ImportedEntry, Link, Publication

# Beyond this a query asks for all rows and leaves out the others here: a database takes only so many parameters.
MAX_KEYS = 5000
COLUMNS = (
    *("pk", "title", "kind", "status", "venue", "year", "month", "volume", "number", "article", "pages"),
    *("proceedings", "publisher", "doi", "arxiv_id", "abstract", "notes"),
)

Rows = dict[int, list[Any]]


@dataclass(frozen=True)
class Imported:
    """What an entry of a source said of a paper when it was last taken in; of None it was left out.

    Where entries of this source say the same word for word, ``places`` are theirs and ``said`` is left away.
    """

    source: str
    identity: str
    publication: int | None
    said: dict[str, Any]
    places: tuple[int, ...] = ()


@dataclass(frozen=True)
class Paper:
    """A paper of the site with all that an import may add to."""

    values: dict[str, Any]
    identifiers: frozenset[tuple[str, str]] = frozenset()
    links: tuple[tuple[str, str, str, str], ...] = ()  # kind, label, address, file
    extra: dict[str, str] = field(default_factory=dict)
    earlier: tuple[tuple[str, str], ...] = ()  # title, arXiv id
    authors: tuple[Name, ...] = ()


def within(rows: Any, lookup: str, keys: Collection[Any]) -> Any:
    """Narrow a queryset to those with one of the keys; of very many keys it stays as it is."""
    return rows.filter(**{f"{lookup}__in": keys}) if len(keys) <= MAX_KEYS else rows


def _authorships(publications: Collection[int]) -> Iterator[tuple[int, str, str, str, str]]:
    rows = within(Authorship.objects.all(), "publication", publications).order_by("publication", "order", "pk")
    person = ("person__name", "person__given_name", "person__family_name")
    columns = rows.values_list("publication", "printed_name", *person)
    return (row for row in columns.iterator() if row[0] in publications)


def imported_entries(
    identities: Collection[str], publications: Collection[int], abridged: Callable[[Imported], Imported]
) -> list[Imported]:
    """Return what was imported before of these entries, or of these papers and those of the entries: two queries.

    Each is ``abridged`` as soon as it is read: there may be more of them than memory has room for.
    """
    wanted = set(identities) - {""}
    rows = ImportedEntry.objects.order_by("pk").values_list("pk", "source", "identity", "publication", "said")
    found = {}
    for pk, *row in within(rows, "identity", wanted).iterator():
        if row[1] in wanted:
            found[pk] = abridged(Imported(*row))
    papers = {*publications, *(row.publication for row in found.values() if row.publication)}
    for pk, *row in within(rows, "publication", papers).iterator():
        if row[2] in papers and pk not in found:
            found[pk] = abridged(Imported(*row))
    return [found[pk] for pk in sorted(found)]


def papers(keys: Collection[int]) -> dict[int, Paper]:
    """Return papers with all that belongs to them: six queries."""
    rows = within(Publication.objects.order_by(), "pk", keys).values(*COLUMNS)
    identifiers = _rows(Identifier, keys, "scheme", "value")
    links = _rows(Link, keys, "kind", "label", "url", "file")
    extra = _rows(ExtraField, keys, "name", "value")
    earlier = _rows(EarlierVersion, keys, "title", "arxiv_id")
    authors: dict[int, list[Name]] = defaultdict(list)
    for pk, printed, name, given, family in _authorships(keys):
        authors[pk].append(_name(printed, name, given, family))
    return {
        pk: Paper(
            row, frozenset(identifiers[pk]), tuple(links[pk]), dict(extra[pk]), tuple(earlier[pk]), tuple(authors[pk])
        )
        for row in rows.iterator()
        if (pk := row["pk"]) in keys
    }


@lru_cache(maxsize=32768)
def _name(printed: str, name: str, given: str, family: str) -> Name:
    if printed:
        return split_printed(printed, family)
    return Name(given, family) if given and family else Name(literal=name)


def _rows(model: Any, keys: Collection[int], *columns: str) -> Rows:
    found: Rows = defaultdict(list)
    for pk, *values in within(model.objects.order_by("pk"), "publication", keys).values_list("publication", *columns):
        found[pk].append(tuple(values))
    return found


@dataclass(frozen=True)
class Rights:
    """Which of the papers somebody may see and change; on the command line all of them."""

    seen: Collection[int] | None = None
    changed: Collection[int] | None = None

    def may_see(self, publication: int) -> bool:
        return self.seen is None or publication in self.seen

    def may_change(self, publication: int) -> bool:
        return self.changed is None or publication in self.changed


def rights_of(user: Any, publications: Collection[int]) -> Rights:
    """Return what somebody may do with these papers: two queries."""
    if user is None:
        return Rights()
    rows = within(Publication.objects.order_by(), "pk", publications)
    seen, changed = (
        set(roles.reached(user, action, rows).values_list("pk", flat=True)) for action in ("view", "change")
    )
    return Rights(seen, changed)
