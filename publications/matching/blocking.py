"""Blocking: only rows that have a key in common are compared, so that thousands cost no more than thousands."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil
from typing import Generic, TypeVar

Row = TypeVar("Row")

MAX_SHARING = 60  # others with the same key; a key of more says nothing, and would cost their square


def word_pairs(words: set[str], frequency: Counter[str], overlap: float) -> Iterator[tuple[str, str]]:
    """Return pairs of words of which two texts have one in common if they share so many of all their words.

    These are the rarest words of a text, in whatever order of rarity: see prefix filtering in Bayardo, Ma and
    Srikant, Scaling up all pairs similarity search (2007). There are none of a single word.
    """
    ordered = sorted(words, key=lambda word: (frequency[word], word))
    return combinations(ordered[: len(words) - ceil(overlap * len(words)) + 2], 2)


@dataclass(frozen=True)
class Alike:
    """How alike two rows are: the higher the rank, the likelier they are one; ``reasons`` say why, in words."""

    rank: int
    reasons: tuple[str, ...]


class Blocks(Generic[Row]):
    """Rows by their keys, in the order in which they were given."""

    def __init__(self, rows: Sequence[Row], keys: Callable[[Row], Iterable[Hashable]]) -> None:
        self.rows = rows
        self.keys = keys
        self.positions: dict[Hashable, list[int]] = defaultdict(list)
        for position, row in enumerate(rows):
            for key in set(keys(row)):
                self.positions[key].append(position)

    def sharing_a_key(self, row: Row) -> list[Row]:
        """Return the rows that have a key in common with ``row``, which is none of them."""
        blocks = (self.positions.get(key, ()) for key in set(self.keys(row)))
        found = {each for block in blocks if len(block) <= MAX_SHARING for each in block}
        return [self.rows[each] for each in sorted(found)]

    def pairs(self) -> Iterator[tuple[Row, Row]]:
        """Yield each two of the rows that have a key in common, once."""
        for position, row in enumerate(self.rows):
            blocks = (self.positions[key] for key in set(self.keys(row)))
            others = {each for block in blocks if len(block) <= MAX_SHARING + 1 for each in block if each > position}
            yield from ((row, self.rows[other]) for other in sorted(others))
