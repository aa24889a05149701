"""A member's and an editor's day from end to end, by keyboard alone; axe looks at what only a member fills in.

From the invitation to the member's page, from a pasted paper through its preview to its publication, and from a
conflict with an editor's change to going back to what was there before.
"""

import re

import pytest
from django.core import mail
from playwright.sync_api import expect

from labsite.roles import Role
from people.models import Person
from publications.models import Publication
from tests import cast
from tests.browser.keyboard import press, reach, write
from tests.browser.test_file_inputs import picture
from tests.editing import address

BIBTEX = """@inproceedings{hammock,
  title = {Hammock: Elastic Rest},
  author = {Quill, Ada and Lindqvist, Z. and Okafor, Bim},
  booktitle = {Proceedings of the 28th SYSCON '24},
  year = {2024}
}"""
PASSWORD = "hammocks-and-quokkas"


@pytest.fixture
def lab():
    cast.make_lab()
    cast.make_venue("SYSCON")
    return {"zoe": cast.student(), "ada": cast.pi()}


@pytest.fixture
def ada(lab, signed_in):
    return signed_in(cast.make_login(lab["ada"], Role.EDITOR, first_name="Ada", last_name="Quill"))


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def link(page, name):
    return page.get_by_role("link", name=name, exact=True).first


def said(page):
    return page.locator(".messagelist")


def test_a_members_and_an_editors_day(editor, visitor, ada, lab, axe, complaints):
    zoe = visitor
    is_invited(editor, zoe, lab["zoe"])
    makes_her_profile(zoe, axe)
    paper = adds_a_paper(zoe, axe)
    looks_at_the_preview_and_publishes(zoe, ada, paper)
    both_change_the_title(zoe, ada, paper)
    goes_back(ada, paper)


def is_invited(administrator, zoe, person):
    administrator.goto(f"/admin/invite/{person.pk}/")
    write(administrator, administrator.get_by_label("E-mail address"), "zoe@lab.example")
    press(administrator, button(administrator, "Send the invitation"))
    zoe.goto(re.search(r"http://\S+", mail.outbox[0].body)[0])
    write(zoe, zoe.get_by_label("Password", exact=True), PASSWORD)
    zoe.keyboard.press("Tab")
    zoe.keyboard.insert_text(PASSWORD)
    with zoe.expect_navigation():
        zoe.keyboard.press("Enter")
    expect(zoe).to_have_url(re.compile(rf"/admin/people/person/{person.pk}/change/$"))


def makes_her_profile(zoe, axe):
    photo = zoe.get_by_label("Photo:", exact=True)
    reach(zoe, photo)
    photo.set_input_files(picture())
    reach(zoe, zoe.get_by_role("application", name="The part of the picture that is kept"))
    for key in ("-", "ArrowRight"):
        zoe.keyboard.press(key)
    write(zoe, zoe.get_by_label("Photo description"), "Zoë Lindqvist, half red and half blue")
    reach(zoe, zoe.locator("summary").filter(has_text="About you"))
    zoe.keyboard.press("Enter")
    write(zoe, zoe.locator("#id_biography"), "I let **clusters** rest.")
    expect(zoe.locator(".markdownx-preview strong").first).to_have_text("clusters")
    axe(zoe)
    press(zoe, button(zoe, "Save"))
    axe(zoe)
    person = Person.objects.get(name="Zoë Lindqvist")
    assert (bool(person.photo), person.biography) == (True, "I let **clusters** rest.")


def adds_a_paper(zoe, axe):
    zoe.goto("/admin/")
    axe(zoe)
    press(zoe, link(zoe, "Add a paper"))
    write(zoe, zoe.get_by_label("BibTeX, a DOI, or a title"), BIBTEX)
    press(zoe, button(zoe, "Read it"))
    axe(zoe)
    second = zoe.locator("#authors-1")
    reach(zoe, second.get_by_role("radio", name="Zoë Lindqvist"))
    zoe.keyboard.press("Space")
    reach(zoe, second.get_by_role("button", name="Up"), key="Shift+Tab")
    zoe.keyboard.press("Enter")
    reach(zoe, zoe.get_by_role("radio", name="Publish it now"))
    zoe.keyboard.press("ArrowDown")
    press(zoe, button(zoe, "Add this paper"))
    axe(zoe)
    paper = Publication.objects.get()
    names = [author.display_name for author in paper.authorships.order_by("order")]
    assert (paper.state, names) == ("draft", ["Z. Lindqvist", "Ada Quill", "Bim Okafor"])
    return paper


def looks_at_the_preview_and_publishes(zoe, ada, paper):
    expect(zoe.get_by_role("complementary", name="Preview")).to_contain_text("Draft")
    press(zoe, link(zoe, "Edit this page"))
    reach(zoe, zoe.get_by_role("radio", name="Draft"))
    zoe.keyboard.press("ArrowDown")
    press(zoe, button(zoe, "Save and continue editing"))
    assert Publication.objects.get().is_published() is True
    ada.goto(paper.get_absolute_url())
    expect(ada.get_by_role("complementary", name="Preview")).to_have_count(0)
    expect(ada.get_by_role("heading", level=1)).to_have_text("Hammock: Elastic Rest")


def both_change_the_title(zoe, ada, paper):
    ada.goto(address(Publication, "change", paper.pk))
    write(zoe, zoe.get_by_role("textbox", name="Title:"), "Hammock: Elastic Rest for Clusters")
    press(zoe, button(zoe, "Save"))
    write(ada, ada.get_by_role("textbox", name="Title:"), "Hammock: Rest")
    press(ada, button(ada, "Save"))
    reach(ada, ada.get_by_role("radio", name=re.compile("^Theirs")))
    ada.keyboard.press("ArrowDown")
    expect(ada.get_by_role("radio", name=re.compile("^Yours"))).to_be_checked()
    with ada.expect_navigation():
        ada.keyboard.press("Enter")
    assert Publication.objects.get().title == "Hammock: Rest"


def goes_back(ada, paper):
    ada.goto(address(Publication, "change", paper.pk))
    press(ada, link(ada, "History"))
    press(ada, ada.get_by_role("link", name="Go back to this version…").first)
    press(ada, button(ada, "Go back to this version"))
    expect(said(ada)).to_contain_text("is back to how it was")
    assert Publication.objects.get().title == "Hammock: Elastic Rest for Clusters"
