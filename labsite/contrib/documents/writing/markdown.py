"""Documents as Markdown (https://spec.commonmark.org/) with the tables of GitHub's, readable as it stands, and lists
of references as plain text.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import groupby, repeat
from operator import attrgetter
from string import punctuation

from django.utils.encoding import iri_to_uri

from labsite.contrib.documents.parts import (
    Block,
    Bullets,
    Chart,
    Document,
    DocumentEntry,
    DocumentTable,
    Entries,
    Paragraph,
    SectionHeading,
    Span,
    Text,
    read_through,
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
    title = _heading(" ".join(filter(None, [document.title, document.native_title])), 1)
    paragraphs = [title, inline(text(document.subtitle)), LINE_BREAK.join(map(inline, document.lines))]
    follows_list = False
    for block in read_through(document.sections):
        follows_list = isinstance(block, Bullets | Entries) and not follows_list
        paragraphs.append(_block(block, "-." if follows_list else "*)"))  # lists with the same marks would be one
    return ("\n\n".join(filter(None, paragraphs)) + "\n").encode()


def write_plain(document: Document) -> bytes:
    """Return a list of references as a file for forms that take nothing but words."""
    paragraphs = [document.title, document.subtitle]
    for block in read_through(document.sections):
        match block:
            case SectionHeading():
                paragraphs += [block.text, words(block.note)]
            case Paragraph():
                paragraphs.append(words(block.text))
            case Entries():
                paragraphs.append("\n".join(f"{row.label} {words(row.lines[0])}" for row in block.rows))
    return ("\n\n".join(filter(None, paragraphs)) + "\n").encode()


def _heading(words: str, level: int) -> str:
    line = CLOSING.sub(r"\\\g<0>", _escaped(" ".join(words.split())))
    return f"{'#' * min(level, MOST_HEADINGS)} {line}"


def _block(block: SectionHeading | Block, marks: str) -> str:
    match block:
        case SectionHeading():
            return "\n\n".join(filter(None, [_heading(block.text, block.level + 1), inline(block.note)]))
        case Paragraph():
            return inline(block.text)
        case Bullets():
            begun = [f"{number}{marks[1]}" for number in range(1, len(block.items) + 1)] if block.is_numbered else ()
            return "\n".join(map(_item, begun or repeat(marks[0]), map(inline, block.items)))
        case Entries():
            return "\n".join(_item(marks[0], _entry(row)) for row in block.rows)
        case DocumentTable():
            return _table(block.header, block.rows, block.numeric)
        case Chart():
            bars = [(text(label), text(str(number))) for label, number in block.bars]
            return _table((block.label, ""), bars, (1,))


def _item(mark: str, words: str) -> str:
    return f"{mark} {words}".replace("\n", "\n" + " " * (len(mark) + 1)).rstrip()


def _entry(entry: DocumentEntry) -> str:
    label, lines = " ".join(entry.label.split()), LINE_BREAK.join(map(inline, entry.lines))
    heading = label if NUMBER.fullmatch(label) else inline(text(Span(label, is_emphasised=True)))
    points = "".join(f"\n- {inline(point)}".replace("\\\n", "\\\n  ") for point in entry.points)
    return (f"{heading} {lines}" if heading else lines) + points


def _table(header: tuple[str, ...], rows: Iterable[tuple[Text, ...]], numeric: tuple[int, ...]) -> str:
    head = [inline(text(cell)) for cell in header]
    rules = ["---:" if index in numeric else "---" for index in range(len(header))]
    lines = []
    for cells in (head, *(map(inline, row) for row in rows)):
        lines.append(" | ".join(cell.replace(HARD_BREAK, " ").replace("|", r"\|") for cell in cells))
    lines.insert(1, " | ".join(rules))
    return "\n".join(f"| {line} |" for line in lines)


def inline(spans_of: Text) -> str:
    """Return a text with its looks as marks; a new line in it stays one."""
    markdown, before = "", " "
    looks_of = attrgetter("href", "is_strong", "is_emphasised", "is_raised")
    spans = [Span(words(tuple(same)), *looks) for looks, same in groupby(text(*spans_of), looks_of)]
    for index, span in enumerate(spans):
        after = words(tuple(spans[index + 1 :]))[:1] or " "
        if span.href and markdown.endswith("!"):
            markdown = f"{markdown[:-1]}\\!"  # it would be a picture
        if span.href and span.text.strip():
            start, inner, end = _around(span.text, str.isspace)
            address = iri_to_uri(span.href).translate(UNQUOTED)
            markdown += f"{start}[{_marked(replace(span, text=inner), '[', ']')}](<{address}>){end}"
        else:
            # Nobody could tell the marks of two apart that touch.
            markdown += _marked(span, before, after) if not markdown.endswith("*") else _escaped(span.text)
        before = span.text[-1]
    return HARD_BREAK.join(OPENING.sub(r"\1\\", line.strip()) for line in markdown.split("\n"))


def _marked(span: Span, before: str, after: str) -> str:
    """Return words between marks: where letters stand close, signs at their ends stay without."""
    marks = "*" * (span.is_emphasised + 2 * span.is_strong)
    if span.is_raised:
        return _escaped(in_script(span.text) or span.text)
    start, inner, end = _around(span.text, lambda letter: not letter.isalnum()) if marks else ("", span.text, "")
    if inner and _parts(before):
        inner, start = f"{start.lstrip()}{inner}", start[: len(start) - len(start.lstrip())]
    if inner and _parts(after):
        inner, end = f"{inner}{end.rstrip()}", end[len(end.rstrip()) :]
    return f"{_escaped(start)}{marks}{_escaped(inner)}{marks}{_escaped(end)}" if inner else _escaped(start)


def _parts(letter: str) -> bool:
    """Tell whether marks beside a letter may stand beside another sign too."""
    return letter.isspace() or letter in punctuation or unicodedata.category(letter).startswith("P")


def _around(words: str, is_outside: Callable[[str], bool]) -> tuple[str, str, str]:
    """Return what stands at the start, within and at the end of words."""
    inside = [index for index, letter in enumerate(words) if not is_outside(letter)]
    first, last = (inside[0], inside[-1] + 1) if inside else (len(words), len(words))
    return words[:first], words[first:last], words[last:]


def _escaped(words: str) -> str:
    return SIGN.sub(r"\\\g<0>", words)
