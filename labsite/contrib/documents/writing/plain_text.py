"""Lists of references as plain text, for forms that take nothing else."""

from labsite.contrib.documents.parts import Document, Entries, Paragraph, words


def write(document: Document) -> bytes:
    """Return the document as a file."""
    paragraphs = [document.title, document.subtitle]
    for section in document.sections:
        paragraphs += [section.heading, words(section.note)]
        for block in section.blocks:
            match block:
                case Paragraph():
                    paragraphs.append(words(block.text))
                case Entries():
                    paragraphs.append("\n".join(f"{row.label} {words(row.lines[0])}" for row in block.rows))
    return ("\n\n".join(filter(None, paragraphs)) + "\n").encode()
