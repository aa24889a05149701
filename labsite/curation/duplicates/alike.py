"""Candidates: two rows that look like one thing, and why. Rows with a key in common are compared, no others."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

MAX_BLOCK_SIZE = 60  # rows with a key in common; a key that more have says nothing


@dataclass(frozen=True)
class Candidate:
    """Two rows of a kind, by their keys, that may be one: the higher the rank, the likelier."""

    one: int
    other: int
    rank: int
    reasons: tuple[str, ...]

    def order(self) -> tuple[int, int, int]:
        return -self.rank, self.one, self.other

    @property
    def pair(self) -> frozenset[int]:
        return frozenset((self.one, self.other))

    @property
    def why(self) -> str:
        text = "; ".join(self.reasons)
        return text[:1].upper() + text[1:]


Judge = Callable[[Any, Any], tuple[int, tuple[str, ...]] | None]


def candidates(rows: Iterable[Any], keys: Callable[[Any], Iterable[Hashable]], judge: Judge) -> list[Candidate]:
    """Return the pairs that a judge finds alike, the likeliest first."""
    found = []
    for one, other in pairs(rows, keys):
        verdict = judge(one, other)
        if verdict:
            found.append(Candidate(one.pk, other.pk, *verdict))
    return sorted(found, key=Candidate.order)


def pairs(rows: Iterable[Any], keys: Callable[[Any], Iterable[Hashable]]) -> Iterator[tuple[Any, Any]]:
    """Yield each two rows with a key in common, once, in the order of their numbers."""
    blocks: dict[Hashable, list[Any]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row.pk):
        for key in set(keys(row)):
            blocks[key].append(row)
    seen = set()
    for block in blocks.values():
        for one, other in combinations(block if len(block) <= MAX_BLOCK_SIZE else (), 2):
            if (one.pk, other.pk) not in seen:
                seen.add((one.pk, other.pk))
                yield one, other
