"""Who publishes looks at the preview first: an editor at a paper that waits, an administrator at the lab's face."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from publications.models import Publication
from tests import cast
from tests.browser.keyboard import reach
from tests.editing import address
from tests.labsite.modelling.test_pictures import upload

LOGO = upload(80, 80).read()


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
    expect(editor.get_by_text("Returned. The members who can edit")).to_be_visible()
    expect(editor.get_by_role("blockquote")).to_have_text("Which year?")
    axe(editor)

    editor.get_by_label("Published: everyone sees it").check()
    editor.get_by_role("button", name="Save", exact=True).click()
    expect(editor.get_by_text("was changed successfully")).to_be_visible()
    visitor.goto(paper.get_absolute_url())
    expect(visitor.get_by_role("heading", level=1)).to_have_text(paper.title)


def test_an_editor_makes_news_of_a_paper_and_publishes_it(editor, visitor, complaints, axe):
    cast.make_lab()
    year = timezone.localdate().year
    cast.make_publication("Quokka", venue=cast.make_venue(), year=year)
    editor.goto("/admin/inbox/?kind=news")
    axe(editor)
    editor.get_by_role("button", name="Create a draft").click()
    expect(editor.get_by_label("Title:", exact=True)).to_have_value(f"“Quokka” published at SYSCON {year}")
    editor.get_by_label("Title:", exact=True).fill("Quokka is out")
    editor.get_by_label("Published: everyone sees it").check()
    editor.get_by_role("button", name="Save", exact=True).click()
    expect(editor.get_by_text("was changed successfully")).to_be_visible()
    visitor.goto("/search/?q=announcements")
    visitor.get_by_role("navigation", name="Pages of this site").get_by_role("link", name="News").click()
    expect(visitor.get_by_role("link", name="Quokka is out")).to_be_visible()
    axe(visitor)


def test_an_editor_sees_the_preview_and_a_visitor_nothing(editor, visitor, paper, complaints, axe):
    editor.goto(address(Publication, "change", paper.pk))
    editor.get_by_role("link", name="Preview").click()
    expect(editor.get_by_role("complementary", name="Preview")).to_contain_text("Awaiting approval.")
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


def test_the_lab_is_seen_with_its_logo_before_it_is_saved(editor, visitor, axe):
    cast.make_lab(tagline="We study rest.")
    editor.goto("/admin/labsite/lab/1/change/")
    editor.get_by_role("link", name="Logo, colour and typefaces").click()
    editor.get_by_label("Logo:").set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": LOGO})
    with editor.expect_popup() as opened:
        editor.get_by_role("button", name="Preview", exact=True).click()
    assert opened.value.locator(".wordmark .logo").evaluate("image => image.naturalWidth") == 80
    axe(opened.value)
    visitor.goto("/")
    expect(visitor.locator(".wordmark .logo")).to_have_count(0)

    with editor.expect_navigation():
        editor.get_by_role("button", name="Save", exact=True).click()
    visitor.goto("/")
    expect(visitor.locator(".wordmark .logo")).to_be_visible()


def test_a_section_gets_a_name_a_place_and_an_introduction(editor, visitor, axe):
    cast.make_lab(), cast.make_news(), cast.student()
    editor.goto("/admin/labsite/section/")
    axe(editor)
    editor.get_by_role("link", name="News", exact=True).click()
    editor.get_by_label("Custom name:").fill("Diary")
    editor.get_by_label("Introduction:").fill("What *was*.")
    editor.get_by_label("Position in the menu:").fill("1")
    editor.get_by_role("button", name="Save", exact=True).click()
    expect(editor.locator("#result_list tbody tr").first).to_contain_text("Diary")
    visitor.goto("/news/")
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Diary")
    expect(visitor.locator(".introduction")).to_have_text("What was.")
    expect(visitor.get_by_role("navigation", name="Main").get_by_role("link").first).to_have_text("Diary")
