"""A member arranges their CV, takes it along and keeps a version of it: by mouse, by keyboard, and without scripts."""

import re

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from labsite.contrib.documents.models import CVSettings, FrozenCV
from labsite.roles import Role
from people.models import Education, Teaching
from tests import cast
from tests.browser.conftest import OVERHANG
from tests.contrib.documents import cast as documents_cast

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def zoe():
    cast.make_lab()
    person = cast.student(interests="Resting\nNaps")
    Education.objects.create(person=person, degree="B.Sc.", organisation="Leisure U")
    Teaching.objects.create(person=person, course="Rest I")
    for year in range(2020, 2025):
        cast.make_publication(f"Nap {year}", [person], year=year)
    return person


@pytest.fixture
def page(zoe, signed_in):
    """The member's own window, on the first page of the admin."""
    page = signed_in(cast.make_login(zoe, Role.MEMBER))
    page.goto("/admin/")
    return page


def section(page, name):
    return page.locator(".cv tr").filter(has_text=name)


def words_of(download):
    return " ".join("\n".join(page.extract_text() for page in PdfReader(download.path()).pages).split())


def test_a_member_arranges_downloads_and_freezes_their_cv(page, zoe):
    page.get_by_role("link", name="My CV").first.click()
    section(page, "Teaching").get_by_role("checkbox").uncheck()
    drag(page, section(page, "Education"), section(page, "Research interests"))
    page.get_by_text("Papers of the short CV").click()
    page.get_by_label("Nap 2021").check()
    page.get_by_label("Short: two pages").check()
    with page.expect_download() as downloading:
        page.get_by_role("button", name="PDF").click()
    words = words_of(downloading.value)
    assert [word in words for word in ("Nap 2021", "Nap 2024", "Rest I")] == [True, False, False]
    assert words.index("Leisure U") < words.index("Resting")
    assert not CVSettings.objects.exists()  # what is taken along need not be saved
    page.get_by_label("Name of the copy").fill("2026 application")
    page.get_by_role("button", name="Save this copy").click()
    expect(page.get_by_text("“2026 application” is saved as it is now.")).to_be_visible()
    chosen = CVSettings.objects.get()
    assert (chosen.arranged[0], chosen.hidden_sections) == ("education", "teaching")
    with page.expect_download() as downloading:
        page.get_by_role("link", name="PDF: 2026 application").click()
    assert words_of(downloading.value) == words


def drag(page, row, onto):
    """Drag a row by its handle to the place of another one above it."""
    row.locator(".drag-handle").hover()
    page.mouse.down()
    box = onto.locator(".drag-handle").bounding_box()
    page.mouse.move(box["x"] + 5, box["y"])
    page.mouse.up()


def test_sections_are_moved_and_hidden_by_keyboard(page, zoe):
    page.goto(f"/admin/cv/{zoe.pk}/")
    up = section(page, "Education").get_by_role("button", name="Up")
    for _ in range(3):
        up.press("Enter")
    expect(page.locator(".moved")).to_have_text("Education is now section 1 of 13")
    section(page, "Teaching").get_by_role("checkbox").press("Space")
    page.keyboard.press("Control+s")
    expect(page.get_by_text("Saved.")).to_be_visible()
    chosen = CVSettings.objects.get()
    assert (chosen.arranged[0], chosen.hidden_sections) == ("education", "teaching")


def test_without_scripts_places_are_numbers_and_all_else_works(zoe, signed_in):
    page = signed_in(cast.make_login(zoe, Role.MEMBER), java_script_enabled=False, viewport=PHONE)
    page.goto(f"/admin/cv/{zoe.pk}/")
    section(page, "Education").get_by_role("spinbutton").fill("1")
    section(page, "Research interests").get_by_role("spinbutton").fill("2")
    section(page, "Teaching").get_by_role("checkbox").uncheck()
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Markdown").click()
    assert "Rest I" not in downloading.value.path().read_text(encoding="utf-8")
    page.get_by_label("Name of the copy").fill("2026 application")
    page.get_by_role("button", name="Save this copy").click()
    expect(page.get_by_text("“2026 application” is saved as it is now.")).to_have_count(1)
    assert CVSettings.objects.get().arranged[:2] == ["education", "interests"]
    assert FrozenCV.objects.get().name == "2026 application"


def test_on_a_phone_nothing_is_wider_than_the_screen(page, zoe):
    documents_cast.make_frozen_cv(zoe, "For the position at the University of Leisure and Idleness, autumn of 2026")
    page.set_viewport_size(PHONE)
    page.goto(f"/admin/cv/{zoe.pk}/")
    page.get_by_text("Papers of the short CV").click()
    assert page.evaluate(OVERHANG) == 0


def test_the_profile_leads_to_the_cv_and_its_pdf(visitor, zoe):
    visitor.goto("/people/zoe-lindqvist/")
    assert visitor.get_by_role("link", name="PDF").get_attribute("href") == "/people/zoe-lindqvist/cv.pdf"
    visitor.get_by_role("link", name="CV", exact=True).click()
    expect(visitor.get_by_role("heading", level=1)).to_contain_text("Zoë Lindqvist")
    visitor.get_by_role("link", name="Short version").click()
    expect(visitor).to_have_url(re.compile("/people/zoe-lindqvist/cv-short/$"))
