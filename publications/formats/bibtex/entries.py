"""The entries of a BibTeX text, including broken ones, found in time proportional to its length.

What BibTeX takes for an entry: https://ctan.org/pkg/bibtex (btxdoc). Where one has no end, the next one begins at the
line that says so, as in ``@article{key,``. Then macros are expanded, and fields inherited from the entries that one
refers to; which of these change their names on the way: https://ctan.org/pkg/biblatex, appendix B.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from publications.citations.record import gettext_noop
from publications.formats.entries import IN_LINE, at_most

from .fields import LINKS, Fields, is_private

MAX_DEPTH = 200  # braces within braces
MAX_EXCERPT_LENGTH = 60
SPACE = re.compile(r"(?:\s|%[^\n]*)*+")
COMMAS = re.compile(r"(?:[\s,]|%[^\n]*)*+")
JOINT = re.compile(rf"{SPACE.pattern}#{SPACE.pattern}")
KEYS = {
    closer: re.compile(rf'\s*+([^,={{}}"\s{closer}]*+(?:[ \t]++[^,={{}}"\s{closer}]++)*+)\s*+(?:,|(?=[{closer}]))')
    for closer in "})"
}
NAME = re.compile(r"([^\s=,{}()\"#%]+(?:[ \xa0]\d+)?)\s*=\s*")  # Scopus numbers some of its fields after a space
# What follows a closing brace that stands too early.
LATER_FIELD = re.compile(r"\s*,\s*([\w-]+)\s*=\s*[{\"\w]")
BARE = re.compile(r"[^\s,#={}()\"]+")
WORDS = re.compile(r"[^,#={}()\"\n]+(?=[,})])")
# A brace after a backslash doesn't count, unless the entry can only be read if it does, as with ``C:\papers\``.
MARKS = (
    {"{": re.compile(r"\\.|[{}]", re.DOTALL), '"': re.compile(r"\\.|[{}\"]", re.DOTALL)},
    {"{": re.compile(r"[{}]"), '"': re.compile(r"[{}\"]")},
)
NO_BRACE = gettext_noop("a brace {{ is missing after {}. Add it.")
NO_END = gettext_noop("the entry “{}” has no end: a closing brace }} or quotation mark is missing.")
NO_COMMA_BEHIND_KEY = gettext_noop(
    "the entry “{}” needs a comma after its key, the word that follows the opening brace."
)
NO_FIELD = gettext_noop(
    "the entry “{}” contains something other than “name = {{value}},”: "
    "perhaps an extra comma, or a missing = or brace."
)
TOO_DEEP = gettext_noop("the braces of this entry are nested too deeply.")
# A parenthesis opens an entry only if a key or a field follows: otherwise the @ may belong to an e-mail address.
HEAD = re.compile(r"@[ \t]*(\w+)\s*(\{|\((?=\s*+[^\s,=(){}\"]*+\s*+[,=]))?")
LINE_HEAD = re.compile(r"^[ \t]*@[ \t]*\w", re.MULTILINE)
# A line that can only be the first of an entry, so that no entry continues past it.
BOUNDARY = re.compile(r"^[ \t]*@[ \t]*\w++\s*+[{(]\s*+(?:[^\s{}(),=\"#%']*+\s*+[,=]|\")", re.MULTILINE)
BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
ENCODING = re.compile(r"%\s*Encoding:\s*[\w-]+")  # which JabRef writes, and some put no line end behind
REMARKS = ("comment", "preamble")


class BrokenEntry(Exception):
    """Raised for an entry that can't be read, with what is wrong with it; ``{}`` stands for its beginning."""


class ValuePart(NamedTuple):
    """A part of a value between its ``#``: a text, or without braces and quotation marks a macro or a number."""

    text: str
    is_bare: bool = False


Value = tuple[ValuePart, ...]


@dataclass(frozen=True)
class BibtexEntry:
    """One entry as written; lines are counted from 1. If there is a ``problem``, nothing else of it is known.

    The ``values`` of its fields may refer to macros, which are expanded in ``fields``. Of fields with the same name
    the first counts; ``repeated`` are the others.
    """

    line: int
    entry_type: str
    key: str = ""
    values: tuple[tuple[str, Value], ...] = ()
    fields: Fields = field(default_factory=dict)
    repeated: tuple[tuple[str, str], ...] = ()
    problem: str = ""


