"""Importing papers by keyboard alone: from a paste through a decision to the papers, and back again."""

import pytest
from playwright.sync_api import expect

from labsite.roles import Role
from publications.models import Publication
from tests import cast
from tests.browser.keyboard import press, reach

TEXT = """@inproceedings{naps, title = {Naps in the Afternoon}, author = {Lindqvist, Zoë and Hale, Una},
  booktitle = {Workshop on Rest (WREST '24)}, year = {2024}}
@inproceedings{beds, title = {Beds and Breakfast of the Large Systems of Today}, author = {Quill, Ada},
  booktitle = {SYSCON}, year = {2024}}"""


@pytest.fixture
def page(signed_in, live_server):
    """A page of an editor, where one of two papers looks like one that is already on the site."""
    cast.make_lab(), cast.student()
    beds = "Beds and Breakfasts of the Large Systems of Today"
    cast.make_publication(beds, authors=[cast.pi()], venue=cast.make_venue("SYSCON"))
    page = signed_in(cast.make_login(role=Role.EDITOR))
    page.goto(f"{live_server.url}/admin/import/")
    return page


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


@pytest.mark.smoke
def test_from_paste_to_papers_and_back(page, axe):
    axe(page)
    reach(page, page.get_by_label("Paste a list"))
    page.keyboard.insert_text(TEXT)
    press(page, button(page, "See what would happen"))
    expect(page.get_by_role("navigation", name="Parts of the plan")).to_contain_text("1 needs a decision")
    axe(page)
    reach(page, page.get_by_role("radio", name="The same paper"))
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="Another paper: add it")).to_be_checked()
    press(page, button(page, "Save choices and check again"))
    press(page, button(page, "Add 2 papers"))
    expect(page.get_by_role("navigation", name="Parts of the plan")).to_contain_text("2 added")
    assert Publication.objects.count() == 3
    axe(page)
    press(page, button(page, "Undo this import"))
    expect(page.locator(".messagelist")).to_contain_text("Undone: the site is as it was before.")
    assert Publication.objects.count() == 1


def test_a_file_is_chosen_and_a_new_venue_named(page, axe):
    page.get_by_label("Choose a file").set_input_files(
        {"name": "naps.bib", "mimeType": "text/plain", "buffer": TEXT.encode()}
    )
    button(page, "See what would happen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("naps.bib")
    page.get_by_role("link", name="1 new venue").click()
    expect(page.get_by_label("Acronym")).to_be_visible()
    axe(page)
    page.get_by_label("Acronym").fill("REST")
    button(page, "Save choices and check again").click()
    page.get_by_role("link", name="1 new name").click()
    page.get_by_role("link", name="2 all").click()
    expect(page.locator("#new + .about + ol")).to_contain_text("REST")
    page.get_by_role("link", name="Correct… Naps in the Afternoon").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("naps.bib")
    axe(page)


def test_nothing_scrolls_sideways(page):
    page.set_viewport_size({"width": 820, "height": 844})
    page.get_by_label("Paste a list").fill(TEXT.replace("Naps in", "Naps" * 30 + " in"))
    button(page, "See what would happen").click()
    for tab in ("2 all", "1 new name", "1 new venue"):
        page.get_by_role("link", name=tab).click()
        page.wait_for_url("**show=**" if tab != "2 all" else "**")
        for width in (820, 320):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") == width
