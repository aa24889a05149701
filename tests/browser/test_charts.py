"""Charts, by mouse and by keyboard, on a narrow screen and as tables."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.usefixtures("seeded")


def test_a_bar_leads_to_its_papers_by_keyboard(visitor):
    visitor.goto("/venues/arxiv/")
    visitor.get_by_role("link", name="2024: 3 papers").focus()
    visitor.keyboard.press("Enter")
    visitor.wait_for_url("**/venues/arxiv/publications/?year=2024")


def test_a_segment_can_be_hit_with_the_mouse(visitor):
    visitor.goto("/explore/")
    visitor.get_by_role("link", name="2024, Journal article: 1 paper").click()
    visitor.wait_for_url("**/publications/?year=2024&kind=journal")


def test_a_chart_can_be_skipped_and_read_as_a_table(visitor, axe):
    visitor.goto("/explore/")
    visitor.get_by_role("link", name="Skip to the table").first.focus()
    visitor.keyboard.press("Enter")
    visitor.locator("#kinds-table summary").click()
    expect(visitor.locator("#kinds-table").get_by_role("row", name="2026 2")).to_be_visible()
    for name in ("venues", "people", "services"):
        visitor.locator(f"#{name}-table summary").click()
    axe(visitor)


def test_only_the_region_of_a_wide_chart_scrolls_and_begins_with_the_newest_year(visitor):
    visitor.set_viewport_size({"width": 320, "height": 800})
    visitor.goto("/explore/")
    region = visitor.get_by_role("region", name="Venues by year")
    assert region.evaluate("region => region.scrollWidth > region.clientWidth")
    newest = region.locator("text.column").last.bounding_box()
    assert newest["x"] + newest["width"] <= 320
    assert visitor.evaluate("document.documentElement.scrollWidth") == 320


def test_charts_are_there_without_colours_of_their_own(visitor):
    visitor.emulate_media(forced_colors="active")
    visitor.goto("/explore/")
    colours = "cell => [getComputedStyle(cell).fill, getComputedStyle(document.body).backgroundColor]"
    fill, background = visitor.locator("rect.level-5").first.evaluate(colours)
    assert fill != background
