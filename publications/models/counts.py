"""Numbers of published papers by what lists are narrowed by, so that no page counts all papers to show them."""

from collections import Counter
from typing import Any, Self

from django.apps import apps
from django.db import models
from django.db.models import Aggregate, Count, QuerySet, Sum

EVERYBODY = NONE = 0

Combined = dict[tuple[Any, ...], int]


class CountedQuerySet(QuerySet):
    """Papers, or their numbers."""

    number: Aggregate = Count("pk")

    def numbers(self, column: str) -> dict[Any, int]:
        """Return how many papers there are with each value of a column; None stands for a year or venue not given."""
        return {value: number for (value,), number in self.combined(column).items()}

    def combined(self, *columns: str) -> Combined:
        """Return how many papers there are with each combination of values in these columns."""
        counts = self.order_by().values_list(*columns).annotate(papers=self.number).filter(papers__gt=0)
        return {tuple(None if value == NONE else value for value in values): n for *values, n in counts}

    def years(self, combined: Combined | None = None) -> list[tuple[int | None, int]]:
        """Return each year with its number of papers, newest first, before them None for those without one.

        They may be asked for with the venues() at once: ``combined`` are the numbers by year and venue.
        """
        return newest_first(self.numbers("year") if combined is None else _added_up(combined, 0))

    def venues(self, combined: Combined) -> list[Any]:
        """Return the venues where they appeared, each with its ``number`` of them, the most first."""
        venues: Any = apps.get_model("publications.Venue").objects
        return venues.order_by("acronym").numbered(_added_up(combined, 1))


class PaperCountQuerySet(CountedQuerySet):
    number = Sum("number")

    def of_all(self) -> Self:
        """Those of all papers, whoever wrote them."""
        return self.filter(person=EVERYBODY)


class PaperCount(models.Model):
    """How many published papers have these values in common: of an author, or of everybody.

    Triggers of the database keep it right (publications.counting). The columns refer to no rows, so that a row that
    goes takes none of these along.
    """

    person = models.PositiveBigIntegerField()
    year = models.PositiveSmallIntegerField()
    venue = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=20)
    status = models.CharField(max_length=20)
    number = models.IntegerField()

    objects = PaperCountQuerySet.as_manager()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["person", "year", "venue", "kind", "status"], name="unique_paper_count")
        ]
        indexes = [models.Index(fields=["venue", "person"], name="paper_count_at_venue")]

    def __str__(self) -> str:
        return f"{self.number} by {self.person} at {self.venue} in {self.year}"


def _added_up(combined: Combined, place: int) -> dict[Any, int]:
    totals: dict[Any, int] = Counter()
    for values, number in combined.items():
        totals[values[place]] += number
    return totals


def newest_first(numbers: dict[int | None, int]) -> list[tuple[int | None, int]]:
    """Return years with their numbers, the newest first, before them None for papers without one."""
    return sorted(numbers.items(), key=lambda counted: (counted[0] is not None, -(counted[0] or 0)))


def kept_counts() -> PaperCountQuerySet | None:
    """Return the counts where all published papers are public by now; None while one waits for its time."""
    papers: Any = apps.get_model("publications.Publication").objects
    return None if papers.scheduled().exists() else PaperCount.objects.all()
