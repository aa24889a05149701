"""What an editor does to several rows of a list, by keyboard."""

import re

import pytest
from django.core import mail
from playwright.sync_api import expect

from labsite.models import NewsItem
from labsite.roles import Role
from people.models import Person
from publications.models import Publication
from tests import cast
from tests.editing import address


@pytest.fixture
def papers():
    cast.make_venue()
    return [cast.make_publication(title) for title in ("Koalas", "Wombats")]


def choose(page, action, model=Publication):
    page.goto(address(model, "changelist"))
    page.get_by_label("Select all objects on this page for an action").press("Space")
    with page.expect_navigation():
        page.get_by_role("button", name=action).press("Enter")


def test_a_venue_is_set_by_keyboard(editor, papers, axe):
    choose(editor, "Set the venue…")
    axe(editor)
    editor.get_by_role("combobox", name="Venue").press("Enter")
    editor.get_by_role("searchbox", name="Search").fill("syscon")
    expect(editor.get_by_role("option", name="SYSCON")).to_be_visible()
    editor.keyboard.press("Enter")
    with editor.expect_navigation():
        editor.get_by_role("button", name="Set the venue").press("Enter")
    assert Publication.objects.filter(venue__acronym="SYSCON").count() == 2


def test_deleting_asks_in_plain_words(editor, papers, axe):
    choose(editor, "Delete…")
    expect(editor.get_by_role("heading", name="Delete 2 publications?")).to_be_visible()
    axe(editor)
    with editor.expect_navigation():
        editor.get_by_role("link", name="Keep them").press("Enter")
    assert Publication.objects.count() == 2


def test_people_whom_papers_name_go_with_them_as_one_step(editor, axe):
    cast.make_publication("Koalas", [cast.pi(), cast.student()])
    choose(editor, "Delete…", Person)
    expect(editor.get_by_role("group", name="What should be deleted?")).to_be_visible()
    axe(editor)
    editor.get_by_role("radio", name="2 people, and 1 publication").check()
    editor.get_by_role("button", name="Delete as chosen").click()
    expect(editor.locator(".messagelist")).to_contain_text("Deleted 2 people, 1 publication.")
    assert not Publication.objects.exists()


def test_what_can_be_done_is_offered_once_a_row_is_ticked(editor, papers, axe):
    editor.goto(address(Publication, "changelist"))
    actions = editor.get_by_role("group", name="With the ticked items")
    expect(actions).to_have_count(0)
    editor.get_by_role("checkbox", name="Select this object for an action - Koalas").check()
    expect(actions).to_contain_text("1 of 2 selected")
    axe(editor)
    ticked = editor.get_by_role("checkbox", name="Select this object for an action - Koalas")
    ticked.press("Enter")  # which presses the first button of a form, but none of these
    ticked.uncheck()
    expect(actions).to_have_count(0)


def test_a_list_needs_no_script(signed_in, papers):
    page = signed_in(cast.make_administrator(), java_script_enabled=False)
    page.goto(address(Publication, "changelist"))
    expect(page.get_by_role("button", name="Turn into drafts")).to_have_count(0)
    page.get_by_role("checkbox", name="Select this object for an action - Koalas").check()
    page.get_by_role("button", name="Turn into drafts").click()
    expect(page.locator(".messagelist")).to_contain_text("Turned into a draft, hidden from visitors: 1.")
    assert dict(Publication.objects.values_list("title", "state")) == {"Koalas": "draft", "Wombats": "published"}


def test_a_members_menu_has_what_is_theirs_and_the_rest_behind_one_word(signed_in, axe):
    page = signed_in(cast.make_login(cast.student(), Role.MEMBER))
    page.goto("/admin/")
    menu = page.locator("#content-main")
    expect(menu.get_by_role("link", name="My papers")).to_be_visible()
    expect(menu.get_by_role("link", name="Venues", exact=True)).not_to_be_visible()
    page.get_by_text("More", exact=True).click()
    expect(menu.get_by_role("link", name="Venues", exact=True)).to_be_visible()
    axe(page)


