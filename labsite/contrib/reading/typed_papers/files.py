"""Typed lists in files: plain text, Markdown, web pages and Word documents, as lines for the reader of lists."""

import html
import re
import zipfile
from collections.abc import Iterator
from io import BytesIO

import docx
from docx.oxml.exceptions import InvalidXmlError
from docx.table import Table
from docx.text.hyperlink import Hyperlink
from docx.text.paragraph import Paragraph
from justhtml import JustHTML
from lxml.etree import XMLSyntaxError

from publications.citations.entry import Entry
from publications.citations.record import Unreadable
from publications.formats.detection import decode

from .lists import typed_entries

PAGE = re.compile(r"\s*<(?:!doctype|html|head|body|ul|ol|li|p|div|table)\b", re.IGNORECASE)
ESCAPED = re.compile(r"\\([^\w\s])")
UNREADABLE = (Unreadable, zipfile.BadZipFile, KeyError, ValueError, XMLSyntaxError, InvalidXmlError)
MAX_UNPACKED = 50_000_000  # bytes of a document
TOO_LARGE = "unpacked, it is larger than 50 MB"


def entries_in_file(source: bytes | str, name: str) -> list[Entry]:
    """Return the entries of a typed list in a file or a text; none of anything else."""
    try:
        if isinstance(source, bytes) and source.startswith(b"PK"):
            return typed_entries("\n".join(lines_of_word(source)))
        text = decode(source) if isinstance(source, bytes) else source
    except UNREADABLE:
        return []
    return typed_entries(lines_of_page(text) if PAGE.match(text) else text)


def lines_of_page(page: str) -> str:
    """Return a web page as lines of Markdown."""
    page = re.sub(r"<(/?)(?:table|tbody|thead|tr)\b[^<>]*>", r"<\1div>", page, flags=re.IGNORECASE)
    document = JustHTML(re.sub(r"</?(?:t[dh]|font|center)\b[^<>]*>", " ", page, flags=re.IGNORECASE), sanitize=False)
    for node in document.query("nav, header, footer, form, script, style, noscript, svg, button"):
        if node.parent:
            node.parent.remove_child(node)
    return html.unescape(ESCAPED.sub(r"\1", re.sub(r"<br */?>", "\n", document.to_markdown())))


def blocks_of_word(document: bytes) -> Iterator[Paragraph | Table]:
    """Return the paragraphs and tables of a Word document, in their order. Raises one of UNREADABLE."""
    with zipfile.ZipFile(BytesIO(document)) as archive:
        if sum(each.file_size for each in archive.infolist()) > MAX_UNPACKED:
            raise Unreadable(TOO_LARGE)
    return docx.Document(BytesIO(document)).iter_inner_content()


def lines_of_word(document: bytes) -> Iterator[str]:
    """Yield the paragraphs and the rows of tables of a Word document, in their order, with links as in Markdown.

    Raises one of UNREADABLE.
    """
    for block in blocks_of_word(document):
        if isinstance(block, Table):
            yield from (". ".join(dict.fromkeys(cell.text.strip() for cell in row.cells)) for row in block.rows)
        else:
            properties = block._p.pPr
            is_listed = properties is not None and properties.numPr is not None
            is_heading = block.style is not None and str(block.style.name).startswith("Heading")
            linked = (
                f"[{part.text}]({part.address})" if isinstance(part, Hyperlink) and part.address else part.text
                for part in block.iter_inner_content()
            )
            yield ("- " if is_listed else "# " if is_heading and block.text.strip() else "") + "".join(linked)
