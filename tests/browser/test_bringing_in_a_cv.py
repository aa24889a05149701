"""A member who arrives brings in the CV that they have: from the file through what is new to the profile."""

import json

import pytest
from playwright.sync_api import expect

from labsite.roles import Role
from tests import cast

RESUME = {
    "basics": {"name": "Zoë Lindqvist", "label": "Studies leisure", "url": "https://zoe.example/"},
    "work": [
        {"name": "Quokka University", "position": "Intern", "startDate": "2020-05", "endDate": "2020-08"},
        {"name": "Quokka University", "position": "Postdoc", "startDate": "2023-09", "highlights": ["Rested"]},
    ],
    "education": [{"institution": "Quokka University", "studyType": "Ph.D.", "area": "Rest", "endDate": "2023"}],
    "awards": [{"title": "Golden Quokka", "date": "2023"}],
    "skills": [{"name": "Resting"}],
    "publications": [{"name": "Naps in the Afternoon", "releaseDate": "2024", "publisher": "Workshop on Rest"}],
    "hobbies": [{"name": "Chess"}],
}


@pytest.fixture
def page(signed_in, live_server):
    cast.make_lab()
    person = cast.student()
    page = signed_in(cast.make_login(person, Role.MEMBER))
    page.goto(f"{live_server.url}/admin/people/person/{person.pk}/change/")
    return page


def choose(page, values):
    file = {"name": "resume.json", "mimeType": "application/json", "buffer": json.dumps(values).encode()}
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Check it first").click()


def test_a_member_brings_in_their_cv_and_goes_on_to_its_papers(page, live_server, axe, fits):
    page.get_by_role("link", name="Import a CV").click()
    axe(page)
    choose(page, RESUME)
    expect(page.get_by_text("hobbies: Chess")).to_be_visible()
    axe(page)
    fits(page, 320, 390, 1280)
    page.get_by_role("checkbox", name="Golden Quokka, 2023").uncheck()
    page.get_by_role("button", name="Import what is ticked").click()
    expect(page.locator(".messagelist")).to_contain_text("6 entries have been imported.")
    expect(page.get_by_text("Positions: Postdoc, Quokka University, Sep 2023 – present")).to_be_visible()
    axe(page)
    page.get_by_role("link", name="Look at the papers").click()
    expect(page.get_by_text("Naps in the Afternoon").first).to_be_visible()
    page.goto(f"{live_server.url}/people/zoe-lindqvist/")
    expect(page.get_by_text("Ph.D. in Rest")).to_be_visible()
    expect(page.get_by_text("Golden Quokka")).to_have_count(0)


def test_a_file_that_is_none_is_said_and_another_can_be_chosen(page, axe):
    page.get_by_role("link", name="Import a CV").click()
    choose(page, {})
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_text("No CV was found in this file.")).to_be_visible()
    axe(page)
    choose(page, RESUME)
    page.get_by_role("button", name="Choose another file").click()
    expect(page.get_by_label("File")).to_be_visible()
