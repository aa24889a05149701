"""Documents as PDF: what is said comes out as text and nothing of it is run; tagged, linked, and told what lacks."""

import re
import shutil
import subprocess
from io import BytesIO

import pytest
from django.conf import settings
from pypdf import PdfReader

from labsite.contrib.documents import content
from labsite.contrib.documents.formats import DocumentError
from labsite.contrib.documents.parts import (
    Bullets,
    Chart,
    Document,
    DocumentEntry,
    DocumentSection,
    DocumentTable,
    Entries,
    Paragraph,
    Span,
    text,
)
from labsite.contrib.documents.writing import pdf
from labsite.models import Lab
from tests import cast
from tests.corpora import files, payloads

pytestmark = pytest.mark.django_db

DOCUMENTATION = settings.BASE_DIR / "docs/documents.md"
PAGE = "https://lab.example/publications/quokka/"
HOSTILE = [
    '#read("/etc/passwd")',
    '#{panic()} #import "@preview/cetz:0.3.0" #sys.inputs',
    r"$x^2$ \ [ ] { } @ref <label> `raw` *b* _i_ = h // c /* d */ - e + f / g: h ~ --- ' \" \u{1F600}",
    "https://lab.example/" + "a-long/path_with.things?x=1&y=2/" * 8,
    "مرحبا بالعالم e\u0301 Z\u0323 ﬁ Ωμέγα Привет Łódź ½ ∑ ★ †‡",
]


@pytest.fixture(autouse=True)
def nothing_kept():
    pdf.fragments.clear()


def document(*blocks, sections=(), **fields):
    made = (*((DocumentSection("papers", "Papers", blocks),) if blocks else ()), *sections)
    named = {"title": "Ada Quill", "language": "en-gb", "date": "2026-11-23", "running_title": "Ada Quill"}
    return Document(
        **{**named, "author": "Ada Quill", "about": "Curriculum vitae of Ada Quill", **fields}, sections=made
    )


def entry(label="[C1]", title="Quokka: Scheduling at Leisure", points=()):
    lines = (
        text(Span(title, PAGE, is_strong=True)),
        text(Span("Ada Quill", is_strong=True), Span("†", is_raised=True)),
    )
    return DocumentEntry(label, lines, tuple(map(text, points)))


def paragraph(words):
    return Paragraph(text(words))


def read(made):
    return PdfReader(BytesIO(made))


def words_of(made):
    """Return what pdftotext reads in a PDF, in lines."""
    if not shutil.which("pdftotext"):
        pytest.skip("pdftotext (poppler-utils) is not on this machine.")
    return subprocess.run(["pdftotext", "-", "-"], input=made, capture_output=True, check=True).stdout.decode()


def squeezed(words):
    """Return words without space, which lines and the directions of scripts change."""
    return re.sub(r"[\s\u202a-\u202e\u2066-\u2069]", "", words)


def tags(node):
    """Return the kinds of what a PDF's tree of tags holds, in reading order."""
    node = node.get_object()
    kinds = [str(node["/S"])] if isinstance(node, dict) and "/S" in node else []
    children = node if isinstance(node, list) else node.get("/K", []) if isinstance(node, dict) else []
    children = children if isinstance(children, list) else [children]
    return kinds + [kind for child in children if not isinstance(child, int) for kind in tags(child)]


@pytest.mark.parametrize("words", HOSTILE)
def test_what_looks_like_markup_is_text_wherever_it_stands(words):
    rows = Entries(
        (DocumentEntry(words, (text(Span(words, words)), text(Span(words, is_emphasised=True))), (text(words),)),)
    )
    table = DocumentTable((words, "n"), ((text(words), text("2")),), numeric=(1,))
    blocks = (paragraph(words), Bullets((text(words),)), rows, table, Chart(words, ((words, 3),)))
    made = pdf.write(
        document(*blocks, title=words, author=words, about=words, keywords=(words,), lines=(text(words),))
    )
    assert squeezed(words_of(made)).count(squeezed(words)) >= 8
    assert read(made).metadata.title == words


