"""XML from outside, element by element, without anything in it that costs more than its length.

A document may name a DTD, which is never fetched, but not bring one along: that is what the known bombs are made of
(https://docs.python.org/3/library/xml.html#xml-security).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.entities import html5
from xml.parsers import expat

from publications.citations.record import Unreadable, one_line

MAX_LENGTH = 100_000_000  # characters
DEEPEST = 50  # elements within elements
MAX_SIZE = 20_000  # elements in one of those that are asked for
CHUNK = 1 << 16


@dataclass(slots=True)
class Element:
    """An element with all that is in it; ``pieces`` are its letters and those of the elements in it."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: "list[Element]" = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return one_line("".join(self.pieces))

    def all(self, tag: str) -> "list[Element]":
        return [child for child in self.children if child.tag == tag]


def elements(text: str, within: set[str]) -> Iterator[Element]:
    """Yield the elements that stand right in one of those named by ``within``, as soon as each has ended.

    Raises Unreadable where the text stops being XML, or for XML that may be there to do harm.
    """
    if len(text) > MAX_LENGTH:
        raise Unreadable(f"This XML is too long: more than {MAX_LENGTH:,} characters. Bring it in parts.")
    reader = _Reader(within)
    data = text.encode("utf-8", "replace")
    for begin in range(0, len(data) or 1, CHUNK):
        problem = reader.feed(data[begin : begin + CHUNK], is_last=begin + CHUNK >= len(data))
        yield from reader.take_finished()
        if problem:
            raise Unreadable(problem)


class _Reader:
    """What a parser has open: the tags of all elements, and the elements from the wanted one inwards."""

    def __init__(self, within: set[str]) -> None:
        self.within = within
        self.tags: list[str] = []
        self.open: list[Element] = []
        self.size = 0
        self.finished: list[Element] = []
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = True
        self.parser.UseForeignDTD(True)  # so that names of letters such as &uuml; are asked for here
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._letters
        self.parser.SkippedEntityHandler = self._entity

    def feed(self, data: bytes, is_last: bool) -> str:
        """Read on, and return what is wrong there."""
        try:
            self.parser.Parse(data, is_last)
        except expat.ExpatError as error:
            return f"Line {error.lineno}: the XML breaks off or is broken here ({expat.ErrorString(error.code)})."
        except Unreadable as error:
            return f"Line {self.parser.CurrentLineNumber}: {error}"
        return ""

    def take_finished(self) -> list[Element]:
        finished, self.finished = self.finished, []
        return finished

    def _doctype(self, name: str, system_id: str | None, public_id: str | None, brings_dtd: int) -> None:
        if brings_dtd:
            raise Unreadable("this XML declares entities or other things of its own, which isn’t read from outside.")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self.tags) >= DEEPEST:
            raise Unreadable("the elements of this XML are nested too deeply.")
        if self.open or (self.tags and self.tags[-1] in self.within):
            self._open(Element(tag, attributes, self.parser.CurrentLineNumber))
        self.tags.append(tag)

    def _open(self, element: Element) -> None:
        self.size = self.size + 1 if self.open else 0
        if self.size > MAX_SIZE:
            raise Unreadable(f"this element has more than {MAX_SIZE:,} others in it.")
        if self.open:
            self.open[-1].children.append(element)
        self.open.append(element)

    def _end(self, tag: str) -> None:
        self.tags.pop()
        if self.open:
            element = self.open.pop()
            if not self.open:
                self.finished.append(element)

    def _letters(self, letters: str) -> None:
        for element in self.open:
            element.pieces.append(letters)

    def _entity(self, name: str, is_parameter: bool) -> None:
        self._letters(html5.get(f"{name};", f"&{name};"))
