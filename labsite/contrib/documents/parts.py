"""What a document consists of: plain data between what makes documents and what writes them in a format.

Whoever makes a document says nothing of fonts, files or markup; whoever writes one asks no database. All of it turns
into JSON and back, as a version that is kept needs it and as a lab's own template of Typst reads it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from typing import Any, ClassVar

LINK = re.compile(r"https?://|mailto:|tel:", re.IGNORECASE)
# What XML, HTML or YAML can't hold, and so neither Word nor a page: controls, surrogates, and what no letter is.
NO_LETTERS = "".join(chr(plane << 16 | end) for plane in range(17) for end in (0xFFFE, 0xFFFF))
UNPRINTABLE = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef{NO_LETTERS}]")


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
    whole: Text = ()
    for part in parts:
        if part:
            whole = text(whole, between, part) if whole else part
    return whole


def filled(words: str, **places: "str | Span | Text") -> Text:
    """Return words of which each place, such as ``%(names)s``, is filled with a text."""
    pieces = re.split(r"%\((\w+)\)s", words)
    return text(*(places[piece] if number % 2 else piece for number, piece in enumerate(pieces)))


def words(of: Text) -> str:
    """Return a text without its looks."""
    return "".join(span.text for span in of)


@dataclass(frozen=True)
class Paragraph:
    kind: ClassVar = "paragraph"
    text: Text


@dataclass(frozen=True)
class Bullets:
    """A list in which the order says nothing, unless it is numbered."""

    kind: ClassVar = "bullets"
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

    kind: ClassVar = "entries"
    rows: tuple[DocumentEntry, ...]


@dataclass(frozen=True)
class DocumentTable:
    """Rows of cells under a header; ``numeric`` are the places of the columns of numbers."""

    kind: ClassVar = "table"
    header: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]
    caption: str = ""
    numeric: tuple[int, ...] = ()


@dataclass(frozen=True)
class Chart:
    """Numbers by year or by what they are of, as bars; where bars can't be drawn it is a table."""

    kind: ClassVar = "chart"
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

    def texts(self) -> Iterator[str]:
        """Yield every text of it, for whoever looks for a fact or for letters that a font lacks."""
        yield from (self.title, self.native_title, self.subtitle, *map(words, self.lines))
        for section in self.sections:
            yield from _texts(section)


def _texts(section: DocumentSection) -> Iterator[str]:
    yield from (section.heading, words(section.note))
    for block in section.blocks:
        match block:
            case Paragraph():
                yield words(block.text)
            case Bullets():
                yield from map(words, block.items)
            case Entries():
                for row in block.rows:
                    yield from (row.label, *map(words, (*row.lines, *row.points)))
            case DocumentTable():
                yield from (block.caption, *block.header, *(words(cell) for row in block.rows for cell in row))
            case Chart():
                yield from (block.label, *(f"{label} {number}" for label, number in block.bars))
    for part in section.parts:
        yield from _texts(part)


def printable(part: Any) -> Any:
    """Return a document, or a part of one, without characters that no file can hold."""
    if isinstance(part, str):
        return UNPRINTABLE.sub("", part)
    if isinstance(part, tuple):
        return tuple(map(printable, part))
    if is_dataclass(part) and not isinstance(part, type):
        return replace(part, **{field.name: printable(getattr(part, field.name)) for field in fields(part)})
    return part


def as_data(document: Document) -> dict[str, Any]:
    """Return a document as JSON takes it; each block says by ``kind`` which it is."""
    return asdict(document) | {"sections": [_section_data(section) for section in document.sections]}


def _section_data(section: DocumentSection) -> dict[str, Any]:
    return asdict(section) | {
        "blocks": [{"kind": block.kind, **asdict(block)} for block in section.blocks],
        "parts": [_section_data(part) for part in section.parts],
    }


def from_data(data: dict[str, Any]) -> Document:
    """Return the document that as_data() made JSON of."""
    lines, sections = tuple(map(_text, data["lines"])), tuple(map(_section, data["sections"]))
    return Document(**data | {"lines": lines, "sections": sections, "keywords": tuple(data["keywords"])})


def _section(data: dict[str, Any]) -> DocumentSection:
    blocks = tuple(_block(block) for block in data["blocks"])
    return DocumentSection(
        data["name"], data["heading"], blocks, tuple(map(_section, data["parts"])), _text(data["note"])
    )


def _block(data: dict[str, Any]) -> Block:
    match data["kind"]:
        case "paragraph":
            return Paragraph(_text(data["text"]))
        case "bullets":
            return Bullets(tuple(map(_text, data["items"])), data["is_numbered"])
        case "entries":
            return Entries(tuple(map(_entry, data["rows"])))
        case "table":
            rows = tuple(tuple(map(_text, row)) for row in data["rows"])
            return DocumentTable(tuple(data["header"]), rows, data["caption"], tuple(data["numeric"]))
        case "chart":
            return Chart(data["label"], tuple((name, number) for name, number in data["bars"]))
    raise ValueError(f"{data['kind']!r} is no kind of block")


def _entry(data: dict[str, Any]) -> DocumentEntry:
    lines, points = (tuple(map(_text, data.get(name, ()))) for name in ("lines", "points"))
    return DocumentEntry(data["label"], lines, points)


def _text(spans: Iterable[Any]) -> Text:
    return tuple(Span(**span) for span in spans)
