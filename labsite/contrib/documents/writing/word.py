"""Documents as Word files (ECMA-376), to be edited on and pasted into other templates: all looks are styles.

The styles are those of word_styles.xml beside this, in the place of the ones that python-docx brings. A document gives
the same bytes each time.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import docx
from django.utils.encoding import iri_to_uri
from docx.document import Document as File
from docx.opc.constants import RELATIONSHIP_TYPE as RELATED
from docx.oxml import parse_xml
from docx.oxml.ns import nsmap, qn
from docx.section import _BaseHeaderFooter as Margin
from docx.shared import Cm
from lxml.builder import ElementMaker

from labsite.contrib.documents.parts import (
    Block,
    Bullets,
    Chart,
    Document,
    DocumentEntry,
    DocumentTable,
    Entries,
    Paragraph,
    SectionHeading,
    Span,
    Text,
    columns_of,
    read_through,
    text,
)

W = ElementMaker(namespace=nsmap["w"], nsmap={"w": nsmap["w"], "r": nsmap["r"]})
HERE = Path(__file__).parent
KEPT = (RELATED.STYLES, RELATED.NUMBERING, RELATED.SETTINGS)
LANGUAGES = {"zh-hans": "zh-CN", "en-us": "en-US"}  # as Word calls them; any other is British English
NUMBERED = 1  # the abstract list of word_numbering.xml
HEADINGS = 3  # that have a style
TEXT_WIDTH = 9412  # twentieths of a point, on A4
MAX_PROPERTY_LENGTH = 255  # characters
MAX_NUMBER_LENGTH = 6  # of a paper, with its brackets
LONG_LABEL = 20  # characters that the column of dates holds; those of Chinese count twice
PAGE = (Cm(21), Cm(29.7), Cm(2.2))


def write(document: Document) -> bytes:
    """Return the document as a file."""
    file = _empty_file(document)
    body = _Writer(file)
    body.write(document)
    saved, undated = BytesIO(), BytesIO()
    file.save(saved)
    with ZipFile(saved) as dated, ZipFile(undated, "w", ZIP_DEFLATED) as archive:
        for name in dated.namelist():
            archive.writestr(ZipInfo(name), dated.read(name), ZIP_DEFLATED)  # without the time at which it was made
    return undated.getvalue()


def _empty_file(document: Document) -> File:
    """Return a file with the house's styles, paper, margins and properties."""
    file = docx.Document()
    for part in (file.part, file.part.package):
        for key, relation in list(part.rels.items()):
            if relation.reltype not in (*KEPT, RELATED.OFFICE_DOCUMENT, RELATED.CORE_PROPERTIES):
                del part.rels[key]
    for reltype, name in zip(KEPT, ("styles", "numbering", "settings"), strict=True):
        part = file.part.part_related_by(reltype)
        setattr(part, "_element", parse_xml((HERE / f"word_{name}.xml").read_bytes()))  # noqa: B010 (it isn't typed)
    language = LANGUAGES.get(document.language, "en-GB")
    if language != "zh-CN":  # what Latin letters are in; others are Chinese in every document
        for element in (*file.styles.element.iter(qn("w:lang")), *file.settings.element.iter(qn("w:themeFontLang"))):
            element.set(qn("w:val"), language)
    properties, day = file.core_properties, datetime.fromisoformat(document.date)
    properties.language = language
    names = {"title": document.title, "author": document.author, "last_modified_by": document.author}
    names |= {"subject": document.about, "comments": "", "keywords": ", ".join(document.keywords)}
    for name, value in names.items():
        setattr(properties, name, value[:MAX_PROPERTY_LENGTH])
    properties.created = properties.modified = day
    properties.revision = 1
    section = file.sections[0]
    section.page_width, section.page_height, margin = PAGE
    section.left_margin = section.right_margin = section.top_margin = section.bottom_margin = margin
    section.header_distance = section.footer_distance = Cm(1.1)
    section.different_first_page_header_footer = True
    _put(section.header, "Header", *map(_run, text(document.running_title)))
    for footer in (section.footer, section.first_page_footer):
        _put(footer, "Footer", _field("PAGE"), _run(Span(" / ")), _field("NUMPAGES"))
    return file


