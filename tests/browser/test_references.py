"""Lists of papers as references: what is copied of them keeps its italics, and choosing a style needs no script."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.usefixtures("seeded")

ADDRESS = "/publications/references/apa/?member=qinghao-hu&year=2023"
COPIED = """async () => {
  const [item] = await navigator.clipboard.read();
  const [html, plain] = await Promise.all(["text/html", "text/plain"].map((type) => item.getType(type)));
  return [await html.text(), await plain.text()];
}"""


@pytest.fixture
def page(new_context, live_server):
    page = new_context(permissions=["clipboard-read", "clipboard-write"]).new_page()
    page.goto(f"{live_server.url}{ADDRESS}")
    return page


def test_a_list_is_copied_with_its_italics_and_as_lines_of_text(page):
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_text("Copied", exact=True).wait_for()
    html, plain = page.evaluate(COPIED)
    lines = plain.split("\n")
    assert len(lines) == html.count("<p>") == page.locator(".references p").count() > 1
    [lucid] = [line for line in lines if "Lucid" in line]
    assert lucid.startswith("Hu, Q., Zhang, M., ")
    assert "<strong>Hu, Q.</strong>, Zhang, M., " in html
    assert "<em>" in html and "<em>" not in plain


def test_plain_text_is_copied_alone(page):
    page.get_by_role("button", name="Copy as plain text").click()
    page.get_by_text("Copied", exact=True).wait_for()
    assert page.evaluate("navigator.clipboard.read().then((items) => items[0].types)") == ["text/plain"]
    assert len(page.evaluate("navigator.clipboard.readText()").split("\n")) == page.locator(".references p").count()


def test_another_style_is_a_choice_and_a_click_away_without_a_script(new_context, live_server):
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/people/qinghao-hu/publications/?year=2023")
    page.get_by_role("link", name="In a citation style").click()
    page.get_by_label("Style").select_option("Nature")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url("/publications/references/nature/?year=2023&member=qinghao-hu")
    assert page.locator(".references p").first.inner_text().startswith("1. Hu, Q.")
    with page.expect_download() as download:
        page.get_by_role("link", name="Word").click()
    assert download.value.suggested_filename == "qinghao-hu-publications-nature.docx"


def test_it_is_accessible_and_fits(visitor, axe, fits):
    for width in (320, 1280):
        visitor.set_viewport_size({"width": width, "height": 800})
        visitor.goto("/publications/references/ieee/")
        axe(visitor)
        fits(visitor, width)
