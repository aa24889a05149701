"""Parsers for JSON and XML from outside, whose cost grows with the length of the text and with nothing else.

An XML document may name a DTD, which is never fetched, but not bring one along: that is what the known bombs are made
of (https://docs.python.org/3/library/xml.html#xml-security).
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html.entities import html5
from typing import Any
from xml.parsers import expat

from publications.citations.entry import Entry
from publications.citations.record import Unreadable, gettext_noop, one_line

from .entries import IN_LINE, ITEM, at_most

# Escaped, these get past whatever checked the file; no database stores them.
NO_LETTERS = re.compile("[\0\ud800-\udfff]")
MAX_JSON_DEPTH = 50  # lists and objects within each other
NO_JSON = gettext_noop("This is not JSON: {}.")
TOO_LONG = gettext_noop("This XML is too long: more than {number} characters. Import it in parts.")
BROKEN_XML = gettext_noop("Line {number}: the XML breaks off or is broken here ({error}).")
TOO_MANY = gettext_noop("this element contains more than {number} others.")
DECLARES = gettext_noop("this XML contains declarations, such as of entities, which aren’t accepted.")
TOO_DEEP = gettext_noop("This JSON is nested too deeply.")
ESCAPED = re.compile(r"\\u(?:0000|d[89a-f])", re.IGNORECASE)
MAX_XML_LENGTH = 100_000_000  # characters
MAX_XML_DEPTH = 50  # elements within elements
MAX_ELEMENTS = 20_000  # elements within one of those asked for
CHUNK = 1 << 16


def json_in(text: str) -> Any:
    """Return the value of a JSON text. Raises Unreadable for any other text."""
    try:
        value = json.loads(text.removeprefix("\ufeff"))
    except RecursionError as error:
        raise Unreadable(TOO_DEEP) from error
    except ValueError as error:
        raise Unreadable(NO_JSON.format(error)) from error
    return _checked(value, is_clean=not ESCAPED.search(text))


def entries_in(
    text: str, most: int | None, items_in: Callable[[Any], list[Any]], entry_of_item: Callable[[str, Any], Entry]
) -> list[Entry]:
    """Return the entries of a JSON text, one for each of the items in its value; a bad one doesn't affect the others.

    If the text is no JSON, or ``items_in`` raises Unreadable for its value, there is one entry, which says why.
    """
    try:
        items = items_in(json_in(text))
    except Unreadable as error:
        return [Entry(problem=str(error))]
    return [
        entry_of_item(ITEM.format(number=number), item) for number, item in enumerate(at_most(items, most), start=1)
    ]


def _checked(value: Any, is_clean: bool, depth: int = 0) -> Any:
    """Return the value without characters that can't be stored. Raises Unreadable if it is nested too deeply."""
    if depth > MAX_JSON_DEPTH:
        raise Unreadable(TOO_DEEP)
    if isinstance(value, dict):
        return {_checked(name, is_clean): _checked(each, is_clean, depth + 1) for name, each in value.items()}
    if isinstance(value, list):
        return [_checked(each, is_clean, depth + 1) for each in value]
    return value if is_clean or not isinstance(value, str) else NO_LETTERS.sub("", value)


@dataclass(slots=True)
class XmlElement:
    """An element and all its descendants; ``pieces`` are the pieces of text in any of them."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: "list[XmlElement]" = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return one_line("".join(self.pieces))

    def all(self, tag: str) -> "list[XmlElement]":
        return [child for child in self.children if child.tag == tag]

    def text_of(self, tag: str) -> str:
        """Return the text of the first child with a tag."""
        return next((child.text for child in self.all(tag)), "")


def xml_elements(text: str, within: set[str]) -> Iterator[XmlElement]:
    """Yield the child elements of those named by ``within``, each as soon as it is closed.

    Raises Unreadable where the text stops being XML, and for XML that may do harm.
    """
    if len(text) > MAX_XML_LENGTH:
        raise Unreadable(TOO_LONG.format(number=f"{MAX_XML_LENGTH:,}"))
    reader = _XmlReader(within)
    data = text.encode("utf-8", "replace")
    for begin in range(0, len(data) or 1, CHUNK):
        problem = reader.feed(data[begin : begin + CHUNK], is_last=begin + CHUNK >= len(data))
        yield from reader.finished
        reader.finished.clear()
        if problem:
            raise Unreadable(problem)


class _XmlReader:
    """The state of the parser: the tags of all open elements, and the open elements from the wanted one inwards."""

    def __init__(self, within: set[str]) -> None:
        self.within = within
        self.tags: list[str] = []
        self.open: list[XmlElement] = []
        self.size = 0
        self.finished: list[XmlElement] = []
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = True
        self.parser.UseForeignDTD(True)  # so that entities such as &uuml; come to the handler below
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._letters
        self.parser.SkippedEntityHandler = lambda name, _: self._letters(html5.get(f"{name};", f"&{name};"))

    def feed(self, data: bytes, is_last: bool) -> str:
        """Parse the next bytes, and return what is wrong with them."""
        try:
            self.parser.Parse(data, is_last)
        except expat.ExpatError as error:
            return BROKEN_XML.format(number=error.lineno, error=expat.ErrorString(error.code))
        except Unreadable as error:
            return IN_LINE.format(number=self.parser.CurrentLineNumber, why=error)
        return ""

    def _doctype(self, name: str, system_id: str | None, public_id: str | None, brings_dtd: int) -> None:
        if brings_dtd:
            raise Unreadable(DECLARES)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self.tags) >= MAX_XML_DEPTH:
            raise Unreadable(gettext_noop("the elements of this XML are nested too deeply."))
        if self.open or (self.tags and self.tags[-1] in self.within):
            self.size = self.size + 1 if self.open else 0
            if self.size > MAX_ELEMENTS:
                raise Unreadable(TOO_MANY.format(number=f"{MAX_ELEMENTS:,}"))
            element = XmlElement(tag, attributes, self.parser.CurrentLineNumber)
            if self.open:
                self.open[-1].children.append(element)
            self.open.append(element)
        self.tags.append(tag)

    def _end(self, tag: str) -> None:
        self.tags.pop()
        if self.open:
            element = self.open.pop()
            if not self.open:
                self.finished.append(element)

    def _letters(self, letters: str) -> None:
        for element in self.open:
            element.pieces.append(letters)
