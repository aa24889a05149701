"""The pairs of a kind that look like one: found once, then judged again only around the rows that have changed."""

from collections import Counter, defaultdict
from collections.abc import Collection, Set
from typing import Any

from publications.matching import Alike
from publications.matching.candidates import MAX_SHARING
from publications.matching.people import MAX_BEARERS

from .kinds import Kind

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
