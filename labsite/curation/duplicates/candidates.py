"""Pairs that look like one, found with a few queries however much there is, and what somebody decides about each.

They are merged as one step of the history, or not the same, which is remembered for ever.
"""

from collections.abc import Container
from dataclasses import dataclass
from typing import Any

from django.core.cache import caches
from django.utils.text import capfirst

from labsite import history
from labsite.modelling import content_version
from labsite.models import SettledPair

from .kinds import KINDS, Kind, kind_of
from .merging import Decision, merge


@dataclass(frozen=True)
class Candidate:
    """Two rows of a kind, by their primary keys, that may be one: the higher the rank, the likelier."""

    one: int
    other: int
    rank: int
    reasons: tuple[str, ...]

    @property
    def pair(self) -> frozenset[int]:
        return frozenset((self.one, self.other))

    @property
    def why(self) -> str:
        return capfirst("; ".join(self.reasons))


def open_candidates() -> dict[str, list[Candidate]]:
    """Return by kind what looks like one and isn't settled, the likeliest first; kept until the content changes.

    Two queries while nothing has changed, else some fifteen.
    """
    settled = SettledPair.objects.order_by("-settled_at").values_list("settled_at", flat=True).first()
    version = f"{content_version.current()} {settled} {SettledPair.objects.count()}"
    kept = caches["memory"].get("duplicates")
    if kept is None or kept[0] != version:
        kept = (version, {name: _open_candidates_of(kind) for name, kind in KINDS.items()})
        caches["memory"].set("duplicates", kept, None)
    return kept[1]


def _open_candidates_of(kind: Kind) -> list[Candidate]:
    existing, pairs = kind.alike()
    settled = different(kind.name, existing)
    found = [Candidate(one, other, alike.rank, alike.reasons) for one, other, alike in pairs]
    ordered = sorted(found, key=lambda each: (-each.rank, each.one, each.other))
    return [each for each in ordered if each.pair not in settled]


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