def test_letters_that_cant_be_set_are_left_out_or_shown_as_such():
    made = pdf.write(
        document(paragraph("a\x00b\x07c \ufeffd \x9fe\tf lone\ud800surrogate own\ue000use no\uffffletter"))
    )
    assert "abc d e f lonesurrogate own\ufffduse noletter" in words_of(made)


def test_a_word_of_ten_thousand_letters_stays_on_its_pages():
    reader = read(pdf.write(document(paragraph("w" * 10_000))))
    assert "".join(page.extract_text() for page in reader.pages).count("w") == 10_000
    rights = []
    for page in reader.pages:
        page.extract_text(visitor_text=lambda said, _, at, *__: rights.append(at[4] + 4 * len(said.strip())))
    assert max(rights) < 700  # of 595 points, and no letter is as narrow as 4


def test_what_has_nothing_in_it_takes_no_room():
    empty = (
        Paragraph(()),
        Bullets(()),
        Bullets(((),)),
        Entries(()),
        Entries((DocumentEntry("", ()),)),
        DocumentTable((), ()),
    )
    parts = (DocumentSection("a", "", (*empty, DocumentTable(("A",), ((),)), Chart("", ()), Chart("", (("", 0),)))),)
    assert len(read(pdf.write(document(sections=parts, title="", running_title=""))).pages) == 1


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "file:///etc/passwd", "/people/", "#note", "", "https://a/" + "b" * 9000]
)
def test_an_address_that_leads_nowhere_or_runs_is_text(address):
    reader = read(pdf.write(document(Paragraph(text(Span("Quokkas", address))))))
    assert "Quokkas" in reader.pages[0].extract_text()
    assert "/Annots" not in reader.pages[0]


def test_the_corpora_of_attacks_come_out_as_text():
    told = [words for _, words in payloads()]
    bibliography = [path.read_text(errors="replace")[:3000] for path in files("bibtex")]
    made = pdf.write(document(*map(paragraph, told + bibliography)))
    assert "<script>alert(" in squeezed(words_of(made))


def test_the_same_document_gives_the_same_bytes():
    first = pdf.write(document(Entries((entry(),))))
    pdf.fragments.clear()
    assert pdf.write(document(Entries((entry(),)))) == first


def test_a_document_that_nothing_changed_is_set_once(monkeypatch):
    first = pdf.write(document(Entries((entry(),))))
    monkeypatch.setattr(pdf.subprocess, "run", None)
    assert pdf.write(document(Entries((entry(),)))) is first


def test_whoever_hears_it_learns_title_language_and_headings():
    parts = (DocumentSection("journals", "Journal papers", (Entries((entry(),)),)),)
    reader = read(pdf.write(document(sections=(DocumentSection("papers", "论文", parts=parts),), language="zh-hans")))
    root = reader.trailer["/Root"]
    assert (root["/Lang"], root["/MarkInfo"]["/Marked"], root["/ViewerPreferences"]["/DisplayDocTitle"]) == (
        "zh-CN",
        True,
        True,
    )
    assert (reader.metadata.title, reader.metadata.author) == ("Ada Quill", "Ada Quill")
    assert str(reader.metadata.creation_date.date()) == "2026-11-23"
    top, [below] = reader.outline
    assert (top.title, below.title) == ("论文", "Journal papers")
    assert b"pdfuaid:part>1<" in reader.trailer["/Root"]["/Metadata"].get_data()


def test_lists_tables_charts_and_links_are_tagged_as_such():
    table = DocumentTable(("Year", "Papers"), ((text("2024"), text("3")),), numeric=(1,))
    blocks = (Entries((entry(points=["A point"]),)), table, Chart("Papers by year", (("2023", 1), ("2024", 3))))
    reader = read(pdf.write(document(*blocks)))
    kinds = tags(reader.trailer["/Root"]["/StructTreeRoot"])
    assert kinds.count("/L") == 2 and kinds.count("/LI") == 2 and kinds.count("/Lbl") == 2
    assert kinds.count("/TH") == 2 and kinds.count("/TD") == 2
    assert kinds.count("/Link") == len(reader.pages[0]["/Annots"]) == 1
    assert b"Papers by year: 2023 1, 2024 3" in b"".join(alternatives(reader.trailer["/Root"]["/StructTreeRoot"]))


