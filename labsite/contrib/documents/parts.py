"""What a document consists of: plain data between what makes documents and what writes them in a format.

Whoever makes a document says nothing of fonts, files or markup; whoever writes one asks no database. All of it turns
into JSON and back, as a version that is kept needs it and as a lab's own template of Typst reads it.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace
from itertools import groupby
from typing import Any

LINK = re.compile(r"https?://|mailto:|tel:", re.IGNORECASE)
# What XML, HTML or YAML can't hold, and so neither Word nor a page: controls, surrogates, and what no letter is.
NO_LETTERS = "".join(chr(plane << 16 | end) for plane in range(17) for end in (0xFFFE, 0xFFFF))
UNPRINTABLE = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef{NO_LETTERS}]")
# How the HTML of Markdown texts looks, and what of it is left out.
HEADING_TAGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
PARAGRAPH_TAGS = HEADING_TAGS | {"p", "blockquote", "dt", "dd"}
LOOKS = {"is_strong": HEADING_TAGS | {"b", "strong"}, "is_emphasised": {"i", "em", "cite"}, "is_raised": {"sup"}}
LEFT_OUT = {"footnote-ref", "footnotes"}  # classes
SPACES = re.compile(r"\s+")
CJK = re.compile("[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\ufe30-\uffef\U00020000-\U0003ffff]")
NARROW = {"，": ", ", "、": ", ", "；": "; ", "：": ": ", "（": " (", "）": ")"}  # what stands behind other letters


@dataclass(frozen=True)
class Span:
    """Words that look alike; ``href`` is the whole address that they lead to, empty for anything else."""

    text: str
    href: str = ""
    is_strong: bool = False
    is_emphasised: bool = False
    is_raised: bool = False  # as marks behind a name are

    def __post_init__(self) -> None:
        if self.href and not LINK.match(self.href):
            object.__setattr__(self, "href", "")


Text = tuple[Span, ...]


def text(*parts: "str | Span | Text") -> Text:
    """Return words, spans and texts as one text, without what is empty."""
    spans: list[Span] = []
    for part in parts:
        spans += (Span(part),) if isinstance(part, str) else (part,) if isinstance(part, Span) else part
    return tuple(span for span in spans if span.text)


def joined(parts: Iterable[Text], between: str = ", ") -> Text:
    """Return the texts that say something as one, with words between them."""
    together: Text = ()
    for part in parts:
        if part:
            together = text(together, punctuated(between, together), part) if together else part
    return together


def filled(words: str, **places: "str | Span | Text") -> Text:
    """Return words of which each place, such as ``%(names)s``, is filled with a text."""
    content: Text = ()
    for number, piece in enumerate(re.split(r"%\((\w+)\)s", words)):
        content = text(content, places[piece] if number % 2 else punctuated(piece, content))
    return content


def punctuated(piece: str, before: Text) -> str:
    """Return words of the site that follow others, with full-width punctuation only behind Chinese letters.

    A bracket is closed as it was opened.
    """
    done = words(before)
    start = len(done)
    for sign in piece:
        is_narrow = done.count("(") > done.count(")") if sign == "）" else done and not CJK.match(done[-1])
        done += NARROW.get(sign, sign) if is_narrow else sign
    return done[start:]


def words(of: Text) -> str:
    """Return a text without its looks."""
    return "".join(span.text for span in of)


def columns_of(words: str) -> int:
    """Return how wide words are in letters: those of Chinese count twice."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in words)


@dataclass(frozen=True)
class Paragraph:
    kind: str = field(default="paragraph", init=False)
    text: Text


@dataclass(frozen=True)
class Bullets:
    """A list in which the order says nothing, unless it is numbered."""

    kind: str = field(default="bullets", init=False)
    items: tuple[Text, ...]
    is_numbered: bool = False


