"""Lists of references as plain text, for forms that take nothing else."""

from labsite.contrib.documents.parts import Document, Entries, Paragraph, SectionHeading, read_through, words


def write(document: Document) -> bytes:
    """Return the document as a file."""
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
