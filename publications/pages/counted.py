"""How many papers of a list have which year, venue, member, kind and status, without counting all of them."""

from collections import Counter
from typing import Any

from labsite.modelling.prepared import prepared
from publications.models import PaperCount
from publications.models.counts import Combined, as_combined, grouped, kept_counts
from publications.pages.filters import BY_NAME, Dimension, Filters, FilterValue, MemberDimension, Numbers, members

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
        self.combined: dict[Any, Combined] = {}
        self.fixed = [(fixed[0], FilterValue(fixed[1], fixed[1]))] if fixed else []

    def by(self, name: str, filters: Filters | None = None) -> Numbers:
        """Return how many papers with the filters' values have each value of a dimension."""
        dimension, filters = BY_NAME[name], filters or Filters()
        chosen = self._chosen(filters)
        names = [each for each, _ in chosen]
        if not self._is_kept(chosen):
            return self._counted(dimension, filters)
        if isinstance(dimension, MemberDimension) and names in ([], ["member"]):
            numbers = dimension.shared_numbers(*(value.key for _, value in chosen))
            return numbers or self._counted(dimension, filters)  # of whom the shared ones aren't kept
        # They don't say what several people wrote together.
        names += ["member"] if name == "member" else []
        if len({*names}) < len(names):
            return self._counted(dimension, filters)
        if name == "member":
            return {person: number for (person,), number in _kept(chosen, dimension.column).items()}
        totals: Counter[Any] = Counter()
        for values, number in self._combined(chosen).items():
            totals[values[COLUMNS.index(dimension.column)]] += number
        return totals

    def groups(self, filters: Filters) -> dict[int | None, int]:
        """Return how many papers with the filters' values stand under each heading of a list."""
        chosen = self._chosen(filters)
        if not self._is_kept(chosen) or len({name for name, _ in chosen}) < len(chosen):
            return grouped(filters.with_values(self.publications).combined("year", "status"))
        return grouped(self._combined(chosen))

    def _chosen(self, filters: Filters) -> Chosen:
        return [*self.fixed, *((name, value) for name, values in filters.chosen.items() for value in values)]

    def _is_kept(self, chosen: Chosen) -> bool:
        return self.kept is not None and all(value.is_known and BY_NAME[name].is_kept for name, value in chosen)

    def _counted(self, dimension: Dimension, filters: Filters) -> Numbers:
        key = (dimension.name, filters.query)
        if key not in self.counted:
            self.counted[key] = dimension.numbers(filters.with_values(self.publications))
        return self.counted[key]

    def _combined(self, chosen: Chosen) -> Combined:
        """Return the numbers of all combinations under the chosen values: one query, whatever is asked of them."""
        key = tuple((name, value.key) for name, value in chosen)
        if key not in self.combined:
            self.combined[key] = _kept(chosen, *COLUMNS)
        return self.combined[key]


def _kept(chosen: Chosen, *columns: str) -> Combined:
    values = (BY_NAME[name].stored(value.key) for name, value in chosen)
    return as_combined(_counts(*values, names=tuple(name for name, _ in chosen), columns=columns))


@prepared
def _counts(*values: Any, names: tuple[str, ...], columns: tuple[str, ...]) -> Any:
    """Rows of PaperCount under values of these dimensions: everybody's, unless they are of a member or by member."""
    rows = PaperCount.objects.all()
    for name, value in zip(names, values, strict=True):
        rows = BY_NAME[name].narrow_counts(rows, value)
    if "person" in columns:
        rows = rows.filter(person__in=members())
    elif "member" not in names:
        rows = rows.of_all()
    return rows.counted_by(*columns)
