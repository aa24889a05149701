"""A page of a list of publications, with everything around it: what narrows it, its other pages, its files."""

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import F
from django.http import QueryDict
from django.urls import reverse

from labsite.web.pager import Pager
from publications.dimensions import DIMENSIONS, UNDATED, dimensions_within
from publications.facets import Chip, Facet, chips, facets
from publications.filters import Filters
from publications.formats import WRITTEN
from publications.models import Publication

PAGE_SIZE = 50
MAX_REMEMBERED = 20_000  # keys that a query can name on every database
# By its key at last, so that no paper is on two pages or on none.
ORDER = (F("year").desc(nulls_first=True), F("month").desc(nulls_last=True), "title", "pk")
FILES = {"year": "data:year", "member": "data:member-publications", "venue": "data:venue-publications"}


@dataclass(frozen=True)
class Year:
    """The publications of one year on a page of a list; ``total`` counts those of all its pages.

    ``url`` leads to the list of the year, from the list of everything.
    """

    year: int | None
    url: str
    publications: list[Any]
    total: int


@dataclass(frozen=True)
class File:
    """A whole list in one of the formats of citations."""

    label: str
    url: str


class Listing:
    """What a list of ``publications`` shows for an address.

    ``fixed`` are the name of a dimension and the value that the list's own path has settled, as a member's list does.
    """

    def __init__(self, data: QueryDict, publications: Any, fixed: tuple[str, str] | None = None):
        dimensions = dimensions_within(*fixed) if fixed else DIMENSIONS
        self.fixed = fixed
        self.filters = Filters.of(data, dimensions)
        worded = _remembered(self.filters.with_words(publications)) if self.filters.words else publications
        self._facets = facets(self.filters, worded, dimensions)
        # Keys alone are sorted and cut into pages: whole rows with their abstracts would take much longer.
        keys = self.filters.with_values(worded).order_by(*ORDER).values_list("pk", flat=True)
        self.page: Page[Any] = Paginator(keys, PAGE_SIZE).get_page(data.get("page", ""))
        self.pager = Pager(self.page, self.filters.pairs)

    @cached_property
    def publications(self) -> Any:
        """Those of this page."""
        rows = Publication.objects.filter(pk__in=list(self.page.object_list))
        return rows.with_authors().order_by(*ORDER)

    @property
    def found(self) -> int:
        return self.page.paginator.count

    @property
    def facets(self) -> list[Facet]:
        return [facet for facet in self._facets if facet.tells_apart]

    @property
    def chips(self) -> list[Chip]:
        return chips(self.filters)

    @cached_property
    def years(self) -> list[Year]:
        """The publications of this page by year. A list of one year has all of them in it."""
        choices = [choice for facet in self._facets if facet.name == "year" for choice in facet.choices]
        counts = {choice.value.key: choice.count for choice in choices}
        return [
            Year(year, self._year_url(year), list(group), counts.get(str(year or UNDATED), self.found))
            for year, group in groupby(self.publications, attrgetter("year"))
        ]

    @property
    def files(self) -> list[File]:
        """The files that hold this very list, all pages of it."""
        return [File(each.label, self._file(extension)) for extension, each in WRITTEN.items()]

    def _year_url(self, year: int | None) -> str:
        is_everything = not (self.fixed or self.filters.pairs)
        return reverse("publications:year", args=[year]) if year and is_everything else ""

    def _file(self, extension: str) -> str:
        if self.fixed and not self.filters.pairs:
            name, key = self.fixed
            return reverse(FILES[name], args=[key, extension])
        query = urlencode([*filter(None, [self.fixed]), *self.filters.pairs])
        return reverse("data:publications", args=[extension]) + (query and f"?{query}")


def _remembered(found: Any) -> Any:
    """Return the same publications by their keys: words are looked for once, not once more for each facet."""
    keys = list(found.order_by().values_list("pk", flat=True)[: MAX_REMEMBERED + 1])
    return Publication.objects.filter(pk__in=keys) if len(keys) <= MAX_REMEMBERED else found
