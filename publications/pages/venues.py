"""The index of venues, and a venue edition by edition: what appeared there, what we did for it, where we spoke."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _, pgettext
from django.views.decorators.http import require_safe

from labsite.drawing import charts
from labsite.modelling.publishing import with_public
from labsite.texts import folding
from labsite.web.head import Head, Site
from labsite.web.middleware import at_its_address
from labsite.web.pager import ListChoice
from labsite.web.requests import LabRequest
from people.models import Person
from publications.linked_data import venue_node
from publications.models import Publication, TalkOccasion, Venue
from publications.pages.filters import MAX_WORDS_LENGTH, Counted

MIN_TO_LOOK_THROUGH = 25  # venues, of which one is found sooner by its name
MAX_PAPERS = 60  # on a venue's page, the newest; all of them have a list of their own


@dataclass(frozen=True)
class VenueColumn:
    """A column of the index and what it sorts by: letters from A on, numbers from the largest on."""

    name: str
    heading: Any
    key: Any
    is_number: bool = True


COLUMNS = (
    VenueColumn("acronym", _("Venue"), lambda venue: venue.short_name.casefold(), is_number=False),
    VenueColumn("kind", _("Kind"), lambda venue: [*Venue.Kind.values, ""].index(venue.kind), is_number=False),
    VenueColumn("papers", _("Papers"), attrgetter("paper_count")),
    VenueColumn("services", _("Service"), attrgetter("service_count")),
    VenueColumn("year", _("Years"), attrgetter("last_year")),
)
BY_NAME = {column.name: column for column in COLUMNS}
FIRST = BY_NAME["papers"]


class VenueIndex:
    """The venues as an address asks for them. An unknown kind or column is ignored."""

    def __init__(self, venues: Iterable[Venue], query: QueryDict) -> None:
        self.all = list(venues)
        self.sorted_by = BY_NAME.get(query.get("sort", ""), FIRST)
        self.counts = Counter(venue.kind for venue in self.all)
        self.kind = query.get("kind", "") if query.get("kind") in self.counts else ""
        self.words = " ".join(query.get("q", "").replace("\0", " ").split())[:MAX_WORDS_LENGTH]

    @property
    def venues(self) -> list[Venue]:
        """Those of the kind, in the order; the ones that share a place by papers, services and short name."""
        words = folding.words(self.words)
        found = [
            venue
            for venue in self.all
            if self.kind in ("", venue.kind) and all(word in venue.search_text for word in words)
        ]
        found.sort(key=lambda venue: (-venue.paper_count, -venue.service_count, venue.short_name.casefold()))
        return sorted(found, key=self.sorted_by.key, reverse=self.sorted_by.is_number)

    @property
    def is_long(self) -> bool:
        """Whether one would look for a venue by its name."""
        return len(self.all) >= MIN_TO_LOOK_THROUGH or bool(self.words)

    @property
    def columns(self) -> list[tuple[VenueColumn, str, str]]:
        """Return (column, query that sorts by it, its ``aria-sort`` where the index is sorted by it)."""
        order = "descending" if self.sorted_by.is_number else "ascending"
        return [
            (column, self._query(column, self.kind), order if column is self.sorted_by else "") for column in COLUMNS
        ]

    @property
    def choices(self) -> list[ListChoice]:
        """The kinds that there are, before them all of them; none where there is nothing to choose from."""
        if len(self.counts) < 2:
            return []
        kinds = [(kind, label, self.counts[kind]) for kind, label in Venue.Kind.choices if kind in self.counts]
        return [
            ListChoice(label, self._query(self.sorted_by, kind), kind == self.kind, count)
            for kind, label, count in [("", _("All"), len(self.all)), *kinds]
        ]

    def _query(self, column: VenueColumn, kind: str) -> str:
        """Return a query string that says what differs from the whole index as it comes; empty where nothing does."""
        asked = {"q": self.words, "kind": kind, "sort": column.name if column is not FIRST else ""}
        query = urlencode({name: value for name, value in asked.items() if value})
        return f"?{query}" if query else ""


@dataclass(frozen=True)
class Edition:
    """One year of a venue; without a year, what isn't tied to one, such as reviewing for a journal."""

    year: int | None
    paper_count: int
    publications: list[Publication]
    services: list[Any]  # of the app services, which imports this one
    hosted: list[Any]
    occasions: list[TalkOccasion]

    @property
    def left_out(self) -> int:
        """How many of its papers are not among these."""
        return self.paper_count - len(self.publications)

    @property
    def roles(self) -> list[tuple[Any, list[Any]]]:
        """Each role, by a service in it, with all who held it, in the order of the kinds of service."""
        found: dict[tuple[str, Any], list[Any]] = {}
        for service in sorted(self.services, key=attrgetter("role_key")):
            found.setdefault((service.role, service.host_id), []).append(service)
        return [(services[0], services) for services in found.values()]


