"""The index of venues: in which order and of which kind an address asks for them."""

from collections import Counter
from dataclasses import dataclass
from operator import attrgetter
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext_lazy as _

from publications.models import Venue


@dataclass(frozen=True)
class Column:
    """A column of the index and what it sorts by: letters from A on, numbers from the largest on."""

    name: str
    heading: Any
    key: Any
    is_number: bool = True

    @property
    def direction(self) -> str:
        """The order as ``aria-sort`` calls it."""
        return "descending" if self.is_number else "ascending"


COLUMNS = (
    Column("acronym", _("Venue"), lambda venue: venue.acronym.casefold(), is_number=False),
    Column("kind", _("Kind"), lambda venue: Venue.Kind.values.index(venue.kind), is_number=False),
    Column("papers", _("Papers"), attrgetter("paper_count")),
    Column("services", _("Services"), attrgetter("service_count")),
    Column("year", _("Years"), attrgetter("last_year")),
)
BY_NAME = {column.name: column for column in COLUMNS}
FIRST = BY_NAME["papers"]


@dataclass(frozen=True)
class Choice:
    """A kind to narrow the index to, with the number of its venues; without a kind, all of them."""

    label: Any
    count: int
    query: str
    is_chosen: bool


class VenueIndex:
    """The venues as an address asks for them. What it asks for and nobody knows is passed over."""

    def __init__(self, venues, query):
        self.all = list(venues)
        self.sorted_by = BY_NAME.get(query.get("sort", ""), FIRST)
        self.counts = Counter(venue.kind for venue in self.all)
        self.kind = query.get("kind") if query.get("kind") in self.counts else ""

    @property
    def venues(self):
        """Those of the kind, in the order; the ones that share a place by papers, services and acronym."""
        found = [venue for venue in self.all if self.kind in ("", venue.kind)]
        found.sort(key=lambda venue: (-venue.paper_count, -venue.service_count, venue.acronym.casefold()))
        return sorted(found, key=self.sorted_by.key, reverse=self.sorted_by.is_number)

    @property
    def columns(self):
        """Return (column, query that sorts by it, its ``aria-sort`` where the index is sorted by it)."""
        return [
            (column, self._query(column, self.kind), column.direction if column is self.sorted_by else "")
            for column in COLUMNS
        ]

    @property
    def choices(self):
        """The kinds that there are; none where there is nothing to choose from."""
        if len(self.counts) < 2:
            return []
        kinds = [(kind, label, self.counts[kind]) for kind, label in Venue.Kind.choices if kind in self.counts]
        return [
            Choice(label, count, self._query(self.sorted_by, kind), kind == self.kind)
            for kind, label, count in [("", _("All"), len(self.all)), *kinds]
        ]

    def _query(self, column, kind):
        """Return a query string that says what differs from the whole index as it comes; empty where nothing does."""
        asked = {"kind": kind, "sort": column.name if column is not FIRST else ""}
        said = urlencode({name: value for name, value in asked.items() if value})
        return f"?{said}" if said else ""
