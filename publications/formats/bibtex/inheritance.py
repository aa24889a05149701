"""What entries take over from others: from the proceedings or the book that they are in, and from ``@xdata``.

Which fields change their names on the way: https://ctan.org/pkg/biblatex, appendix B.
"""

from collections.abc import Iterable

from .blocks import Block
from .words import LINKS, Fields, is_private

MAX_ANCESTORS = 8
YEARS = {"year", "date"}
BOOKS = ("book", "collection", "proceedings", "reference")
# What a book says of itself alone.
OWN = {
    *("xref", "ids", "label", "shorthand", "shorttitle", "indextitle", "sorttitle", "sortkey", "presort", "options"),
    *("key", "keywords", "abstract", "note", "doi", "url", "urldate", "eprint", "eprinttype", "archiveprefix"),
    *("primaryclass", "eprintclass", "pages", "pagetotal", "related", "relatedtype", "biburl", "pmid", "entryset"),
    *LINKS,
}


class Family:
    """All entries of a text by their keys, of which the first one with a key counts."""

    def __init__(self, blocks: Iterable[Block]) -> None:
        self.members: dict[str, Block] = {}
        for block in blocks:
            if block.key and not block.problem:
                self.members.setdefault(block.key.lower(), block)

    def fields_of(self, block: Block) -> Fields:
        """Return an entry's fields with those that it takes over; its own count first."""
        return self._whole(block, {block.key.lower()})

    def _whole(self, block: Block, seen: set[str]) -> Fields:
        fields = dict(block.fields)
        for key in fields.get("xdata", "").split(","):
            if parent := self._next(key, seen):
                fields = self._whole(parent, seen) | fields
        if parent := self._next(fields.get("crossref", ""), seen):
            fields |= _missing(_given_on(parent, self._whole(parent, seen), block), fields)
        return {name: value for name, value in fields.items() if not self._is_resolved(name, value)}

    def _next(self, key: str, seen: set[str]) -> Block | None:
        key = key.strip().lower()
        if not key or key in seen or len(seen) > MAX_ANCESTORS:
            return None
        seen.add(key)
        return self.members.get(key)

    def _is_resolved(self, name: str, value: str) -> bool:
        keys = [key.strip().lower() for key in value.split(",")] if name in ("crossref", "xdata") else []
        return bool(keys) and all(key in self.members for key in keys)


def _missing(inherited: Fields, fields: Fields) -> Fields:
    dates = {*YEARS, "month"} if YEARS & fields.keys() else set()
    return {name: value for name, value in inherited.items() if name not in fields and name not in dates}


def _given_on(parent: Block, fields: Fields, child: Block) -> Fields:
    """Return what an entry gives to one that is in it, whose book's title its own title is."""
    own = {name for name in fields if name in OWN or is_private(name)}
    container = _container(parent, child)
    titles = {"title": container, "subtitle": container.replace("title", "subtitle")} if container else {}
    renamed = {titles[name]: value for name, value in fields.items() if name in titles}
    return renamed | {name: value for name, value in fields.items() if name not in own and name not in titles}


def _container(parent: Block, child: Block) -> str:
    if child.entry_type in ("article", "suppperiodical"):
        return "journaltitle" if parent.entry_type == "periodical" else ""
    return "maintitle" if child.entry_type.removeprefix("mv") in BOOKS else "booktitle"
