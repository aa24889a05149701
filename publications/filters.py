"""Which publications a list shows: read from an address, applied to rows, and written as an address again."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from labsite.texts import folding
from publications.dimensions import DIMENSIONS, Dimension, Value

MAX_KEY_LENGTH = 80  # characters, as slugs have at most
MAX_WORDS_LENGTH = 200


@dataclass(frozen=True)
class Filters:
    """Words, and the values chosen of each dimension by its name. Whatever an address says, it never fails."""

    words: str = ""
    chosen: dict[str, tuple[Value, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, data: QueryDict, dimensions: tuple[Dimension, ...] = DIMENSIONS) -> "Filters":
        """Read ``request.GET``. One query for a venue and one for members, where there are any."""
        words = " ".join(_clean(data.get("q", ""), MAX_WORDS_LENGTH).split())
        chosen = {dimension.name: _values(dimension, data.getlist(dimension.name)) for dimension in dimensions}
        return cls(
            words=words if folding.words(words) else "",
            chosen={name: values for name, values in chosen.items() if values},
        )

    def narrow(self, publications: Any) -> Any:
        """Return those of ``publications`` that have all the words and all the values."""
        return self.with_values(self.with_words(publications))

    def with_words(self, publications: Any) -> Any:
        """Return those of ``publications`` that have all the words."""
        return publications.matching(folding.words(self.words))

    def with_values(self, publications: Any) -> Any:
        """Return those of ``publications`` that have all the values, whatever their words."""
        for dimension in DIMENSIONS:
            for value in self.chosen.get(dimension.name, ()):
                publications = dimension.narrow(publications, value.key) if value.is_known else publications.none()
        return publications

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Names and keys as an address has them, in one order; the words first."""
        words = [("q", self.words)] if self.words else []
        return words + [(name, value.key) for name, values in self.chosen.items() for value in values]

    @property
    def query(self) -> str:
        """The same filters as a query string, written in one way only; empty where nothing is narrowed."""
        return urlencode(self.pairs)

    @property
    def address(self) -> str:
        """The address of the list under these filters, from the list itself."""
        return f"?{self.query}" if self.query else "."

    def has(self, dimension: Dimension, value: Value) -> bool:
        return value in self.chosen.get(dimension.name, ())

    def adding(self, dimension: Dimension, value: Value) -> "Filters":
        """Return these filters with one value more; a dimension that holds one value changes it."""
        present = self.chosen.get(dimension.name, ()) if dimension.most > 1 else ()
        return self._choosing(dimension.name, (*present, value))

    def removing(self, dimension: Dimension, value: Value) -> "Filters":
        present = self.chosen.get(dimension.name, ())
        return self._choosing(dimension.name, tuple(other for other in present if other != value))

    def besides(self, dimension: Dimension) -> "Filters":
        """Return these filters without those of one dimension."""
        return self._choosing(dimension.name, ())

    def without_words(self) -> "Filters":
        return replace(self, words="")

    def _choosing(self, name: str, values: tuple[Value, ...]) -> "Filters":
        chosen = self.chosen | {name: _in_order(values)}
        ordered = {dimension.name: chosen.get(dimension.name) for dimension in DIMENSIONS}
        return replace(self, chosen={name: values for name, values in ordered.items() if values})


def _values(dimension: Dimension, typed: list[str]) -> tuple[Value, ...]:
    """Return what the keys stand for, each value once; a key that stands for nothing is kept as one unknown."""
    keys = [key for key in (_clean(text, MAX_KEY_LENGTH) for text in typed) if key][-dimension.most :]
    known = dimension.read(keys) if keys else {}
    return _in_order({known.get(key) or Value(key, key, is_known=False) for key in keys})


def _in_order(values: Iterable[Value]) -> tuple[Value, ...]:
    return tuple(sorted(values, key=attrgetter("key")))


def _clean(text: str, longest: int) -> str:
    return text.replace("\0", " ").strip()[:longest].strip()
