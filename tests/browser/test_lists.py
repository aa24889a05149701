from itertools import cycle

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.usefixtures("seeded")

PAGES = [
    "/publications/?year=2024&kind=conference",
    "/publications/?q=nothing+fits+this",
    "/publications/years/2024/",
    "/people/qinghao-hu/publications/",
    "/venues/sc/publications/",
    "/zh-hans/publications/",
]


@pytest.fixture
def page(visitor):
    """The list of all publications, in which whatever loads a page anew is noticed."""
    visitor.goto("/publications/")
    visitor.evaluate("window.stayed = true")
    return visitor


def choose(page, facet, choice):
    page.locator(f".facet-{facet}").get_by_role("link", name=choice).click()


def test_every_list_is_accessible_with_its_filters_and_rows_open(visitor, axe, fits):
    for address, width in zip(PAGES, cycle([320, 1280]), strict=False):
        visitor.set_viewport_size({"width": width, "height": 800})
        visitor.goto(address)
        visitor.evaluate("document.querySelectorAll('main details').forEach(details => { details.open = true })")
        axe(visitor)
        fits(visitor, width)


def test_a_choice_filters_in_place_and_keeps_the_focus(page):
    choose(page, "year", "2024")
    page.wait_for_url("**/publications/?year=2024")
    assert page.get_by_role("status").first.inner_text() == "9 publications"
    assert page.locator(".publication").count() == 9
    assert page.evaluate("document.activeElement.textContent") == "2024 9"
    assert page.evaluate("window.stayed")


def test_going_back_brings_the_former_list(page):
    choose(page, "year", "2024")
    page.get_by_text("9 publications").wait_for()
    choose(page, "kind", "Journal article")
    page.get_by_text("1 publication", exact=True).wait_for()
    page.go_back()
    page.get_by_text("9 publications").wait_for()
    page.go_back()
    page.get_by_text("44 publications").wait_for()
    page.go_forward()
    page.get_by_text("9 publications").wait_for()
    assert page.evaluate("window.stayed")


def test_a_filter_is_taken_away_again(page):
    choose(page, "year", "2024")
    page.get_by_role("link", name="Remove: 2024").click()
    page.get_by_text("44 publications").wait_for()
    assert page.url.endswith("/publications/")
    assert page.evaluate("document.activeElement.textContent.trim()") == "44 publications"


def test_words_are_looked_for_while_they_are_typed_and_leave_one_step_back(page):
    choose(page, "member", "Qiaoling Chen")
    page.get_by_text("6 publications").wait_for()
    field = page.get_by_role("searchbox", name="Title, name or venue")
    field.press_sequentially("long", delay=80)
    page.wait_for_url("**q=long*")
    field.press_sequentially("train", delay=80)
    page.wait_for_url("**q=longtrain*")
    assert field.evaluate("field => field === document.activeElement")
    assert "member=qiaoling-chen" in page.url
    page.get_by_role("link", name="Clear all").click()
    page.get_by_text("44 publications").wait_for()
    expect(field).to_have_value("")


def test_an_address_with_filters_shows_them_without_a_script(new_context, live_server):
    page = new_context(java_script_enabled=False, viewport={"width": 390, "height": 800}).new_page()
    page.goto(f"{live_server.url}/publications/?year=2024")
    page.locator(".facets > summary").click()
    choose(page, "kind", "Journal article")
    assert page.url.endswith("/publications/?year=2024&kind=journal")
    page.get_by_role("searchbox", name="Title, name or venue").fill("survey")
    page.get_by_role("button", name="Find").click()
    page.wait_for_url(lambda url: url.endswith("/publications/?q=survey&year=2024&kind=journal"))
    assert page.locator(".publication").count() == 1


def test_the_filters_of_a_phone_stay_open_while_one_chooses(new_context, live_server):
    page = new_context(viewport={"width": 390, "height": 800}).new_page()
    page.goto(f"{live_server.url}/publications/")
    assert not page.get_by_role("link", name="2024 9").is_visible()
    page.locator(".facets > summary").click()
    page.locator(".facet-venue summary").click()
    choose(page, "year", "2025")
    page.wait_for_url("**year=2025")
    assert page.locator(".facets").get_attribute("open") == ""
    assert page.locator(".facet-year").get_by_role("link", name="2025 8").is_visible()


def test_on_a_wide_screen_the_filters_need_no_control(page):
    assert page.get_by_role("link", name="2024 9").is_visible()
    assert not page.locator(".facets > summary").is_visible()


def test_papers_in_progress_and_folded_authors_unfold_by_keyboard(page):
    page.locator(".year > summary", has_text="In progress 9").focus()
    page.keyboard.press("Enter")
    row = page.locator(
        ".publication", has=page.get_by_role("link", name="Efficient Training of Large Language Models")
    )
    control = row.locator(".fold summary")
    assert not row.get_by_text("Tianwei Zhang").is_visible()
    control.focus()
    page.keyboard.press("Enter")
    expect(row.get_by_text("Tianwei Zhang")).to_be_visible()
    assert control.inner_text().strip() == "show fewer"


def test_a_bibtex_entry_opens_under_its_row_and_is_copied(new_context, live_server):
    page = new_context(permissions=["clipboard-read", "clipboard-write"]).new_page()
    page.goto(f"{live_server.url}/publications/")
    page.locator(".facet-year").get_by_role("link", name="2023").click()
    page.get_by_text("5 publications").wait_for()
    page.get_by_label("BibTeX: Lucid").click()
    page.get_by_role("button", name="Copy").click()
    page.get_by_text("Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").startswith("@inproceedings{hu2023lucid,")
