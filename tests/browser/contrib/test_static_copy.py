"""A copy of the site as files, below a path, served by nothing but a server of files."""

import threading
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle

import pytest

from labsite.contrib.copying.copy import copy_site
from tests import cast

PAGES = [
    *("/", "/people/ada-quill/", "/publications/?year=2000", "/search/?q=nap", "/services/kind/pc/year/2024/"),
    *("/people/ada-quill/publications/page/2/", "/404.html", "/publications/quokka/"),
]


class Files(SimpleHTTPRequestHandler):
    """Serves a folder under /lab/ with the policy that its own hints ask for."""

    def translate_path(self, path):
        return super().translate_path(path.removeprefix("/lab"))

    def end_headers(self):
        self.send_header("Content-Security-Policy", self.server.policy)
        super().end_headers()

    def log_message(self, *args):
        pass


@contextmanager
def serving(folder):
    """Serve a folder, and give the address that it has; the policy is read once somebody asks."""

    def handler(*args):
        server.policy = (folder / "_headers").read_text().partition("Content-Security-Policy: ")[2].partition("\n")[0]
        return Files(*args, directory=str(folder))

    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/lab"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """The address of a copy: five publications, of which two are on a page of a list."""
    monkeypatch.setattr("publications.pages.lists.PAGE_SIZE", 2)
    cast.make_lab(look="broadsheet")
    ada, zoe = cast.pi(), cast.student()
    venue, burrow = cast.make_venue(), cast.make_venue("BURROW", kind="workshop")
    paper = cast.make_publication(authors=[ada, zoe], venue=venue, year=2024)
    paper.slug = "quokka-at-leisure"
    paper.save()
    for number, year in enumerate([2000, 2000, 2000, 1999], start=1):
        cast.make_publication(f"Nap {number}", [ada], burrow, year, kind="workshop")
    cast.make_service(zoe, venue)
    cast.make_service(zoe, venue, year=2023)
    with serving(tmp_path) as address:
        copy_site(tmp_path, address, ("en-gb",))
        yield address


def titles(page):
    return page.locator(".results h3 a").all_inner_texts()


def test_a_copy_works_without_a_server(copy, visitor, new_context, axe, fits):
    """One test, as the copy takes long: pages in their look, filters, search, and lists without JavaScript."""
    for address, width in zip(PAGES, cycle([320, 1280]), strict=False):
        visitor.set_viewport_size({"width": width, "height": 800})
        visitor.goto(copy + address, wait_until="networkidle")
        axe(visitor)
        fits(visitor, width)
    assert visitor.url == f"{copy}/publications/quokka-at-leisure/"  # where the address of before leads
    assert visitor.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--corner')") == "0"

    filters_narrow_in_place(visitor, copy)
    words_narrow_a_list(visitor, copy)
    the_search_finds(visitor, copy)

    bare = new_context(java_script_enabled=False).new_page()
    bare.goto(f"{copy}/publications/?year=2000")
    seen = titles(bare)
    while bare.get_by_role("link", name="Next").count():
        bare.get_by_role("link", name="Next").click()
        seen += titles(bare)
    assert seen == ["Quokka: Scheduling at Leisure", *(f"Nap {number}" for number in range(1, 5))]
    bare.goto(f"{copy}/search/")
    assert "searching it needs JavaScript" in bare.locator("main noscript").text_content()


def filters_narrow_in_place(page, copy):
    page.goto(f"{copy}/publications/")
    page.locator(".facet-year").get_by_role("link", name="2000").click()
    page.get_by_role("status").get_by_text("3 publications").wait_for()
    assert titles(page) == ["Nap 1", "Nap 2"]
    assert page.locator(".facet-year [aria-current]").inner_text().split() == ["2000", "3"]
    kinds = page.locator(".facet-kind a").all_inner_texts()
    assert [" ".join(kind.split()) for kind in kinds] == ["Conference paper 0", "Workshop paper 3"]
    page.get_by_role("link", name="Next").click()
    page.wait_for_url("**/publications/?year=2000&page=2")
    page.get_by_role("link", name="Nap 3", exact=True).wait_for()
    assert titles(page) == ["Nap 3"]
    page.get_by_role("link", name="Clear all").click()
    page.get_by_role("status").get_by_text("5 publications").wait_for()
    page.go_back()
    page.get_by_role("link", name="Nap 3", exact=True).wait_for()


def words_narrow_a_list(page, copy):
    page.goto(f"{copy}/people/ada-quill/publications/?year=1999")
    page.get_by_role("status").get_by_text("1 publication").wait_for()
    page.goto(f"{copy}/people/ada-quill/publications/")
    page.locator(".filters [name=q]").fill("zoe LEISÚRE")
    page.get_by_role("status").get_by_text("1 publication").wait_for()
    assert titles(page) == ["Quokka: Scheduling at Leisure"]
    page.locator(".filters [name=q]").fill("wombat")
    page.get_by_text("No publication matches these filters.").wait_for()


def the_search_finds(page, copy):
    page.goto(f"{copy}/people/")
    page.locator(".site-search [name=q]").first.fill("林")
    page.keyboard.press("Enter")
    page.locator("main .hit").first.wait_for()
    assert page.locator("#people h3 a").all_inner_texts() == ["Zoë Lindqvist"]
    page.goto(f"{copy}/search/?q=wombat")
    page.get_by_text("Nothing found for “wombat”.").wait_for()
