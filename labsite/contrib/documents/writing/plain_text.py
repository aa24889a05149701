"""Documents as plain text, for forms that take nothing else."""

from collections.abc import Iterator

from labsite.contrib.documents.parts import (
    Block,
    Bullets,
    Chart,
    Document,
    DocumentSection,
    DocumentTable,
    Entries,
    Paragraph,
    words,
)


def write(document: Document) -> bytes:
    """Return the document as a file."""
    title = " ".join(filter(None, [document.title, document.native_title]))
    paragraphs = [title, document.subtitle, "\n".join(map(words, document.lines))]
    for section in document.sections:
        paragraphs += _section(section)
    return ("\n\n".join(filter(None, paragraphs)) + "\n").encode()


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
            for number, item in enumerate(block.items, start=1):
                yield f"{f'{number}.' if block.is_numbered else '-'} {words(item)}"
        case Entries():
            for row in block.rows:
                yield " ".join(filter(None, [row.label, *map(words, row.lines[:1])]))
                yield from (f"  {words(line)}" for line in row.lines[1:])
                yield from (f"  - {words(point)}" for point in row.points)
        case DocumentTable():
            yield block.caption
            for cells in (block.header, *(map(words, row) for row in block.rows)):
                yield "\t".join(cells)
        case Chart():
            yield block.label
            for label, number in block.bars:
                yield f"{label}\t{number}"
