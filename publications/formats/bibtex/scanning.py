"""Scans the entries of a BibTeX text, including broken ones, in time proportional to its length.

What BibTeX takes for an entry: https://ctan.org/pkg/bibtex (btxdoc). Where one has no end, the next one begins at the
line that says so, as in ``@article{key,``.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

MAX_DEPTH = 200  # braces within braces
MAX_EXCERPT_LENGTH = 60
SPACE = re.compile(r"(?:\s|%[^\n]*)*+")
COMMAS = re.compile(r"(?:[\s,]|%[^\n]*)*+")
KEYS = {
    closer: re.compile(rf'\s*+([^,={{}}"\s{closer}]*+(?:[ \t]++[^,={{}}"\s{closer}]++)*+)\s*+(?:,|(?=[{closer}]))')
    for closer in "})"
}
NAME = re.compile(r"([^\s=,{}()\"#%]+(?:[ \xa0]\d+)?)\s*=\s*")  # Scopus numbers some of its fields after a space
LATER_FIELD = re.compile(r"\s*,\s*([\w-]+)\s*=\s*[{\"\w]")
BARE = re.compile(r"[^\s,#={}()\"]+")
WORDS = re.compile(r"[^,#={}()\"\n]+(?=[,})])")
SIMPLE = {"{": re.compile(r"\{([^{}\\]*)\}"), '"': re.compile(r'"([^{}"\\]*)"')}
# A brace after a backslash doesn't count, unless the entry can only be read if it does, as with ``C:\papers\``.
MARKS = (
    {"{": re.compile(r"\\.|[{}]", re.DOTALL), '"': re.compile(r"\\.|[{}\"]", re.DOTALL)},
    {"{": re.compile(r"[{}]"), '"': re.compile(r"[{}\"]")},
)
NO_END = "the entry “{excerpt}” has no end: a closing brace }} or quotation mark is missing in it."
NO_COMMA_BEHIND_KEY = "the entry “{excerpt}” needs a comma behind its key, which is the word after the opening brace."
NO_FIELD = (
    "the entry “{excerpt}” has something other than “name = {{value}},” in it: a comma too many, or an = or a brace "
    "too few."
)
TOO_DEEP = "the braces of this entry are nested too deeply."
NO_COMMA = "a comma is missing behind “{0}”. Add it."
NO_BRACES = "braces are missing around “{0}”. Add them."
CLOSED_EARLY = "the entry is closed before its field “{0}”. Delete a closing brace }}."
# A parenthesis opens an entry only if a key or a field follows: otherwise the @ may belong to an e-mail address.
HEAD = re.compile(r"@[ \t]*(\w+)\s*(\{|\((?=\s*+[^\s,=(){}\"]*+\s*+[,=]))?")
LINE_HEAD = re.compile(r"^[ \t]*@[ \t]*\w", re.MULTILINE)
# A line that can only be the first of an entry, so that no entry continues past it.
BOUNDARY = re.compile(r"^[ \t]*@[ \t]*\w++\s*+[{(]\s*+(?:[^\s{}(),=\"#%']*+\s*+[,=]|\")", re.MULTILINE)
BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
REMARKS = ("comment", "preamble")


class BrokenEntry(Exception):
    """Raised for an entry that can't be read, with what is wrong with it."""

    def __init__(self, problem: str) -> None:
        self.problem = problem

    def message_for(self, entry: str) -> str:
        return self.problem.format(excerpt=shortened(entry))


class ValuePart(NamedTuple):
    """A part of a value between its ``#``: a text, or without braces and quotation marks a macro or a number."""

    text: str
    is_bare: bool = False


class ScanFault(NamedTuple):
    """A mistake at a position of the text that doesn't obscure what is meant."""

    place: int
    problem: str


Value = tuple[ValuePart, ...]


@dataclass
class EntryBody:
    """The key and the fields of an entry in order; it ends before the position ``end`` of the text."""

    key: str = ""
    fields: list[tuple[str, Value]] = field(default_factory=list)
    faults: list[ScanFault] = field(default_factory=list)
    end: int = 0


def body_of(text: str, start: int, limit: int, closer: str) -> EntryBody:
    """Read an entry from after its opening brace to ``closer``, before ``limit``. Raises BrokenEntry."""
    try:
        return _BodyScanner(text, start, limit, closer, MARKS[0]).body()
    except BrokenEntry:
        try:
            return _BodyScanner(text, start, limit, closer, MARKS[1]).body()
        except BrokenEntry:
            pass
        raise


def shortened(text: str) -> str:
    """Return the last line of a text, shortened to fit into a message."""
    line = (text.strip().splitlines() or [""])[-1].strip()
    return line if len(line) <= MAX_EXCERPT_LENGTH else f"{line[: MAX_EXCERPT_LENGTH - 1]}…"


