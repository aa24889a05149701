"""What a list can be narrowed by further: each choice with the number of publications that it would leave."""

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from publications.dimensions import DIMENSIONS, Dimension, Value
from publications.filters import Filters

MAX_SHOWN = 12  # choices of a facet; the next are a click away
MAX_CHOICES = 100  # of a facet, so that a page stays small; whatever is rarer is found by words


@dataclass(frozen=True)
class Choice:
    """One value of a facet. ``address`` is that of the list with it, or without it where it is chosen."""

    value: Value
    count: int
    address: str
    is_chosen: bool


@dataclass(frozen=True)
class Facet:
    """One dimension with its choices, the chosen ones first."""

    name: str
    heading: str | Promise
    choices: list[Choice]

    @property
    def tells_apart(self) -> bool:
        """Whether there is anything to choose here, or to take back."""
        return len(self.choices) > 1 or any(choice.is_chosen for choice in self.choices)

    @property
    def shown(self) -> list[Choice]:
        return self.choices[:MAX_SHOWN]

    @property
    def folded(self) -> list[Choice]:
        return self.choices[MAX_SHOWN:MAX_CHOICES]

    @property
    def is_cut(self) -> bool:
        return len(self.choices) > MAX_CHOICES


@dataclass(frozen=True)
class Chip:
    """One active filter in words, and the address of the list without it."""

    label: str | Promise
    address: str


def facets(filters: Filters, publications: Any, dimensions: tuple[Dimension, ...] = DIMENSIONS) -> list[Facet]:
    """Return a facet of ``publications`` for each dimension; the filters' words are taken to be found already."""
    return [Facet(each.name, each.heading, _choices(each, filters, publications)) for each in dimensions]


def _choices(dimension: Dimension, filters: Filters, publications: Any) -> list[Choice]:
    others = filters if dimension.most > 1 else filters.besides(dimension)
    counts = dict(dimension.count(others.with_values(publications)))
    chosen = filters.chosen.get(dimension.name, ())
    values = [*chosen, *(value for value in counts if value not in chosen)]
    return [_choice(dimension, filters, value, counts.get(value, 0)) for value in values]


def _choice(dimension: Dimension, filters: Filters, value: Value, count: int) -> Choice:
    is_chosen = filters.has(dimension, value)
    after = filters.removing(dimension, value) if is_chosen else filters.adding(dimension, value)
    return Choice(value, count, after.address, is_chosen)


def chips(filters: Filters) -> list[Chip]:
    """Return the active filters, each of which can be taken away."""
    words = [Chip(f"“{filters.words}”", filters.without_words().address)] if filters.words else []
    return words + [
        Chip(value.label, filters.removing(dimension, value).address)
        for dimension in DIMENSIONS
        for value in filters.chosen.get(dimension.name, ())
    ]