@dataclass(frozen=True)
class DocumentEntry:
    """One thing of a list: its label stands in a column of its own, as a year or [J3] does; the first line is what
    it is, the others what else is said of it; ``points`` are a list under them, as of what a position was about.
    """

    label: str
    lines: tuple[Text, ...]
    points: tuple[Text, ...] = ()


@dataclass(frozen=True)
class Entries:
    """Things with labels, in the order to read them in."""

    kind: str = field(default="entries", init=False)
    rows: tuple[DocumentEntry, ...]
    is_unparted: bool = False  # by the end of a page


@dataclass(frozen=True)
class DocumentTable:
    """Rows of cells under a header; ``numeric`` are the places of the columns of numbers."""

    kind: str = field(default="table", init=False)
    header: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]
    numeric: tuple[int, ...] = ()


@dataclass(frozen=True)
class Chart:
    """Numbers by year or by what they are of, as bars; where bars can't be drawn it is a table."""

    kind: str = field(default="chart", init=False)
    label: str
    bars: tuple[tuple[str, int], ...]


Block = Paragraph | Bullets | Entries | DocumentTable | Chart


@dataclass(frozen=True)
class DocumentSection:
    """A part with a heading; ``name`` is the same in every language. ``parts`` are those under headings of their own.

    ``note`` stands under the heading, as the legend of marks does.
    """

    name: str
    heading: str
    blocks: tuple[Block, ...] = ()
    parts: "tuple[DocumentSection, ...]" = ()
    note: Text = ()

    def __bool__(self) -> bool:
        return bool(self.blocks or self.parts)


@dataclass(frozen=True)
class SectionHeading:
    """Where a section begins: its heading, on a level from 1, and the note under it."""

    kind: str = field(default="heading", init=False)
    level: int
    text: str
    note: Text


@dataclass(frozen=True)
class Document:
    """A whole document. ``lines`` stand under its title, such as a person's position and addresses.

    ``language`` is a code such as ``en`` or ``zh-hans``; ``about`` is a sentence for whoever lists files, ``date`` the
    day that it says the facts of, as YYYY-MM-DD; ``running_title`` stands on the pages behind the first.
    """

    title: str
    language: str
    date: str
    subtitle: str = ""
    native_title: str = ""
    lines: tuple[Text, ...] = ()
    sections: tuple[DocumentSection, ...] = ()
    author: str = ""
    about: str = ""
    running_title: str = ""
    keywords: tuple[str, ...] = ()


def read_through(sections: Iterable[DocumentSection], level: int = 1) -> Iterator[SectionHeading | Block]:
    """Yield the headings and blocks of sections in the order in which they are read."""
    for section in sections:
        yield SectionHeading(level, section.heading, section.note)
        yield from section.blocks
        yield from read_through(section.parts, level + 1)


def mapped(part: Any, change: Callable[[str], str]) -> Any:
    """Return a document, or a part of one, with each text changed."""
    if isinstance(part, str):
        return change(part)
    if isinstance(part, tuple):
        return tuple(mapped(each, change) for each in part)
    if is_dataclass(part) and not isinstance(part, type):
        names = [field.name for field in fields(part) if field.init]
        return replace(part, **{name: mapped(getattr(part, name), change) for name in names})
    return part


def stated(value: Any, required: Collection[str] = ()) -> Any:
    """Return what is going to be JSON or YAML without what says nothing, but for the fields that a format requires."""
    if isinstance(value, dict):
        inner = {name: stated(each, required) for name, each in value.items()}
        return {name: each for name, each in inner.items() if each or name in required}
    return [each for row in value if (each := stated(row, required))] if isinstance(value, list) else value


def printable(part: Any) -> Any:
    """Return a document, or a part of one, without characters that no file can hold."""
    return mapped(part, lambda text: UNPRINTABLE.sub("", text))


BLOCKS = {block.kind: block for block in (Paragraph, Bullets, Entries, DocumentTable, Chart)}


