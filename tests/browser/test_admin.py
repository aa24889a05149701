import re

import pytest
from playwright.sync_api import expect

from people.models import Person
from publications.models import Publication
from tests import cast
from tests.editing import address

UNFOLD = "document.querySelectorAll('details').forEach(details => { details.open = true; })"
PASTE = """editor => {
    const data = new DataTransfer();
    data.items.add(new File(["no picture"], "note.txt", {type: "text/plain"}));
    editor.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
}"""


def change_page(row):
    return address(type(row), "change", row.pk)


def save(page):
    with page.expect_navigation():
        page.get_by_role("button", name="Save", exact=True).click()


@pytest.fixture
def paper():
    cast.make_lab()
    venue = cast.make_venue()
    return cast.make_publication(authors=[cast.pi(), cast.student(), cast.stranger()], venue=venue)


class PageTests:
    def test_first_page_and_lists_are_accessible_on_a_wide_screen(self, editor, paper, axe):
        for page in ("", "people/person/", "publications/publication/", "labsite/user/"):
            editor.goto(f"/admin/{page}")
            axe(editor)

    def test_link_to_a_folded_section_unfolds_it(self, editor, paper):
        editor.goto(change_page(Person.objects.get(slug="zoe-lindqvist")))
        editor.locator(".sections").get_by_role("link", name="Degrees").click()
        assert editor.locator("#education-group details").first.evaluate("details => details.open") is True


def open_abstract(editor, form):
    """Open a paper's form at its abstract, which is folded away otherwise."""
    editor.goto(f"{form}#id_abstract")
    expect(editor.locator("#id_abstract")).to_be_focused()


class TextEditorTests:
    def test_preview_follows_what_is_typed(self, editor):
        open_abstract(editor, address(Publication, "add"))
        editor.get_by_role("textbox", name="Abstract").fill("We *rest*, see $x^2$.")
        preview = editor.get_by_role("region", name="Preview: Abstract")
        preview.locator("em").wait_for()
        assert preview.locator("em").text_content() == "rest"
        assert preview.locator("math msup").count() == 1

    def test_preview_stands_beside_the_text_or_below_it(self, editor, paper):
        paper.abstract = "We *rest*."
        paper.save()
        for width, beside in ((1280, True), (390, False)):
            editor.set_viewport_size({"width": width, "height": 844})
            open_abstract(editor, change_page(paper))
            editor.locator(".markdownx-preview em").wait_for()
            text = editor.get_by_role("textbox", name="Abstract").bounding_box()
            preview = editor.locator(".markdownx-preview").bounding_box()
            assert (preview["x"] >= text["x"] + text["width"]) is beside
            assert (preview["y"] >= text["y"] + text["height"]) is not beside

    def test_tab_leaves_the_text(self, editor):
        open_abstract(editor, address(Publication, "add"))
        abstract = editor.get_by_role("textbox", name="Abstract")
        abstract.fill("We rest.")
        abstract.press("Tab")
        expect(abstract).to_have_value("We rest.")
        assert abstract.evaluate("text => text === document.activeElement") is False

    def test_editor_in_an_added_row_has_a_preview_of_its_own(self, editor):
        editor.goto(change_page(cast.student()))
        editor.get_by_role("link", name=re.compile("^Positions")).click()
        editor.get_by_role("button", name="Add another Position").click()
        editor.locator("#id_positions-0-text").fill("- An *added* row")
        preview = editor.locator("#positions-0 .markdownx-preview")
        preview.locator("li em").wait_for()
        assert preview.text_content().strip() == "An added row"

    def test_text_of_an_added_row_is_on_the_site_once_saved(self, editor, live_server):
        member = cast.student()
        editor.goto(change_page(member))
        editor.get_by_role("link", name=re.compile("^Positions")).click()
        editor.get_by_role("button", name="Add another Position").click()
        row = editor.locator("#positions-0")
        row.get_by_label("Title").fill("Baker")
        row.get_by_label("Organisation").fill("Bakery")
        row.locator("#id_positions-0-text").fill("- Bread")
        save(editor)
        editor.goto(f"{live_server.url}{member.get_absolute_url()}")
        assert editor.locator(".prose li").filter(has_text="Bread").count() == 1

    def test_refused_picture_is_explained_before_it_is_in_the_text(self, editor, complaints):
        open_abstract(editor, address(Publication, "add"))
        abstract = editor.get_by_role("textbox", name="Abstract")
        abstract.fill("We rest.")
        abstract.evaluate(PASTE)
        dialog = editor.get_by_role("dialog", name="Picture")
        dialog.get_by_label("Description").fill("Nothing")
        editor.keyboard.press("Enter")
        words = "This file is not a readable JPEG, PNG or WebP picture."
        expect(dialog.get_by_role("alert")).to_have_text(words)
        expect(abstract).to_have_value("We rest.")
        assert [complaint for complaint in complaints if "400" not in complaint] == []
        complaints.clear()


class SidebarTests:
    def test_a_page_keeps_its_whole_width_beside_the_closed_sidebar(self, editor):
        editor.goto("/admin/people/person/")
        editor.get_by_role("button", name="Toggle navigation").click()
        button = editor.locator(".toggle-nav-sidebar").bounding_box()
        assert editor.locator("#content").bounding_box()["x"] >= button["x"] + button["width"]


class TwoEditorsTests:
    def test_second_to_save_is_shown_both_versions_and_decides_by_keyboard(self, editor, axe):
        member = cast.student(headline="Rests")
        editor.goto(change_page(member))
        editor.get_by_label("Headline:", exact=True).fill("Sleeps")
        Person.objects.update(headline="Naps")
        save(editor)
        axe(editor)
        editor.get_by_role("radio", name="Theirs Naps").focus()
        editor.keyboard.press("ArrowDown")
        expect(editor.get_by_role("radio", name="Yours Sleeps")).to_be_checked()
        with editor.expect_navigation():
            editor.keyboard.press("Enter")
        assert Person.objects.get().headline == "Sleeps"

    def test_both_versions_fit_a_phone(self, editor):
        member = cast.student(biography="word " * 300)
        editor.goto(f"{change_page(member)}#id_biography")
        editor.locator("#id_biography").fill("y" * 300)
        Person.objects.update(biography="x" * 300)
        save(editor)
        editor.set_viewport_size({"width": 390, "height": 844})
        assert editor.evaluate("document.documentElement.scrollWidth") == 390


class AccentTests:
    def test_a_colour_that_is_picked_is_shown_at_once_and_measured(self, editor, paper, axe):
        editor.goto("/admin/labsite/lab/1/change/?part=look")
        editor.get_by_label("Pick the accent colour").fill("#0055aa")
        expect(editor.get_by_label("Accent colour:")).to_have_value("#0055aa")
        editor.locator(".accent-sample.light").get_by_text("Contrast 7.0", exact=True).wait_for()
        expect(editor.locator(".accent-sample.light .link")).to_have_css("color", "rgb(0, 85, 170)")
        axe(editor)

    def test_one_that_is_too_bright_says_so_before_it_is_saved(self, editor, paper):
        editor.goto("/admin/labsite/lab/1/change/?part=look")
        editor.get_by_label("Accent colour:").fill("#ffff00")
        editor.get_by_text("Contrast 1.0: too little for text, which needs 4.5").wait_for()
