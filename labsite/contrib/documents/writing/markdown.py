"""Documents as Markdown (https://spec.commonmark.org/) with the tables of GitHub's, readable as it stands, and lists
of references as plain text. Both are templates beside this.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from string import punctuation

from django.template import Context, Engine, Library
from django.utils.encoding import iri_to_uri

from labsite.contrib.documents.parts import (
    Bullets,
    Document,
    DocumentEntry,
    Entries,
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

register = Library()
register.filter(words)
engine = Engine(dirs=[str(Path(__file__).parent)], builtins=[__name__], autoescape=False)


def write(document: Document) -> bytes:
    """Return the document as a file."""
    blocks, follows_list = [], False
    for block in read_through(document.sections):
        follows_list = isinstance(block, Bullets | Entries) and not follows_list
        blocks.append((block, "-." if follows_list else "*)"))  # lists with the same marks would be one
    title = " ".join(filter(None, [document.title, document.native_title]))
    context = Context({"document": document, "title": title, "blocks": blocks}, autoescape=False)
    return engine.get_template("markdown_document.md").render(context).encode()


def write_plain(document: Document) -> bytes:
    """Return a list of references as a file for forms that take nothing but words."""
    context = Context({"document": document, "blocks": list(read_through(document.sections))}, autoescape=False)
    return engine.get_template("references.txt").render(context).encode()


@register.filter
def heading(words: str, level: int) -> str:
    line = CLOSING.sub(r"\\\g<0>", _escaped(" ".join(words.split())))
    return f"{'#' * min(level + 1, MOST_HEADINGS)} {line}"


@register.filter
def points(block: Bullets | Entries, marks: str) -> Iterator[str]:
    """Yield the points of a list, each behind its mark, and its further lines below the first."""
    rows: tuple[Text | DocumentEntry, ...] = block.items if isinstance(block, Bullets) else block.rows
    for number, row in enumerate(rows, 1):
        mark = f"{number}{marks[1]}" if isinstance(block, Bullets) and block.is_numbered else marks[0]
        lines = _entry(row) if isinstance(row, DocumentEntry) else inline(row)
        yield f"{mark} {lines}".replace("\n", "\n" + " " * (len(mark) + 1)).rstrip()


def _entry(entry: DocumentEntry) -> str:
    label, lines = " ".join(entry.label.split()), LINE_BREAK.join(map(inline, entry.lines))
    heading = label if NUMBER.fullmatch(label) else inline(text(Span(label, is_emphasised=True)))
    points = "".join(f"\n- {inline(point)}".replace("\\\n", "\\\n  ") for point in entry.points)
    return (f"{heading} {lines}" if heading else lines) + points


@register.filter
def cell(content: str | Text) -> str:
    return inline(content).replace(HARD_BREAK, " ").replace("|", r"\|")


@register.filter
def inline(content: str | Text) -> str:
    """Return a text with its looks as marks; a new line in it stays one."""
    markdown, before = "", " "
    looks_of = attrgetter("href", "is_strong", "is_emphasised", "is_raised")
    spans = [Span(words(tuple(same)), *looks) for looks, same in groupby(text(content), looks_of)]
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
