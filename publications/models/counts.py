"""Numbers of papers by what lists are narrowed by: their year, venue, kind and status, or an author."""

from collections import Counter
from typing import Any

from django.apps import apps
from django.db.models import Count, QuerySet

NONE = 0
# What is in progress stands in lists before all years: of the largest numbers that a column of years can hold.
PLACES = {"accepted": 32767, "submitted": 32766}
IN_PROGRESS = max(PLACES.values())

Combined = dict[tuple[Any, ...], int]


class CountedQuerySet(QuerySet):
    def combined(self, *columns: str) -> Combined:
        """Return how many there are with each combination of values in these columns."""
        return {tuple(values): number for *values, number in self.counted_by(*columns)}

    def counted_by(self, *columns: str) -> Any:
        """Return rows of these columns, each combination of their values once, with the number of papers."""
        return self.order_by().values_list(*columns).annotate(papers=Count("pk"))

    def venues(self, by: str = "acronym") -> list[Any]:
        """Return the venues of these, each with its ``number`` of them: the most first, then by a column."""
        venues: Any = apps.get_model("publications.Venue")
        return venues.numbered(dict(self.counted_by("venue")), by)


def totals_by(combined: Combined, place: int) -> Counter[Any]:
    """Return the numbers by one of the columns of combined() ones."""
    totals: Counter[Any] = Counter()
    for values, number in combined.items():
        totals[values[place]] += number
    return totals


def newest_first(numbers: dict[int | None, int]) -> list[tuple[int | None, int]]:
    """Return years with their numbers, the newest first, after them None for papers without one."""
    return sorted(numbers.items(), key=lambda counted: -(counted[0] or 0))


def group_of(year: int | None, status: str) -> int | None:
    """Return under which heading of a list a paper stands: its year, None without one, or IN_PROGRESS."""
    return IN_PROGRESS if status in PLACES else year


def grouped(combined: Combined) -> dict[int | None, int]:
    """Return the numbers of papers by group_of() them, from combined() numbers by year first and by status last."""
    totals: dict[int | None, int] = Counter()
    for (year, *_others, status), number in combined.items():
        totals[group_of(year, status)] += number
    return totals
