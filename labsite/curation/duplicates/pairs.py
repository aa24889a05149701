"""The pairs of a kind that look like one: found once, then judged again only around the rows that have changed."""

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Hashable, Set
from typing import Any

from publications.matching import Alike
from publications.matching.candidates import MAX_SHARING
from publications.matching.people import MAX_BEARERS

from .kinds import Kind

Pair = tuple[int, int]  # two primary keys, the smaller first

# What follows from how many rows have a key changes for all of them where their number passes one of these.
LIMITS = (MAX_BEARERS, MAX_SHARING + 1)
ROW_BITS = 64
HASH_MASK = (1 << 63) - 1
MANY = 1000  # rows: of more, everything is looked at


class KeyTable:
    """Which rows have which keys, as hashes of these in sorted arrays, which take little memory.

    Rows that were put since the arrays were sorted stand beside them.
    """

    def __init__(self) -> None:
        self.keys_of: dict[int, array[int]] = {}
        self.sort()

    def put(self, row: int, keys: Collection[int]) -> None:
        """Let a row have these keys and no others; none, if it is there no more."""
        for key in self.keys_of.pop(row, ()) if row in self._moved else ():
            self._beside[key].discard(row)
        self._moved.add(row)
        if keys:
            self.keys_of[row] = array("q", keys)
        else:
            self.keys_of.pop(row, None)
        for key in keys:
            self._beside.setdefault(key, set()).add(row)
        if len(self._moved) > MANY:
            self.sort()

    def sort(self) -> None:
        entries = sorted(key << ROW_BITS | row for row, keys in self.keys_of.items() for key in keys)
        self._keys = array("q", (entry >> ROW_BITS for entry in entries))
        self._rows = array("q", (entry & HASH_MASK for entry in entries))
        self._moved: set[int] = set()  # rows whose entries in the arrays don't count
        self._beside: dict[int, set[int]] = {}

    def rows_with(self, key: int) -> Collection[int]:
        first = bisect_left(self._keys, key)
        rows = self._rows[first : bisect_right(self._keys, key, first)]
        if not self._moved:
            return rows
        return [*(row for row in rows if row not in self._moved), *self._beside.get(key, ())]

    def sharing_a_key(self, row: int) -> set[int]:
        """Return the rows that have a key in common with one, where not too many have it."""
        blocks = (self.rows_with(key) for key in self.keys_of.get(row, ()))
        return {other for block in blocks if len(block) <= MAX_SHARING + 1 for other in block} - {row}


class AlikePairs:
    """The pairs of a kind that look like one, as they were when it was last asked about.

    Which words of a title are rare, by which it is found, is decided once for all titles: any order does for finding
    titles that have most words in common (see word_pairs()), if it is the same for all.
    """

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.found: dict[Pair, Alike] = {}
        self._table = KeyTable()
        rows = kind.fingerprints(None)
        self._frequency = Counter(word for row in rows for words in row.words for word in set(words))
        for row in rows:
            self._table.keys_of[row.pk] = array("q", self._keys(row))
        self._table.sort()
        self.found = self._judged(self._table.keys_of.keys(), {row.pk: row for row in rows})

    @property
    def rows(self) -> Collection[int]:
        """The primary keys of all rows of the kind."""
        return self._table.keys_of.keys()

    def look_again(self, changed: Collection[int]) -> bool:
        """Judge rows again that came, changed or went; say whether anything has become of that."""
        table, rows = self._table, {row.pk: row for row in self.kind.fingerprints(changed)}
        before = {pk: set(table.keys_of.get(pk, ())) for pk in changed}
        after = {pk: self._keys(rows[pk]) if pk in rows else set() for pk in changed}
        moved = {key for pk in changed for key in before[pk] ^ after[pk]}
        sizes = {key: len(table.rows_with(key)) for key in moved}
        for pk in changed:
            if before[pk] != after[pk]:
                table.put(pk, after[pk])
        around = set(changed)
        for key in moved:
            now = table.rows_with(key)
            if any((sizes[key] <= limit) != (len(now) <= limit) for limit in LIMITS):
                around.update(now)
        gone = {pair: alike for pair, alike in self.found.items() if pair[0] in around or pair[1] in around}
        neighbours = around.union(*map(table.sharing_a_key, around)) - rows.keys()
        rows |= {row.pk: row for row in self.kind.fingerprints(neighbours)} if neighbours else {}
        come = self._judged(around, rows)
        if come != gone:
            self.found = {pair: alike for pair, alike in self.found.items() if pair not in gone} | come
        return come != gone or any(not (before[pk] and after[pk]) for pk in changed)

    def _keys(self, row: Any) -> set[int]:
        return {_hashed(key) for key in self.kind.keys(row, self._frequency)}

    def _judged(self, around: Set[int], rows: dict[int, Any]) -> dict[Pair, Alike]:
        """Return the pairs that look like one, of some rows with any that have a key in common with them."""
        complete, judged = self.kind.complete(rows), {}
        for pk in around:
            for other in self._table.sharing_a_key(pk):
                if other in around and other < pk:
                    continue  # judged already, or about to be
                pair = min(pk, other), max(pk, other)
                if not complete.keys() >= {*pair}:
                    continue  # gone meanwhile
                if alike := self.kind.likeness(complete[pair[0]], complete[pair[1]], self._bearing):
                    judged[pair] = alike
        return judged

    def _bearing(self, key: Hashable) -> int:
        return len(self._table.rows_with(_hashed(key)))


def _hashed(key: Hashable) -> int:
    return hash(key) & HASH_MASK