def test_the_menu_finds_what_stands_behind_that_word(signed_in):
    zoe = cast.student()
    page = signed_in(cast.make_login(zoe, Role.MEMBER))
    page.goto(address(Person, "change", zoe.pk))
    menu = page.get_by_role("navigation", name="Sidebar")
    expect(menu.get_by_role("link", name="Venues")).not_to_be_visible()
    page.get_by_role("searchbox", name="Filter navigation items").fill("venu")
    expect(menu.get_by_role("link", name="Venues")).to_be_visible()
    page.get_by_role("searchbox", name="Filter navigation items").fill("")
    expect(menu.get_by_role("link", name="Venues")).not_to_be_visible()


def test_somebody_new_is_invited_in_five_clicks(signed_in, axe):
    cast.make_lab()
    page = signed_in(cast.make_administrator())
    page.goto("/admin/")
    page.evaluate("sessionStorage.clicks = 0")
    page.add_init_script("addEventListener('click', () => sessionStorage.clicks++, true)")
    page.reload()
    page.locator("#content-main .app-people").get_by_role("link", name="Add").first.click()
    expect(page.get_by_label("Name:", exact=True)).to_be_focused()
    page.keyboard.type("Zoë Lindqvist")
    axe(page)
    page.get_by_label("Role:").click()  # as a mouse would; the list of choices is the browser's own
    page.get_by_label("Role:").select_option("PhD student")
    page.get_by_label("E-mail address").click()
    page.keyboard.type("zoe@lab.example")
    page.get_by_label("Invite them").check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".what-was-saved")).to_contain_text("1 invitation is on the way.")
    assert int(page.evaluate("sessionStorage.clicks")) == 5
    expect(page).to_have_url(re.compile("/people/zoe-lindqvist/$"))
    assert mail.outbox[0].to == ["zoe@lab.example"]


def test_news_lands_on_its_page_with_ways_on(editor, axe):
    cast.make_lab()
    editor.goto(address(NewsItem, "add"))
    editor.get_by_label("Title").first.fill("A nap was taken")
    editor.get_by_role("button", name="Save", exact=True).click()
    said = editor.locator(".what-was-saved")
    expect(said).to_contain_text("“A nap was taken” has been added. Edit · Add another")
    axe(editor)
    said.get_by_role("link", name="Add another").click()
    expect(editor.get_by_role("heading", level=1)).to_have_text("Add news item")


def test_several_people_are_invited_from_the_list(editor, axe):
    cast.make_lab()
    una = cast.make_member("Una Berg")
    cast.make_member("Vera Berg")
    una.contact_details.create(kind="email", value="una@lab.example")
    choose(editor, "Invite…", Person)
    axe(editor)
    editor.get_by_label("Vera Berg").fill("vera")
    editor.get_by_role("button", name="Send the invitations").click()
    expect(editor.locator(".errorlist")).to_have_text("Enter a valid email address.")
    editor.get_by_label("Vera Berg").fill("vera@lab.example")
    editor.get_by_role("button", name="Send the invitations").click()
    expect(editor.locator(".messagelist")).to_contain_text("2 invitations are on the way.")


def test_points_are_ticked_and_called_no_problem_on_a_phone_without_a_script(signed_in, axe):
    cast.make_lab()
    for title in ("Koalas", "Wombats"):
        cast.make_publication(title, [cast.pi() if title == "Koalas" else "Ivo Brandt"], year=None)
    login, phone = cast.make_administrator(), {"viewport": {"width": 390, "height": 800}}
    page = signed_in(login, java_script_enabled=False, **phone)
    page.goto("/admin/inbox/?kind=no-year")
    expect(page.get_by_role("button", name="Not a problem…")).to_have_count(0)
    page.get_by_label("All 2").check()
    page.get_by_role("button", name="Not a problem…").click()
    page.get_by_role("button", name="None of these is a problem").click()
    expect(page.locator(".messagelist")).to_contain_text("Not a problem: 2 items.")
    page = signed_in(login, **phone)
    page.goto("/admin/inbox/?kind=no-year&settled=1")
    page.get_by_label("All 2").check()
    axe(page)
    page.get_by_role("button", name="Put them back on the list…").click()
    axe(page)
    page.get_by_role("button", name="Put them back on the list").click()
    expect(page.locator(".messagelist")).to_contain_text("Back on the list: 2 items.")
