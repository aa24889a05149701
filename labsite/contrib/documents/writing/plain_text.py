"""Documents as plain text, for forms that take nothing else."""

from collections.abc import Iterator

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
    words,
)


def write(document: Document) -> bytes:
    """Return the document as a file."""
    return ("\n\n".join(filter(None, _paragraphs(document))) + "\n").encode()


def _paragraphs(document: Document) -> Iterator[str]:
    yield " ".join(filter(None, [document.title, document.native_title]))
    yield document.subtitle
    yield "\n".join(map(words, document.lines))
    for section in document.sections:
        yield from _section(section)


def _section(section: DocumentSection) -> Iterator[str]:
    yield section.heading
    yield words(section.note)
    for block in section.blocks:
        yield "\n".join(_lines(block))
    for part in section.parts:
        yield from _section(part)


def _lines(block: Block) -> Iterator[str]:
    match block:
        case Paragraph():
            yield words(block.text)
        case Bullets():
            for place, item in enumerate(block.items, start=1):
                yield f"{f'{place}.' if block.is_numbered else '-'} {words(item)}"
        case Entries():
            for row in block.rows:
                yield from _entry(row)
        case DocumentTable():
            yield block.caption
            for cells in (block.header, *(map(words, row) for row in block.rows)):
                yield "\t".join(cells)
        case Chart():
            yield block.label
            for label, number in block.bars:
                yield f"{label}\t{number}"


def _entry(entry: DocumentEntry) -> Iterator[str]:
    yield " ".join(filter(None, [entry.label, *map(words, entry.lines[:1])]))
    for line in entry.lines[1:]:
        yield f"  {words(line)}"
    for point in entry.points:
        yield f"  - {words(point)}"
