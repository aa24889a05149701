"""Documents as Markdown (https://spec.commonmark.org/) with the tables of GitHub's, readable as it stands."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby, repeat
from string import punctuation

from django.utils.encoding import iri_to_uri

from labsite.contrib.documents.parts import (
    Block,
    Bullets,
    Chart,
    Document,
    DocumentEntry,
    DocumentSection,
    DocumentTable,
    Entries,
    Paragraph,
    Span,
    Text,
    text,
    words,
)
from publications.formats.latex import in_script

MOST_HEADINGS = 6
# What means something within a line: formulas and what is struck out are GitHub's.
SIGN = re.compile(r"[\\`*\[\]<~$]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)")
# What means something at its beginning: numbers of lists, and other marks.
OPENING = re.compile(r"^(?:(\d{1,9})(?=[.)](?:\s|$))|(?=[>=]|--|[-+](?:\s|$)|#+(?:\s|$)))")
CLOSING = re.compile(r"(?<=\s)#+$")  # of a heading
NUMBER = re.compile(r"\[\w*\d\]")  # of a paper, which no definition turns into a link
UNQUOTED = str.maketrans({sign: f"%{ord(sign):02X}" for sign in "<>\\"})
LINE_BREAK, HARD_BREAK = "  \n", "\\\n"


def write(document: Document) -> bytes:
    """Return the document as a file."""
    return ("\n\n".join(filter(None, _paragraphs(document))) + "\n").encode()


def _paragraphs(document: Document) -> Iterator[str]:
    yield _heading(" ".join(filter(None, [document.title, document.native_title])), 1)
    yield inline(text(document.subtitle))
    yield LINE_BREAK.join(map(inline, document.lines))
    for section in document.sections:
        yield from _section(section, 2)


def _heading(said: str, level: int) -> str:
    line = CLOSING.sub(r"\\\g<0>", _escaped(" ".join(said.split())))
    return f"{'#' * min(level, MOST_HEADINGS)} {line}"


def _section(section: DocumentSection, level: int) -> Iterator[str]:
    yield _heading(section.heading, level)
    yield inline(section.note)
    follows_list = False
    for block in section.blocks:
        is_list = isinstance(block, Bullets | Entries)
        follows_list = is_list and not follows_list
        yield _block(block, "-." if follows_list else "*)")  # lists with the same marks would be one
    for part in section.parts:
        yield from _section(part, level + 1)


def _block(block: Block, marks: str) -> str:
    match block:
        case Paragraph():
            return inline(block.text)
        case Bullets():
            begun = [f"{place}{marks[1]}" for place in range(1, len(block.items) + 1)] if block.is_numbered else ()
            return "\n".join(map(_item, begun or repeat(marks[0]), map(inline, block.items)))
        case Entries():
            return "\n".join(_item(marks[0], _entry(row)) for row in block.rows)
        case DocumentTable():
            caption = f"{inline(text(Span(block.caption, is_emphasised=True)))}\n\n" if block.caption else ""
            return caption + _table(block.header, block.rows, block.numeric)
        case Chart():
            bars = [(text(label), text(str(number))) for label, number in block.bars]
            return _table((block.label, ""), bars, (1,))


def _item(mark: str, said: str) -> str:
    return f"{mark} {said}".replace("\n", "\n" + " " * (len(mark) + 1)).rstrip()


def _entry(entry: DocumentEntry) -> str:
    label, lines = " ".join(entry.label.split()), LINE_BREAK.join(map(inline, entry.lines))
    said = label if NUMBER.fullmatch(label) else inline(text(Span(label, is_emphasised=True)))
    points = "".join(f"\n- {inline(point)}".replace("\\\n", "\\\n  ") for point in entry.points)
    return (f"{said} {lines}" if said else lines) + points


def _table(header: tuple[str, ...], rows: Iterable[tuple[Text, ...]], numeric: tuple[int, ...]) -> str:
    head = [inline(text(cell)) for cell in header]
    rules = ["---:" if place in numeric else "---" for place in range(len(header))]
    lines = (f"| {' | '.join(map(_cell, cells))} |" for cells in (head, *(map(inline, row) for row in rows)))
    top, *others = lines
    return "\n".join((top, f"| {' | '.join(rules)} |", *others))


def _cell(said: str) -> str:
    return said.replace(HARD_BREAK, " ").replace("|", r"\|")


def inline(said: Text) -> str:
    """Return a text with its looks as marks; a new line in it stays one."""
    found, before = "", " "
    spans = [Span("".join(span.text for span in same), *looks) for looks, same in groupby(text(*said), _looks)]
    for place, span in enumerate(spans):
        after = words(tuple(spans[place + 1 :]))[:1] or " "
        if span.href and found.endswith("!"):
            found = f"{found[:-1]}\\!"  # it would be a picture
        if span.href and span.text.strip():
            found += _link(span)
        else:
            # Nobody could tell the marks of two apart that touch.
            found += _marked(span, before, after) if not found.endswith("*") else _escaped(span.text)
        before = span.text[-1]
    return HARD_BREAK.join(map(_opening, found.split("\n")))


def _looks(span: Span) -> tuple[str, bool, bool, bool]:
    return span.href, span.is_strong, span.is_emphasised, span.is_raised


def _link(span: Span) -> str:
    before, said, after = _around(span.text, str.isspace)
    address = iri_to_uri(span.href).translate(UNQUOTED)
    return f"{before}[{_marked(replace(span, text=said), '[', ']')}](<{address}>){after}"


def _marked(span: Span, before: str, after: str) -> str:
    """Return words between marks: where letters stand close, signs at their ends stay without."""
    marks = "*" * (span.is_emphasised + 2 * span.is_strong)
    if span.is_raised:
        return _escaped(in_script(span.text) or span.text)
    start, said, end = _around(span.text, lambda letter: not letter.isalnum()) if marks else ("", span.text, "")
    if said and _parts(before):
        said, start = f"{start.lstrip()}{said}", start[: len(start) - len(start.lstrip())]
    if said and _parts(after):
        said, end = f"{said}{end.rstrip()}", end[len(end.rstrip()) :]
    return f"{_escaped(start)}{marks}{_escaped(said)}{marks}{_escaped(end)}" if said else _escaped(start)


def _parts(letter: str) -> bool:
    """Tell whether marks beside a letter may stand beside another sign too."""
    return letter.isspace() or letter in punctuation or unicodedata.category(letter).startswith("P")


def _around(said: str, is_outside: Callable[[str], bool]) -> tuple[str, str, str]:
    """Return what stands at the start, within and at the end of words."""
    inside = [place for place, letter in enumerate(said) if not is_outside(letter)]
    first, last = (inside[0], inside[-1] + 1) if inside else (len(said), len(said))
    return said[:first], said[first:last], said[last:]


def _opening(line: str) -> str:
    return OPENING.sub(r"\1\\", line.strip())


def _escaped(said: str) -> str:
    return SIGN.sub(r"\\\g<0>", said)
