import pytest
from playwright.sync_api import expect

from labsite.editing.inlines import MAX_OPEN_ROWS
from labsite.roles import Role
from people.models import Position, ProfileLink
from publications.models import Authorship
from tests import cast
from tests.browser.test_admin import UNFOLD, change_page, save


def authors(paper):
    return [str(author) for author in Authorship.objects.filter(publication=paper)]


def author_row(page, name):
    return page.locator("#authorships-group tr.form-row:not(.empty-form)").filter(has_text=name)


def drag(page, row, onto):
    """Drag a row by its handle to the middle of another one."""
    handle, target = row.locator(".drag-handle"), onto.locator(".drag-handle")
    handle.scroll_into_view_if_needed()
    handle.hover()
    page.mouse.down()
    box = target.bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + box["height"] / 2 + (3 if box["y"] > handle.bounding_box()["y"] else -3))


@pytest.fixture
def paper():
    cast.make_lab()
    venue = cast.make_venue()
    return cast.make_publication(authors=[cast.pi(), cast.student(), cast.stranger()], venue=venue)


class AuthorOrderTests:
    def test_keyboard_moves_an_author_and_keeps_the_focus(self, editor, paper):
        editor.goto(change_page(paper))
        up = author_row(editor, "Ivo Brandt").get_by_role("button", name="Up")
        up.focus()
        up.press("Enter")
        expect(editor.locator("#authorships-group .moved")).to_have_text("Ivo Brandt is now author 2 of 3")
        up.press("Enter")
        assert up.evaluate("button => button === document.activeElement") is True
        save(editor)
        assert authors(paper) == ["Ivo Brandt", "Ada Quill", "Zoë Lindqvist"]

    def test_first_author_cannot_move_up(self, editor, paper):
        editor.goto(change_page(paper))
        up = author_row(editor, "Ada Quill").get_by_role("button", name="Up")
        assert up.get_attribute("aria-disabled") == "true"
        up.press("Enter")
        save(editor)
        assert authors(paper) == ["Ada Quill", "Zoë Lindqvist", "Ivo Brandt"]

    @pytest.mark.parametrize("role", [Role.MEMBER, Role.EDITOR])
    def test_of_very_many_authors_all_are_moved_and_one_is_edited(self, signed_in, paper, role):
        for number in range(MAX_OPEN_ROWS):
            cast.add_author(paper, cast.make_person(f"Una Vale{number:03}"), order=number + 4)
        page = signed_in(cast.make_login(paper.authors.get(name="Ada Quill"), role))
        page.goto(change_page(paper))
        up = author_row(page, "Ivo Brandt").get_by_role("button", name="Up")
        up.press("Enter")
        expect(page.locator("#authorships-group .moved")).to_have_text(
            f"Ivo Brandt is now author 2 of {MAX_OPEN_ROWS + 3}"
        )
        save(page)
        page.goto(f"{change_page(paper)}#id_authorships-1-printed_name")
        page.get_by_label("Name as printed").first.fill("I. Brandt")
        save(page)
        assert authors(paper)[:4] == ["Ada Quill", "I. Brandt", "Zoë Lindqvist", "Una Vale000"]
        assert len(authors(paper)) == MAX_OPEN_ROWS + 3

    def test_author_found_without_accents_is_added_and_moved_before_saving(self, editor):
        cast.student(), cast.pi()
        paper = cast.make_publication(authors=["Una"])
        editor.goto(change_page(paper))
        editor.get_by_role("button", name="Add another Author").click()
        row = editor.locator("#authorships-1")
        assert row.locator(".place-number").text_content() == "2"
        row.locator(".field-person .select2-selection").click()
        editor.get_by_role("searchbox", name="Search").fill("zoe")
        editor.get_by_role("option", name="Zoë Lindqvist").click()
        row.get_by_role("button", name="Up").press("Enter")
        save(editor)
        assert authors(paper) == ["Zoë Lindqvist", "Una"]

    def test_removed_row_leaves_no_gap(self, editor, paper):
        editor.goto(change_page(paper))
        for _ in range(2):
            editor.get_by_role("button", name="Add another Author").click()
        editor.locator("#authorships-3").get_by_role("button", name="Remove").click()
        assert editor.locator("#authorships-group .place-number").all_text_contents() == ["1", "2", "3", "4"]

    def test_author_is_dragged_to_another_place(self, editor, paper):
        editor.goto(change_page(paper))
        drag(editor, author_row(editor, "Ivo Brandt"), author_row(editor, "Ada Quill"))
        editor.mouse.up()
        assert editor.locator("#authorships-group .moved").text_content() == "Ivo Brandt is now author 1 of 3"
        save(editor)
        assert authors(paper) == ["Ivo Brandt", "Ada Quill", "Zoë Lindqvist"]

    def test_escape_puts_a_dragged_author_back(self, editor, paper):
        editor.goto(change_page(paper))
        drag(editor, author_row(editor, "Ada Quill"), author_row(editor, "Ivo Brandt"))
        assert editor.locator("#authorships-group .select2-selection__rendered").first.text_content() != "Ada Quill"
        editor.keyboard.press("Escape")
        editor.mouse.up()
        save(editor)
        assert authors(paper) == ["Ada Quill", "Zoë Lindqvist", "Ivo Brandt"]

    def test_handle_and_buttons_are_large_enough_for_a_finger(self, editor, paper):
        editor.set_viewport_size({"width": 390, "height": 844})
        editor.goto(change_page(paper))
        for control in author_row(editor, "Ada Quill").locator(".drag-handle, .place-controls button").all():
            box = control.bounding_box()
            assert min(box["width"], box["height"]) >= 24

    def test_marks_say_in_each_row_what_they_mean(self, editor, paper):
        editor.goto(change_page(paper))
        row = author_row(editor, "Zoë Lindqvist")
        row.get_by_role("button", name="Zoë Lindqvist").click()
        for words in ("Equal contribution", "System lead", "Corresponding author"):
            row.get_by_label(words, exact=True).check()
        save(editor)
        author = Authorship.objects.get(person__slug="zoe-lindqvist")
        assert (author.is_equal, author.is_lead, author.is_corresponding) == (True, True, True)


