"""Editing on the page: a pencil opens a part of it, which is saved, and the page is there again, changed."""

import re

import pytest
from playwright.sync_api import expect

from labsite.models import Lab, NewsItem, Project
from labsite.roles import Role
from people.models import Person, Position, ProfileLink
from publications.models import Publication
from tests import cast
from tests.browser.test_file_inputs import picture

PAGE = "/people/zoe-lindqvist/"
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def zoe(transactional_db):
    """The page of a member's own phone."""
    cast.make_lab(tagline="We study rest.")
    person = cast.student(headline="Rests", biography="Rests.")
    Position.objects.create(person=person, title="Miller", organisation="Mill", start="2020")
    cast.make_publication(authors=[person], abstract="We rest.")
    return person


@pytest.fixture
def phone(signed_in, zoe):
    page = signed_in(cast.make_login(zoe, Role.MEMBER))
    page.set_viewport_size(PHONE)
    page.goto(PAGE)
    return page


@pytest.fixture
def editor(signed_in, zoe):
    return signed_in(cast.make_login(role=Role.ADMINISTRATOR))


def opened(page, name):
    """Press a pencil, and return the part of the form that it opens."""
    page.get_by_role("link", name=name, exact=True).click()
    panel = page.frame_locator("dialog[open] iframe")
    expect(panel.get_by_role("button", name="Save")).to_be_visible()
    return panel


def save(page, panel, what):
    """Save the panel, and wait for the page that says so."""
    panel.get_by_role("button", name="Save").click()
    expect(page.locator(".what-was-saved")).to_have_text(f"Saved: {what}.")
    expect(page.get_by_role("dialog")).to_have_count(0)


class MemberTests:
    @pytest.mark.smoke
    def test_words_are_changed_where_they_stand(self, phone, fits):
        pencil = phone.get_by_role("link", name="Edit: About", exact=True)
        pencil.scroll_into_view_if_needed()
        before = phone.evaluate("scrollY")
        panel = opened(phone, "Edit: About")
        words = panel.get_by_role("textbox", name="Biography:")
        expect(words).to_be_focused()
        words.fill("Rests **a lot**.")
        expect(panel.get_by_role("region", name="Preview: Biography")).to_contain_text("Rests a lot.")
        save(phone, panel, "About")
        expect(phone.locator("#about strong")).to_have_text("a lot")
        expect(pencil).to_be_focused()
        assert phone.evaluate("scrollY") == before
        assert Person.objects.get(slug="zoe-lindqvist").headline == "Rests"
        fits(phone, 390)

    def test_a_photo_is_chosen_cropped_and_shown(self, phone):
        panel = opened(phone, "Edit: Photo and headline")
        panel.get_by_label("Photo:", exact=True).set_input_files(picture(800, 800))
        panel.locator(".crop-stage").wait_for()
        panel.get_by_role("textbox", name="Photo description:").fill("Zoë in a hammock")
        save(phone, panel, "Photo and headline")
        expect(phone.get_by_role("img", name="Zoë in a hammock").first).to_be_visible()

    def test_a_position_is_added(self, phone):
        panel = opened(phone, "Edit: Positions")
        panel.get_by_role("button", name="Add another Position").click()
        panel.locator("#id_positions-1-title").fill("Baker")
        panel.locator("#id_positions-1-organisation").fill("Bakery")
        save(phone, panel, "Positions")
        expect(phone.locator("#positions")).to_contain_text("Baker")
        assert Position.objects.count() == 2

    def test_what_the_page_has_not_said_yet_is_added_too(self, phone):
        panel = opened(phone, "Skills")
        panel.get_by_role("textbox", name="Skills:").fill("Patience")
        save(phone, panel, "Skills")
        expect(phone.locator("#skills")).to_contain_text("Patience")

    def test_a_link_is_added(self, phone):
        panel = opened(phone, "Edit: Links and contact")
        panel.get_by_role("button", name="Add another Link").click()
        panel.locator("#id_links-0-kind").select_option("github")
        panel.locator("#id_links-0-url").fill("github.com/zoe")
        save(phone, panel, "Links and contact")
        expect(phone.get_by_role("link", name="GitHub")).to_have_attribute("href", "https://github.com/zoe")
        assert ProfileLink.objects.count() == 1

    def test_what_is_refused_stays_in_the_panel_with_its_error(self, phone):
        panel = opened(phone, "Edit: Positions")
        panel.locator("#id_positions-0-start").fill("soon")
        panel.get_by_role("button", name="Save").click()
        expect(panel.locator(".errorlist").first).to_contain_text("Enter a date such as")
        expect(panel.locator("#id_positions-0-start")).to_have_value("soon")
        panel.locator("#id_positions-0-start").fill("2021")
        save(phone, panel, "Positions")
        assert Position.objects.get().start == "2021"

    def test_a_panel_that_is_closed_keeps_what_was_typed_and_one_that_is_cancelled_does_not(self, phone):
        words = opened(phone, "Edit: About").get_by_role("textbox", name="Biography:")
        expect(words).to_be_focused()
        words.fill("Naps.")
        phone.keyboard.press("Escape")
        expect(phone.get_by_role("dialog")).to_have_count(0)
        panel = opened(phone, "Edit: About")
        expect(words).to_have_value("Naps.")
        panel.get_by_role("link", name="Cancel").click()
        expect(opened(phone, "Edit: About").get_by_role("textbox", name="Biography:")).to_have_value("Rests.")

    def test_who_has_begun_to_type_before_all_has_arrived_stays_where_they_are(self, phone):
        panel = opened(phone, "Edit: Photo and headline")
        words = panel.get_by_role("textbox", name="Photo description:")
        words.fill("Zoë in a hammock")
        phone.locator("dialog[open] iframe").dispatch_event("load")
        expect(words).to_be_focused()

    def test_a_paper_of_ones_own_is_edited_on_its_page(self, phone):
        phone.goto(Publication.objects.get().get_absolute_url())
        panel = opened(phone, "Edit: Abstract")
        panel.get_by_role("textbox", name="Abstract:").fill("We rest, and measure it.")
        save(phone, panel, "Abstract")
        expect(phone.get_by_text("We rest, and measure it.", exact=True)).to_be_visible()

    def test_whose_session_has_ended_signs_in_and_goes_on(self, phone, complaints):
        phone.context.clear_cookies()
        phone.get_by_role("link", name="Edit: About", exact=True).click()
        expect(phone.get_by_role("heading", name="Sign in")).to_be_visible()
        expect(phone).to_have_url(re.compile(r"next=.*part%3Dabout"))
        complaints.clear()