def alternatives(node):
    """Return the texts that stand for pictures in a tree of tags."""
    node = node.get_object()
    if isinstance(node, list):
        return [found for child in node for found in alternatives(child)]
    if not isinstance(node, dict):
        return []
    own = [str(node["/Alt"]).encode()] if "/Alt" in node else []
    return own + (alternatives(node["/K"]) if "/K" in node else [])


def test_text_copies_in_the_order_in_which_it_is_read():
    rows = Entries(tuple(entry(f"[C{place}]", f"Self-supervised work number {place}") for place in range(1, 60)))
    said = " ".join(words_of(pdf.write(document(rows))).split())
    found = re.findall(r"\[C(\d+)\] Self-supervised work number (\d+) Ada Quill†", said)
    assert found == [(str(place), str(place)) for place in range(1, 60)]


def test_no_line_ends_with_a_hyphen_that_programs_leave_out_of_what_they_copy():
    said = words_of(pdf.write(document(*(paragraph("x" * place + " large-scale" * 30) for place in range(12)))))
    assert said.count("large-scale") == 12 * 30


def test_pages_behind_the_first_say_whose_they_are_and_which():
    reader = read(pdf.write(document(Entries(tuple(entry(f"[C{place}]") for place in range(1, 60))))))
    first, second, *_ = (page.extract_text() for page in reader.pages)
    assert f"2 / {len(reader.pages)}" in second and "1 /" not in first


@pytest.mark.parametrize("above", range(0, 46, 3))
def test_no_heading_stands_alone_at_the_foot_of_a_page(above):
    filler = DocumentSection("about", "About", tuple(paragraph(f"Line {place}") for place in range(above)))
    papers = DocumentSection(
        "papers", "Papers", parts=(DocumentSection("j", "Journals", (Entries((entry(), entry("[C2]"))),)),)
    )
    for page in read(pdf.write(document(sections=(filler, papers)))).pages:
        lines = page.extract_text().splitlines()
        assert lines[-1] not in ("About", "Papers", "Journals")
        assert not any(line.startswith("[C") and len(lines) < place + 2 for place, line in enumerate(lines))


def test_no_paper_is_broken_over_two_pages():
    rows = Entries(tuple(entry(f"[C{place}]", points=["A point"] * (place % 4)) for place in range(1, 120)))
    for page in read(pdf.write(document(rows))).pages[1:]:
        running_title, first, *_ = page.extract_text().splitlines()
        assert (running_title[:9], first[:2]) == ("Ada Quill", "[C")


@pytest.mark.parametrize(("is_unparted", "pages"), [(True, [1, 1]), (False, [0, 1])])
def test_awards_are_on_one_page_where_one_has_room_for_them(is_unparted, pages):
    above = tuple(paragraph(f"Line {place}") for place in range(34))
    rows = Entries(tuple(entry(f"Year {place}") for place in range(6)), is_unparted)
    texts = [page.extract_text() for page in read(pdf.write(document(*above, rows))).pages]
    assert [next(n for n, page in enumerate(texts) if f"Year {place}" in page) for place in (0, 5)] == pages


def test_letters_without_a_font_are_named_at_the_end():
    words = words_of(
        pdf.write(document(paragraph("Ada\U0010fff0 " * 3 + "likes \u1203 and quokkas, at leisure " * 3)))
    )
    assert "likes □ and quokkas" in words
    assert "□ stands for letters that no font on the server has: U+1203." in words


def test_a_document_that_could_hardly_be_read_is_refused_in_words():
    with pytest.raises(DocumentError, match="No font on the server has the letters of this document .*fonts-noto-cjk"):
        pdf.write(document(paragraph("\u1203\u1204\u1205" * 80)))


def test_letters_without_a_font_are_found():
    assert pdf.letters_without_a_font("Zoë Ωμέγα Привет") == ""
    assert pdf.letters_without_a_font("Zoë \u1203") == "\u1203"


def test_the_lab_gives_its_colour():
    plain = pdf.write(document(paragraph("Quokkas")))
    Lab.objects.update_or_create(defaults={"name": "Rest Lab", "accent": "#0b5394"})
    assert pdf.write(document(paragraph("Quokkas"))) != plain