def _put(margin: Margin, style: str, *content: Any) -> None:
    """Put a line into the head or the foot of pages."""
    old = margin.paragraphs[0]._element
    old.getparent().replace(old, _paragraph(style, *content))


def _field(name: str) -> Any:
    return W.fldSimple({qn("w:instr"): name}, _run(Span("1")))


def _style(of: str, name: str) -> Any:
    return W(of, {qn("w:val"): name})


def _paragraph(style: str, *content: Any) -> Any:
    return W.p(W.pPr(_style("pStyle", style)), *content)


def _run(span: Span, style: str = "") -> Any:
    """Return a span's words with their looks: a run has one style of characters, the others stand beside it."""
    named = {
        style: bool(style) and not span.is_strong,
        "Hyperlink": bool(span.href) and style != "EntryTitle",
        "Mark": span.is_raised,
        "Strong": span.is_strong,
        "Emphasis": span.is_emphasised,
    }
    first, *others = [name for name, holds in named.items() if holds] or [""]
    underline = W.u({qn("w:val"): "single", qn("w:color"): "BDB6A6"})
    beside = {"Strong": W.b(), "Emphasis": W.i(), "Hyperlink": underline, "Mark": _style("vertAlign", "superscript")}
    looks = [_style("rStyle", first)] if first else []
    looks += [element for name, element in beside.items() if name in others]
    return W.r(*([W.rPr(*looks)] if looks else []), *_letters(span.text))


def _letters(words: str) -> Iterable[Any]:
    """Yield words as runs hold them: the ends of lines and tabs are elements."""
    for index, line in enumerate(words.splitlines() or [""]):
        if index:
            yield W.br()
        for column, part in enumerate(line.split("\t")):
            if column:
                yield W.tab()
            yield W.t(part, {qn("xml:space"): "preserve"})


