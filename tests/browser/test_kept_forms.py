"""Nothing that is typed is lost: neither with the session nor with the network, by Back, a reload or a crash."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from labsite.accounts.sso import UniversityAdapter
from labsite.models import User
from people.models import Person
from publications.models import Authorship, Publication
from tests import cast
from tests.browser.test_pencils import opened, save
from tests.browser.test_sign_in import PASSWORD, digits
from tests.editing import address
from tests.labsite.accounts.test_sso import University

OFFER = re.compile(r"^Restore what you typed (at \d\d:\d\d|on \d+ \w+) and did not save\?")
KEYS = 'Object.keys(localStorage).filter(key => key.startsWith("kept-form:"))'
KEPT = f"{KEYS}.map(key => JSON.parse(localStorage[key]))"
LONG_AGO = (
    f"days => {KEYS}"
    """.forEach(key => {
    const kept = JSON.parse(localStorage[key]);
    localStorage[key] = JSON.stringify({ ...kept, at: kept.at - days * 24 * 3600 * 1000 });
})"""
)


@pytest.fixture
def member():
    return cast.student(headline="Rests")


@pytest.fixture
def ada():
    """An administrator; what befalls the browser of each role stands in test_typed_words.py."""
    cast.make_lab()
    return cast.make_administrator(email="ada@lab.example", password=PASSWORD)


@pytest.fixture
def page(signed_in, ada):
    """A page of who edits, whose browser says nothing before it leaves a changed form."""
    page = signed_in(ada)
    page.on("dialog", lambda dialog: dialog.accept())
    return page


def form_of(row):
    return address(type(row), "change", row.pk)


def headline(page):
    return page.get_by_label("Headline:", exact=True)


def type_headline(page, member, text="Sleeps"):
    """Type a headline, and wait until the browser keeps it."""
    page.goto(form_of(member))
    headline(page).fill(text)
    wait_until_kept(page, text)


def wait_until_kept(page, text):
    page.wait_for_function(f"text => JSON.stringify({KEPT}).includes(text)", arg=text)


def offer(page):
    return page.get_by_role("status").filter(has_text=OFFER)


def bring_back(page):
    with page.expect_navigation():
        page.get_by_role("button", name="Restore it").click()


def press_save(page):
    page.get_by_role("button", name="Save", exact=True).click()


def sign_in(part, email="ada@lab.example"):
    part.get_by_label("E-mail address").fill(email)
    part.get_by_label("Password").fill(PASSWORD)
    part.get_by_role("button", name="Sign in", exact=True).click()


class BringingBackTests:
    def test_whoever_comes_back_finds_what_was_typed(self, page, member):
        type_headline(page, member)
        page.get_by_role("link", name="Home").click()
        page.wait_for_url("**/admin/")
        page.go_back()
        expect(headline(page)).to_have_value("Sleeps")
        headline(page).fill("Sleeps and rests")
        with page.expect_navigation():
            press_save(page)
        page.goto(form_of(member))
        expect(headline(page)).to_have_value("Sleeps and rests")
        assert page.evaluate(KEPT) == []

    def test_whoever_follows_a_link_and_comes_back_by_another_is_offered_it(self, page, member):
        type_headline(page, member)
        page.goto("/admin/")
        page.goto(form_of(member))
        bring_back(page)
        expect(headline(page)).to_have_value("Sleeps")

    def test_a_panel_offers_what_was_typed_in_it(self, page, member):
        member.biography = "Rests."
        member.save()
        page.goto(member.get_absolute_url())
        words = opened(page, "Edit: About").get_by_role("textbox", name="Biography:")
        expect(words).to_be_focused()  # once it has been got ready
        words.fill("Sleeps.")
        wait_until_kept(page, "Sleeps.")
        page.goto(member.get_absolute_url())
        panel = opened(page, "Edit: About")
        panel.get_by_role("button", name="Restore it").click()
        expect(panel.get_by_role("textbox", name="Biography:")).to_have_value("Sleeps.")
        save(page, panel, "About")
        assert Person.objects.get().biography == "Sleeps."

    def test_a_panel_for_something_new_offers_what_was_typed_in_it(self, page, member):
        page.goto("/people/")
        title = opened(page, "Add a talk").locator("#id_title")
        expect(title).to_be_focused()  # once it has been got ready
        title.fill("On Leisure")
        wait_until_kept(page, "On Leisure")
        page.reload()
        panel = opened(page, "Add a talk")
        panel.get_by_role("button", name="Restore it").click()
        expect(panel.locator("#id_title")).to_have_value("On Leisure")

    def test_rows_come_back_in_their_order(self, page):
        paper = cast.make_publication(authors=[cast.pi(), cast.stranger()])
        page.goto(form_of(paper))
        page.get_by_role("button", name="Add another Author").click()
        page.locator("#id_authorships-2-printed_name").fill("N. Newcomer")
        up = page.locator("#authorships-2").get_by_role("button", name=re.compile("up", re.IGNORECASE))
        up.click()
        up.click()
        order = shown_authors(page)
        wait_until_kept(page, "N. Newcomer")
        page.reload()
        bring_back(page)
        assert order[0] == "N. Newcomer"
        assert shown_authors(page) == order
        assert Authorship.objects.count() == 2

    def test_a_form_that_is_not_complete_comes_back_without_a_word_of_it(self, page):
        page.goto(f"{address(Publication, 'add')}#id_abstract")
        page.get_by_label("Abstract:").fill("We rest.")
        wait_until_kept(page, "We rest.")
        page.reload()
        bring_back(page)
        expect(page.get_by_label("Abstract:")).to_have_value("We rest.")
        assert page.locator(".errornote, .errorlist").count() == 0

    def test_what_two_windows_kept_is_offered_one_after_the_other(self, page, member):
        other = page.context.new_page()
        type_headline(page, member, "Sleeps")
        type_headline(other, member, "Naps")
        page.reload()
        page.get_by_role("button", name="Discard it").click()
        bring_back(page)
        expect(headline(page)).to_have_value("Sleeps")

    def test_it_is_discarded_on_request(self, page, member):
        type_headline(page, member)
        page.reload()
        page.get_by_role("button", name="Discard it").click()
        expect(offer(page)).to_have_count(0)
        assert page.evaluate(KEPT) == []

    def test_what_is_taken_back_is_not_kept(self, page, member):
        type_headline(page, member)
        headline(page).fill("Rests")
        page.wait_for_function(f"() => {KEPT}.length === 0")

    def test_what_others_saved_meanwhile_is_not_overwritten(self, page, member):
        type_headline(page, member)
        Person.objects.update(biography="Naps.")
        page.reload()
        bring_back(page)
        with page.expect_navigation():
            press_save(page)
        assert Person.objects.values_list("headline", "biography").get() == ("Sleeps", "Naps.")

    def test_pages_of_few_fields_are_filled_in(self, page, member):
        page.goto(f"/admin/rename/{member.pk}/")
        field = page.locator("#id_name")
        field.fill("Zoë Quill")
        wait_until_kept(page, "Zoë Quill")
        page.reload()
        page.get_by_role("button", name="Restore it").click()
        expect(field).to_have_value("Zoë Quill")

    def test_a_paper_that_is_being_added_comes_back_with_its_authors(self, page):
        page.goto("/admin/add-paper/")
        page.get_by_role("textbox").first.fill("On Leisure\n\nNora Newcomer")
        with page.expect_navigation():
            page.get_by_role("button", name="Read it").click()
        page.get_by_label("Title").first.fill("On Rest")
        wait_until_kept(page, "On Rest")
        page.goto("/admin/add-paper/")
        bring_back(page)
        expect(page.get_by_label("Title").first).to_have_value("On Rest")
        expect(page.locator("form.adding")).to_contain_text("Nora Newcomer")


def shown_authors(page):
    rows = page.locator("#authorships-group .dynamic-authorships:not(.empty-form) [name$='-printed_name']")
    return rows.evaluate_all("fields => fields.map(field => field.value)")


class ForgettingTests:
    def test_a_save_is_forgotten(self, page, member):
        type_headline(page, member)
        with page.expect_navigation():
            press_save(page)
        assert page.evaluate(KEPT) == []
        page.goto(form_of(member))
        expect(offer(page)).to_have_count(0)

    def test_a_refused_save_is_not(self, page, member):
        page.goto(form_of(member))
        page.get_by_label("ORCID").fill("nonsense")
        with page.expect_navigation():
            press_save(page)
        expect(page.locator(".error-summary")).to_be_visible()
        expect(offer(page)).to_have_count(0)
        wait_until_kept(page, "nonsense")

    def test_it_is_kept_for_a_week(self, page, member):
        type_headline(page, member)
        page.goto("/admin/")
        page.evaluate(LONG_AGO, 6)
        page.goto(form_of(member))
        offer(page).wait_for()
        page.evaluate(LONG_AGO, 1.1)
        page.reload()
        expect(offer(page)).to_have_count(0)
        assert page.evaluate(KEPT) == []

    def test_another_login_sees_nothing_of_it(self, page, member, signed_in):
        type_headline(page, member)
        page.goto("/admin/")
        other = signed_in(cast.make_administrator(email="second@lab.example"))
        page.context.add_cookies(other.context.cookies())
        page.goto(form_of(member))
        expect(headline(page)).to_have_value("Rests")
        expect(offer(page)).to_have_count(0)
        assert len(page.evaluate(KEPT)) == 1

    def test_signing_out_deletes_it_once_that_is_confirmed(self, page, member):
        type_headline(page, member)
        page.goto("/admin/")
        with page.expect_navigation():
            page.get_by_role("button", name="Sign out").click()
        assert page.evaluate(KEPT) == []

    def test_passwords_and_files_are_not_kept(self, page, member):
        page.goto(address(User, "add"))
        page.get_by_label("E-mail").first.fill("new@lab.example")
        page.locator("[type=password]").first.fill("wombat-12345")
        wait_until_kept(page, "new@lab.example")
        assert "wombat-12345" not in str(page.evaluate(KEPT))


class SavingTests:
    def test_with_a_session_that_is_gone_one_signs_in_in_place(self, page, member, axe):
        type_headline(page, member)
        page.context.clear_cookies()
        press_save(page)
        expect(page.get_by_role("heading", name="Sign in to save")).to_be_visible()
        frame = page.frame_locator("dialog iframe")
        frame.get_by_label("E-mail address").wait_for()
        axe(page)
        with page.expect_navigation():
            sign_in(frame)
        expect(page.locator(".what-was-saved")).to_contain_text("was changed successfully")
        assert Person.objects.get().headline == "Sleeps"
        assert page.evaluate(KEPT) == []

    def test_with_a_second_factor_too(self, page, member, ada):
        cast.make_second_factors(ada)
        type_headline(page, member)
        page.context.clear_cookies()
        press_save(page)
        frame = page.frame_locator("dialog iframe")
        sign_in(frame)
        frame.get_by_label("Code").fill(digits(cast.APP_SECRET))
        with page.expect_navigation():
            frame.get_by_label("Code").press("Enter")
        assert Person.objects.get().headline == "Sleeps"

    def test_in_a_new_window_too(self, page, member):
        type_headline(page, member)
        page.context.clear_cookies()
        press_save(page)
        with page.context.expect_page() as opened:
            page.get_by_role("link", name="Sign in in a new window").click()
        with page.expect_navigation():
            sign_in(opened.value)
        assert Person.objects.get().headline == "Sleeps"

    def test_by_the_university_in_a_window_of_its_own(self, page, member, monkeypatch):
        monkeypatch.setattr(UniversityAdapter, "get_requests_session", lambda adapter: University())
        theirs = "<!doctype html><title>Example University</title><link rel=icon href=data:,><h1>Who are you?</h1>"
        page.context.route(
            "https://login.sso.example/**", lambda route: route.fulfill(body=theirs, content_type="text/html")
        )
        type_headline(page, member)
        page.context.clear_cookies()
        press_save(page)
        with page.context.expect_page() as opened:
            page.frame_locator("dialog iframe").get_by_role("button", name="Sign in with Example University").click()
        other = opened.value
        other.wait_for_url("https://login.sso.example/authorize**")
        query = parse_qs(urlsplit(other.url).query)
        with page.expect_navigation():
            back = f"{query['redirect_uri'][0]}?code=code&state={query['state'][0]}"
            other.evaluate("back => { location.href = back; }", back)  # the window closes itself once it is there
        assert Person.objects.get().headline == "Sleeps"

    def test_nothing_is_saved_in_the_name_of_somebody_else_without_a_word(self, page, member):
        cast.make_administrator(email="second@lab.example", password=PASSWORD)
        type_headline(page, member)
        page.context.clear_cookies()
        press_save(page)
        sign_in(page.frame_locator("dialog iframe"), "second@lab.example")
        expect(page.get_by_role("heading", name="Not saved: someone else is signed in")).to_be_visible()
        assert Person.objects.get().headline == "Rests"
        with page.expect_navigation():
            page.get_by_role("button", name="Save as second@lab.example").click()
        assert Person.objects.get().headline == "Sleeps"

    def test_whoever_signed_out_and_in_again_elsewhere_just_saves(self, page, member):
        type_headline(page, member)
        page.context.clear_cookies()
        other = page.context.new_page()
        other.goto("/account/sign-in/")
        with other.expect_navigation():
            sign_in(other)
        with page.expect_navigation():
            press_save(page)
        assert Person.objects.get().headline == "Sleeps"

    def test_without_a_connection_it_says_so_and_saves_when_tried_again(self, page, member, complaints, axe):
        type_headline(page, member)
        page.context.set_offline(True)
        press_save(page)
        expect(page.get_by_role("heading", name="Not saved: the site can’t be reached")).to_be_visible()
        page.context.set_offline(False)
        axe(page)
        with page.expect_navigation():
            page.get_by_role("button", name="Try again").click()
        assert Person.objects.get().headline == "Sleeps"
        complaints.clear()

    @pytest.mark.parametrize("keys", ["Control+s", "Meta+s"])
    def test_a_key_saves_and_stays(self, page, member, keys):
        type_headline(page, member)
        with page.expect_navigation():
            headline(page).press(keys)
        expect(page).to_have_url(re.compile(re.escape(form_of(member)) + "$"))
        assert Person.objects.get().headline == "Sleeps"

    def test_a_double_click_adds_one_row(self, page):
        page.goto(address(Person, "add"))
        page.locator("#id_name").fill("Nora Newcomer")
        page.get_by_label("Role:").select_option("PhD student")
        with page.expect_navigation():
            page.get_by_role("button", name="Save", exact=True).dblclick()
        assert Person.objects.filter(name="Nora Newcomer").count() == 1

    def test_on_a_slow_line_a_second_click_is_ignored(self, page):
        asked = []
        page.route("**/account/session/", lambda route: asked.append(route))
        page.goto(address(Person, "add"))
        page.locator("#id_name").fill("Nora Newcomer")
        page.get_by_label("Role:").select_option("PhD student")
        press_save(page)
        expect(page.get_by_text("Saving…")).to_be_visible()
        press_save(page)
        with page.expect_navigation():
            asked[0].continue_()
        assert len(asked) == 1
        assert Person.objects.filter(name="Nora Newcomer").count() == 1


class RefusedTokenTests:
    def test_the_same_fields_are_sent_again_by_one_button(self, page, member, complaints, axe):
        page.route("**/account/session/", lambda route: route.fulfill(json=stale_session(page)))
        page.goto(form_of(member))
        headline(page).fill("Sleeps")
        press_save(page)
        expect(page.get_by_role("heading", name="The form was not accepted")).to_be_visible()
        axe(page)
        with page.expect_navigation():
            page.get_by_role("button", name="Send it again").click()
        expect(page.locator(".what-was-saved")).to_contain_text("was changed successfully")
        assert Person.objects.get().headline == "Sleeps"
        assert page.evaluate(KEPT) == []
        complaints.clear()


def stale_session(page):
    """Return what is answered just before a token is refused."""
    return {"login": page.locator("script[data-login]").get_attribute("data-login"), "name": "", "token": "x" * 64}


class PreviewTests:
    def test_it_says_that_one_is_signed_out(self, page, member, complaints):
        page.goto(f"{form_of(member)}#id_biography")
        page.context.clear_cookies()
        page.locator("#id_biography").fill("Sleeps.")
        preview = page.get_by_role("region", name="Preview: Biography", exact=True)
        expect(preview).to_contain_text("There is no preview, because you are signed out.")
        complaints.clear()

    def test_it_says_that_the_site_cannot_be_reached(self, page, member, complaints):
        page.goto(f"{form_of(member)}#id_biography")
        page.context.set_offline(True)
        page.locator("#id_biography").fill("Sleeps.")
        preview = page.get_by_role("region", name="Preview: Biography", exact=True)
        expect(preview).to_contain_text("There is no preview, because the site can’t be reached.")
        complaints.clear()


class LooksTests:
    def test_the_offer_is_accessible_and_fits_a_phone(self, page, member, axe, fits):
        type_headline(page, member)
        page.reload()
        offer(page).wait_for()
        axe(page)
        fits(page, 390)
        for name in ("Restore it", "Discard it"):
            assert page.get_by_role("button", name=name).bounding_box()["height"] >= 24

    def test_the_dialog_fits_a_phone(self, page, member, fits):
        type_headline(page, member)
        page.context.clear_cookies()
        page.set_viewport_size({"width": 390, "height": 800})
        press_save(page)
        page.frame_locator("dialog iframe").get_by_label("Password").wait_for()
        fits(page, 390)
        box = page.get_by_role("dialog").bounding_box()
        assert (box["x"] >= 0, box["x"] + box["width"] <= 390) == (True, True)
        for name in ("Sign in in a new window", "Not now"):
            assert page.get_by_text(name).bounding_box()["height"] >= 24
