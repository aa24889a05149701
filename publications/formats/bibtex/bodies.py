"""What stands between the braces of one entry: its key, and its fields as they are written."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

DEEPEST = 200  # braces within braces
MAX_EXCERPT_LENGTH = 60

SPACE = re.compile(r"(?:\s|%[^\n]*)*+")
COMMAS = re.compile(r"(?:[\s,]|%[^\n]*)*+")
KEYS = {
    closer: re.compile(rf'\s*+([^,={{}}"\s{closer}]*+(?:[ \t]++[^,={{}}"\s{closer}]++)*+)\s*+(?:,|(?=[{closer}]))')
    for closer in "})"
}
NAME = re.compile(r"([^\s=,{}()\"#%]+(?:[ \xa0]\d+)?)\s*=\s*")  # Scopus numbers some of its own behind a space
LATER_FIELD = re.compile(r"\s*,\s*([\w-]+)\s*=\s*[{\"\w]")
BARE = re.compile(r"[^\s,#={}()\"]+")
WORDS = re.compile(r"[^,#={}()\"\n]+(?=[,})])")
SIMPLE = {"{": re.compile(r"\{([^{}\\]*)\}"), '"': re.compile(r'"([^{}"\\]*)"')}
# A brace with a backslash before it is none. Where nothing comes of that, as in ``C:\papers\``, it is one, though.
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


class Broken(Exception):
    """An entry that can't be read: what is wrong with it, and where that shows."""

    def __init__(self, problem: str) -> None:
        self.problem = problem

    def said_of(self, entry: str) -> str:
        return self.problem.format(excerpt=shortened(entry))


class Part(NamedTuple):
    """What stands between the ``#`` of a value: a text; without braces and quotation marks a macro or a number."""

    text: str
    is_bare: bool = False


class Fault(NamedTuple):
    """Something wrong at a place of a text that doesn't hide what is meant."""

    place: int
    problem: str


Parts = tuple[Part, ...]


@dataclass
class Body:
    """What an entry holds, all fields in their order; it ends before the place ``end`` of the text."""

    key: str = ""
    fields: list[tuple[str, Parts]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    end: int = 0


def body_of(text: str, start: int, limit: int, closer: str) -> Body:
    """Read an entry from behind its opening brace to ``closer``, before ``limit``. Raises Broken."""
    try:
        return _Reader(text, start, limit, closer, MARKS[0]).body()
    except Broken:
        try:
            return _Reader(text, start, limit, closer, MARKS[1]).body()
        except Broken:
            pass
        raise


def shortened(text: str) -> str:
    """Return the last line of a text, as far as there is room for it in a message."""
    line = (text.strip().splitlines() or [""])[-1].strip()
    return line if len(line) <= MAX_EXCERPT_LENGTH else f"{line[: MAX_EXCERPT_LENGTH - 1]}…"


class _Reader:
    def __init__(self, text: str, start: int, limit: int, closer: str, marks: dict[str, re.Pattern[str]]) -> None:
        self.text, self.place, self.limit, self.closer, self.marks = text, start, limit, closer, marks
        self.read = Body()

    def body(self) -> Body:
        self._read_key()
        while not self._is_at_end():
            self._read_field()
        self.read.end = self.place
        return self.read

    def _read_key(self) -> None:
        """An entry may have no key, and begin with its first field."""
        found = KEYS[self.closer].match(self.text, self.place, self.limit)
        if found:
            self.read.key, self.place = found[1], found.end()
            return
        self._pass(SPACE)
        if not self._match(NAME):
            raise Broken(NO_COMMA_BEHIND_KEY)

    def _is_at_end(self) -> bool:
        self._pass(COMMAS)
        if self.place >= self.limit:
            raise Broken(NO_END)
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
            raise Broken(NO_FIELD)
        self.place = name.end()
        self.read.fields.append(("-".join(name[1].lower().split()), self._parts()))
        value = self.text[name.end() : self.place].rstrip()
        self._pass(SPACE)
        if self._match(NAME):
            self.read.faults.append(Fault(name.end() + len(value), NO_COMMA.format(shortened(value))))
        elif self.place < self.limit and self.text[self.place] not in {",", self.closer}:
            raise Broken(NO_FIELD)

    def _parts(self) -> Parts:
        parts = [self._part()]
        while self._pass(SPACE) and self.text.startswith("#", self.place, self.limit):
            self.place += 1
            self._pass(SPACE)
            parts.append(self._part())
        return tuple(parts)

    def _part(self) -> Part:
        opening = self.text[self.place : self.place + 1] if self.place < self.limit else ""
        if opening not in SIMPLE:
            return self._bare()
        found = self._match(SIMPLE[opening])
        end = found.end() if found else self._closing(opening)
        start, self.place = self.place, end
        return Part(self.text[start + 1 : end - 1])

    def _bare(self) -> Part:
        """Read a macro or a number; or words, which should have braces around them."""
        found = self._match(BARE)
        if not found:
            return Part("")
        words = self._match(WORDS)
        if not words or len(words[0].split()) == 1:
            self.place = found.end()
            return Part(found[0], is_bare=True)
        self.place = words.end()
        self._note(NO_BRACES, words[0])
        return Part(words[0].strip())

    def _closing(self, opening: str) -> int:
        """Return the place behind the end of a value that opens here."""
        depth, closer = 0, "}" if opening == "{" else '"'
        for mark in self.marks[opening].finditer(self.text, self.place + 1, self.limit):
            if mark[0] == closer and not depth:
                return mark.end()
            depth = max(0, depth + {"{": 1, "}": -1}.get(mark[0], 0))
            if depth > DEEPEST:
                raise Broken(TOO_DEEP)
        raise Broken(NO_END)

    def _note(self, problem: str, said: str) -> None:
        self.read.faults.append(Fault(self.place, problem.format(shortened(said))))

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        return pattern.match(self.text, self.place, self.limit)

    def _pass(self, pattern: re.Pattern[str]) -> bool:
        found = self._match(pattern)
        self.place = found.end() if found else self.place
        return True
