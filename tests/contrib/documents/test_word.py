"""Documents as Word files: what python-docx reads in them again, and what LibreOffice makes of them."""

import shutil
import subprocess
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from zipfile import ZipFile

import docx
import pytest
from docx.oxml.ns import qn
from pypdf import PdfReader

from labsite.contrib.documents.formats import FORMATS
from labsite.contrib.documents.parts import (
    Bullets,
    Document,
    DocumentEntry,
    DocumentSection,
    Entries,
    Paragraph,
    Span,
    text,
)

from .whole import CHINESE, WHOLE, missing

OFFICE, READER = shutil.which("soffice"), shutil.which("pdftotext")


@pytest.fixture(scope="module")
def whole():
    return opened(WHOLE)


def opened(document):
    return docx.Document(BytesIO(FORMATS["docx"].write(document)))


def words_of(file):
    """Return what a file says in its order, tables too."""
    return " ".join(text.text or "" for text in file.element.body.iter(qn("w:t")))


def with_style(file, name):
    return [paragraph.text for paragraph in file.paragraphs if paragraph.style.name == name]


@pytest.mark.parametrize("document", [WHOLE, CHINESE], ids=["English", "Chinese"])
def test_every_text_is_said_in_its_order(document):
    assert missing(document, words_of(opened(document))) == []


def test_headings_have_the_styles_that_templates_have(whole):
    assert with_style(whole, "Title") == ["Zoë Lindqvist 林佐伊"]
    assert with_style(whole, "Subtitle") == ["Doctoral researcher"]
    assert with_style(whole, "Heading 1")[:3] == ["About", "Education", "Publications"]
    assert with_style(whole, "Heading 2") == ["Conference papers", "Journal papers"]
    assert with_style(whole, "Heading 3") == ["Accepted"]


def test_an_entry_is_one_paragraph_with_a_label_and_lines(whole):
    assert with_style(whole, "Entry Long Label")[:3] == [
        "Sept 2021 – present\tPhD in Leisure\nQuokka University",
        "\tWhat has no label",
        "2017–2021\tBSc",
    ]
    assert with_style(whole, "List Bullet 2") == ["[First] of all", "Read naps"]
    assert with_style(whole, "Entry Short Label")[0].startswith("[C1]\tQuokka 1")


def test_lists_are_lists_and_each_numbered_one_begins_at_one(whole):
    assert with_style(whole, "List Bullet") == ["Gives away code", "Helps"]
    assert with_style(whole, "List Number") == ["First", "Second", "First again"]
    numbers = [p._p.pPr.numPr.numId.val for p in whole.paragraphs if p.style.name == "List Number"]
    assert numbers[0] == numbers[1] != numbers[2]
    for number in set(numbers):
        num = whole.part.numbering_part.element.num_having_numId(number)
        assert num.lvlOverride_lst[0].startOverride.val == 1


def test_the_header_of_a_table_repeats_and_numbers_stand_right(whole):
    table = whole.tables[0]
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        ["Course", "Students"],
        ["Naps & rests", "12"],
        ["Sleep | wake", "8"],
    ]
    assert [row._tr.trPr.find(qn("w:tblHeader")) is not None for row in table.rows] == [True, False, False]
    assert table.cell(1, 1).paragraphs[0].style.name == "Table Number"


def test_a_chart_is_a_table_under_its_name(whole):
    assert [[cell.text for cell in row.cells] for row in whole.tables[2].rows] == [
        ["Papers per year", "Papers per year"],  # one cell across both columns
        ["2021", "1"],
        ["2023", "12"],
    ]


def test_links_lead_somewhere():
    said = text("x", Span("here", "https://a.example/é b?c=1&d=2"))
    link = opened(Document("Z", "en", "2024-06-30", lines=(said,))).paragraphs[1].hyperlinks[0]
    assert (link.text, link.address) == ("here", "https://a.example/%C3%A9%20b?c=1&d=2")
    assert link.runs[0].style.name == "Hyperlink"


def test_the_first_line_of_an_entry_is_not_underlined_and_the_others_have_a_style_of_their_own():
    lines = (text(Span("Naps", "https://a.example/")), text("by ", Span("Zoë", is_strong=True)))
    rows = Entries((DocumentEntry("[C1]", lines), DocumentEntry("[C2]", lines)), is_unparted=True)
    section = DocumentSection("papers", "Papers", (rows,))
    first, last = opened(Document("Z", "en", "2024-06-30", sections=(section,))).paragraphs[-2:]
    assert first.hyperlinks[0].runs[0].style.name == "Entry Title"
    assert [run.style.name for run in first.runs if run.text.strip()] == ["Entry Label", "Entry Detail", "Strong"]
    assert (first.paragraph_format.keep_with_next, last.paragraph_format.keep_with_next) == (True, None)


