"""An editor undoes what was done, by keyboard: two clicks from a thing's form, or from the bin."""

import pytest
from playwright.sync_api import expect

from labsite import history, roles
from labsite.history import undoing
from labsite.models import Page
from publications.models import Publication
from tests import cast
from tests.browser import keyboard
from tests.editing import address


@pytest.fixture
def edna():
    login = cast.make_login(email="edna@lab.example", first_name="Edna", last_name="Page")
    roles.give(login, roles.Role.EDITOR)
    return login


@pytest.fixture
def join_us(edna):
    """A page whose text Edna changed."""
    cast.make_lab()
    page = cast.make_page(text="Come in and rest.")
    with history.step(edna):
        page.text = "Come in and work."
        page.save()
    return page


def press(page, role, name):
    keyboard.press(page, page.get_by_role(role, name=name).first)


def test_a_thing_goes_back_in_two_clicks(editor, base_url, axe, join_us):
    editor.goto(base_url + address(Page, "change", join_us.pk))
    press(editor, "link", "History")
    axe(editor)
    press(editor, "link", "Go back to this version…")
    axe(editor)
    press(editor, "button", "Go back to this version")
    expect(editor.locator(".messagelist")).to_contain_text("Join us is back to how it was.")
    assert Page.objects.get().text == "Come in and rest."


def test_a_deleted_thing_comes_back_from_the_bin(editor, base_url, axe, join_us):
    editor.goto(base_url + address(Page, "delete", join_us.pk))
    editor.locator("input[type=submit], button[type=submit]").last.press("Enter")
    press(editor, "link", "bin")
    axe(editor)
    press(editor, "link", "Restore… Join us")
    axe(editor)
    press(editor, "button", "Restore it")
    expect(editor.locator(".messagelist")).to_contain_text("Join us has been restored.")
    assert Page.objects.get().text == "Come in and work."


def test_a_step_is_undone_from_the_recent_changes(editor, base_url, axe, join_us):
    editor.goto(f"{base_url}/admin/changes/")
    axe(editor)
    editor.get_by_label("By").select_option("Edna Page")
    press(editor, "button", "Show")
    press(editor, "link", "Changed Join us")
    axe(editor)
    press(editor, "button", "Undo this")
    expect(editor.locator(".messagelist")).to_contain_text("Undone.")
    assert Page.objects.get().text == "Come in and rest."


@pytest.mark.parametrize("where", ["changes/", "bin/"])
def test_lists_fit_a_phone(editor, base_url, join_us, where):
    editor.set_viewport_size({"width": 390, "height": 800})
    editor.goto(f"{base_url}/admin/{where}")
    assert editor.evaluate("document.documentElement.scrollWidth") == 390


def test_a_long_step_is_undone_while_a_page_says_how_far_it_is(editor, base_url, axe, edna, monkeypatch):
    cast.make_lab()
    monkeypatch.setattr(undoing, "LONG", 2)
    with history.step(edna, "Brought in papers") as step:
        for number in range(4):
            cast.make_publication(f"Quokka {number}", authors=[])
    editor.goto(f"{base_url}/admin/changes/{step.row.pk}/")
    press(editor, "button", "Undo this")
    editor.get_by_text("Undone.").wait_for()
    axe(editor)
    assert not Publication.objects.exists()
    editor.goto(f"{base_url}/admin/")
    press(editor, "link", "Undoing: Brought in papers")
    editor.get_by_text("Undone.").wait_for()
