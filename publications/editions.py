"""A venue edition by edition: what appeared there, what we did for it and where we spoke, year by year."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Edition:
    """One year of a venue; without a year, what isn't tied to one, such as reviewing for a journal."""

    year: int | None
    publications: list[Any] = field(default_factory=list)
    services: list[Any] = field(default_factory=list)
    occasions: list[Any] = field(default_factory=list)


def editions(publications, services, occasions):
    """Return the editions, newest first, and after them the one without a year."""
    found: dict[int | None, Edition] = defaultdict(lambda: Edition(None))
    for name, rows in (("publications", publications), ("services", services), ("occasions", occasions)):
        for row in rows:
            found[row.year].year = row.year
            getattr(found[row.year], name).append(row)
    return sorted(found.values(), key=lambda edition: (edition.year is None, -(edition.year or 0)))
