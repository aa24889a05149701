"""How many papers of a list have which year, venue, member, kind and status, without counting all of them."""

from collections import Counter
from typing import Any

from publications.models.counts import PaperCountQuerySet, kept_counts
from publications.pages.filters import BY_NAME, Dimension, Filters, FilterValue, Numbers

COLUMNS = ("year", "venue", "kind", "status")
Chosen = list[tuple[str, FilterValue]]


class Counted:
    """The numbers of a list's papers: as they are kept where these say it, else counted.

    ``fixed`` are the name of a dimension and the value that the list's own path has settled.
    """

    def __init__(self, publications: Any, fixed: tuple[str, str] | None = None, words: str = "") -> None:
        """``publications`` are all public ones that have the fixed value and, if there are any, the words."""
        self.publications = publications
        self.kept: Any = None if words else kept_counts()
        self.counted: dict[Any, Numbers] = {}
        self.combined: dict[Any, dict[tuple[Any, ...], int]] = {}
        self.fixed = [(fixed[0], FilterValue(fixed[1], fixed[1]))] if fixed else []

    def by(self, name: str, filters: Filters | None = None) -> Numbers:
        """Return how many papers with the filters' values have each value of a dimension."""
        dimension, filters = BY_NAME[name], filters or Filters()
        chosen = [*self.fixed, *((each, value) for each, values in filters.chosen.items() for value in values)]
        names = [*(each for each, _ in chosen), *(["member"] if name == "member" else [])]
        # They don't say what several people wrote together, or what has a value that isn't known.
        if self.kept is None or len({*names}) < len(names) or not all(value.is_known for _, value in chosen):
            return self._counted(dimension, filters)
        if name == "member":
            return dimension.kept_numbers(self._narrowed(chosen))
        numbers: Counter[Any] = Counter()
        for values, number in self._combined(chosen).items():
            numbers[values[COLUMNS.index(dimension.column)]] += number
        return numbers

    def _counted(self, dimension: Dimension, filters: Filters) -> Numbers:
        key = (dimension.name, filters.query)
        if key not in self.counted:
            self.counted[key] = dimension.numbers(filters.with_values(self.publications))
        return self.counted[key]

    def _combined(self, chosen: Chosen) -> dict[tuple[Any, ...], int]:
        """Return the numbers of all combinations under the chosen values: one query, whatever is asked of them."""
        key = tuple((name, value.key) for name, value in chosen)
        if key not in self.combined:
            rows = self._narrowed(chosen)
            rows = rows if "member" in dict(chosen) else rows.of_all()
            self.combined[key] = rows.combined(*COLUMNS)
        return self.combined[key]

    def _narrowed(self, chosen: Chosen) -> PaperCountQuerySet:
        rows = self.kept
        for name, value in chosen:
            dimension = BY_NAME[name]
            rows = rows.filter(**{f"{dimension.column}__in": dimension.stored(value.key)})
        return rows