def from_data(data: dict[str, Any]) -> Document:
    """Return the document of which asdict() made JSON, in which each block says by ``kind`` which it is."""
    return Document(**{name: _part(value) for name, value in data.items()})


def _part(value: Any) -> Any:
    """Return a part of a document that was JSON: the fields of each say what it is."""
    if isinstance(value, list):
        return tuple(map(_part, value))
    if not isinstance(value, dict):
        return value
    values = {name: _part(each) for name, each in value.items()}
    if "kind" in values:
        values.pop("caption", None)  # of tables that were kept when they could have one
        return BLOCKS[values.pop("kind")](**values)
    return (Span if "text" in values else DocumentSection if "heading" in values else DocumentEntry)(**values)


def blocks_of(html: str, site: str = "") -> tuple[Block, ...]:
    """Return the paragraphs, lists and tables of a Markdown text's HTML; ``site`` completes addresses within the site.

    Formulas and pictures are said in words, footnotes are left out.
    """
    from lxml.html import fragment_fromstring  # 7 MB that only documents need

    return tuple(_blocks(fragment_fromstring(html, create_parent=True), site.rstrip("/"), Span(""))) if html else ()


def _blocks(element: Any, site: str, look: Span) -> Iterator[Block]:
    """Yield the blocks in an element whose words look like ``look``; what stands between others is a paragraph."""
    for are_words, pieces in groupby(_pieces(element, site, look), lambda piece: isinstance(piece, Span)):
        if not are_words:
            yield from pieces
            continue
        content: Text = ()
        for span in pieces:
            line = SPACES.sub(" ", span.text)
            follows_space = not content or content[-1].text.endswith(" ")
            content = text(content, replace(span, text=line.lstrip() if follows_space else line))
        if content := text(*content[:-1], *(replace(last, text=last.text.rstrip()) for last in content[-1:])):
            yield Paragraph(content)


def _pieces(element: Any, site: str, look: Span) -> Iterator[Any]:
    """Yield the words in an element as spans, and the blocks among them."""
    yield replace(look, text=element.text or "")
    for child in element:
        match tag := child.tag:
            case "img" | "br":
                yield replace(look, text=child.get("alt", " "))
            case "math":
                # With it come all formats of citations, which not every start needs.
                from publications.formats.latex import formula_in_letters

                formula = child.get("alttext", "")
                yield replace(look, text=formula_in_letters(formula) or formula)
            case "pre" if child.text_content().strip():
                yield Paragraph(text(replace(look, text=child.text_content().strip())))
            case "ul" | "ol":
                items = [[*_blocks(item, site, look)] for item in child]
                yield from (block for item in items for block in item if isinstance(block, DocumentTable))
                if listed := tuple(filter(None, map(_in_one, items))):
                    yield Bullets(listed, is_numbered=tag == "ol")
            case "table":
                header, *rows = ([_in_one(_blocks(cell, site, look)) for cell in row] for row in child.iter("tr"))
                places = enumerate(cell.get("class") for cell in child.iter("th"))
                numeric = tuple(place for place, name in places if name == "align-right")
                yield DocumentTable(tuple(map(words, header)), tuple(map(tuple, rows)), numeric=numeric)
            case str() if child.get("class") not in LEFT_OUT:  # what has another tag is a comment
                looks: dict[str, Any] = {name: True for name, tags in LOOKS.items() if tag in tags}
                if tag == "a":
                    href = child.get("href", "")
                    looks["href"] = site + href if href.startswith("/") else href
                read = _blocks if tag in PARAGRAPH_TAGS else _pieces
                yield from read(child, site, replace(look, **looks))
        yield replace(look, text=child.tail or "")


def _in_one(blocks: Iterable[Block]) -> Text:
    """Return the blocks of an item or a cell as words in a line, as documents have lists of one level."""
    line: Text = ()
    for block in blocks:
        match block:
            case Paragraph():
                line = joined((line, block.text), " ")
            case Bullets():
                line = joined((line, joined(block.items, "; ")), ": ")
    return line
