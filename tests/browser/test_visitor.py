import re

import pytest
from playwright.sync_api import expect

from labsite.models import Lab
from tests import cast

pytestmark = pytest.mark.usefixtures("seeded")

SIGN_IN = "/account/sign-in/"
PAGES = [
    "/",
    "/people/",
    "/people/qinghao-hu/",
    "/people/diandian-gu/",
    "/publications/",
    "/publications/years/2024/",
    "/publications/lins/",
    "/publications/loongtrain/",
    "/venues/",
    "/venues/sc/",
    "/venues/eurosys/",
    "/venues/?kind=journal&sort=year",
    "/services/",
    "/services/?by=venue&year=2024",
    "/explore/",
    "/talks/",
    "/awards/",
    "/news/",
    "/data/",
    "/search/?q=chen",
]


def test_every_page_is_accessible_and_fits_every_screen(visitor, axe, fits):
    for address in PAGES:
        visitor.goto(address)
        axe(visitor)
        fits(visitor, 320, 390, 820, 1280)


def test_no_request_leaves_the_site(visitor, live_server):
    Lab.objects.update(shows_privacy=True)
    link = "A [link](https://elsewhere.example/) and ![a picture](https://elsewhere.example/a.png)."
    rows = [cast.make_news("Rest", text=link), cast.make_opening(text=link), cast.make_page(text=link)]
    rows.append(cast.make_project(text=link))
    asked = []
    visitor.on("request", lambda request: asked.append(request.url))
    own = [row.get_absolute_url() for row in rows]
    for address in (*PAGES, *own, *map("/zh-hans{}".format, own), "/privacy/", "/projects/", "/join/", SIGN_IN):
        policy = visitor.goto(address).headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; ")
        assert "http" not in policy
    assert len(asked) > 2 * len(PAGES)
    assert [url for url in asked if not url.startswith((f"{live_server.url}/", "data:"))] == []


def test_the_page_that_is_not_there_is_accessible(visitor, axe, complaints):
    visitor.goto("/nowhere/")
    axe(visitor)
    complaints.clear()


@pytest.mark.smoke
def test_a_paper_is_two_clicks_from_home(visitor):
    visitor.goto("/")
    visitor.get_by_role("navigation", name="Main").get_by_role("link", name="Publications").click()
    visitor.locator("h3").get_by_role("link", name="Lucid: A Non-Intrusive").click()
    expect(visitor.get_by_role("heading", level=1)).to_contain_text("Lucid: A Non-Intrusive, Scalable")


def test_a_search_from_any_page_finds_a_name_in_its_own_script(visitor):
    visitor.goto("/venues/")
    field = visitor.get_by_role("banner").get_by_role("searchbox")
    field.fill("陈巧玲")
    field.press("Enter")
    visitor.get_by_role("link", name="Qiaoling Chen").click()
    visitor.wait_for_url(lambda url: url.endswith("/people/qiaoling-chen/"))


def test_an_e_mail_address_becomes_a_link(visitor):
    visitor.goto("/people/qizhen-weng/")
    link = visitor.get_by_role("link", name="qwengaa@cse.ust.hk")
    assert link.get_attribute("href") == "mailto:qwengaa@cse.ust.hk"


def test_the_menu_opens_on_a_phone_without_a_script(new_context, live_server):
    page = new_context(java_script_enabled=False, viewport={"width": 390, "height": 800}).new_page()
    page.goto(f"{live_server.url}/")
    menu = page.locator("details.menu")
    assert not menu.get_by_role("link", name="Venues").is_visible()
    menu.locator("summary").click()
    menu.get_by_role("link", name="Venues").click()
    page.wait_for_url(lambda url: url.endswith("/venues/"))


def test_without_a_script_an_e_mail_address_can_still_be_read(new_context, live_server):
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/people/qizhen-weng/")
    assert page.locator(".email").first.inner_text() == "qwengaa at cse dot ust dot hk"


def test_a_bibtex_entry_is_copied_with_one_click(new_context, live_server):
    context = new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{live_server.url}/publications/lucid/")
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("status").get_by_text("Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").startswith("@inproceedings{hu2023lucid,")


def test_a_reference_in_another_style_is_opened_and_copied_by_keyboard(new_context, live_server):
    context = new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{live_server.url}/publications/lins/")
    page.get_by_text("CSL-JSON", exact=True).focus()
    for name in ("IEEE", "Copy"):
        while page.evaluate("document.activeElement.textContent") != name:
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    page.get_by_text("Copied", exact=True).wait_for()
    assert page.evaluate("navigator.clipboard.readText()").startswith("Q. Chen et al., “Lins: ")
    assert page.locator(".citation:visible").count() == 1


def test_without_a_script_each_way_to_cite_can_be_opened(new_context, live_server):
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/publications/lins/")
    page.get_by_text("RIS", exact=True).click()
    expect(page.locator(".citation:visible")).to_have_text(re.compile(r"^\s*TY  - "))
    assert page.locator(".citation:visible").get_by_role("link").get_attribute("href") == "/publications/lins.ris"


def test_everything_on_a_profile_is_reached_by_keyboard(visitor):
    visitor.goto("/people/qinghao-hu/")
    visitor.keyboard.press("Tab")
    assert visitor.evaluate("document.activeElement.textContent") == "Skip to content"
    visitor.keyboard.press("Enter")
    visitor.keyboard.press("Tab")
    assert visitor.evaluate("document.activeElement.closest('main') !== null")


class ThemeTests:
    PAPER = "getComputedStyle(document.body).backgroundColor"
    LIGHT, DARK = "rgb(251, 250, 246)", "rgb(23, 22, 20)"

    def test_the_system_decides_until_the_reader_does(self, visitor):
        visitor.goto("/")
        assert visitor.get_by_role("radio", name="System").is_checked()
        for scheme, paper in (("light", self.LIGHT), ("dark", self.DARK)):
            visitor.emulate_media(color_scheme=scheme)
            assert visitor.evaluate(self.PAPER) == paper

    def test_the_readers_choice_is_remembered_on_every_page_and_in_the_admin(self, visitor):
        visitor.goto("/")
        visitor.get_by_role("radio", name="Dark").check()
        for address in ("/people/", "/admin/login/"):
            visitor.goto(address)
            assert visitor.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"

    def test_the_choice_is_made_by_keyboard(self, visitor):
        visitor.goto("/")
        visitor.get_by_role("radio", name="System").focus()
        visitor.keyboard.press("ArrowRight")
        visitor.keyboard.press("ArrowRight")
        assert visitor.evaluate(self.PAPER) == self.DARK

    def test_the_browsers_own_frame_follows_the_choice(self, visitor):
        visitor.goto("/")
        visitor.get_by_role("radio", name="Dark").check()
        shown = "[...document.querySelectorAll('meta[name=theme-color]')].filter(m => matchMedia(m.media).matches)"
        assert visitor.evaluate(f"{shown}.map(m => m.content)") == ["#171614"]

    def test_without_a_script_there_is_no_switch(self, new_context, live_server):
        page = new_context(java_script_enabled=False).new_page()
        page.goto(f"{live_server.url}/")
        assert not page.get_by_text("System", exact=True).is_visible()
