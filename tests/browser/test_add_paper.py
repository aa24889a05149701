"""Adding a paper by keyboard alone, from a paste to the saved paper; and what the page looks like on a phone."""

import pytest
from playwright.sync_api import expect

from labsite.roles import Role
from publications.models import Authorship, Publication
from tests import cast
from tests.browser.keyboard import reach

TEXT = """@inproceedings{quokka,
  title = {Quokka: Scheduling at Leisure},
  author = {Lindqvist, Z. and Quill, Ada* and Brandt, Ivo*},
  booktitle = {Proc. of the 28th SYSCON '24},
  year = {2024}, isbn = {1}
}"""


@pytest.fixture
def member(signed_in):
    """A page of Ada Quill, who is a member, in a lab with a student and a venue."""
    ada = cast.pi()
    cast.make_lab(), cast.student(), cast.make_venue("SYSCON")
    page = signed_in(cast.make_login(ada, Role.MEMBER))
    page.on("dialog", lambda dialog: dialog.accept())  # a paper that isn't saved yet asks before it is left
    return page


def enter(page):
    with page.expect_navigation():
        page.keyboard.press("Enter")


def paste(page, text):
    page.goto("/admin/add-paper/")
    expect(page.get_by_label("BibTeX, a DOI, or a title")).to_be_focused()
    page.keyboard.insert_text(text)
    reach(page, page.get_by_role("button", name="Read it"))
    enter(page)


def author(page, place):
    return page.locator(f"#authors-{place - 1}")


class KeyboardTests:
    @pytest.mark.smoke
    def test_from_paste_to_paper(self, member, axe):
        paste(member, TEXT)
        assert member.get_by_role("heading", level=1).text_content() == "Check the paper"
        axe(member)
        first = author(member, 1)
        reach(member, first.get_by_role("radio", name="Zoë Lindqvist"))
        member.keyboard.press("Space")
        expect(first.locator(".inline_label")).to_have_text("Zoë Lindqvist")
        down = first.get_by_role("button", name="Down")
        reach(member, down, key="Shift+Tab")
        member.keyboard.press("Enter")
        reach(member, member.get_by_role("button", name="Add this paper"))
        enter(member)
        paper = Publication.objects.get()
        assert member.url.endswith(paper.get_absolute_url())
        said = member.locator(".what-was-saved")
        expect(said).to_contain_text("has been added and is on the site. Edit · Add another")
        axe(member)
        assert said.get_by_role("link", name="Edit").get_attribute("href").endswith(f"/{paper.pk}/change/")
        rows = Authorship.objects.order_by("order")
        assert [f"{row.person}{row.marks()}" for row in rows] == ["Ada Quill*", "Zoë Lindqvist", "Ivo Brandt*"]
        assert [row.printed_name for row in rows] == ["", "Z. Lindqvist", ""]

    def test_a_title_and_its_authors(self, member):
        paste(member, "Naps")
        reach(member, member.get_by_label("Who wrote it?"))
        member.keyboard.insert_text("Zoe Lindqvist\nUna Hale")
        reach(member, member.get_by_role("button", name="Find these authors"))
        enter(member)
        names = member.locator(".author-row .inline_label").all_text_contents()
        assert names == ["Zoë Lindqvist", "New: Una Hale"]
        expect(member.get_by_role("heading", name="Authors")).to_be_in_viewport()

    def test_somebody_else_is_found_by_any_spelling(self, member, axe):
        paste(member, "Naps\n\nUna Hale")
        row = author(member, 1)
        row.locator("summary").press("Enter")
        row.get_by_role("radio", name="Somebody else on the site").press("Space")
        box = row.get_by_role("combobox")
        reach(member, box)
        member.keyboard.press("Enter")
        member.keyboard.type("zoe")
        member.get_by_role("option", name="Zoë Lindqvist").wait_for()
        member.keyboard.press("Enter")
        expect(row.locator(".inline_label")).to_have_text("Zoë Lindqvist")
        axe(member)

    def test_what_an_option_needs_is_shown_with_it(self, member):
        paste(member, TEXT)
        acronym = member.get_by_label("Acronym")
        assert acronym.is_visible() is False
        member.get_by_role("radio", name="A new venue").press("Space")
        expect(acronym).to_be_visible()


class PageTests:
    def test_refusals_and_duplicates_are_accessible(self, member, axe):
        cast.make_publication("Quokka: Scheduling at Leisure")
        member.goto("/admin/add-paper/")
        axe(member)
        member.get_by_label("BibTeX, a DOI, or a title").fill("@misc{a, title {A}, year=1}\n@misc{b, title={B}}")
        with member.expect_navigation():
            member.get_by_role("button", name="Read it").click()
        axe(member)
        paste(member, TEXT)
        with member.expect_navigation():
            member.get_by_role("button", name="Add this paper").click()
        axe(member)
        assert member.get_by_text("Say who this is.").is_visible() is True

    @pytest.mark.parametrize("width", [320, 390, 820])
    def test_nothing_scrolls_sideways(self, member, width):
        member.set_viewport_size({"width": width, "height": 844})
        for text in (TEXT, "Naps" * 60 + "\n\n" + "x" * 90):
            paste(member, text)
            member.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true; })")
            assert member.evaluate("document.documentElement.scrollWidth") == width