class _BodyScanner:
    """Reads the key and the fields of an entry, from after its opening brace to ``closer``, before ``limit``."""

    def __init__(self, text: str, start: int, limit: int, closer: str, marks: dict[str, re.Pattern[str]]) -> None:
        self.text, self.place, self.limit, self.closer, self.marks = text, start, limit, closer, marks

    def body(self) -> tuple[str, tuple[tuple[str, Value], ...]]:
        """Return the key, if there is one, and the fields in order. Raises BrokenEntry."""
        key = self._take(KEYS[self.closer])
        if not key:
            self._take(SPACE)
            if not self._match(NAME):
                raise BrokenEntry(NO_COMMA_BEHIND_KEY)
        values = []
        while not self._is_at_end():
            values.append(self._field())
        return key[1] if key else "", tuple(values)

    def _is_at_end(self) -> bool:
        self._take(COMMAS)
        if self.place >= self.limit:
            raise BrokenEntry(NO_END)
        if self.text[self.place] != self.closer:
            return False
        self.place += 1
        if not self._match(LATER_FIELD):
            return True
        self._take(COMMAS)
        return False

    def _field(self) -> tuple[str, Value]:
        name = self._take(NAME)
        if not name:
            raise BrokenEntry(NO_FIELD)
        parts = [self._part()]
        while self._take(JOINT):
            parts.append(self._part())
        self._take(SPACE)
        is_followed = self._match(NAME) or self.place >= self.limit or self.text[self.place] in (",", self.closer)
        if not is_followed:
            raise BrokenEntry(NO_FIELD)
        return "-".join(name[1].lower().split()), tuple(parts)

    def _part(self) -> ValuePart:
        """Read a text, a macro or a number, or words that lack their braces."""
        start = self.place
        if start < self.limit and self.text[start] in self.marks:
            self.place = self._closing(self.text[start])
            return ValuePart(self.text[start + 1 : self.place - 1])
        words = self._match(WORDS)
        if self._match(BARE) and words and len(words[0].split()) > 1:
            self.place = words.end()
            return ValuePart(words[0].strip())
        bare = self._take(BARE)
        return ValuePart(bare[0], is_bare=True) if bare else ValuePart("")

    def _closing(self, opening: str) -> int:
        """Return the position after the end of the value that opens here."""
        depth, closer = 0, "}" if opening == "{" else '"'
        for mark in self.marks[opening].finditer(self.text, self.place + 1, self.limit):
            if mark[0] == closer and not depth:
                return mark.end()
            depth = max(0, depth + {"{": 1, "}": -1}.get(mark[0], 0))
            if depth > MAX_DEPTH:
                raise BrokenEntry(TOO_DEEP)
        raise BrokenEntry(NO_END)

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        return pattern.match(self.text, self.place, self.limit)

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = self._match(pattern)
        self.place = match.end() if match else self.place
        return match


class Scanner:
    """Finds the entries of a text, one after another."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.macros: list[BibtexEntry] = []
        self._line_ends = [match.start() for match in re.finditer("\n", text)]
        self._boundaries = [match.end() - len(match[0].lstrip()) for match in BOUNDARY.finditer(text)]

    def entries(self) -> Iterator[BibtexEntry]:
        """Yield the entries of the text in order; the macros that can be read are put aside."""
        while head := HEAD.search(self.text, self.place):
            line_start = self.text.rfind("\n", self.place, head.start()) + 1
            # What stands before it on its line and belongs to no earlier entry.
            before = self.text[max(line_start, self.place) : head.start()].strip()
            self.place = head.end()
            line, entry_type = bisect_left(self._line_ends, head.start()) + 1, head[1].lower()
            if before.startswith("%") and not ENCODING.fullmatch(before):
                self.place = self._line_end(head.start())
            elif entry_type in REMARKS:
                closing = self._closings.get(head.end() - 1) if head[2] == "{" else None
                self.place = closing + 1 if closing else self._line_end(head.end())
            elif head[2]:
                entry = self._entry(head, line, entry_type)
                if entry_type == "string" and not entry.problem:
                    self.macros.append(entry)
                else:
                    yield entry
            elif not before:
                yield BibtexEntry(
                    line, entry_type, problem=IN_LINE.format(number=line, why=NO_BRACE.format(head[0].strip()))
                )

    def _entry(self, head: re.Match[str], line: int, entry_type: str) -> BibtexEntry:
        following = bisect_right(self._boundaries, head.start())
        limit = self._boundaries[following] if following < len(self._boundaries) else len(self.text)
        problems = []
        for marks in MARKS:
            scanner = _BodyScanner(self.text, head.end(), limit, ")" if head[2] == "(" else "}", marks)
            try:
                key, values = scanner.body()
            except BrokenEntry as broken:
                problems.append(str(broken))
            else:
                self.place = scanner.place
                return BibtexEntry(line, entry_type, key, values)
        # On behind the closing brace, unless another entry begins before it.
        self.place = self._closings.get(head.end() - 1, limit) + 1
        if self.place > limit:
            next_head = LINE_HEAD.search(self.text, head.end())
            self.place = next_head.start() if next_head else len(self.text)
        excerpt = self.text[head.start() : head.start() + 2 * MAX_EXCERPT_LENGTH].splitlines()[0].strip()
        if len(excerpt) > MAX_EXCERPT_LENGTH:
            excerpt = f"{excerpt[: MAX_EXCERPT_LENGTH - 1]}…"
        return BibtexEntry(line, entry_type, problem=IN_LINE.format(number=line, why=problems[0].format(excerpt)))

    @cached_property
    def _closings(self) -> dict[int, int]:
        """The position of the closing brace of each opening brace in the text."""
        closings, opened = {}, []
        for brace in BRACE.finditer(self.text):
            if brace[0] == "{":
                opened.append(brace.start())
            elif brace[0] == "}" and opened:
                closings[opened.pop()] = brace.start()
        return closings

    def _line_end(self, position: int) -> int:
        end = self.text.find("\n", position)
        return end if end >= 0 else len(self.text)


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
    scanner = Scanner(text)
    written = list(at_most(scanner.entries(), most))
    macros: Fields = {}
    for macro in scanner.macros:
        for name, parts in macro.values:  # which may refer to those before it
            value = _value(parts, macros)
            if len(value) <= MAX_MACRO_LENGTH:
                macros[name] = value
    entries = []
    for entry in written:
        fields: Fields = {}
        repeated = []
        for name, parts in entry.values:
            value = _value(parts, macros)
            if fields.setdefault(name, value) is not value:
                repeated.append((name, value))
        entries.append(replace(entry, fields=fields, repeated=tuple(repeated)))
    return entries


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
