"""Numbers of published papers by what lists are narrowed by, so that no page counts all papers to show them."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Self

from django.apps import apps
from django.db import models
from django.db.models import Aggregate, Count, QuerySet, Sum

from labsite.modelling.prepared import prepared

EVERYBODY = NONE = 0
# What is in progress stands in lists before all years: of the largest numbers that a column of years can hold.
PLACES = {"accepted": 32767, "submitted": 32766}
IN_PROGRESS = max(PLACES.values())

Combined = dict[tuple[Any, ...], int]


class CountedQuerySet(QuerySet):
    """Papers, or their numbers."""

    number: Aggregate = Count("pk")

    def numbers(self, column: str) -> dict[Any, int]:
        """Return how many papers there are with each value of a column; None stands for a year or venue not given."""
        return {value: number for (value,), number in self.combined(column).items()}

    def combined(self, *columns: str) -> Combined:
        """Return how many papers there are with each combination of values in these columns."""
        return as_combined(self.counted_by(*columns))

    def counted_by(self, *columns: str) -> Any:
        """Return rows of these columns, each combination of their values once, with the number of papers."""
        return self.order_by().values_list(*columns).annotate(papers=self.number).filter(papers__gt=0)

    def most(self, column: str) -> QuerySet[Any, Any]:
        """Return the values of a column with their numbers of papers, the most first."""
        return self.counted_by(column).order_by("-papers", column)

    def years(self, combined: Combined | None = None) -> list[tuple[int | None, int]]:
        """Return each year with its number of papers, newest first, after them None for those without one.

        They may be asked for with the venues() at once: ``combined`` are the numbers by year and venue.
        """
        return newest_first(self.numbers("year") if combined is None else _added_up(combined, 0))

    def groups(self, combined: Combined) -> list[tuple[int | None, int]]:
        """Return each heading of a list with its number of papers, of the combined() numbers by year … and status."""
        return newest_first(grouped(combined))

    def venues(self, combined: Combined) -> list[Any]:
        """Return the venues where they appeared, each with its ``number`` of them, the most first."""
        venues: Any = apps.get_model("publications.Venue")
        return venues.numbered(_added_up(combined, 1), by="acronym")


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


class CoauthorCountQuerySet(CountedQuerySet):
    number = Sum("number")


class CoauthorCount(models.Model):
    """How many published papers a member of the lab wrote with another person, or with EVERYBODY: all of theirs.

    Triggers keep it right, as they do PaperCount. People without a page have no rows: nothing shows theirs, and a
    paper of hundreds would have as many for each of them.
    """

    member = models.PositiveBigIntegerField()
    other = models.PositiveBigIntegerField()
    number = models.IntegerField()

    objects = CoauthorCountQuerySet.as_manager()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["member", "other"], name="unique_coauthor_count")]
        indexes = [models.Index(fields=["member", "-number", "other"], name="coauthor_count_most_first")]

    def __str__(self) -> str:
        return f"{self.number} by {self.member} with {self.other}"


def as_combined(rows: Iterable[tuple[Any, ...]]) -> Combined:
    """Return what counted_by() found, with None for what isn't given."""
    return {tuple(None if value == NONE else value for value in values): number for *values, number in rows}


def _added_up(combined: Combined, place: int) -> dict[Any, int]:
    totals: dict[Any, int] = Counter()
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


def kept_counts(model: Any = PaperCount) -> Any:
    """Return the counts where all published papers are public by now; None while one waits for its time."""
    return None if _scheduled() else model.objects.all()


@prepared
def _scheduled() -> Any:
    papers: Any = apps.get_model("publications.Publication").objects
    return papers.scheduled().order_by().values_list("pk")[:1]
