"""What an editor does to several rows of a list, by keyboard."""

import pytest
from playwright.sync_api import expect

from people.models import Person
from publications.models import Publication
from tests import cast
from tests.editing import address


@pytest.fixture
def papers():
    cast.make_venue()
    return [cast.make_publication(title) for title in ("Koalas", "Wombats")]


def choose(page, action, model=Publication):
    page.goto(address(model, "changelist"))
    page.get_by_label("Select all objects on this page for an action").press("Space")
    page.get_by_label("Action:").select_option(action)
    with page.expect_navigation():
        page.get_by_role("button", name="Go").press("Enter")


def test_a_venue_is_set_by_keyboard(editor, papers, axe):
    choose(editor, "set_venue")
    axe(editor)
    editor.get_by_role("combobox", name="Venue").press("Enter")
    editor.get_by_role("searchbox", name="Search").fill("syscon")
    expect(editor.get_by_role("option", name="SYSCON")).to_be_visible()
    editor.keyboard.press("Enter")
    with editor.expect_navigation():
        editor.get_by_role("button", name="Set the venue").press("Enter")
    assert Publication.objects.filter(venue__acronym="SYSCON").count() == 2


def test_deleting_asks_in_plain_words(editor, papers, axe):
    choose(editor, "delete_selected")
    expect(editor.get_by_role("heading", name="Delete 2 publications?")).to_be_visible()
    axe(editor)
    with editor.expect_navigation():
        editor.get_by_role("link", name="Keep them").press("Enter")
    assert Publication.objects.count() == 2


def test_people_whom_papers_name_go_with_them_as_one_step(editor, axe):
    cast.make_publication("Koalas", [cast.pi(), cast.student()])
    choose(editor, "delete_selected", Person)
    expect(editor.get_by_role("group", name="What is to be deleted?")).to_be_visible()
    axe(editor)
    editor.get_by_role("radio", name="2 people, and 1 publication").check()
    editor.get_by_role("button", name="Delete as chosen").click()
    expect(editor.locator(".messagelist")).to_contain_text("Deleted 2 people, 1 publication.")
    assert not Publication.objects.exists()