def editions(venue: Any, publications: Iterable[Publication], counted: Counted) -> list[Edition]:
    """Return a venue's editions, newest first, after them the one without a year; of its papers only these."""
    counts = counted.by("year")
    rows: dict[str, dict[int | None, list[Any]]] = {
        "publications": _by_year(publications),
        "services": _by_year(venue.services.with_people()),
        "hosted": _by_year(venue.hosted_services.with_people()),
        "occasions": _by_year(venue.talk_occasions.with_talks()),
    }
    years = sorted({*counts, *chain(*rows.values())}, key=lambda year: (year is None, -(year or 0)))
    return [
        Edition(year, counts.get(year, 0), **{name: by_year.get(year, []) for name, by_year in rows.items()})
        for year in years
    ]


def _by_year(rows: Iterable[Any]) -> dict[int | None, list[Any]]:
    found = defaultdict(list)
    for row in rows:
        found[row.year].append(row)
    return found


def members_at(by_year: Iterable[Edition], counted: Counted) -> list[Person]:
    """Return the members who published or served at a venue, the busiest first: ``paper_count``, ``service_count``."""
    papers = counted.by("member")
    services = Counter(service.person_id for edition in by_year for service in edition.services)
    members: list[Any] = list(Person.objects.members().filter(pk__in={*papers, *services}))
    for member in members:
        member.paper_count, member.service_count = papers.get(member.pk, 0), services.get(member.pk, 0)
    return sorted(members, key=lambda member: -(member.paper_count + member.service_count))


@require_safe
def venues(request: LabRequest) -> HttpResponse:
    """Show the venues in the order and of the kind that the query asks for."""
    head = Head.of_list(request, "publications:venues", gettext("The venues of %(lab)s."))
    index = VenueIndex(Venue.objects.public().with_counts(), request.GET)
    return render(request, "publications/venues.html", {"index": index, "head": head})


def _description(lab: str, venue: Venue, by_year: list[Edition]) -> str:
    """Return in one sentence what of a lab is on the page of a venue."""
    held = {
        gettext("papers"): any(edition.paper_count for edition in by_year),
        gettext("service"): any(edition.services or edition.hosted for edition in by_year),
        gettext("talks"): any(edition.occasions for edition in by_year),
    }
    what = pgettext("between things in a list", ", ").join(name for name, is_held in held.items() if is_held)
    words = gettext("%(lab)s at %(venue)s: %(what)s.") if what else "%(venue)s"
    return words % {"lab": lab, "venue": venue, "what": what}


@at_its_address(lambda: with_public(Venue.objects.public(), "aliases"))
def venue(request: LabRequest, found: Venue) -> HttpResponse:
    """Show our papers, our service and our talks at one venue, edition by edition."""
    published: Any = found.publications.published()
    papers, counted = published[:MAX_PAPERS].as_rows(), Counted(published)
    by_year = editions(found, papers, counted)
    head = Head(
        request,
        title=found.acronym or found.name,
        description=_description(request.lab.name, found, by_year),
        trail=((gettext("Venues"), reverse("publications:venues")),),
        nodes=(venue_node(found, Site(request)),),
    )
    address = f"{found.publications_url}?year="
    bars = [(edition.year, edition.paper_count, f"{address}{edition.year}") for edition in by_year]
    context = {
        "head": head,
        "venue": found,
        "papers": papers,
        "editions": by_year,
        "paper_count": sum(edition.paper_count for edition in by_year),
        "service_count": sum(len(edition.services) for edition in by_year),
        "talk_count": sum(len(edition.occasions) for edition in by_year),
        "members": members_at(by_year, counted),
        "chart": charts.bars(bars, label=gettext("Papers per year")),
    }
    return render(request, "publications/venue.html", context)
