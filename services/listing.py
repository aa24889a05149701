"""The lab's service as an address asks for it: which of it, and under which headings."""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext_lazy as _

from services.roles import Stint

MAX_NUMBER = 1000  # services on a page, the newest; years lead to the others
STANDING = "none"
YEAR = re.compile("[1-9][0-9]{3}", re.ASCII)


def _role(service):
    return service.rank, service.role.casefold()


def _venue(service):
    return service.venue.acronym.casefold(), service.venue_id


def _person(service):
    return service.person.sort_key, service.person_id


# By what services stand under a heading, then on a line, then told as one with all its years.
GROUPINGS = {
    "role": (_("Role"), lambda service: service.rank, _venue, lambda service: (_person(service), service.role)),
    "venue": (_("Venue"), _venue, _role, _person),
    "person": (_("Person"), _person, _role, _venue),
}


@dataclass(frozen=True)
class Line:
    """What has a role, or a venue, in common under a heading; ``service`` is the first of them."""

    service: Any
    stints: list[Stint]


@dataclass(frozen=True)
class Group:
    """What stands under one heading; ``service`` is the first of it."""

    service: Any
    count: int
    lines: list[Line]


@dataclass(frozen=True)
class Choice:
    """One of the things that a reader may choose, with the number of services that it leads to."""

    label: Any
    query: str
    is_chosen: bool
    count: int | None = None


class ServiceList:
    """The services that a query asks for. Of groupings an unknown one is passed over, of filters it finds nothing."""

    def __init__(self, query, services):
        self.by = query.get("by") if query.get("by") in GROUPINGS else "role"
        self.chosen = {name: query.get(name, "").replace("\0", "") for name in ("kind", "year", "venue", "member")}
        self.all = services
        found = list(self._narrowed()[: MAX_NUMBER + 1])
        self.services, self.is_cut = found[:MAX_NUMBER], len(found) > MAX_NUMBER

    @property
    def is_narrowed(self):
        return any(self.chosen.values())

    @property
    def groups(self):
        _label, *keys = GROUPINGS[self.by]
        return [_group(services, *keys[1:]) for services in _together(self.services, keys[0])]

    @property
    def groupings(self):
        return [Choice(label, self._query(by=by), by == self.by) for by, (label, *_keys) in GROUPINGS.items()]

    @property
    def years(self):
        """The years to choose from, newest first, after them standing service."""
        counts = Counter(self._narrowed(besides="year").order_by().values_list("year", flat=True))
        years = sorted(counts, key=lambda year: -(year or 0))
        return [
            Choice(_("All"), self._query(year=""), not self.chosen["year"], counts.total()),
            *(self._year(year, counts[year]) for year in years),
        ]

    @property
    def filters(self):
        """What the list is narrowed to besides a year, in words, each with the query that takes it away."""
        first = self.services[0] if self.services else None
        words = {
            "kind": lambda row: row.get_kind_display(),
            "venue": lambda row: row.venue.acronym,
            "member": lambda row: row.person.name,
        }
        return [
            Choice(word(first) if first else self.chosen[name], self._query(**{name: ""}), True)
            for name, word in words.items()
            if self.chosen[name]
        ]

    def _narrowed(self, besides=""):
        services = self.all
        columns = {"kind": "kind", "venue": "venue__slug", "member": "person__slug"}
        for name, value in self.chosen.items():
            if value and name != besides:
                services = _in_year(services, value) if name == "year" else services.filter(**{columns[name]: value})
        return services

    def _year(self, year, count):
        key = str(year) if year else STANDING
        return Choice(year or _("Standing"), self._query(year=key), self.chosen["year"] == key, count)

    def _query(self, **changed):
        """Return a query string with something changed, without what goes without saying."""
        asked = {"by": self.by, **self.chosen, **changed}
        said = {name: value for name, value in asked.items() if value and (name, value) != ("by", "role")}
        return f"?{urlencode(said)}" if said else ""


def _in_year(services, key):
    if key == STANDING:
        return services.filter(year=None)
    return services.filter(year=int(key)) if YEAR.fullmatch(key) else services.none()


def _group(services, line_key, stint_key):
    lines = [Line(rows[0], _stints(rows, stint_key)) for rows in _together(services, line_key)]
    return Group(services[0], len(services), lines)


def _stints(services, key):
    told_alike = _together(services, lambda row: (key(row), row.host_id or 0, row.note))
    return [Stint(rows[0], [row.year for row in rows if row.year]) for rows in told_alike]


def _together(services, key):
    """Return the services that share a key, in its order, as lists."""
    return [list(rows) for _key, rows in groupby(sorted(services, key=key), key=key)]
