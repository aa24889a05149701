"""The inbox: a row of each kind is settled by its buttons; from what is missing to its field by keyboard alone."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from labsite.models import NewsItem, Question, SettledPair
from labsite.roles import Role
from people.models import Membership, Position
from publications.models import Import, Link, Publication
from tests import cast
from tests.browser.keyboard import reach
from tests.editing import address


@pytest.fixture
def paper():
    cast.make_lab(email="lab@lab.example", address="1 Leisure Lane", tagline="We rest.")
    return cast.make_publication(
        authors=[cast.pi()], venue=cast.make_venue(name="Systems"), year=None, doi="10.1000/1"
    )


def point(page, kind):
    return page.locator("section.part").filter(has=page.get_by_role("heading", name=kind, exact=True))


class WorklistTests:
    def test_leads_to_the_field_and_is_shorter_once_that_is_filled_in(self, editor, paper, axe):
        editor.goto("/admin/inbox/?kind=no-year")
        axe(editor)
        reach(editor, point(editor, "Papers without a year").get_by_role("link").first)
        editor.keyboard.press("Enter")
        expect(editor.get_by_label("Year")).to_be_focused()
        editor.keyboard.type("2024")
        with editor.expect_navigation():
            editor.keyboard.press("Enter")
        assert Publication.objects.get().year == 2024
        expect(editor.get_by_text("Nothing of this kind.")).to_be_visible()
        reach(editor, editor.get_by_role("link", name="Show everything"))
        editor.keyboard.press("Enter")
        expect(point(editor, "Papers without a PDF")).to_be_visible()
        expect(point(editor, "Papers without a year")).to_have_count(0)

    def test_what_is_no_problem_is_off_the_list_and_can_be_taken_back(self, editor, paper, axe):
        editor.goto("/admin/inbox/?kind=no-year")
        reach(editor, editor.get_by_role("button", name="Not a problem: Quokka"))
        editor.keyboard.press("Enter")
        expect(editor.get_by_text("Not a problem: Quokka: Scheduling at Leisure – No year is given.")).to_be_visible()
        reach(editor, editor.get_by_role("link", name="Marked as not a problem"))
        editor.keyboard.press("Enter")
        expect(editor.get_by_role("heading", level=1)).to_have_text("Marked as not a problem")
        axe(editor)
        reach(editor, editor.get_by_role("button", name="Put it back on the list"))
        editor.keyboard.press("Enter")
        expect(editor.get_by_text("Back on the list")).to_be_visible()

    def test_a_row_is_reached_in_a_list_of_rows(self, editor, paper):
        Link.objects.create(publication=paper, kind="code", url="https://code.example")
        Link.objects.create(publication=paper, kind="slides")
        editor.goto("/admin/inbox/?kind=lost-link")
        point(editor, "Links of papers without an address").get_by_role("link").first.click()
        expect(editor.locator("#id_links-1-url")).to_be_focused()

    def test_a_box_with_suggestions_is_ready_to_be_opened(self, editor, paper):
        Publication.objects.update(venue=None)
        editor.goto(f"{address(Publication, 'change', paper.pk)}#id_venue")
        expect(editor.locator("#id_venue + .select2 .select2-selection")).to_be_focused()

    def test_a_folded_section_is_unfolded_from_the_list_and_from_the_form(self, editor, paper):
        alumna = cast.alumna()
        Membership.objects.filter(person=alumna).update(went_to="Elsewhere")
        Position.objects.create(person=alumna, title="Student", organisation="Lab", start="2012", ongoing=True)
        editor.goto("/admin/inbox/?kind=outlasts-lab")
        point(editor, "Marked as current, but they have left").get_by_role("link").first.click()
        expect(editor.locator("#id_positions-0-end")).to_be_focused()
        editor.goto(address(type(alumna), "change", alumna.pk))
        editor.get_by_role("link", name="is marked as current").click()
        expect(editor.locator("#id_positions-0-end")).to_be_focused()

    def test_a_section_is_unfolded_and_in_sight_and_no_field_of_another_has_the_focus(self, editor, paper):
        person = cast.alumna()
        editor.goto(address(type(person), "change", person.pk))
        for name, section in (("Contact details", "contact_details"), ("Degrees", "education")):
            editor.locator(".sections").get_by_role("link", name=name).click()
            expect(editor.locator(f"#{section}-group")).to_be_in_viewport()
            expect(editor.locator(".select2-selection:focus")).to_have_count(0)
        expect(editor.locator("#education-group details").first).to_have_attribute("open", "")

    def test_the_form_says_what_is_to_be_looked_at(self, editor, paper, axe):
        editor.goto(address(Publication, "change", paper.pk))
        expect(editor.locator(".open-points li")).to_have_text(["No year is given.", "There is no PDF to read."])
        axe(editor)

    def test_it_fits_a_phone(self, editor, paper):
        editor.set_viewport_size({"width": 320, "height": 700})
        editor.goto("/admin/inbox/")
        assert editor.evaluate("document.documentElement.scrollWidth") <= 320


def row(page, what):
    return page.locator(".inbox li").filter(has=page.get_by_role("heading", name=what))


@pytest.mark.parametrize("role", [Role.EDITOR, Role.ADMINISTRATOR])
def test_whoever_edits_all_settles_a_row_of_each_kind_by_its_buttons(signed_in, role, complaints, axe):
    cast.make_lab(needs_approval=True)
    zoe = cast.student()
    year = timezone.localdate().year
    for title in ("Approved", "Returned"):
        cast.make_publication(title, [zoe], state="waiting")
    for text in ("Her name is Hale-Brandt now.", "And her photo?"):
        Question.objects.ask(cast.make_login(role=Role.MEMBER), cast.alumna() if "name" in text else zoe, text)
    Import.objects.create(source="dblp:1", label="What dblp knows", entries=[], person=zoe)
    cast.make_venue("SYSCON"), cast.make_venue("Sys Con")
    cast.make_publication("Quokka", [zoe], venue=cast.make_venue("WREST"), year=year)
    cast.make_award(zoe, title="Golden Quokka", year=year)
    page = signed_in(cast.make_login(role=role))
    page.goto("/admin/inbox/")
    axe(page)

    row(page, "Approved").get_by_role("button", name="Approve and publish").click()
    expect(page.locator(".messagelist")).to_contain_text("Approved. “Approved” is on the site.")
    row(page, "Returned").get_by_label("What should change first").fill("Say when.")
    row(page, "Returned").get_by_role("button", name="Return it").click()
    expect(page.locator(".messagelist")).to_contain_text("Returned.")
    assert Publication.objects.get(title="Returned").editors_word == "Say when."

    row(page, "Maren Hale").get_by_label("Reply (optional)").first.fill("It is changed.")
    row(page, "Maren Hale").get_by_role("button", name="Done").first.click()
    expect(page.locator(".messagelist")).to_contain_text("Replied to: Maren Hale")
    assert list(Question.objects.exclude(answered_at=None).values_list("answer", flat=True)) == ["It is changed."]
    row(page, "What dblp knows").get_by_role("button", name="Skip").click()
    expect(page.locator(".messagelist")).to_contain_text("Skipped: nothing was changed.")
    row(page, "SYSCON and Sys Con").get_by_role("button", name="Not the same").click()
    expect(page.locator(".messagelist")).to_contain_text("are not the same")
    assert SettledPair.objects.get().kept is None

    page.goto("/admin/inbox/?kind=news")
    row(page, "Golden Quokka").get_by_role("button", name="Dismiss").click()
    expect(page.locator(".messagelist")).to_contain_text("No longer suggested")
    row(page, "“Quokka”").get_by_role("button", name="Create a draft").click()
    expect(page.get_by_label("Title:", exact=True)).to_have_value(f"“Quokka” published at WREST {year}")
    assert NewsItem.objects.get().state == "draft"

    page.goto("/admin/inbox/?kind=no-photo")
    row(page, "Zoë Lindqvist").get_by_role("button", name="Not a problem").click()
    expect(page.locator(".messagelist")).to_contain_text("Not a problem: Zoë Lindqvist")


def test_a_member_settles_what_waits_for_them_by_its_buttons(signed_in, complaints, axe):
    cast.make_lab()
    zoe = cast.student()
    login = cast.make_login(zoe, Role.MEMBER, date_joined=timezone.now() - timedelta(days=400))
    Question.objects.ask(login, cast.alumna(), "Her name is Hale-Brandt now.")
    Question.objects.get().close(cast.make_login(role=Role.EDITOR), "It is changed.")
    Import.objects.create(source="dblp:1", label="What dblp knows", entries=[], person=zoe)
    cast.make_venue("SYSCON"), cast.make_venue("Sys Con")
    page = signed_in(login)
    page.goto("/admin/inbox/")
    axe(page)
    expect(row(page, "SYSCON and Sys Con")).to_have_count(0)
    expect(row(page, "Maren Hale")).to_contain_text("It is changed.")
    row(page, "Maren Hale").get_by_role("button", name="Mark as read").click()
    expect(row(page, "Maren Hale")).to_have_count(0)
    row(page, "What dblp knows").get_by_role("button", name="Skip").click()
    expect(page.locator(".messagelist")).to_contain_text("Skipped: nothing was changed.")
    row(page, "Zoë Lindqvist").get_by_role("button", name="Not a problem").first.click()
    expect(page.locator(".messagelist")).to_contain_text("Not a problem: Zoë Lindqvist")
    row(page, "Is your page still up to date?").get_by_role("link", name="Look at it").click()
    page.get_by_role("button", name="All of this is up to date").click()
    expect(page.locator(".messagelist")).to_contain_text("Thank you.")
    page.goto("/admin/inbox/")
    expect(row(page, "Is your page still up to date?")).to_have_count(0)
