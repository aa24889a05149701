import pytest

from tests import cast

pytestmark = pytest.mark.usefixtures("seeded")

PAGES = [
    "/",
    "/people/",
    "/people/qiaoling-chen/",
    "/publications/",
    "/publications/lucid/",
    "/venues/",
    "/venues/sc/",
    "/services/",
    "/talks/",
    "/awards/",
    "/explore/",
    "/data/",
    "/search/?q=chen",
]


@pytest.fixture
def chinese(new_context):
    """Return a page of someone whose browser prefers Chinese."""
    return new_context(locale="zh-CN").new_page()


def test_a_chinese_browser_is_led_to_chinese_and_stays_there(chinese):
    chinese.goto("/people/")
    assert chinese.url.endswith("/zh-hans/people/")
    chinese.get_by_role("link", name="论文", exact=True).first.click()
    chinese.wait_for_url(lambda url: url.endswith("/zh-hans/publications/"))


def test_who_switches_to_english_is_not_led_back(chinese):
    chinese.goto("/venues/")
    chinese.get_by_role("navigation", name="语言").get_by_role("link", name="English").click()
    chinese.wait_for_url(lambda url: url.endswith("/venues/") and "zh-hans" not in url)
    chinese.goto("/people/")
    assert chinese.get_by_role("heading", level=1).inner_text() == "People"


def test_who_switches_to_chinese_finds_it_at_any_address(visitor):
    visitor.goto("/search/?q=nsdi")
    visitor.get_by_role("link", name="简体中文").click()
    visitor.wait_for_url(lambda url: url.endswith("/zh-hans/search/?q=nsdi"))
    visitor.goto("/venues/")
    assert visitor.get_by_role("heading", level=1).inner_text() == "会议与期刊"


def test_every_chinese_page_fits_every_screen(visitor, fits):
    for address in PAGES:
        visitor.goto(f"/zh-hans{address}")
        fits(visitor, 320, 390, 820, 1010, 1280)


def test_chinese_pages_are_accessible(visitor, axe):
    # Of what axe looks at, the languages differ in words alone.
    for address in ("/", "/people/qiaoling-chen/", "/publications/", "/search/?q=chen"):
        visitor.goto(f"/zh-hans{address}")
        axe(visitor)


@pytest.mark.parametrize("width", [1024, 1280])
def test_the_head_of_a_chinese_page_is_one_line(visitor, width):
    visitor.set_viewport_size({"width": width, "height": 800})
    visitor.goto("/zh-hans/")
    links = visitor.locator(".site-header .wide nav .nav > li > *").all()
    assert len({round(link.bounding_box()["y"]) for link in links if link.is_visible()}) == 1


def test_an_editor_says_in_chinese_what_a_project_is_called(editor, axe):
    project = cast.make_project()
    editor.goto(f"/admin/labsite/project/{project.pk}/change/")
    editor.locator("summary", has_text="In Simplified Chinese").click()
    editor.get_by_label("Title in the other language").fill("大规模闲适")
    axe(editor)
    editor.get_by_role("button", name="Save", exact=True).click()
    editor.wait_for_url(f"**{project.get_absolute_url()}")
    editor.goto(f"/zh-hans{project.get_absolute_url()}")
    assert editor.get_by_role("heading", level=1).inner_text() == "大规模闲适"
    axe(editor)
