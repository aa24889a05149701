"""Pairs that look like one, found with a few queries however much there is, and what somebody decides about each.

They are merged as one step of the history, or not the same, which is remembered for ever.
"""

from collections.abc import Container
from itertools import chain
from typing import Any, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import override

from labsite import history
from labsite.curation.looks import latest
from labsite.models import SettledPair
from labsite.texts.stored import gettext_noop, translated
from publications.matching.candidates import Index

from .kinds import KINDS, Kind, kind_of
from .merging import Decision, merge


class Candidate(NamedTuple):
    """Two rows of a kind, by their primary keys, that may be one: the higher the rank, the likelier."""

    kind: str
    one: int
    other: int
    rank: int
    reasons: tuple[str, ...]

    @property
    def pair(self) -> frozenset[int]:
        return frozenset((self.one, self.other))

    @property
    def why(self) -> str:
        return capfirst(translated("; ".join(self.reasons)))


MERGED = gettext_noop("Merged {gone} into {kept}")  # the step of the history


def open_candidates() -> dict[str, list[Candidate]]:
    """Return by kind what looks like one and isn't settled, the likeliest first."""
    candidates, changed = latest("duplicates", Candidate, lambda: chain.from_iterable(map(_alike, KINDS.values())))
    settled, there = dict[str, set[frozenset[int]]](), dict[str, set[int]]()
    for name, kind in KINDS.items():
        existing = {*kind.model._base_manager.values_list("pk", flat=True)}
        settled[name], there[name] = different(name, existing), existing - changed.get(kind.model, set())
    open_ones: dict[str, list[Candidate]] = {name: [] for name in KINDS}
    for each in candidates:
        is_there = each.one in there[each.kind] and each.other in there[each.kind]
        if is_there and not (settled[each.kind] and each.pair in settled[each.kind]):
            open_ones[each.kind].append(each)
    return open_ones


def _alike(kind: Kind) -> list[Candidate]:
    """Return what looks like one, of any two rows that have a key in common."""
    index: Any = Index(kind.fingerprints(), kind.keys)
    rows = kind.complete({row.pk: row for row in index.rows})
    candidates = []
    for pair in index.pairs():
        one, other = sorted(row.pk for row in pair)
        if alike := kind.likeness(rows[one], rows[other], lambda key: len(index.positions[key])):
            candidates.append(Candidate(kind.name, one, other, alike.rank, alike.reasons))
    return sorted(candidates, key=lambda each: (-each.rank, each.one, each.other))


def settle_as_one(user: Any, decision: Decision) -> SettledPair:
    """Merge two rows; return what is remembered of it, with the step that undoes it."""
    kept, gone = decision.kept, decision.gone
    words, keys = f"{gone} and {kept}", (kept.pk, gone.pk)
    with history.step(user, MERGED.format(gone=gone, kept=kept)) as step:
        with override(None):  # what is kept of it is read in any language
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
