"""From what is missing to the field that puts it right, by keyboard alone."""

import pytest
from playwright.sync_api import expect

from people.models import Membership, Position
from publications.models import Link, Publication
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
    return page.locator("section.kind").filter(has=page.get_by_role("heading", name=kind, exact=True))


class WorklistTests:
    def test_leads_to_the_field_and_is_shorter_once_that_is_filled_in(self, editor, paper, axe):
        editor.goto("/admin/worklist/?kind=no-year")
        axe(editor)
        reach(editor, point(editor, "Papers without a year").get_by_role("link"))
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
        editor.goto("/admin/worklist/?kind=no-year")
        reach(editor, editor.get_by_role("button", name="Not a problem: Quokka"))
        editor.keyboard.press("Enter")
        expect(editor.get_by_text("Not a problem: Quokka: Scheduling at Leisure – No year is given.")).to_be_visible()
        reach(editor, editor.get_by_role("link", name="What was called no problem (1)"))
        editor.keyboard.press("Enter")
        expect(editor.get_by_role("heading", name="Not a problem")).to_be_visible()
        axe(editor)
        reach(editor, editor.get_by_role("button", name="Take it back"))
        editor.keyboard.press("Enter")
        expect(editor.get_by_text("Back on the list")).to_be_visible()

    def test_a_row_is_reached_in_a_list_of_rows(self, editor, paper):
        Link.objects.create(publication=paper, kind="code", url="https://code.example")
        Link.objects.create(publication=paper, kind="slides")
        editor.goto("/admin/worklist/?kind=lost-link")
        point(editor, "Links of papers without an address").get_by_role("link").click()
        expect(editor.locator("#id_links-1-url")).to_be_focused()

    def test_a_box_with_suggestions_is_ready_to_be_opened(self, editor, paper):
        Publication.objects.update(venue=None)
        editor.goto(f"{address(Publication, 'change', paper.pk)}#id_venue")
        expect(editor.locator("#id_venue + .select2 .select2-selection")).to_be_focused()

    def test_a_folded_section_is_unfolded_from_the_list_and_from_the_form(self, editor, paper):
        alumna = cast.alumna()
        Membership.objects.filter(person=alumna).update(went_to="Elsewhere")
        Position.objects.create(person=alumna, title="Student", organisation="Lab", start="2012", ongoing=True)
        editor.goto("/admin/worklist/?kind=outlasts-lab")
        point(editor, "“Until now”, though they left").get_by_role("link").click()
        expect(editor.locator("#id_positions-0-end")).to_be_focused()
        editor.goto(address(type(alumna), "change", alumna.pk))
        editor.get_by_role("link", name="lasts “until now”").click()
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
        editor.goto("/admin/worklist/")
        assert editor.evaluate("document.documentElement.scrollWidth") <= 320