class EditorTests:
    def test_news_a_project_and_the_labs_sentence_are_edited_on_their_pages(self, editor):
        parts = (
            (cast.make_news().get_absolute_url(), "News", "Title:"),
            (cast.make_project().get_absolute_url(), "Project", "Title:"),
            ("/", "Name and description", "Tagline:"),
        )
        for page, part, field in parts:
            editor.goto(page)
            panel = opened(editor, f"Edit: {part}")
            panel.get_by_role("textbox", name=field).fill("Rest for all")
            save(editor, panel, part)
            expect(editor.get_by_role("heading", level=1)).to_have_text("Rest for all")
        assert (NewsItem.objects.get().title, Project.objects.get().title) == ("Rest for all",) * 2
        assert Lab.objects.get().tagline == "Rest for all"

    def test_a_panel_whose_form_grows_stays_where_its_buttons_are(self, editor):
        editor.set_viewport_size({"width": 1280, "height": 1400})
        editor.goto(PAGE)
        panel, close = opened(editor, "Edit: About"), editor.get_by_role("dialog").get_by_role("button", name="Close")
        frame = editor.locator("dialog iframe")
        expect(frame).to_have_attribute("style", re.compile("height"))
        before, height = close.bounding_box(), frame.get_attribute("style")
        panel.get_by_role("textbox", name="Biography:").fill("Rests.\n\n" * 20)
        expect(frame).not_to_have_attribute("style", height)
        assert close.bounding_box() == before

    def test_of_two_who_change_one_text_the_second_chooses_in_the_panel(self, editor, phone):
        editor.goto(PAGE)
        panels = [opened(page, "Edit: About") for page in (editor, phone)]
        for panel, words in zip(panels, ("Naps.", "Sleeps."), strict=True):
            panel.get_by_role("textbox", name="Biography:").fill(words)
        save(editor, panels[0], "About")
        panels[1].get_by_role("button", name="Save").click()
        panels[1].get_by_role("radio", name=re.compile("^Yours")).check()
        panels[1].get_by_role("button", name="Save my choices").click()
        expect(phone.locator("#about")).to_contain_text("Sleeps.")


class FormTests:
    def test_without_a_script_a_part_is_a_page_of_its_own(self, new_context, phone, live_server):
        context = new_context(java_script_enabled=False, viewport=PHONE)
        context.add_cookies(phone.context.cookies())
        page = context.new_page()
        page.goto(PAGE)
        page.get_by_role("link", name="Edit: Positions", exact=True).click()
        page.locator("#id_positions-1-title").fill("Baker")
        page.locator("#id_positions-1-organisation").fill("Bakery")
        page.get_by_role("button", name="Save").click()
        expect(page).to_have_url(f"{live_server.url}{PAGE}")
        expect(page.get_by_role("status")).to_contain_text("Saved: Positions.")
        expect(page.locator("#positions")).to_contain_text("Baker")

    def test_pencils_panels_and_parts_are_accessible_and_fit_a_phone(self, phone, axe, fits):
        axe(phone)
        opened(phone, "Edit: About")
        axe(phone)
        for part in ("head", "links", "about", "positions"):
            phone.goto(
                f"/admin/people/person/{Person.objects.get(slug='zoe-lindqvist').pk}/change/?part={part}&framed=1"
            )
            axe(phone)
            fits(phone, 390)

    def test_pencils_are_large_enough_for_a_finger(self, phone):
        sizes = phone.eval_on_selector_all(
            "a.pencil", "all => all.map(each => each.getBoundingClientRect()).map(box => [box.width, box.height])"
        )
        assert len(sizes) > 5
        assert min(min(size) for size in sizes) >= 24

    def test_a_page_is_printed_without_them(self, phone):
        phone.emulate_media(media="print")
        expect(phone.locator("a.pencil:visible")).to_have_count(0)
