"""Whether two papers, people or venues are the same, alike or different: the one answer that everything asks for.

Forms that add papers, imports, movers and the page of duplicates compare fingerprints by the same thresholds, which
stand at the head of papers, people and venues. Nothing here writes anything, and each part asks the database for what
it needs with a constant number of queries, however many the records and their authors are.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Concatenate, TypeVar

MAX_REMEMBERED_LENGTH = 500  # characters, which names and titles have room in

R = TypeVar("R")


def remembered(derive: Callable[Concatenate[str, ...], R]) -> Callable[Concatenate[str, ...], R]:
    """Remember what a function makes of names and titles, as each plan asks for all of them again.

    What it makes of longer texts isn't kept: whatever somebody sends in their place would stay in memory.
    """
    cached = lru_cache(maxsize=16384)(derive)

    @wraps(derive)
    def derived(text: str, *args: Hashable, **kwargs: Hashable) -> R:
        if len(text) > MAX_REMEMBERED_LENGTH:
            return derive(text, *args, **kwargs)
        return cached(text, *args, **kwargs)

    return derived


@dataclass(frozen=True)
class Alike:
    """How alike two rows are: the higher the rank, the likelier they are one; ``reasons`` say why, in words."""

    rank: int
    reasons: tuple[str, ...]
