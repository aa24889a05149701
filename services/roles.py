"""A person's service by role: each venue once in a role, with all its years."""

from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from labsite.texts.languages import listed

NBSP = "\N{NO-BREAK SPACE}"


@dataclass
class Stint:
    """What was done in one role for one venue."""

    service: Any
    years: list[int] = field(default_factory=list)

    @property
    def when(self) -> str:
        """The years, newest first, three or more in a row as a span; empty for standing work."""
        return listed(map(_span, _runs(self.years)))


@dataclass
class Role:
    """A role that was held, at one or more venues."""

    name: str
    stints: list[Stint]
    count: int


def by_role(services):
    """Return the roles of services that come newest first, in the order of Service.Kind."""
    return [_role(list(rows)) for _, rows in groupby(sorted(services, key=_kind_and_role), key=_kind_and_role)]


def _kind_and_role(service):
    return service.rank, service.role.casefold()


def _role(services):
    stints: dict[Any, Stint] = {}
    for service in services:
        told_alike = (service.venue_id, service.host_id, service.note, service.earlier_wording)
        stint = stints.setdefault(told_alike, Stint(service))
        stint.years += [service.year] if service.year else []
    return Role(services[0].role, list(stints.values()), len(services))


def _runs(years: list[int]) -> list[list[int]]:
    """Cut years into runs without a gap, newest first."""
    runs: list[list[int]] = []
    for year in sorted(set(years), reverse=True):
        if runs and runs[-1][-1] == year + 1:
            runs[-1].append(year)
        else:
            runs.append([year])
    return runs


def _span(run: list[int]) -> str:
    return f"{run[-1]}{NBSP}–{NBSP}{run[0]}" if len(run) > 2 else listed(map(str, run))
