"""The lab's work at a glance: how much of what in which year, where, with whom. Each number leads to its list."""

from collections import Counter
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from labsite.drawing import charts
from labsite.drawing.charts import Grid, Heading, StackChart
from labsite.modelling.publishing import is_public
from people.models import Person
from publications.models import Authorship, Publication, Venue
from publications.pages.counted import Counted
from publications.pages.filters import PAPER_KINDS, UNSTATED
from services.models import Service

Counts = dict[tuple[Any, ...], int]

MAX_VENUES = 12
MAX_YEARS = 15
MAX_MEMBERS = 12
MAX_COAUTHORS = 18
NAMES = 112  # pixels that slanting names take above a grid


def charts_of_the_lab() -> dict[str, StackChart | Grid]:
    """Return the charts. The queries and what they return are bounded, however much there is."""
    return {
        "papers": papers_by_kind(),
        "venues": venues_by_year(),
        "people": who_writes_with_whom(),
        "services": services_by_role(),
    }


def papers_by_kind() -> StackChart:
    counts = Publication.objects.published().kept("year", "kind")
    named = {(year, kind or UNSTATED): count for (year, kind), count in counts.items() if year}
    found = {(year, kind): (count, _papers(year=year, kind=kind)) for (year, kind), count in named.items()}
    return charts.stacks(found, PAPER_KINDS, label=_("Papers per year by kind"))


def services_by_role() -> StackChart:
    counts = _counts(Service.objects.filter(year__isnull=False), "year", "kind")
    address = reverse("services:list")
    found = {key: (count, f"{address}?kind={key[1]}&year={key[0]}") for key, count in counts.items()}
    return charts.stacks(found, Service.Kind.choices, label=_("Services per year by role"))


def venues_by_year() -> Grid:
    """Return the venues with most papers in the newest years, year by year: gaps are seen as well."""
    every = Publication.objects.published().kept("venue", "year")
    years = sorted({year for venue, year in every if venue and year})
    shown = range(max(years[0], years[-1] - MAX_YEARS + 1), years[-1] + 1) if years else range(0)
    columns = [Heading(year, year, _year_page(year) if year in years else "") for year in shown]
    counts = {(venue, year): count for (venue, year), count in every.items() if venue and year in shown}
    totals = _totals(counts, 0)
    venues = {venue.pk: venue for venue in Venue.objects.numbered(totals)[:MAX_VENUES]}
    rows = [Heading(key, venue.short_name, venue.get_absolute_url()) for key, venue in venues.items()]
    counts = {key: count for key, count in counts.items() if key[0] in venues}
    found = {key: (count, _papers(year=key[1], venue=venues[key[0]].slug)) for key, count in counts.items()}
    rows.sort(key=lambda row: (-totals[row.key], row.label))
    return charts.grid(rows, columns, found, label=_("Venues by year"))


def _year_page(year: int) -> str:
    return reverse("publications:year", args=[year])


def who_writes_with_whom() -> Grid:
    """Return the members with most papers by those they wrote most with, in the lab or out of it."""
    numbers = Counted(Publication.objects.published()).by("member")
    authors = sorted(Person.objects.filter(pk__in=numbers), key=lambda person: -numbers[person.pk])
    members = {member.pk: member for member in authors[:MAX_MEMBERS]}
    others, shared = _coauthors(members)
    names = {key: person.slug for key, person in (members | others).items()}
    found = {pair: (count, _papers(member=sorted(names[key] for key in pair))) for pair, count in shared.items()}
    rows = [_heading(member) for key, member in members.items() if any(key == pair[0] for pair in shared)]
    return charts.grid(rows, [_heading(other) for other in others.values()], found, _("Who writes with whom"), NAMES)


def _coauthors(members: Mapping[int, Person]) -> tuple[dict[int, Person], Counts]:
    """Return those who wrote most with these members, by key, and the papers of each pair of a member and another."""
    papers = Authorship.objects.filter(is_public("publication"), person__in=members)
    others = "publication__authorships__person"
    everyone = papers.order_by().values_list(others).annotate(number=Count("pk")).order_by("-number", others)
    # Members are among the people of their own papers, so as many more are asked for.
    most = [person for person, _number in everyone[: MAX_COAUTHORS + len(members)]]
    pairs = _counts(papers.filter(**{f"{others}__in": most}), "person", others)
    shared = {pair: count for pair, count in pairs.items() if pair[0] != pair[1]}
    totals = _totals(shared, 1)
    people = Person.objects.with_pages().in_bulk(totals)
    ordered = sorted(people.values(), key=lambda person: (-totals[person.pk], person.sort_key))[:MAX_COAUTHORS]
    shown = {person.pk: person for person in ordered}
    return shown, {pair: count for pair, count in shared.items() if pair[1] in shown}


def _heading(person: Person) -> Heading:
    """Return a person as a row or a column, linked where there is a page."""
    return Heading(person.pk, person.name, person.get_absolute_url() if getattr(person, "has_page", True) else "")


def _counts(rows: QuerySet[Any], *columns: str) -> Counts:
    """Return how many of the rows have each combination of values in these columns."""
    counted = rows.order_by().values_list(*columns).annotate(number=Count("pk"))
    return {tuple(values): number for *values, number in counted}


def _totals(counts: Counts, place: int) -> Counter[Any]:
    """Add the counts up by one part of their keys."""
    totals: Counter[Any] = Counter()
    for key, count in counts.items():
        totals[key[place]] += count
    return totals


def _papers(**chosen: Any) -> str:
    return f"{reverse('publications:list')}?{urlencode(chosen, doseq=True)}"