class _BodyScanner:
    def __init__(self, text: str, start: int, limit: int, closer: str, marks: dict[str, re.Pattern[str]]) -> None:
        self.text, self.place, self.limit, self.closer, self.marks = text, start, limit, closer, marks
        self.read = EntryBody()

    def body(self) -> EntryBody:
        self._read_key()
        while not self._is_at_end():
            self._read_field()
        self.read.end = self.place
        return self.read

    def _read_key(self) -> None:
        """Read the key, if there is one: an entry may begin with its first field."""
        found = KEYS[self.closer].match(self.text, self.place, self.limit)
        if found:
            self.read.key, self.place = found[1], found.end()
            return
        self._pass(SPACE)
        if not self._match(NAME):
            raise BrokenEntry(NO_COMMA_BEHIND_KEY)

    def _is_at_end(self) -> bool:
        self._pass(COMMAS)
        if self.place >= self.limit:
            raise BrokenEntry(NO_END)
        if self.text[self.place] != self.closer:
            return False
        self.place += 1
        later = self._match(LATER_FIELD)
        if later:
            self._note(CLOSED_EARLY, later[1])
            self._pass(COMMAS)
        return not later

    def _read_field(self) -> None:
        name = self._match(NAME)
        if not name:
            raise BrokenEntry(NO_FIELD)
        self.place = name.end()
        self.read.fields.append(("-".join(name[1].lower().split()), self._parts()))
        value = self.text[name.end() : self.place].rstrip()
        self._pass(SPACE)
        if self._match(NAME):
            self.read.faults.append(ScanFault(name.end() + len(value), NO_COMMA.format(shortened(value))))
        elif self.place < self.limit and self.text[self.place] not in {",", self.closer}:
            raise BrokenEntry(NO_FIELD)

    def _parts(self) -> Value:
        parts = [self._part()]
        while self._pass(SPACE) and self.text.startswith("#", self.place, self.limit):
            self.place += 1
            self._pass(SPACE)
            parts.append(self._part())
        return tuple(parts)

    def _part(self) -> ValuePart:
        opening = self.text[self.place : self.place + 1] if self.place < self.limit else ""
        if opening not in SIMPLE:
            return self._bare()
        found = self._match(SIMPLE[opening])
        end = found.end() if found else self._closing(opening)
        start, self.place = self.place, end
        return ValuePart(self.text[start + 1 : end - 1])

    def _bare(self) -> ValuePart:
        """Read a macro or a number, or words that lack their braces."""
        found = self._match(BARE)
        if not found:
            return ValuePart("")
        words = self._match(WORDS)
        if not words or len(words[0].split()) == 1:
            self.place = found.end()
            return ValuePart(found[0], is_bare=True)
        self.place = words.end()
        self._note(NO_BRACES, words[0])
        return ValuePart(words[0].strip())

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

    def _note(self, problem: str, said: str) -> None:
        self.read.faults.append(ScanFault(self.place, problem.format(shortened(said))))

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        return pattern.match(self.text, self.place, self.limit)

    def _pass(self, pattern: re.Pattern[str]) -> bool:
        found = self._match(pattern)
        self.place = found.end() if found else self.place
        return True


@dataclass(frozen=True)
class ScannedEntry:
    """An entry as written; lines are counted from 1. If there is a ``problem``, its body means nothing."""

    line: int
    entry_type: str
    body: EntryBody = field(default_factory=EntryBody)
    problem: str = ""
    faults: tuple[str, ...] = ()


def scan(text: str) -> Iterator[ScannedEntry]:
    """Yield the entries of a text in order, including macros, which have the type ``string``."""
    return _Scanner(text).entries()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self._counted = (0, 1)

    def entries(self) -> Iterator[ScannedEntry]:
        while head := HEAD.search(self.text, self.place):
            before = self._line_before(head)
            self.place = head.end()
            entry_type = head[1].lower()
            if before.startswith("%"):
                self.place = self._line_end(head.start())
            elif entry_type in REMARKS:
                self._skip_remark(head)
            elif head[2]:
                yield self._entry(head, entry_type)
            elif not before:
                yield self._broken(head, f"a brace {{ is missing behind {head[0].strip()}. Add it.")

    def _line_before(self, head: re.Match[str]) -> str:
        """Return the text before an entry on its line that belongs to no earlier entry."""
        line_start = self.text.rfind("\n", self.place, head.start()) + 1
        return self.text[max(line_start, self.place) : head.start()].strip()

    def _entry(self, head: re.Match[str], entry_type: str) -> ScannedEntry:
        try:
            body = body_of(self.text, head.end(), self._limit(head), ")" if head[2] == "(" else "}")
        except BrokenEntry as broken:
            self.place = self._behind_broken(head)
            return self._broken(head, broken.message_for(self._first_line(head)))
        self.place = body.end
        line = self._line(head.start())
        faults = tuple(f"Line {self._line(place)}: {problem}" for place, problem in body.faults)
        return ScannedEntry(line, entry_type, body, faults=faults)

    def _broken(self, head: re.Match[str], problem: str) -> ScannedEntry:
        line = self._line(head.start())
        return ScannedEntry(line, head[1].lower(), problem=f"Line {line}: {problem}")

    def _skip_remark(self, head: re.Match[str]) -> None:
        end = self._closings.get(head.end() - 1) if head[2] == "{" else None
        self.place = end + 1 if end else self._line_end(head.end())

    def _behind_broken(self, head: re.Match[str]) -> int:
        """Return the position to continue at: after the closing brace, unless another entry begins before it."""
        limit = self._limit(head)
        end = self._closings.get(head.end() - 1, limit)
        if end < limit:
            return end + 1
        following = LINE_HEAD.search(self.text, head.end())
        return following.start() if following else len(self.text)

    def _limit(self, head: re.Match[str]) -> int:
        following = bisect_right(self._boundaries, head.start())
        return self._boundaries[following] if following < len(self._boundaries) else len(self.text)

    @cached_property
    def _boundaries(self) -> list[int]:
        return [found.end() - len(found[0].lstrip()) for found in BOUNDARY.finditer(self.text)]

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

    def _line_end(self, place: int) -> int:
        end = self.text.find("\n", place)
        return end if end >= 0 else len(self.text)

    def _line(self, place: int) -> int:
        counted, line = self._counted
        self._counted = place, line + self.text.count("\n", counted, place)
        return self._counted[1]

    def _first_line(self, head: re.Match[str]) -> str:
        return self.text[head.start() : head.start() + 2 * MAX_EXCERPT_LENGTH].split("\n", 1)[0]
