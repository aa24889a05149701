"""The lists of publications: all of them, and those of a year, a member or a venue, each narrowed by its address."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import Value
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from labsite.modelling.prepared import Keys
from labsite.web.head import Head
from labsite.web.middleware import at_its_address
from labsite.web.pager import Pager
from labsite.web.requests import LabRequest
from people.models import Person
from publications.formats import WRITTEN
from publications.models import Publication, Venue
from publications.models.publication import IN_PROGRESS, NEWEST_FIRST
from publications.pages.filters import (
    DIMENSIONS,
    Counted,
    Dimension,
    Filters,
    FilterValue,
    dimensions_within,
    newest_first,
)

PAGE_SIZE = 50
MANY_MORE = 40  # times as many papers as a page and those before it show
MAX_IN_PROGRESS = 3  # papers that stand before the published ones; more are folded
MAX_REMEMBERED = 20_000  # keys, which a page that is kept keeps too
# By its key at last, so that no paper is on two pages or on none.
ORDER = (*NEWEST_FIRST, "pk")
FILES = {"year": "data:year", "member": "data:member-publications", "venue": "data:venue-publications"}


@dataclass(frozen=True)
class FacetChoice:
    """One value of a facet. ``address`` is that of the list with it, or without it where it is chosen."""

    value: FilterValue
    count: int
    address: str
    is_chosen: bool


@dataclass(frozen=True)
class Facet:
    """One dimension with its choices, the chosen ones first."""

    name: str
    heading: str | Promise
    choices: list[FacetChoice]


@dataclass(frozen=True)
class Chip:
    """One active filter in words, and the address of the list without it."""

    label: str | Promise
    address: str


def facets(filters: Filters, counted: Counted, dimensions: tuple[Dimension, ...] = DIMENSIONS) -> list[Facet]:
    """Return a facet of the papers for each dimension in which there is anything to choose, or to take back."""
    found = []
    for dimension in (each for each in dimensions if each.is_facet):
        chosen = filters.chosen.get(dimension.name, ())
        others = filters if dimension.most > 1 else filters.choosing(dimension, ())
        counts = dict(dimension.values(counted.by(dimension.name, others)))
        choices = []
        for value in [*chosen, *(value for value in counts if value not in chosen)]:
            address = filters.changing(dimension, value).address
            choices.append(FacetChoice(value, counts.get(value, 0), address, value in chosen))
        if len(choices) > 1 or chosen:
            found.append(Facet(dimension.name, dimension.heading, choices))
    return found


def chips(filters: Filters) -> list[Chip]:
    """Return the active filters, each of which can be taken away."""
    words = [Chip(f"“{filters.words}”", replace(filters, words="").address)] if filters.words else []
    return words + [
        Chip(value.label, filters.changing(dimension, value).address)
        for dimension in DIMENSIONS
        for value in filters.chosen.get(dimension.name, ())
    ]


@dataclass(frozen=True)
class YearOfList:
    """The publications of one year on a page of a list, or those in progress; ``total`` counts those of all its pages.

    ``url`` leads to the list of the year, from the list of everything.
    """

    year: int | None
    publications: list[Publication]
    total: int
    is_alone: bool
    url: str = ""

    @property
    def is_in_progress(self) -> bool:
        return self.year == IN_PROGRESS

    @property
    def is_folded(self) -> bool:
        """Whether its number is enough at first, as something else is to be read on the page."""
        return self.is_in_progress and len(self.publications) > MAX_IN_PROGRESS and not self.is_alone


def by_year(rows: Iterable[Publication], totals: Mapping[int | None, int] | None = None) -> list[YearOfList]:
    """Return rows under their headings, each with the number of those that are shown or of all."""
    groups = [(key, list(group)) for key, group in groupby(rows, attrgetter("group"))]
    return [YearOfList(key, rows, (totals or {}).get(key, len(rows)), len(groups) == 1) for key, rows in groups]


class Listing:
    """What a list of ``publications`` shows for an address.

    ``fixed`` are the name of a dimension and the value that the list's own path has settled, as the list of its
    ``owner`` does, a member.
    """

    def __init__(
        self,
        data: QueryDict,
        publications: Any,
        fixed: tuple[str, str] | None = None,
        owner: Person | None = None,
    ) -> None:
        dimensions = dimensions_within(*fixed) if fixed else DIMENSIONS
        self.fixed, self.owner = fixed, owner
        self.filters = Filters.of(data, dimensions)
        self._worded = publications
        if self.filters.words:
            # By their keys, so that words are looked for once, not once more for each facet.
            self._worded = self.filters.with_words(publications)
            keys = list(self._worded.order_by().values_list("pk", flat=True)[: MAX_REMEMBERED + 1])
            if len(keys) <= MAX_REMEMBERED:
                self._worded = Publication.objects.filter(pk__in=Keys(Value(json.dumps(keys))))
        counted = Counted(self._worded)
        self.facets = facets(self.filters, counted, dimensions)
        self.chips = chips(self.filters)
        self._groups = counted.groups(self.filters)
        self.found = sum(self._groups.values())
        self.page: Page[int] = Paginator(range(self.found), PAGE_SIZE).get_page(data.get("page", ""))
        self.pager = Pager(self.page, self.filters.pairs)

    @cached_property
    def publications(self) -> list[Publication]:
        """Those of this page."""
        first, end = max(self.page.start_index() - 1, 0), self.page.end_index()
        found = self._worded
        if self.owner and not self.filters.words:
            found = Publication.objects.published().by(self.owner, are_many=self.found > MANY_MORE * end)
        # Keys alone are sorted and cut into pages: whole rows with their abstracts would take much longer.
        keys = self.filters.with_values(found).order_by(*ORDER)
        return Publication.objects.as_rows(keys.values_list("pk", flat=True)[first:end])

    @cached_property
    def years(self) -> list[YearOfList]:
        """The publications of this page by year."""
        years = by_year(self.publications, self._groups)
        if self.fixed or self.filters.pairs:
            return years
        return [
            replace(each, url=reverse("publications:year", args=[each.year]))
            if each.year and not each.is_in_progress
            else each
            for each in years
        ]

    @property
    def query(self) -> str:
        """What the list of everything is asked for this very list, all pages of it."""
        pairs = [*filter(None, [self.fixed]), *self.filters.pairs]
        return f"?{urlencode(pairs)}" if pairs else ""

    @property
    def files(self) -> list[tuple[str, str]]:
        """The files that hold this very list, all pages of it: what each is called, and its address."""
        if self.fixed and not self.filters.pairs:
            name, key = self.fixed
            addresses = {extension: reverse(FILES[name], args=[key, extension]) for extension in WRITTEN}
        else:
            addresses = {ext: reverse("data:publications", args=[ext]) + self.query for ext in WRITTEN}
        return [(each.label, addresses[extension]) for extension, each in WRITTEN.items()]


@require_safe
def publications(request: LabRequest) -> HttpResponse:
    """Show all publications."""
    head = Head.of_list(request, "publications:list", _("The publications of %(lab)s, newest first."))
    return _show("list", head, Listing(request.GET, Publication.objects.published()))


@require_safe
def year(request: LabRequest, year: int) -> HttpResponse:
    """Show the publications of one year."""
    years = newest_first(Counted(Publication.objects.published()).by("year"))
    if year not in dict(years):
        raise Http404(f"Nothing was published in {year}.")
    listing = Listing(request.GET, Publication.objects.published().in_years([year]), ("year", str(year)))
    head = Head(
        request,
        title=_("Publications of %(year)s") % {"year": year},
        description=_("What %(lab)s published in %(year)s.") % {"lab": request.lab.name, "year": year},
        trail=((_("Publications"), reverse("publications:list")),),
    )
    return _show("year", head, listing, year=year, years=years)


@at_its_address(Person.objects.members)
def of_member(request: LabRequest, member: Any) -> HttpResponse:
    """Show what one member has published."""
    words = {"lab": request.lab.name, "name": member.shown_name}
    head = Head(
        request,
        title=_("Publications of {name}").format(name=member.shown_name),
        description=_("What %(name)s of %(lab)s has published.") % words,
        trail=((_("People"), reverse("people:list")), (member.shown_name, member.get_absolute_url())),
        row=member,
    )
    listing = Listing(request.GET, member.publications.published(), ("member", member.slug), member)
    return _show("of_member", head, listing, owner=member)


@at_its_address(Venue.objects.public)
def at_venue(request: LabRequest, venue: Any) -> HttpResponse:
    """Show what has appeared at one venue."""
    words = {"lab": request.lab.name, "venue": venue}
    head = Head(
        request,
        title=_("Publications at {venue}").format(venue=venue.short_name),
        description=_("What %(lab)s has published at %(venue)s.") % words,
        trail=((_("Venues"), reverse("publications:venues")), (venue.short_name, venue.get_absolute_url())),
    )
    listing = Listing(request.GET, venue.publications.published(), ("venue", venue.slug))
    return _show("at_venue", head, listing, venue=venue)


def _show(template: str, head: Head, listing: Listing, **more: Any) -> HttpResponse:
    return render(head.request, f"publications/{template}.html", {"head": head, "listing": listing} | more)
