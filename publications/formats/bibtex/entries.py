"""The entries of a BibTeX text with macros expanded and fields inherited from the entries that they refer to.

Which fields change their names on the way: https://ctan.org/pkg/biblatex, appendix B.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from publications.formats.entries import at_most

from .fields import LINKS, Fields, is_private
from .scanning import BibtexEntry, Scanner, Value

# Characters in the value of a macro, so that macros of macros of macros don't exhaust the memory.
MAX_MACRO_LENGTH = 10_000
MAX_ANCESTORS = 8
YEARS = {"year", "date"}
BOOKS = ("book", "collection", "proceedings", "reference")
# Fields that aren't inherited from a book.
OWN = {
    *("xref", "ids", "label", "shorthand", "shorttitle", "indextitle", "sorttitle", "sortkey", "presort", "options"),
    *("key", "keywords", "abstract", "note", "doi", "url", "urldate", "eprint", "eprinttype", "archiveprefix"),
    *("primaryclass", "eprintclass", "pages", "pagetotal", "related", "relatedtype", "biburl", "pmid", "entryset"),
    *LINKS,
}


def entries_of(text: str, most: int | None = None) -> list[BibtexEntry]:
    """Return the entries of a text in order, including the broken ones. Raises TooManyEntries."""
    strings: list[BibtexEntry] = []
    written = list(at_most(_without_strings(Scanner(text).entries(), strings), most))
    macros: Fields = {}
    for string in strings:
        for name, parts in string.values:  # which may refer to those before it
            value = _value(parts, macros)
            if len(value) <= MAX_MACRO_LENGTH:
                macros[name] = value
    return [_expanded(each, macros) for each in written]


def _without_strings(blocks: Iterable[BibtexEntry], strings: list[BibtexEntry]) -> Iterator[BibtexEntry]:
    """Yield all but the macros that can be read, which are put among the ``strings``."""
    for block in blocks:
        if block.entry_type == "string" and not block.problem:
            strings.append(block)
        else:
            yield block


def _expanded(written: BibtexEntry, macros: Fields) -> BibtexEntry:
    fields: Fields = {}
    repeated = []
    for name, parts in written.values:
        value = _value(parts, macros)
        if fields.setdefault(name, value) is not value:
            repeated.append((name, value))
    return replace(written, fields=fields, repeated=tuple(repeated))


def _value(parts: Value, macros: Fields) -> str:
    """Return the text of ``"a" # {b} # macro``; an undefined macro, such as ``jan``, becomes its name."""
    return "".join(macros.get(part.text.lower(), part.text) if part.is_bare else part.text for part in parts)


class CrossReferences:
    """All entries of a text by their keys; of entries with the same key the first counts."""

    def __init__(self, blocks: Iterable[BibtexEntry]) -> None:
        self.members: dict[str, BibtexEntry] = {}
        for block in blocks:
            if block.key and not block.problem:
                self.members.setdefault(block.key.lower(), block)

    def fields_of(self, block: BibtexEntry) -> Fields:
        """Return an entry's fields with the inherited ones; its own take precedence."""
        return self._resolved(block, {block.key.lower()})

    def _resolved(self, block: BibtexEntry, seen: set[str]) -> Fields:
        fields = dict(block.fields)
        for key in fields.get("xdata", "").split(","):
            if parent := self._parent(key, seen):
                fields = self._resolved(parent, seen) | fields
        if parent := self._parent(fields.get("crossref", ""), seen):
            inherited = _inheritable(parent, self._resolved(parent, seen), block)
            dates = {*YEARS, "month"} if YEARS & fields.keys() else set()
            fields |= {name: value for name, value in inherited.items() if name not in {*fields, *dates}}
        for name in ("crossref", "xdata"):
            if all(key.strip().lower() in self.members for key in fields.get(name, "").split(",")):
                fields.pop(name, None)
        return fields

    def _parent(self, key: str, seen: set[str]) -> BibtexEntry | None:
        key = key.strip().lower()
        if not key or key in seen or len(seen) > MAX_ANCESTORS:
            return None
        seen.add(key)
        return self.members.get(key)


def _inheritable(parent: BibtexEntry, fields: Fields, child: BibtexEntry) -> Fields:
    """Return the fields that an entry passes on to one of its parts; its title becomes the part's book title."""
    if child.entry_type in ("article", "suppperiodical"):
        container = "journaltitle" if parent.entry_type == "periodical" else ""
    else:
        container = "maintitle" if child.entry_type.removeprefix("mv") in BOOKS else "booktitle"
    titles = {"title": container, "subtitle": container.replace("title", "subtitle")} if container else {}
    renamed = {titles[name]: value for name, value in fields.items() if name in titles}
    own = {name for name in fields if name in OWN or name in titles or is_private(name)}
    return renamed | {name: value for name, value in fields.items() if name not in own}
