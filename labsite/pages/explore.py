"""The lab's work at a glance: how much of what in which year, where, with whom. Each number leads to its list."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, OuterRef, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from labsite.drawing import charts
from labsite.drawing.charts import Grid, Heading, StackChart
from labsite.modelling.periods import PartialDate
from people.models import Membership, Person, has_page
from publications.models import Authorship, ExtraField, Publication
from publications.models.parts import topics_in
from publications.pages.filters import PAPER_KINDS, UNSTATED, Counted, totals_by
from services.models import Service

Counts = dict[tuple[Any, ...], int]

MAX_VENUES = 12
MAX_YEARS = 15
MAX_MEMBERS = 12
MAX_COAUTHORS = 18
MAX_TOPICS = 12
MAX_WITH_TOPICS = 10_000  # papers whose keywords are read
MAX_STAYS = 5000  # memberships that are counted
NAMES = 112  # pixels that slanting names take above a grid


def charts_of_the_lab() -> dict[str, StackChart | Grid | int]:
    """Return the charts. The queries and what they return are bounded, however much there is."""
    members, unknown = members_by_role()
    return {
        "members": members,
        "unknown_members": unknown,
        "papers": papers_by_kind(),
        "topics": topics_by_year(),
        "venues": venues_by_year(),
        "people": who_writes_with_whom(),
        "services": services_by_role(),
    }


def papers_by_kind() -> StackChart:
    counts = Publication.objects.published().combined("year", "kind")
    named = {(year, kind or UNSTATED): count for (year, kind), count in counts.items() if year}
    found = {(year, kind): (count, _papers(year=year, kind=kind)) for (year, kind), count in named.items()}
    return charts.stacks(found, PAPER_KINDS, label=_("Papers per year by kind"))


def services_by_role() -> StackChart:
    dated, address = Service.objects.filter(year__isnull=False).order_by(), reverse("services:list")
    counts = dated.values_list("year", "kind").annotate(number=Count("pk"))
    found = {(year, kind): (count, f"{address}?kind={kind}&year={year}") for year, kind, count in counts}
    return charts.stacks(found, Service.Kind.choices, label=_("Service per year by role"))


def members_by_role() -> tuple[StackChart, int]:
    """Return how many were in the lab in each year, and of how many memberships it isn't known since or until when."""
    this_year, unknown = timezone.localdate().year, 0
    roles: dict[tuple[int, int], str] = {}  # by year and person; of several in one year the last
    columns = ("person", "role", "start", "end", "has_left")
    for person, role, start, end, has_left in Membership.objects.order_by("start").values_list(*columns)[:MAX_STAYS]:
        if not start or (has_left and not end):
            unknown += 1
            continue
        last = min(PartialDate(end).last.year if end else this_year, this_year)
        roles |= {(year, person): role for year in range(PartialDate(start).first.year, last + 1)}
    if unknown > len({person for _year, person in roles}):
        roles = {}  # what is known says little
    counts = Counter((year, role or UNSTATED) for (year, _person), role in roles.items())
    found = {key: (count, reverse("people:list")) for key, count in counts.items()}
    kinds = [*Membership.PLURALS.items(), (UNSTATED, _("Not stated"))]
    return charts.stacks(found, kinds, label=_("Members per year by role")), unknown


def venues_by_year() -> Grid:
    """Return the venues with most papers in the newest years, year by year: gaps are seen as well."""
    every = Publication.objects.published().combined("venue", "year")
    columns = _newest_years({year for venue, year in every if venue and year})
    shown = {column.key for column in columns}
    counts = {(venue, year): count for (venue, year), count in every.items() if venue and year in shown}
    totals = totals_by(counts, 0)
    venues = {venue.pk: venue for venue in Publication.objects.venues("short_name", totals)[:MAX_VENUES]}
    rows = [Heading(key, venue.short_name, venue.get_absolute_url()) for key, venue in venues.items()]
    counts = {key: count for key, count in counts.items() if key[0] in venues}
    found = {key: (count, _papers(year=key[1], venue=venues[key[0]].slug)) for key, count in counts.items()}
    rows.sort(key=lambda row: (-totals[row.key], row.label))
    return charts.grid(rows, columns, found, label=_("Venues by year"))


def topics_by_year() -> Grid:
    """Return the topics that most papers name in their keywords, in the newest years."""
    # Without a join: SQLite would look for the keywords of each paper, where few have any.
    papers = Publication.objects.published().filter(pk=OuterRef("publication")).order_by()
    fields = ExtraField.objects.filter(name=ExtraField.KEYWORDS).order_by("-publication_id")
    newest = fields.annotate(published_in=Subquery(papers.values("year"))).values_list("published_in", "value")
    every: Counter[tuple[str, Any]] = Counter()
    names: dict[str, str] = {}
    for year, keywords in newest[:MAX_WITH_TOPICS]:
        if not year:  # or not published
            continue
        spelt = {topic.casefold(): topic for topic in topics_in(keywords)}
        names = spelt | names
        every.update((key, year) for key in spelt)
    columns = _newest_years({year for _key, year in every})
    shown = {column.key for column in columns}
    counts = {(key, year): count for (key, year), count in every.items() if year in shown}
    most = [(key, count) for key, count in totals_by(counts, 0).most_common(MAX_TOPICS) if count > 1]
    rows = [Heading(key, names[key], _papers(topic=names[key])) for key, _count in most]
    found = {key: (count, _papers(year=key[1], topic=names[key[0]])) for key, count in counts.items()}
    return charts.grid(rows, columns, found, label=_("Topics by year"))


def _newest_years(years: Collection[int]) -> list[Heading]:
    """Return the newest years as columns, without gaps, each that has papers linked."""
    shown = range(max(min(years), max(years) - MAX_YEARS + 1), max(years) + 1) if years else ()
    return [Heading(year, year, reverse("publications:year", args=[year]) if year in years else "") for year in shown]


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
    """Return those who wrote most with these members, by key, and the papers of each pair of a member and another.

    Names and ties are looked at of few of them: all that they wrote with may be thousands.
    """
    shared = Authorship.objects.of_pairs(members).combined("member", "other")
    totals = totals_by(shared, 1)
    most = sorted(totals, key=lambda key: (-totals[key], key))[: MAX_COAUTHORS + len(members)]
    people: Any = Person.objects.annotate(has_page=has_page("pk")).in_bulk(most)
    ordered = sorted(people.values(), key=lambda person: (-totals[person.pk], person.sort_key))[:MAX_COAUTHORS]
    shown = {person.pk: person for person in ordered}
    return shown, {pair: count for pair, count in shared.items() if pair[1] in shown}


def _heading(person: Person) -> Heading:
    """Return a person as a row or a column, linked where there is a page."""
    url = person.get_absolute_url() if getattr(person, "has_page", True) else ""
    return Heading(person.pk, person.shown_name, url)


def _papers(**chosen: Any) -> str:
    return f"{reverse('publications:list')}?{urlencode(chosen, doseq=True)}"
