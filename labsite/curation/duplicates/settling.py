"""What somebody decides about two rows: merged as one step of the history, or not the same, remembered for ever."""

from collections.abc import Container
from typing import Any

from labsite import history
from labsite.models import SettledPair

from .kinds import Kind, kind_of
from .merging import Decision, merge


def settle_as_one(user: Any, decision: Decision) -> SettledPair:
    """Merge two rows; return what is remembered of it, with the step that undoes it."""
    kept, gone = decision.kept, decision.gone
    words, keys = f"{gone} and {kept}", (kept.pk, gone.pk)
    with history.step(user, f"Merged {gone} into {kept}") as step:
        left_out = merge(decision)
        pair = _remember(user, kind_of(type(kept)), keys, words=words, kept=kept.pk, left_out="\n".join(left_out))
    pair.revision = step.row.pk if step.row else None
    pair.save()
    return pair


def settle_as_different(user: Any, kind: Kind, one: Any, other: Any) -> SettledPair:
    """Remember that two rows aren't the same."""
    blank = {"kept": None, "left_out": "", "revision": None}
    return _remember(user, kind, (one.pk, other.pk), words=f"{one} and {other}", **blank)


def _remember(user: Any, kind: Kind, keys: tuple[int, int], **values: Any) -> SettledPair:
    pair, _ = SettledPair.objects.update_or_create(
        kind=kind.name, first=min(keys), second=max(keys), defaults={"settled_by": user, **values}
    )
    return pair


def different(kind: str, existing: Container[int]) -> set[frozenset[int]]:
    """Return the pairs of keys that somebody said aren't the same; what was merged since is what it became.

    ``existing`` are the keys of the rows that are there: a merge holds only while the row that went is gone.
    """
    pairs = SettledPair.objects.filter(kind=kind).values_list("first", "second", "kept")
    became = {first + second - kept: kept for first, second, kept in pairs if kept}

    def now(key: int) -> int:
        seen = set()
        while key not in existing and key in became and key not in seen:
            seen.add(key)
            key = became[key]
        return key

    return {frozenset((now(first), now(second))) for first, second, kept in pairs if kept is None}