def test_looks_are_styles_of_characters():
    said = text(Span("a", is_strong=True), Span("b", is_emphasised=True), Span("c", is_raised=True))
    both = text(Span("d", is_strong=True, is_emphasised=True))
    runs = opened(Document("Z", "en", "2024-06-30", lines=(said, both))).paragraphs
    assert [run.style.name for run in runs[1].runs] == ["Strong", "Emphasis", "Mark"]
    assert (runs[2].runs[0].style.name, runs[2].runs[0].italic) == ("Strong", True)


def test_a_file_says_whose_it_is_in_which_language_and_of_when():
    said = opened(replace(WHOLE, language="en-us")).core_properties
    assert (said.title, said.author, said.language) == ("Zoë Lindqvist", "Zoë Lindqvist", "en-US")
    assert (said.keywords, said.subject) == ("leisure, naps & rests", "Curriculum vitae of Zoë Lindqvist")
    assert said.created == said.modified == datetime(2024, 6, 30, tzinfo=UTC)
    assert opened(CHINESE).core_properties.language == "zh-CN"


def test_a_property_that_is_too_long_is_cut():
    said = opened(replace(WHOLE, title="a" * 300, keywords=("b" * 200, "c" * 200))).core_properties
    assert (len(said.title), len(said.keywords)) == (255, 255)


def test_styles_name_fonts_and_languages_for_latin_and_chinese_letters(whole):
    looks = whole.styles.element.find(f".//{qn('w:rPrDefault')}/{qn('w:rPr')}")
    assert looks.find(qn("w:rFonts")).get(qn("w:eastAsia")) == "SimSun"
    language = looks.find(qn("w:lang"))
    assert (language.get(qn("w:val")), language.get(qn("w:eastAsia"))) == ("en-GB", "zh-CN")


def test_pages_are_numbered_and_later_ones_bear_the_running_title(whole):
    section = whole.sections[0]
    assert section.header.paragraphs[0].text == "Zoë Lindqvist, CV"
    assert section.first_page_header.is_linked_to_previous
    for footer in (section.footer, section.first_page_footer):
        assert [field.get(qn("w:instr")) for field in footer._element.iter(qn("w:fldSimple"))] == ["PAGE", "NUMPAGES"]


def test_the_same_document_gives_the_same_bytes():
    first, second = FORMATS["docx"].write(WHOLE), FORMATS["docx"].write(WHOLE)
    assert first == second
    assert {part.date_time for part in ZipFile(BytesIO(first)).infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_what_xml_cannot_hold_is_left_out_and_lines_stay():
    document = Document(
        "a\x00b\x0bc\ud800d\ufffe",
        "en",
        "2024-06-30",
        sections=(DocumentSection("s", "S", (Paragraph(text("one\n\ttwo")),)),),
    )
    file = opened(document)
    assert (file.paragraphs[0].text, file.paragraphs[2].text) == ("abcd", "one\n\ttwo")


def test_what_is_empty_breaks_nothing():
    blocks = (Entries((DocumentEntry("", ()),)), Entries(()), Bullets(()), Paragraph(()))
    assert with_style(
        opened(Document("", "en", "2024-06-30", sections=(DocumentSection("s", "", blocks),))), "Entry"
    ) == [""]


@pytest.mark.once
@pytest.mark.skipif(
    not (OFFICE and READER), reason="needs LibreOffice and poppler: no soffice or pdftotext on the PATH"
)
def test_libreoffice_prints_every_text_in_order_with_headings_as_bookmarks(tmp_path):
    documents = {"whole": WHOLE, "chinese": CHINESE}
    for name, document in documents.items():
        (tmp_path / f"{name}.docx").write_bytes(FORMATS["docx"].write(document))
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = [OFFICE, profile, "--headless", "--convert-to", "pdf", "whole.docx", "chinese.docx"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=300)
    for name, document in documents.items():
        command = [READER, "-layout", f"{name}.pdf", "-"]  # without it a sign at the end of a line is a hyphen
        shown = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout
        assert missing(document, shown) == []
    outline = PdfReader(tmp_path / "whole.pdf").outline
    assert [part.title for part in outline if not isinstance(part, list)][:3] == ["About", "Education", "Publications"]
