"""The three-way merge of one value: a common base, what others made of it, and what is wanted here."""

from collections.abc import Callable
from operator import eq
from typing import Any, Literal

Outcome = Literal["mine", "theirs", "conflict"]


def merge(base: Any, theirs: Any, mine: Any, is_same: Callable[[Any, Any], bool] = eq) -> Outcome:
    """Say which value holds: the one that differs from the base. Where both do, and differently, it is a conflict."""
    if is_same(theirs, base) or is_same(theirs, mine):
        return "mine"
    return "theirs" if is_same(mine, base) else "conflict"
