"""Documents as a visitor sees, prints and copies them."""

from io import BytesIO

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from labsite.contrib.documents.cv import views
from tests import cast
from tests.contrib.documents.whole import WHOLE


@pytest.fixture
def page(visitor, live_server, monkeypatch):
    """A document's page that has everything that documents can have."""
    monkeypatch.setattr(views, "cv_of", lambda *_, **__: WHOLE)
    visitor.goto(f"{live_server.url}/people/{cast.student().slug}/cv/")
    return visitor


def test_a_document_is_accessible_and_fits_screens(page, axe, fits):
    axe(page)
    fits(page, 320, 390, 820, 1280)


def test_a_document_offers_its_files_and_its_other_language(page):
    offered = page.get_by_role("navigation", name="Download", exact=True).get_by_role("link")
    assert offered.all_inner_texts() == ["PDF", "Word", "Markdown", "LaTeX", "Short version", "简体中文"]
    offered.filter(has_text="简体中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    with page.expect_download() as download:
        page.get_by_role("link", name="Word").click()
    assert download.value.suggested_filename == "zoe-lindqvist-cv.docx"


def test_an_entry_copies_line_by_line(page):
    entry = page.get_by_role("listitem").filter(has_text="Quokka 1:")
    lines = [line for line in entry.inner_text().splitlines() if line]
    assert lines == [
        "[C1]",
        "Quokka 1: Scheduling at Leisure",
        "Zoë Lindqvist*†, Ivo Brandt, Ada Quill",
        "SYSCON, 2024",
    ]


def test_a_printed_document_has_nothing_of_the_site_around_it(page):
    printed = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True)))
    first = printed.pages[0]
    assert first.extract_text().splitlines()[:2] == [f"1 / {len(printed.pages)}", "Zoë Lindqvist 林佐伊"]
    assert (round(float(first.mediabox.width)), round(float(first.mediabox.height))) == (595, 842)
    words = " ".join(page.extract_text() for page in printed.pages)
    assert "Publications" in words
    assert "Skip to content" not in words and "Word" not in words
