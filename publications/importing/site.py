"""What the site has already, as far as a plan asks: read with a constant number of queries, then plain data."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from labsite import roles
from publications.citations.names import split_printed
from publications.citations.record import Name
from publications.models import Authorship, EarlierVersion, ExtraField, Identifier, Link, Publication

# Beyond this a query asks for all rows and leaves out the others here: a database takes only so many parameters.
MAX_KEYS = 5000
COLUMNS = (
    *("pk", "title", "kind", "status", "venue", "year", "month", "volume", "number", "article", "pages"),
    *("proceedings", "publisher", "doi", "arxiv_id", "abstract", "notes"),
)

Rows = dict[int, list[Any]]


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
class PaperRights:
    """Which of the papers somebody may see and change; on the command line all of them."""

    seen: Collection[int] | None = None
    changed: Collection[int] | None = None

    def may_see(self, publication: int) -> bool:
        return self.seen is None or publication in self.seen

    def may_change(self, publication: int) -> bool:
        return self.changed is None or publication in self.changed


def rights_of(user: Any, publications: Collection[int]) -> PaperRights:
    """Return what somebody may do with these papers: two queries."""
    if user is None:
        return PaperRights()
    rows = within(Publication.objects.order_by(), "pk", publications)
    seen, changed = (
        set(roles.reached(user, action, rows).values_list("pk", flat=True)) for action in ("view", "change")
    )
    return PaperRights(seen, changed)
