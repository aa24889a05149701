"""An editor decides about a paper that waits, by keyboard, and looks at the preview first."""

import pytest
from playwright.sync_api import expect

from publications.models import Publication
from tests import cast
from tests.browser.keyboard import reach
from tests.editing import address


@pytest.fixture
def paper():
    cast.make_lab(needs_approval=True)
    author = cast.student(login=cast.make_login())
    return cast.make_publication(
        authors=[author, "Ivo Brandt"], venue=cast.make_venue(), state="waiting", added_by=author.login
    )


def test_an_editor_returns_a_paper_with_a_word_and_then_approves_it(editor, visitor, paper, complaints, axe):
    form = address(Publication, "change", paper.pk)
    editor.goto(form)
    axe(editor)
    reach(editor, editor.get_by_label("Or say what should change first"))
    editor.keyboard.type("Which year?")
    editor.keyboard.press("Tab")
    editor.keyboard.press("Enter")
    expect(editor.get_by_text("Returned. Those who edit")).to_be_visible()
    expect(editor.get_by_role("blockquote")).to_have_text("Which year?")
    axe(editor)

    editor.get_by_label("Published: everyone sees it").check()
    editor.get_by_role("button", name="Save", exact=True).click()
    expect(editor.get_by_text("was changed successfully")).to_be_visible()
    visitor.goto(paper.get_absolute_url())
    expect(visitor.get_by_role("heading", level=1)).to_have_text(paper.title)


def test_an_editor_sees_the_preview_and_a_visitor_nothing(editor, visitor, paper, complaints, axe):
    editor.goto(address(Publication, "change", paper.pk))
    editor.get_by_role("link", name="Preview").click()
    expect(editor.get_by_role("complementary", name="Preview")).to_contain_text("Waiting for approval.")
    axe(editor)
    visitor.goto(paper.get_absolute_url())
    expect(visitor.get_by_role("heading", level=1)).not_to_have_text(paper.title)
    complaints.clear()

    editor.get_by_role("link", name="Edit this page").first.click()
    editor.get_by_role("button", name="Approve and publish").press("Enter")
    expect(editor.get_by_text("Approved.")).to_be_visible()
    editor.get_by_role("link", name="View on site").click()
    expect(editor.get_by_role("complementary", name="Preview")).to_have_count(0)
    visitor.reload()
    expect(visitor.get_by_role("heading", level=1)).to_have_text(paper.title)
