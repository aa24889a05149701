"""Which entries of a source were imported before: also of those alike in title, year and authors."""

from collections import defaultdict
from dataclasses import replace
from typing import Any

from publications.citations.entry import packed

from .reading import Reading
from .site import Imported

Rows = list[Imported]


class Recollection:
    """The entries of a source by what was written down about those that were imported before."""

    def __init__(self, read: Reading) -> None:
        self.read = read
        self.places: dict[str, list[int]] = defaultdict(list)  # by title, year and authors
        for place, identity in enumerate(read.identities):
            if identity:
                self.places[_base(identity)].append(place)

    def abridged(self, row: Imported) -> Imported:
        """Return what was written down without its words where an entry says the same."""
        same = tuple(place for place in self._alike(row) if self._said(place) == row.said)
        return replace(row, said={}, places=same) if same else row

    def rows_of(self, imported: Rows) -> dict[int, Rows]:
        """Return by its place what was written down about an entry, the rows of what it says word for word first."""
        found: dict[int, Rows] = defaultdict(list)
        for row in imported:
            for place in row.places:
                found[place].append(row)
        known = set(found)
        for row in imported:
            for place in () if row.places else self._alike(row):
                if self.read.identities[place] == row.identity and place not in known:
                    found[place].append(row)
        return found

    def _alike(self, row: Imported) -> list[int]:
        return self.places.get(_base(row.identity), [])

    def _said(self, place: int) -> dict[str, Any]:
        said: dict[str, Any] = packed(self.read.entries[place])["record"]
        return said


def _base(identity: str) -> str:
    return identity.partition("-")[0]