class _Writer:
    """Appends what a document says to a file."""

    def __init__(self, file: File) -> None:
        self.file = file
        self.end = file.element.body.sectPr
        self.links: dict[str, str] = {}  # keys of addresses; python-docx would look through all of them for each

    def write(self, document: Document) -> None:
        native = Span(document.native_title)
        name = [
            *map(_run, text(document.title)),
            *([_run(Span(" ")), _run(native, "NativeTitle")] if native.text else []),
        ]
        self.add(_paragraph("Title", *name))
        if document.subtitle:
            self.add(_paragraph("Subtitle", *map(_run, text(document.subtitle))))
        for line in document.lines:
            self.add(_paragraph("Contact", *self.inline(line)))
        for block in read_through(document.sections):
            self.block(block)

    def add(self, element: Any) -> None:
        self.end.addprevious(element)

    def block(self, block: SectionHeading | Block) -> None:
        match block:
            case SectionHeading():
                self.add(_paragraph(f"Heading{min(block.level, HEADINGS)}", *map(_run, text(block.text))))
                if block.note:
                    self.add(_paragraph("Note", *self.inline(block.note)))
            case Paragraph():
                self.add(_paragraph("Normal", *self.inline(block.text)))
            case Bullets():
                self.bullets(block)
            case Entries():
                self.entries(block)
            case DocumentTable():
                self.table(block)
            case Chart():
                rows = tuple((text(label), text(str(number))) for label, number in block.bars)
                self.table(DocumentTable((block.label,), rows, numeric=(1,)))

    def inline(self, words: Text, style: str = "") -> list[Any]:
        """Return a text as runs, those that lead somewhere as links."""
        return [self.link(span, style) if span.href else _run(span, style) for span in words]

    def link(self, span: Span, style: str) -> Any:
        if span.href not in self.links:
            self.links[span.href] = key = f"link{len(self.links)}"
            self.file.part.load_rel(RELATED.HYPERLINK, iri_to_uri(span.href), key, is_external=True)
        return W.hyperlink({qn("r:id"): self.links[span.href], qn("w:history"): "1"}, _run(span, style))

    def bullets(self, block: Bullets) -> None:
        number = self.numbering() if block.is_numbered else ""
        for item in block.items:
            paragraph = _paragraph("ListNumber" if number else "ListBullet", *self.inline(item))
            if number:
                paragraph[0].append(W.numPr(_style("ilvl", "0"), _style("numId", number)))
            self.add(paragraph)

    def numbering(self) -> str:
        """Return the name of a numbering that begins at 1: Word would go on counting from list to list."""
        number = self.file.part.numbering_part.element.add_num(NUMBERED)
        number.add_lvlOverride(ilvl=0).add_startOverride(1)
        return str(number.numId)

    def entries(self, block: Entries) -> None:
        # Numbers as [J3] have a narrow column, and all dates one of the same width.
        labels = [row.label for row in block.rows if row.label]
        is_numbered = all(label.startswith("[") and len(label) <= MAX_NUMBER_LENGTH for label in labels)
        style = "EntryShortLabel" if labels and is_numbered else "EntryLongLabel" if labels else "Entry"
        for row in block.rows:
            paragraph = _paragraph(style, *self.entry(row, style))
            if row.points or (block.is_unparted and row is not block.rows[-1]):
                paragraph[0].append(W.keepNext())
            self.add(paragraph)
            for point in row.points:
                self.add(_paragraph("ListBullet" if style == "Entry" else "ListBullet2", *self.inline(point)))

    def entry(self, row: DocumentEntry, style: str) -> list[Any]:
        """Return an entry as one paragraph: a label, a tab, and its lines at the style's hanging indent.

        A table without borders would look the same, but screen readers announce its cells, other templates give it
        borders, and an entry couldn't be moved, sorted or copied as a whole.
        """
        runs = [_run(Span(row.label), "EntryLabel")] if row.label else []
        if style != "Entry":
            runs.append(W.r(W.tab() if columns_of(row.label) <= LONG_LABEL else W.br()))
        for index, line in enumerate(row.lines):
            runs += [W.r(W.br())] * bool(index) + self.inline(line, "EntryDetail" if index else "EntryTitle")
        return runs

    def table(self, table: DocumentTable) -> None:
        columns = max(map(len, (table.header, *table.rows)))
        shares = [1 if index in table.numeric else 3 for index in range(columns)]
        widths = [TEXT_WIDTH * share // sum(shares) for share in shares]
        header = W.tr(W.trPr(W.cantSplit(), W.tblHeader()), *self.cells(table, tuple(map(text, table.header)), widths))
        rows = [W.tr(W.trPr(W.cantSplit()), *self.cells(table, row, widths)) for row in table.rows]
        look = W.tblLook({qn("w:val"): "0620", qn("w:firstRow"): "1", qn("w:noHBand"): "1", qn("w:noVBand"): "1"})
        width = W.tblW({qn("w:w"): "5000", qn("w:type"): "pct"})
        grid = W.tblGrid(*(W.gridCol({qn("w:w"): str(each)}) for each in widths))
        self.add(W.tbl(W.tblPr(_style("tblStyle", "HouseTable"), width, look), grid, header, *rows))
        self.add(_paragraph("TableEnd"))  # two tables would become one without it

    def cells(self, table: DocumentTable, cells: Sequence[Text], widths: Sequence[int]) -> Iterable[Any]:
        """Yield the cells of a row; the last one takes the columns that are left."""
        for index, cell in enumerate(cells):
            is_last = index == len(cells) - 1
            spanned = widths[index:] if is_last else widths[index : index + 1]
            looks = [W.tcW({qn("w:w"): str(sum(spanned)), qn("w:type"): "dxa"})]
            looks += [_style("gridSpan", str(len(spanned)))] if len(spanned) > 1 else []
            style = "TableNumber" if index in table.numeric else "TableText"
            yield W.tc(W.tcPr(*looks), _paragraph(style, *self.inline(cell)))
