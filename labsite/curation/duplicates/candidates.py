"""Pairs that look like one, found with a few queries however much there is, and what somebody decides about each.

They are found once, then judged again only around the rows that have changed. They are merged as one
step of the history, or not the same, which is remembered for ever.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Container, Set
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple

from django.db.models import Count, Max
from django.utils.text import capfirst
from django.utils.translation import override

from labsite import history
from labsite.history.changed_objects import HistoryPosition, changes_between, position
from labsite.models import SettledPair
from labsite.texts.stored import gettext_noop, translated
from publications.matching import Alike
from publications.matching.candidates import MAX_SHARING
from publications.matching.people import MAX_BEARERS

from .kinds import KINDS, Kind, kind_of
from .merging import Decision, merge

Pair = tuple[int, int]  # two primary keys, the smaller first

# What follows from how many rows have a key changes for all of them where their number passes one of these.
LIMITS = (MAX_BEARERS, MAX_SHARING + 1)
MANY = 1000  # rows: of more, everything is looked at


class AlikePairs:
    """The pairs of a kind that look like one, as they were when it was last asked about.

    Which words of a title are rare, by which it is found, is decided once for all titles: any order does for finding
    titles that have most words in common (see word_pairs()), if it is the same for all.
    """

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.found: dict[Pair, Alike] = {}
        self._keys_of: dict[int, set[int]] = {}  # as hashes, which take less memory
        self._rows_with: dict[int, set[int]] = defaultdict(set)
        rows = kind.fingerprints(None)
        self._frequency = Counter(word for row in rows for words in row.words for word in set(words))
        for row in rows:
            self._put(row.pk, self._keys(row))
        self.found = self._judged(self._keys_of.keys(), {row.pk: row for row in rows})

    @property
    def rows(self) -> Collection[int]:
        """The primary keys of all rows of the kind."""
        return self._keys_of.keys()

    def look_again(self, changed: Collection[int]) -> bool:
        """Judge rows again that came, changed or went; say whether anything has become of that."""
        rows = {row.pk: row for row in self.kind.fingerprints(changed)}
        before = {pk: self._keys_of.get(pk, set()) for pk in changed}
        after = {pk: self._keys(rows[pk]) if pk in rows else set() for pk in changed}
        moved = {key for pk in changed for key in before[pk] ^ after[pk]}
        sizes = {key: len(self._rows_with[key]) for key in moved}
        for pk in changed:
            self._put(pk, after[pk])
        around = set(changed)
        for key in moved:
            now = self._rows_with[key]
            if any((sizes[key] <= limit) != (len(now) <= limit) for limit in LIMITS):
                around.update(now)
        gone = {pair: alike for pair, alike in self.found.items() if pair[0] in around or pair[1] in around}
        neighbours = around.union(*map(self._sharing_a_key, around)) - rows.keys()
        rows |= {row.pk: row for row in self.kind.fingerprints(neighbours)} if neighbours else {}
        come = self._judged(around, rows)
        if come != gone:
            self.found = {pair: alike for pair, alike in self.found.items() if pair not in gone} | come
        return come != gone or any(not (before[pk] and after[pk]) for pk in changed)

    def _keys(self, row: Any) -> set[int]:
        return {hash(key) for key in self.kind.keys(row, self._frequency)}

    def _put(self, row: int, keys: set[int]) -> None:
        """Let a row have these keys and no others; none, if it is there no more."""
        for key in self._keys_of.pop(row, ()):
            self._rows_with[key].discard(row)
        if keys:
            self._keys_of[row] = keys
        for key in keys:
            self._rows_with[key].add(row)

    def _sharing_a_key(self, row: int) -> set[int]:
        """Return the rows that have a key in common with one, where not too many have it."""
        blocks = (self._rows_with[key] for key in self._keys_of.get(row, ()))
        return {other for block in blocks if len(block) <= MAX_SHARING + 1 for other in block} - {row}

    def _judged(self, around: Set[int], rows: dict[int, Any]) -> dict[Pair, Alike]:
        """Return the pairs that look like one, of some rows with any that have a key in common with them."""
        complete, judged = self.kind.complete(rows), {}
        for pk in around:
            for other in self._sharing_a_key(pk):
                if other in around and other < pk:
                    continue  # judged already, or about to be
                pair = min(pk, other), max(pk, other)
                if not complete.keys() >= {*pair}:
                    continue  # gone meanwhile
                if alike := self.kind.likeness(
                    complete[pair[0]], complete[pair[1]], lambda key: len(self._rows_with[hash(key)])
                ):
                    judged[pair] = alike
        return judged


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
        return capfirst(translated("; ".join(self.reasons)))


class _Kept(NamedTuple):
    """What looks like one, and what it follows from: a position of the changes, and what was settled."""

    position: HistoryPosition
    settled: tuple[Any, int]
    pairs: dict[str, AlikePairs]
    open: dict[str, list[Candidate]]


MERGED = gettext_noop("Merged {gone} into {kept}")  # the step of the history

_kept: _Kept | None = None
_one_at_a_time = Lock()


def forget() -> None:
    global _kept
    _kept = None


def open_candidates() -> dict[str, list[Candidate]]:
    """Return by kind what looks like one and isn't settled, the likeliest first.

    Two queries while nothing has changed; after an edit, rows are judged again only around those that it changed.
    """
    global _kept
    with _one_at_a_time:
        now, looked_at = position(), _kept
        of_settled = SettledPair.objects.aggregate(last=Max("settled_at"), number=Count("pk"))
        settled = of_settled["last"], of_settled["number"]
        changes = changes_between(looked_at.position, now) if looked_at else None
        _kept = None  # if this breaks off, what is half made doesn't stand
        if looked_at is None or changes is None:
            pairs, altered = {name: AlikePairs(kind) for name, kind in KINDS.items()}, {*KINDS}
            candidates = {}
        else:
            pairs, altered = looked_at.pairs, {*KINDS} if settled != looked_at.settled else set()
            candidates = looked_at.open
            for name, kind in KINDS.items():
                rows = kind.changed(changes) if changes else set()
                if len(rows) > MANY:
                    pairs[name] = AlikePairs(kind)
                if len(rows) > MANY or (rows and pairs[name].look_again(rows)):
                    altered.add(name)
        _kept = _Kept(now, settled, pairs, candidates | {name: _open_of(pairs[name]) for name in altered})
        return _kept.open


def _open_of(pairs: AlikePairs) -> list[Candidate]:
    settled = different(pairs.kind.name, pairs.rows)
    candidates = [Candidate(one, other, alike.rank, alike.reasons) for (one, other), alike in pairs.found.items()]
    ordered = sorted(candidates, key=lambda each: (-each.rank, each.one, each.other))
    return [each for each in ordered if each.pair not in settled]


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
