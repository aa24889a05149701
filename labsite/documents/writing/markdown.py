"""Documents as Markdown (https://spec.commonmark.org/), readable as it stands."""

from collections.abc import Iterator

from labsite.documents.parts import Block, Bullets, Chart, Document, Entries, Entry, Paragraph, Section, Table, Text
from labsite.texts.plain_text import as_markdown


def write(document: Document) -> bytes:
    """Return the document as a file."""
    return ("\n\n".join(_paragraphs(document)) + "\n").encode()


def _paragraphs(document: Document) -> Iterator[str]:
    yield " ".join(filter(None, [f"# {as_markdown(document.title)}", as_markdown(document.native_title)]))
    if document.subtitle:
        yield as_markdown(document.subtitle)
    if document.lines:
        yield "  \n".join(map(inline, document.lines))
    for section in document.sections:
        yield from _section(section, 2)


def _section(section: Section, level: int) -> Iterator[str]:
    yield f"{'#' * level} {as_markdown(section.heading)}"
    if section.note:
        yield inline(section.note)
    for block in section.blocks:
        yield _block(block)
    for part in section.parts:
        yield from _section(part, level + 1)


def _block(block: Block) -> str:
    match block:
        case Paragraph():
            return inline(block.text)
        case Bullets():
            marks = (f"{place}." if block.is_numbered else "-" for place in range(1, len(block.items) + 1))
            return "\n".join(f"{mark} {inline(item)}" for mark, item in zip(marks, block.items, strict=True))
        case Entries():
            return "\n".join(map(_entry, block.rows))
        case Table():
            return _table(block.header, ([inline(cell).replace("|", r"\|") for cell in row] for row in block.rows))
        case Chart():
            return _table((block.label, ""), ([as_markdown(label), str(number)] for label, number in block.bars))


def _entry(entry: Entry) -> str:
    label = f"**{as_markdown(entry.label)}** " if entry.label else ""
    points = "".join(f"\n  - {inline(point)}" for point in entry.points)
    return f"- {label}" + "  \n  ".join(map(inline, entry.lines)) + points


def _table(header: tuple[str, ...], rows: Iterator[list[str]] | list[list[str]]) -> str:
    lines = [[as_markdown(cell).replace("|", r"\|") for cell in header], ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def inline(text: Text) -> str:
    """Return a text with its looks as marks of Markdown."""
    found = []
    for span in text:
        inner, words = span.text.strip(), span.text
        said = as_markdown(inner)
        if inner and span.is_emphasised:
            said = f"*{said}*"
        if inner and span.is_strong:
            said = f"**{said}**"
        if inner and span.href:
            said = f"[{said}](<{span.href}>)"
        found.append(words.replace(inner, said, 1) if inner else words)
    return "".join(found)
