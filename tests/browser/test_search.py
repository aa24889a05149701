import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.usefixtures("seeded")


def focused(page):
    return page.evaluate("document.activeElement.name || document.activeElement.textContent")


def test_the_key_slash_leads_to_the_search_and_escape_back(visitor):
    visitor.goto("/venues/")
    link = visitor.get_by_role("navigation", name="Main").get_by_role("link", name="People")
    link.focus()
    visitor.keyboard.press("/")
    assert focused(visitor) == "q"
    visitor.keyboard.type("weng")
    visitor.keyboard.press("Escape")
    assert focused(visitor) == "People"


def test_a_slash_in_a_field_is_a_slash(visitor):
    visitor.goto("/search/?q=tcp")
    field = visitor.locator("main [name=q]")
    field.focus()
    visitor.keyboard.press("End")
    visitor.keyboard.type("/ip")
    expect(field).to_have_value("tcp/ip")


def test_on_the_page_of_a_search_the_key_selects_what_was_asked(visitor):
    visitor.goto("/search/?q=weng")
    visitor.keyboard.press("/")
    visitor.keyboard.type("chen")
    expect(visitor.locator("main [name=q]")).to_have_value("chen")


def test_a_shortcut_of_the_browser_is_left_to_it(visitor):
    visitor.goto("/")
    visitor.keyboard.press("Control+/")
    assert focused(visitor) != "q"


def test_on_a_phone_the_key_opens_the_menu(visitor):
    visitor.set_viewport_size({"width": 390, "height": 800})
    visitor.goto("/")
    visitor.keyboard.press("/")
    expect(visitor.locator("details.menu").get_by_role("searchbox")).to_be_visible()
    assert focused(visitor) == "q"
    visitor.keyboard.press("Escape")
    expect(visitor.locator("details.menu").get_by_role("searchbox")).to_be_hidden()
    assert visitor.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_the_key_is_said_to_those_who_see_and_those_who_listen(visitor):
    visitor.goto("/")
    assert visitor.locator(".wide .site-search kbd").is_visible()
    assert visitor.locator(".wide [name=q]").get_attribute("aria-keyshortcuts") == "/"
    visitor.locator(".wide [name=q]").fill("weng")
    expect(visitor.locator(".wide .site-search kbd")).to_be_hidden()


def test_without_a_script_no_key_is_promised(new_context, live_server):
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/")
    assert not page.locator(".wide .site-search kbd").is_visible()


def test_what_a_search_shows_is_accessible(visitor, axe):
    for query in ("chen", "nsdi 2024", "wombat tree", ""):
        visitor.goto(f"/search/?q={query}")
        axe(visitor)


def test_a_result_is_one_of_a_kind_and_can_be_followed(visitor):
    visitor.goto("/search/?q=chen")
    visitor.get_by_role("navigation", name="Kinds of results").get_by_role("link", name="People").click()
    expect(visitor.get_by_role("heading", level=2)).to_have_text(["People"])
    visitor.get_by_role("link", name="Qiaoling Chen").click()
    visitor.wait_for_url("**/people/qiaoling-chen/")
