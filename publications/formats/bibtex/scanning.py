"""The entries of a BibTeX text as they are written, the broken ones among them, in time that grows with its length.

What BibTeX takes for an entry: https://ctan.org/pkg/bibtex (btxdoc). Where one has no end, the next one begins at the
line that says so, as in ``@article{key,``.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from .bodies import MAX_EXCERPT_LENGTH, Body, Broken, body_of

# A parenthesis opens one only where its key or a field follows: what stands before may be an address of somebody.
HEAD = re.compile(r"@[ \t]*(\w+)\s*(\{|\((?=\s*+[^\s,=(){}\"]*+\s*+[,=]))?")
LINE_HEAD = re.compile(r"^[ \t]*@[ \t]*\w", re.MULTILINE)
# A line that can only be the first one of an entry, so that none before it goes on behind it.
BOUNDARY = re.compile(r"^[ \t]*@[ \t]*\w++\s*+[{(]\s*+(?:[^\s{}(),=\"#%']*+\s*+[,=]|\")", re.MULTILINE)
BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
REMARKS = ("comment", "preamble")


@dataclass(frozen=True)
class Written:
    """An entry as it stands in a text, first line 1; with a ``problem`` its body says nothing."""

    line: int
    entry_type: str
    body: Body = field(default_factory=Body)
    problem: str = ""
    faults: tuple[str, ...] = ()


def entries_in(text: str) -> Iterator[Written]:
    """Yield the entries of a text in their order; among them are macros, of the type ``string``."""
    return _Scanner(text).entries()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self._counted = (0, 1)

    def entries(self) -> Iterator[Written]:
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
        """Return what stands before an entry in its line, as far as it belongs to none before."""
        line_start = self.text.rfind("\n", self.place, head.start()) + 1
        return self.text[max(line_start, self.place) : head.start()].strip()

    def _entry(self, head: re.Match[str], entry_type: str) -> Written:
        try:
            body = body_of(self.text, head.end(), self._limit(head), ")" if head[2] == "(" else "}")
        except Broken as broken:
            self.place = self._behind_broken(head)
            return self._broken(head, broken.said_of(self._first_line(head)))
        self.place = body.end
        line = self._line(head.start())
        faults = tuple(f"Line {self._line(place)}: {problem}" for place, problem in body.faults)
        return Written(line, entry_type, body, faults=faults)

    def _broken(self, head: re.Match[str], problem: str) -> Written:
        line = self._line(head.start())
        return Written(line, head[1].lower(), problem=f"Line {line}: {problem}")

    def _skip_remark(self, head: re.Match[str]) -> None:
        end = self._closings.get(head.end() - 1) if head[2] == "{" else None
        self.place = end + 1 if end else self._line_end(head.end())

    def _behind_broken(self, head: re.Match[str]) -> int:
        """Return where to go on: behind the closing brace, unless another entry begins before it."""
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
        """Where each brace of the text is closed again."""
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
