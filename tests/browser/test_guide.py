"""What the guide tells members to choose is there, under that name.

With ``PICTURES=labsite/static/labsite/guide`` in the environment, its pictures are taken anew.
"""

from io import BytesIO

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import expect

from labsite import history
from labsite.roles import Role
from people.models import Person
from tests import cast

WINDOW, SCALE = {"width": 900, "height": 600}, 4 / 3  # for pictures of 1200 × 800
PASTED = """@inproceedings{hammocks, title = {Hammocks: Resting at Scale}, author = {Zoë Lindqvist and Una Reed},
  booktitle = {SYSCON}, year = {2026}}
@inproceedings{siesta, title = {Siesta: Preemption That Nobody Minds}, author = {Zoë Lindqvist and Bim Okafor},
  booktitle = {SYSCON}, year = {2026}}
@inproceedings{pillow, title = {Pillow Fights in Shared Clusters}, author = {Zoë Lindqvist and Ada Quill},
  booktitle = {Workshop on Rest (WREST '26)}, year = {2026}}"""
ONE = """@inproceedings{siesta, title = {Siesta: Preemption That Nobody Minds},
  author = {Zoë Lindqvist and Una Reed and Bim Okafor and Ada Quill}, booktitle = {SYSCON}, year = {2025}}"""


def face():
    """Return a file to choose: somebody upright, as a phone would take them."""
    image, out = Image.new("RGB", (900, 900), "#bccbd8"), BytesIO()
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 760, 900, 900), fill="#7f9b72")
    draw.rounded_rectangle((230, 620, 670, 1100), 90, fill="#8e3b32")
    draw.ellipse((290, 110, 610, 490), fill="#3a2b25")
    draw.ellipse((320, 190, 580, 590), fill="#e6c4a4")
    draw.rectangle((390, 540, 510, 680), fill="#e6c4a4")
    image.save(out, "JPEG", quality=90)
    return {"name": "face.jpg", "mimeType": "image/jpeg", "buffer": out.getvalue()}


@pytest.fixture
def zoe():
    cast.make_lab()
    venue, pi, una = cast.make_venue("SYSCON"), cast.pi(), cast.make_person("Una Reed")
    zoe = cast.student(headline="PhD student who schedules leisure")
    for title in ("Hammocks: Resting at Scale", "Idle Hands: A Study of Unused Machines"):
        cast.make_publication(title, authors=[una, zoe, cast.make_person(f"Ivo {title[0]}. Brandt"), pi], venue=venue)
    return zoe


@pytest.fixture
def page(signed_in, zoe):
    """The first page of the admin, as a member, in a window from which a picture of the guide is taken."""
    zoe.login = cast.make_login(zoe, Role.MEMBER)
    page = signed_in(zoe.login, viewport=WINDOW, device_scale_factor=SCALE, color_scheme="light")
    page.add_init_script("localStorage.setItem('django.admin.navSidebarIsOpen', 'false')")
    page.goto("/admin/")
    return page


def press(page, name):
    """Press a link or a button of that name, wherever it is folded."""
    named = page.get_by_role("link", name=name, exact=True).or_(page.get_by_role("button", name=name, exact=True))
    folded = page.locator("details:not([open])", has=page.get_by_text(name, exact=True)).locator("summary")
    if not named.count() and folded.count():
        folded.first.click()
    named.first.click()


@pytest.fixture
def show(take_picture):
    """Return a function that brings an element to the top of the window, and takes the guide's picture of it."""

    def scroll_and_take(page, element, name):
        element.evaluate("e => scrollTo(0, e.getBoundingClientRect().top + scrollY - 24)")
        take_picture(page, name)

    return scroll_and_take


def test_a_photo_is_chosen_framed_and_described_in_my_profile(page, show, zoe):
    press(page, "My profile")
    page.get_by_label("Photo:", exact=True).set_input_files(face())
    page.locator(".crop-stage").wait_for()
    show(page, page.get_by_role("heading", name="Photo"), "profile")
    press(page, "Save")
    expect(page).to_have_url(zoe.get_absolute_url())
    assert Person.objects.get(pk=zoe.pk).photo_alt == "Portrait of Zoë Lindqvist"


def test_a_pasted_paper_is_checked_and_added(page, show):
    press(page, "Add a paper")
    page.get_by_role("textbox").first.fill(ONE)
    press(page, "Read it")
    expect(page.get_by_role("heading", level=1)).to_have_text("Check the paper")
    show(page, page.get_by_role("heading", name="Authors"), "paper")
    press(page, "Add this paper")
    expect(page.locator(".what-was-saved")).to_contain_text("has been added")


def test_a_list_is_looked_at_before_anything_is_imported(page, show):
    press(page, "Import papers")
    page.get_by_label("Paste a list").fill(PASTED)
    press(page, "See what would happen")
    expect(page.get_by_role("heading", name="To decide")).to_be_visible()
    show(page, page.get_by_role("navigation", name="Parts of the plan"), "import")


def test_authors_are_put_in_order_under_my_papers(page, show):
    press(page, "My papers")
    press(page, "Hammocks: Resting at Scale")
    row = page.locator("#authorships-group tr.form-row:not(.empty-form)").filter(has_text="Zoë Lindqvist")
    row.get_by_role("button", name="Up").click()
    expect(page.locator("#authorships-group .moved")).to_have_text("Zoë Lindqvist is now author 1 of 4")
    show(page, page.locator("#authorships-group"), "order")


def test_what_is_missing_is_in_the_inbox(page, show):
    press(page, "Inbox")
    show(page, page.get_by_role("heading", level=1), "worklist")
    page.get_by_text("Not a problem", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("3 things need your attention")


def test_the_history_of_a_form_goes_back_to_a_version(page, show, zoe):
    with history.step(zoe.login):
        zoe.headline = "PhD student: leisure at scale"
        zoe.save()
    press(page, "My profile")
    press(page, "History")
    show(page, page.locator("#header"), "history")
    press(page, "Go back to this version…")
    press(page, "Go back to this version")
    assert Person.objects.get(pk=zoe.pk).headline == "PhD student who schedules leisure"
