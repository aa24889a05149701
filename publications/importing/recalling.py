"""Which entries of a source were imported before: also of those alike in title, year and authors."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from publications.entry import packed

from .reading import Reading
from .site import Imported

Rows = list[Imported]


def rows_of(read: Reading, imported: Sequence[Imported]) -> dict[int, Rows]:
    """Return by its place what was written down about an entry, the rows of what it says word for word first."""
    rows: dict[str, Rows] = defaultdict(list)
    places: dict[str, list[int]] = defaultdict(list)
    for row in imported:
        rows[_base(row.identity)].append(row)
    for place, identity in enumerate(read.identities):
        if _base(identity) in rows:
            places[_base(identity)].append(place)
    found: dict[int, Rows] = {}
    for base, alike in places.items():
        found |= _shared_out(read, alike, rows[base])
    return found


def _base(identity: str) -> str:
    return identity.partition("-")[0]


def _shared_out(read: Reading, places: Iterable[int], rows: Rows) -> dict[int, Rows]:
    """Give each row to the entries that say just what it does, or else to the one that stands where it did."""
    found: dict[int, Rows] = defaultdict(list)
    left = []
    said = {place: _said(read, place) for place in places}
    for row in rows:
        same = [place for place in said if said[place] == row.said]
        for place in same:
            found[place].append(row)
        if not same:
            left.append(row)
    known = set(found)
    for row in left:
        for place in said:
            if read.identities[place] == row.identity and place not in known:
                found[place].append(row)
    return found


def _said(read: Reading, place: int) -> dict[str, Any]:
    found: dict[str, Any] = packed(read.entries[place])["record"]
    return found