def test_a_document_that_is_too_long_is_refused_before_it_is_set(monkeypatch):
    monkeypatch.setattr(pdf, "MAX_LENGTH", 900)
    monkeypatch.setattr(pdf.subprocess, "run", None)
    with pytest.raises(DocumentError, match="too long for a PDF"):
        pdf.write(document(paragraph("quokka " * 200)))


def test_a_document_that_takes_too_long_is_given_up(monkeypatch, tmp_path):
    own(monkeypatch, tmp_path, "#range(100000000).sum()")
    monkeypatch.setattr(pdf, "MAX_SECONDS", 0.3)
    with pytest.raises(DocumentError, match="took too long"):
        pdf.write(document(paragraph("Quokkas")))


def own(monkeypatch, tmp_path, template):
    """Give the lab a template of its own."""
    path = tmp_path / "house.typ"
    path.write_text(template, encoding="utf-8")
    monkeypatch.setattr(pdf, "OWN", path)
    return path


def test_a_template_of_the_lab_stands_in_for_the_house_template(monkeypatch, tmp_path):
    own(
        monkeypatch,
        tmp_path,
        '#import "@local/labsite:1.0.0": data\n#set document(title: data.title)\nOwn: #data.title',
    )
    assert "Own: Ada Quill" in words_of(pdf.write(document()))


def test_an_error_in_the_labs_template_is_told_in_words(monkeypatch, tmp_path, caplog):
    own(monkeypatch, tmp_path, "#set document(title: [x])\n#data.titel")
    with pytest.raises(DocumentError, match="own document template can’t be used: error: unknown variable: data"):
        pdf.write(document())
    assert "unknown variable: data" in caplog.text


def test_a_template_of_the_lab_reads_nothing_outside_its_folder(monkeypatch, tmp_path):
    (tmp_path / "secret.txt").write_text("secret")
    folder = tmp_path / "documents"
    folder.mkdir()
    own(monkeypatch, folder, '#set document(title: [x])\n#read("../secret.txt")')
    with pytest.raises(DocumentError, match="would escape"):
        pdf.write(document())


def test_the_policy_of_a_pdf_leaves_the_viewers_of_browsers_their_styles(client):
    Lab.objects.update_or_create(defaults={"name": "Rest Lab", "is_published": True})
    cast.pi()
    answer = client.get("/people/ada-quill/cv.pdf")
    assert (answer.status_code, answer.headers["Content-Security-Policy"]) == (200, "frame-ancestors 'none'")


def test_what_cant_be_had_is_answered_by_a_page_that_says_why(client, monkeypatch):
    Lab.objects.update_or_create(defaults={"name": "Rest Lab", "is_published": True})
    cast.pi()
    monkeypatch.setattr(pdf, "MAX_LENGTH", 10)
    answer = client.get("/people/ada-quill/cv.pdf")
    assert answer.status_code == 503
    assert "This is too long for a PDF." in answer.text


def test_the_site_says_which_letters_of_names_have_no_font(monkeypatch):
    cast.student()
    assert content.check().is_fine
    cast.stranger(native_name="\u1203\u1204")
    assert content.check().words.startswith("No font has the letters \u1203\u1204 of some names: install one")


def test_the_site_says_that_the_labs_template_has_an_error(monkeypatch, tmp_path):
    own(monkeypatch, tmp_path, "#data.titel")
    assert "own document template can’t be used: error: unknown variable: data" in content.check().words


@pytest.mark.parametrize(
    "template", re.findall(r"```typst\n(.*?)```", DOCUMENTATION.read_text(encoding="utf-8"), re.DOTALL)
)
def test_the_templates_that_the_documentation_shows_set_every_part(monkeypatch, tmp_path, template):
    own(monkeypatch, tmp_path, template)
    table, chart = DocumentTable(("Year", "Papers"), ((text("2024"), text("31")),)), Chart("By year", (("2023", 17),))
    blocks = (paragraph("A paragraph"), Bullets((text("An item"),)), Entries((entry(),)), table, chart)
    words = words_of(pdf.write(document(*blocks)))
    for each in ("Ada Quill", "Papers", "A paragraph", "An item", "[C1]", "Quokka: Scheduling", "2024", "31", "17"):
        assert each in words
