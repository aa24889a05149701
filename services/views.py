"""The lab's service as an address asks for it: which services, and under which headings."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy
from django.views.decorators.http import require_safe

from labsite.web.head import Head
from labsite.web.pager import ListChoice
from labsite.web.requests import LabRequest
from services.models import Service, ServiceStint

MAX_NUMBER = 1000  # services on a page, the newest; years lead to the others
UNDATED = "none"
YEAR = re.compile("[1-9][0-9]{3}", re.ASCII)
COLUMNS = {"kind": "kind", "venue": "venue__slug", "member": "person__slug"}

Key = Callable[[Service], Any]


def _venue(service: Service) -> tuple[str, int]:
    return service.venue.short_name.casefold(), service.venue_id


def _person(service: Service) -> tuple[str, int]:
    return service.person.sort_key, service.person_id


# By what services stand under a heading, then on a line, then together as one with all its years.
GROUPINGS: dict[str, tuple[str | Promise, Key, Key, Key]] = {
    "role": (
        pgettext_lazy("service", "Role"),
        lambda row: row.role_key[0],
        _venue,
        lambda row: (_person(row), row.role),
    ),
    "venue": (_("Venue"), _venue, attrgetter("role_key"), _person),
    "person": (_("Person"), _person, attrgetter("role_key"), _venue),
}


@require_safe
def services(request: LabRequest) -> HttpResponse:
    """Show the lab's professional service by role, by venue or by person."""
    head = Head(
        request,
        title=request.lab.sections["services:list"].name or gettext("Professional service"),
        description=gettext("Professional service by members of %(lab)s.") % {"lab": request.lab.name},
    )
    listing = ServiceList(request.GET, Service.objects.with_people())
    return render(request, "services/list.html", {"list": listing, "head": head})


@dataclass(frozen=True)
class ServiceLine:
    """What has a role, or a venue, in common under a heading; ``service`` is the first of them."""

    service: Service
    stints: list[ServiceStint]


@dataclass(frozen=True)
class ServiceGroup:
    """What stands under one heading; ``service`` is the first of it."""

    service: Service
    count: int
    lines: list[ServiceLine]


class ServiceList:
    """The services that a query asks for. An unknown grouping is ignored; an unknown filter finds nothing."""

    def __init__(self, query: QueryDict, services: QuerySet[Service]) -> None:
        self.by = query.get("by", "") if query.get("by") in GROUPINGS else "role"
        self.chosen = {name: query.get(name, "").replace("\0", "") for name in ("kind", "year", "venue", "member")}
        self.all = services
        rows = list(self._narrowed()[: MAX_NUMBER + 1])
        self.services, self.is_cut = rows[:MAX_NUMBER], len(rows) > MAX_NUMBER

    @property
    def is_narrowed(self) -> bool:
        return any(self.chosen.values())

    @cached_property
    def groups(self) -> list[ServiceGroup]:
        _label, group_key, line_key, stint_key = GROUPINGS[self.by]
        groups = []
        for services in _together(self.services, group_key):
            lines = []
            for line in _together(services, line_key):
                alike = _together(line, lambda row: (stint_key(row), row.host_id or 0, row.remark))
                stints = [ServiceStint(rows) for rows in alike]
                lines.append(ServiceLine(line[0], stints))
            groups.append(ServiceGroup(services[0], len(services), lines))
        return groups

    @property
    def groupings(self) -> list[ListChoice]:
        return [ListChoice(label, self._query(by=by), by == self.by) for by, (label, *_keys) in GROUPINGS.items()]

    @cached_property
    def years(self) -> list[ListChoice]:
        """The years to choose from, newest first, after them what has none."""
        counts = Counter(self._narrowed(besides="year").order_by().values_list("year", flat=True))
        choices = [ListChoice(_("All"), self._query(year=""), not self.chosen["year"], counts.total())]
        for year in sorted(counts, key=lambda year: -(year or 0)):
            key = str(year) if year else UNDATED
            is_chosen = self.chosen["year"] == key
            choices.append(ListChoice(year or _("No year given"), self._query(year=key), is_chosen, counts[year]))
        return choices

    @property
    def filters(self) -> list[ListChoice]:
        """What the list is narrowed to besides a year, in words, each with the query that takes it away."""
        first = self.services[0] if self.services else None
        words: dict[str, Callable[[Service], str]] = {
            "kind": lambda row: row.get_kind_display(),
            "venue": lambda row: row.venue.short_name,
            "member": lambda row: row.person.shown_name,
        }
        return [
            ListChoice(word(first) if first else self.chosen[name], self._query(**{name: ""}), True)
            for name, word in words.items()
            if self.chosen[name]
        ]

    def _narrowed(self, besides: str = "") -> QuerySet[Service]:
        services = self.all
        for name, value in self.chosen.items():
            if not value or name == besides:
                continue
            if name != "year":
                services = services.filter(**{COLUMNS[name]: value})
            elif value == UNDATED:
                services = services.filter(year=None)
            else:
                services = services.filter(year=int(value)) if YEAR.fullmatch(value) else services.none()
        return services

    def _query(self, **changed: str) -> str:
        """Return a query string with something changed, without what goes without saying."""
        query = {"by": self.by, **self.chosen, **changed}
        pairs = {name: value for name, value in query.items() if value and (name, value) != ("by", "role")}
        return f"?{urlencode(pairs)}" if pairs else ""


def _together(services: Iterable[Service], key: Key) -> list[list[Service]]:
    """Return the services that share a key, in its order, as lists."""
    return [list(rows) for _key, rows in groupby(sorted(services, key=key), key=key)]
