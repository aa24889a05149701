"""How many papers of a list have which year, venue, member, kind and status."""

from typing import Any

from publications.models.counts import Combined, grouped, totals_by
from publications.pages.filters import BY_NAME, Filters, Numbers

COLUMNS = ("year", "venue", "kind", "status")


class Counted:
    """The numbers of a list's papers: one query for all their columns, whichever of these the list is narrowed by."""

    def __init__(self, publications: Any) -> None:
        self.publications = publications
        self._combined: dict[str, Combined] = {}

    def by(self, name: str, filters: Filters | None = None) -> Numbers:
        """Return how many papers with the filters' values have each value of a dimension."""
        dimension, filters = BY_NAME[name], filters or Filters()
        if dimension.column in COLUMNS:
            return totals_by(self._with_values(filters), COLUMNS.index(dimension.column))
        return dimension.numbers(filters.with_values(self.publications))

    def groups(self, filters: Filters) -> dict[int | None, int]:
        """Return how many papers with the filters' values stand under each heading of a list."""
        return grouped(self._with_values(filters))

    def _with_values(self, filters: Filters) -> Combined:
        """Return the numbers by COLUMNS of the papers with the filters' values."""
        of_columns = {name: values for name, values in filters.chosen.items() if BY_NAME[name].column in COLUMNS}
        others = Filters(chosen={name: values for name, values in filters.chosen.items() if name not in of_columns})
        if others.query not in self._combined:
            self._combined[others.query] = others.with_values(self.publications).combined(*COLUMNS)
        chosen = [(COLUMNS.index(BY_NAME[name].column), value) for name in of_columns for value in of_columns[name]]
        return {
            values: number
            for values, number in self._combined[others.query].items()
            if all(value.is_known and values[place] == value.stored for place, value in chosen)
        }