def open_positions(page, member):
    page.goto(change_page(member))
    page.evaluate(UNFOLD)
    return page.locator("#positions-group")


def titles(member):
    return [position.title for position in Position.objects.filter(person=member)]


class PositionOrderTests:
    @pytest.fixture
    def member(self):
        member = cast.student()
        for title, start in (("Baker", "2018"), ("Smith", "2020"), ("Miller", "2022")):
            Position.objects.create(person=member, title=title, organisation="Ulm", start=start)
        return member

    def test_positions_stay_in_order_of_their_dates_until_one_is_moved(self, editor, member):
        positions = open_positions(editor, member)
        assert positions.locator(".order-note").is_visible() is False
        save(editor)
        assert set(Position.objects.values_list("order", flat=True)) == {0}

    def test_position_is_moved_by_keyboard(self, editor, member, axe):
        positions = open_positions(editor, member)
        up = positions.locator(".inline-related").filter(has_text="Baker").get_by_role("button", name="Up")
        up.press("Enter")
        expect(positions.locator(".moved")).to_have_text("Baker, Ulm is now entry 2 of 3")
        axe(editor)
        save(editor)
        assert titles(member) == ["Miller", "Baker", "Smith"]

    def test_position_is_dragged_over_folded_ones(self, editor, member):
        positions = open_positions(editor, member)
        rows = positions.locator(".inline-related:not(.empty-form)")
        drag(editor, rows.filter(has_text="Baker"), rows.filter(has_text="Miller"))
        assert positions.locator("fieldset.module:visible").count() <= 1
        editor.mouse.up()
        save(editor)
        assert titles(member) == ["Baker", "Miller", "Smith"]

    def test_position_added_to_a_chosen_order_goes_where_its_date_belongs(self, editor, member):
        for order, title in enumerate(("Miller", "Baker", "Smith"), start=1):
            Position.objects.filter(title=title).update(order=order)
        positions = open_positions(editor, member)
        editor.get_by_role("button", name="Add another Position").click()
        row = editor.locator("#positions-3")
        row.get_by_label("Title").fill("Cook")
        row.get_by_label("Organisation").fill("Ulm")
        row.get_by_label("Start").fill("2021")
        expect(positions.locator(".order-note")).to_be_visible()
        save(editor)
        assert titles(member) == ["Miller", "Cook", "Baker", "Smith"]

    def test_order_of_the_dates_comes_back_at_a_click(self, editor, member):
        Position.objects.filter(title="Baker").update(order=1)
        positions = open_positions(editor, member)
        positions.get_by_role("button", name="Order by date, the latest first").click()
        save(editor)
        assert titles(member) == ["Miller", "Smith", "Baker"]


class LinkOrderTests:
    def test_link_not_saved_yet_is_moved(self, editor):
        member = cast.student()
        ProfileLink.objects.create(person=member, kind="homepage", url="https://a.example/")
        editor.goto(change_page(member))
        editor.evaluate(UNFOLD)
        editor.get_by_role("button", name="Add another Link").click()
        row = editor.locator("#links-1")
        row.locator("select").select_option("github")
        row.get_by_label("Address").fill("https://b.example/")
        row.get_by_role("button", name="Up").press("Enter")
        expect(editor.locator("#links-group .moved")).to_have_text("GitHub is now link 1 of 2")
        save(editor)
        assert [link.kind for link in sorted(member.links.all(), key=ProfileLink.rank)] == ["github", "homepage"]


def touch(session, kind, *points):
    touched = [{"x": x, "y": y} for x, y in points]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})


class FingerTests:
    def test_author_is_dragged_by_a_finger(self, editor, paper):
        editor.set_viewport_size({"width": 390, "height": 844})
        editor.goto(change_page(paper))
        handle = author_row(editor, "Ivo Brandt").locator(".drag-handle")
        handle.scroll_into_view_if_needed()
        editor.evaluate("window.scrollBy(0, 300)")
        box = handle.bounding_box()
        x, y = box["x"] + 10, box["y"] + 10
        finger = editor.context.new_cdp_session(editor)
        touch(finger, "touchStart", (x, y))
        target = author_row(editor, "Ada Quill").locator(".drag-handle").bounding_box()["y"]
        for step in range(1, 9):
            touch(finger, "touchMove", (x, y + (target - y) * step / 8))
        touch(finger, "touchEnd")
        assert editor.locator("#authorships-group .moved").text_content() == "Ivo Brandt is now author 1 of 3"


def test_the_menu_is_dragged_and_moved_by_keys_and_saved_by_one_button(editor, axe):
    cast.make_lab()
    editor.goto("/admin/")
    editor.locator("#content").get_by_role("link", name="Menu and introductions").click()
    rows = editor.locator("#result_list tr.form-row")
    drag(editor, rows.filter(has_text="Talks"), onto=rows.first)
    editor.mouse.up()
    rows.filter(has_text="Venues").get_by_role("button", name="Up").press("Enter")
    axe(editor)
    order = rows.locator(".inline_label").all_text_contents()
    save(editor)
    assert order[0] == "Talks"
    assert rows.locator(".inline_label").all_text_contents() == order
