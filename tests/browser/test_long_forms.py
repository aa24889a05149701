"""Long forms in human size: sections and rows that fold, ways to what is wrong, and what fits a phone."""

import pytest
from playwright.sync_api import expect

from people.models import Position
from tests import cast
from tests.browser.test_admin import UNFOLD, change_page, save
from tests.browser.test_ordered_rows import drag

SMALL = """[...document.querySelectorAll("summary, .row-tools button, .row-opener, .sections a, .error-summary a")]
    .map((each) => each.getBoundingClientRect())
    .filter(({width, height}) => width && height && Math.min(width, height) < 24).length"""


@pytest.fixture
def member():
    cast.make_lab()
    member = cast.student()
    for title, start in (("Baker", "2018"), ("Smith", "2020"), ("Miller", "2022")):
        Position.objects.create(person=member, title=title, organisation="Ulm", start=start)
    return member


@pytest.fixture
def positions(editor, member):
    """The section of positions, open, of a member's form."""
    editor.goto(change_page(member))
    editor.locator("#positions-group summary").first.click()
    return editor.locator("#positions-group")


def row_of(section, title):
    return section.locator(".inline-related.has_original").filter(has_text=title)


class FoldingTests:
    def test_a_form_begins_folded_and_short(self, editor, member):
        editor.goto(change_page(member))
        expect(editor.locator("#id_biography")).to_be_hidden()
        expect(editor.locator("#id_name")).to_be_visible()
        assert editor.evaluate("document.documentElement.scrollHeight") < 2500

    def test_a_row_is_one_line_with_its_years_until_it_is_opened(self, editor, positions):
        row = row_of(positions, "Miller")
        expect(row.locator("summary")).to_contain_text("Miller, Ulm 2022")
        assert row.bounding_box()["height"] < 60
        row.locator("summary").focus()
        editor.keyboard.press("Enter")
        expect(row.get_by_label("Title")).to_be_visible()
        row.get_by_label("Title").fill("Millwright")
        save(editor)
        assert Position.objects.filter(title="Millwright").count() == 1

    def test_a_new_row_is_open(self, editor, positions):
        editor.get_by_role("button", name="Add another Position").click()
        expect(editor.locator("#id_positions-3-title")).to_be_visible()

    def test_an_address_opens_the_section_and_the_row_that_it_leads_to(self, editor, member):
        editor.goto(f"{change_page(member)}#id_positions-1-start")
        expect(editor.locator("#id_positions-1-start")).to_be_focused()
        expect(editor.locator("#id_positions-0-start")).to_be_hidden()

    def test_a_line_is_dragged_and_moved_by_keyboard(self, editor, positions, member):
        drag(editor, row_of(positions, "Baker"), row_of(positions, "Miller"))
        editor.mouse.up()
        row_of(positions, "Smith").get_by_role("button", name="Up").press("Enter")
        expect(row_of(positions, "Smith").get_by_label("Title")).to_be_hidden()
        save(editor)
        assert list(Position.objects.values_list("title", flat=True)) == ["Baker", "Smith", "Miller"]

    def test_an_author_is_one_line_until_opened(self, editor, member):
        paper = cast.make_publication(authors=[member, cast.pi()])
        editor.goto(change_page(paper))
        row = editor.locator("#authorships-0")
        expect(row.get_by_label("Name as printed")).to_be_hidden()
        row.get_by_role("button", name="Zoë Lindqvist").click()
        row.get_by_label("Name as printed").fill("Z. Lindqvist")
        save(editor)
        assert paper.authorships.get(person=member).printed_name == "Z. Lindqvist"

    def test_without_scripts_sections_and_rows_open_too(self, browser, live_server, editor, member):
        plain = browser.new_context(java_script_enabled=False, storage_state=editor.context.storage_state())
        page = plain.new_page()
        page.goto(f"{live_server.url}{change_page(member)}")
        page.locator("#positions-group summary").first.click()
        row_of(page, "Miller").locator("summary").click()
        row_of(page, "Miller").get_by_label("Title").fill("Millwright")
        save(page)
        assert Position.objects.filter(title="Millwright").count() == 1
        plain.close()


class ErrorTests:
    @pytest.fixture
    def refused(self, editor, positions):
        row_of(positions, "Smith").locator("summary").click()
        editor.locator("#id_positions-1-start").fill("soon")
        editor.locator("#id_name").fill("")
        save(editor)
        return editor.locator(".error-summary")

    def test_what_is_wrong_is_named_at_the_top_and_ready_to_be_put_right(self, editor, refused, axe):
        expect(refused).to_be_focused()
        expect(refused.locator("p")).to_have_text("2 fields need attention:")
        expect(refused.get_by_role("link")).to_have_text(["Name", "Start of position 2"])
        expect(editor.get_by_text("Please correct the errors below.")).to_be_hidden()
        axe(editor)
        refused.get_by_role("link", name="Start of position 2").click()
        expect(editor.locator("#id_positions-1-start")).to_be_focused()
        expect(editor.locator("#id_positions-0-start")).to_be_hidden()

    def test_its_link_opens_what_was_folded_since(self, editor, refused):
        editor.locator("#positions-1 summary").click()
        refused.get_by_role("link", name="Start of position 2").click()
        expect(editor.locator("#id_positions-1-start")).to_be_focused()


class SizeTests:
    def test_folded_and_open_it_fits_and_is_accessible_on_a_wide_screen(self, editor, member, axe):
        for row in (member, cast.make_publication(authors=[member, cast.pi()])):
            editor.goto(change_page(row))
            for unfold in ("0", UNFOLD):
                editor.evaluate(unfold)
                for width in (390, 1600):
                    editor.set_viewport_size({"width": width, "height": 844})
                    assert editor.evaluate("document.documentElement.scrollWidth") == width
                    assert editor.evaluate(SMALL) == 0
            axe(editor)

    def test_on_a_wide_screen_the_index_stays_beside_the_form(self, editor, member):
        editor.set_viewport_size({"width": 1600, "height": 844})
        editor.goto(change_page(member))
        editor.mouse.wheel(0, 900)
        index, name = editor.locator("nav.sections"), editor.locator("#id_photo_alt")
        expect(index).to_be_in_viewport()
        assert index.bounding_box()["x"] > name.bounding_box()["x"] + name.bounding_box()["width"]
