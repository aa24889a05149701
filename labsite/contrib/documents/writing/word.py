"""Documents as Word files (ECMA-376), to be edited on and pasted into other templates: all looks are styles.

A Word file is a folder of XML in an archive: word_file/ beside this is that folder, each file of it a
template. A document gives the same bytes each time.
"""

from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.template import Context, Engine, Library
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from labsite.contrib.documents.parts import (
    Chart,
    Document,
    DocumentTable,
    Entries,
    Span,
    Text,
    columns_of,
    read_through,
    text,
)

FOLDER = Path(__file__).parent / "word_file"
NAMES = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.*") if path.is_file())
LINKS = "word/_rels/document.xml.rels"  # is written last, with all that the others lead to
FIRST_NUMBERING = 3  # behind those that the styles of lists have
TEXT_WIDTH = 9412  # twentieths of a point, on A4
MAX_PROPERTY_LENGTH = 255  # characters
MAX_NUMBER_LENGTH = 6  # of a paper, with its brackets
# Looks that stand beside the one style of characters that a run has.
BESIDE = {
    "Strong": "<w:b/>",
    "Emphasis": "<w:i/>",
    "Hyperlink": '<w:u w:val="single" w:color="BDB6A6"/>',
    "Mark": '<w:vertAlign w:val="superscript"/>',
}

register = Library()
register.filter(columns_of)
engine = Engine(dirs=[str(FOLDER)], builtins=[__name__])


def write(document: Document) -> bytes:
    """Return the document as a file."""
    numbers = count(FIRST_NUMBERING)
    latin = "en-US" if document.language == "en-us" else "en-GB"  # others are Chinese in every document
    properties = {"title": document.title, "author": document.author, "about": document.about}
    properties |= {"keywords": ", ".join(document.keywords)}
    context = {
        "document": document,
        "properties": {name: value[:MAX_PROPERTY_LENGTH] for name, value in properties.items()},
        "blocks": [
            (block, next(numbers) if getattr(block, "is_numbered", False) else 0)
            for block in read_through(document.sections)
        ],
        "links": {},  # the keys of addresses
        "latin": latin,
        "language": "zh-CN" if document.language == "zh-hans" else latin,
    }
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        for name in sorted(NAMES, key=LINKS.__eq__):
            xml = engine.get_template(name).render(Context(context))
            archive.writestr(ZipInfo(name), xml, ZIP_DEFLATED)  # without the time at which it was made
    return file.getvalue()


@register.simple_tag(takes_context=True)
def runs(context: Context, words: str | Text, style: str = "") -> SafeString:
    """Return a text as runs, those that lead somewhere as links."""
    links, pieces = context["links"], []
    for span in text(words):
        run = _run(span, style)
        if span.href:
            key = links.setdefault(span.href, f"link{len(links)}")
            run = f'<w:hyperlink r:id="{key}" w:history="1">{run}</w:hyperlink>'
        pieces.append(run)
    return mark_safe("".join(pieces))


def _run(span: Span, style: str) -> str:
    """Return a span's words with their looks; the ends of lines and tabs are elements."""
    named = {
        style: bool(style) and not span.is_strong,
        "Hyperlink": bool(span.href) and style != "EntryTitle",
        "Mark": span.is_raised,
        "Strong": span.is_strong,
        "Emphasis": span.is_emphasised,
    }
    first, *others = [name for name, holds in named.items() if holds] or [""]
    looks = f'<w:rStyle w:val="{first}"/>' if first else ""
    looks += "".join(look for name, look in BESIDE.items() if name in others)
    tabbed = (line.split("\t") for line in span.text.splitlines() or [""])
    lines = ("<w:tab/>".join(f'<w:t xml:space="preserve">{escape(part)}</w:t>' for part in line) for line in tabbed)
    return f"<w:r>{f'<w:rPr>{looks}</w:rPr>' if looks else ''}{'<w:br/>'.join(lines)}</w:r>"


@register.filter
def entry_style(block: Entries) -> str:
    """Return the style of the paragraphs that entries are: a label, a tab, and lines at the style's hanging indent.

    Numbers as [J3] have a narrow column, and all dates one of the same width. A table without borders would look the
    same, but screen readers announce its cells, other templates give it borders, and an entry couldn't be moved,
    sorted or copied as a whole.
    """
    labels = [row.label for row in block.rows if row.label]
    is_numbered = all(label.startswith("[") and len(label) <= MAX_NUMBER_LENGTH for label in labels)
    return "EntryShortLabel" if labels and is_numbered else "EntryLongLabel" if labels else "Entry"


@register.filter
def laid_out(block: DocumentTable | Chart) -> dict[str, Any]:
    """Return the widths of a table's columns, and of each row the cells with their style, width and columns.

    The last cell of a row takes the columns that are left.
    """
    if isinstance(block, Chart):
        bars = tuple((text(label), text(str(number))) for label, number in block.bars)
        block = DocumentTable((block.label,), bars, numeric=(1,))
    cells = [tuple(map(text, block.header)), *block.rows]
    shares = [1 if index in block.numeric else 3 for index in range(max(map(len, cells)))]
    widths = [TEXT_WIDTH * share // sum(shares) for share in shares]
    rows = []
    for row in cells:
        spanned = [widths[index : index + 1] for index in range(len(row) - 1)] + [widths[len(row) - 1 :]]
        styles = ["TableNumber" if index in block.numeric else "TableText" for index in range(len(row))]
        rows.append([(*cell, sum(each), len(each)) for *cell, each in zip(row, styles, spanned, strict=True)])
    return {"widths": widths, "rows": rows}
