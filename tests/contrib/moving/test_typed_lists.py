"""Typed lists on the page for importing papers and in its command: pasted, as text, as a web page and from Word."""

from io import BytesIO, StringIO

import docx
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from publications import formats
from publications.importing.plan import Fate
from publications.models import Import, Publication
from tests import cast
from tests.publications.importing.pages.ways import START, address, bring, plan, send

pytestmark = pytest.mark.django_db

SURE = "Ada Quill and Ivo Brandt. 2024. Slow Queues of All Kinds. Journal of Rest 12, 3 (May 2024), 45–67."
UNSURE = "Ada Quill, Zoë Lindqvist. Fast queues for people. And what it does to those who wait. Nobody knows, 2023."
PAGE = """<!doctype html><html><body><nav><a href="/">Home</a></nav><h1>Publications</h1><h2>2024</h2>
<ol><li><b>Ada Quill</b>, Ivo Brandt. <a href="https://doi.org/10.5555/slow">Slow Queues of All Kinds</a>.
<i>Journal of Rest</i>, 12(3):45&ndash;67. [<a href="https://lab.example/slow.pdf">PDF</a>]</li>
<li>Noor Sato, <b>Ada Quill</b>.<br>Fast queues for everybody.<br><em>SYSCON</em></li></ol>
<table><tr><td>Ada Quill &amp; Noor Sato. Tables of rest. SYSCON 2022.</td></tr></table>
<footer>Ada Quill, Noor Sato. Of the footer. SYSCON, 2020.</footer></body></html>"""


def word():
    """Return a Word document with a heading, a numbered list, a link and a table."""
    document = docx.Document()
    document.add_heading("2024", level=2)
    document.add_paragraph(
        "Ada Quill, Ivo Brandt. Slow Queues of All Kinds. Journal of Rest, 12(3):45–67.", "List Number"
    )
    linked = document.add_paragraph("Noor Sato, Ada Quill. Fast queues for everybody. SYSCON. ", "List Number")
    link = OxmlElement("w:hyperlink")
    address = linked.part.relate_to("https://lab.example/fast.pdf", RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
    link.set(qn("r:id"), address)
    link.append(linked.add_run("PDF")._r)
    linked._p.append(link)
    document.add_table(1, 1).cell(0, 0).text = "Ada Quill, Noor Sato. Tables of rest. SYSCON 2022."
    data = BytesIO()
    document.save(data)
    return data.getvalue()


def titles(entries):
    return [
        (each.record.title, each.record.year) if each.record else each.no_paper or each.problem for each in entries
    ]


READ = [("Slow Queues of All Kinds", 2024), ("Fast queues for everybody", 2024), ("Tables of rest", 2022)]


def test_a_web_page_is_read_without_what_frames_it():
    entries = formats.read(PAGE, name="papers.html")
    assert titles(entries) == READ
    assert (entries[0].record.doi, entries[0].record.links[0].url) == ("10.5555/slow", "https://lab.example/slow.pdf")


def test_a_word_document_is_read_with_its_lists_tables_and_links():
    entries = formats.read(word(), name="papers.docx")
    assert titles(entries) == READ
    assert entries[1].record.links[0].url == "https://lab.example/fast.pdf"


def test_a_document_without_papers_or_one_that_is_damaged_says_what_it_is():
    for data in (b"PK\x03\x04", word()[:900]):
        [entry] = formats.read(data, name="papers.docx")
        assert entry.problem.startswith("This is a text document, which can’t be read here.")


def test_anybody_who_may_import_pastes_a_typed_list_and_what_is_unsure_is_asked(client, role):
    ada = cast.pi()
    client.force_login(cast.make_typist(role, ada))
    row = bring(client, f"{SURE}\n{UNSURE}")
    sure, unsure = plan(client, row).plan.items
    assert (sure.fate, unsure.fate) == (Fate.CREATE, Fate.DECIDE)
    assert unsure.reason == "is this read rightly? Unsure: title"
    assert UNSURE in client.get(address(row, 1)).text
    send(client, row, action="apply")
    assert [paper.title for paper in Publication.objects.all()] == ["Slow Queues of All Kinds"]


def test_a_typed_list_may_be_a_file_on_the_page(client, role):
    client.force_login(cast.make_typist(role, cast.pi()))
    assert "in any style" in client.get(START).text
    client.post(START, {"file": SimpleUploadedFile("papers.txt", f"{SURE}\n{UNSURE}".encode())})
    row = Import.objects.get()
    assert (row.label, len(row.entries), row.entries[1]["unsure"]) == ("papers.txt", 2, "title")


def test_the_command_imports_a_typed_list(tmp_path):
    path, out = tmp_path / "papers.html", StringIO()
    path.write_text(PAGE, encoding="utf-8")
    call_command("import_publications", str(path), "--yes", stdout=out)
    assert set(Publication.objects.values_list("title", flat=True)) == {title for title, _ in READ}
