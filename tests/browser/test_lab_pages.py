"""The pages of the lab itself, as they are once it has something of everything."""

import datetime
import io
import re
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.core.files.base import ContentFile
from PIL import Image
from playwright.sync_api import expect

from labsite.models import Lab, TextPicture
from tests import cast

PAGES = [
    "/people/",
    "/people/maximiliano-benedetti-montgomery/",
    "/people/bela-iyer/",
    "/zh-hans/people/bela-iyer/",
    "/publications/",
    "/publications/quokka/",
    "/venues/syscon/",
    "/",
    "/zh-hans/",
    "/news/",
    "/news/we-rested/",
    "/projects/",
    "/projects/leisure-at-scale/",
    "/join/",
    "/contact/",
    "/openings/a-phd-student/",
    "/openings/closed/",
    "/join-us/",
    "/privacy/",
    "/accessibility/",
    "/imprint/",
]


def picture():
    out = io.BytesIO()
    Image.new("RGB", (600, 400), "teal").save(out, "PNG")
    return ContentFile(out.getvalue(), name="hammock.png")


@pytest.fixture
def lab():
    lead, member = cast.pi(), cast.student()
    for name, address in (
        ("Maximiliano Benedetti-Montgomery", "maximiliano.benedetti-montgomery@lab.example"),
        ("Bela Iyer", "bela-iyer@lab.example"),  # with what is beside it in one line of a phone, but not in words
    ):
        person = cast.make_member(name, role="lead")
        person.contact_details.create(kind="email", value=address)
        person.links.create(kind="github", url=f"https://github.com/{person.slug}")
    for number in range(6):
        cast.make_member(f"Member {number}")
    cast.make_lab(
        "The Laboratory for Leisure, Rest and Related Systems",
        tagline="We study rest.",
        contact="Knock.",
        address="Hall of Rest\nPerth",
        email="hello@lab.example",
        links="https://code.example/the-laboratory-for-leisure-rest-and-related-systems",
        licence="CC BY 4.0",
        accent="#0055aa",
        parent="The University of Leisure and Applied Rest",
        parent_url="https://leisure.example",
        map_url="https://map.example",
        logo=picture(),
        picture=picture(),
        picture_alt="All of us in hammocks",
        picture_caption="At the lake",
        **dict.fromkeys(["shows_privacy", "shows_accessibility", "shows_imprint"], True),
    )
    cast.make_sponsor("Rest Fund", url="https://fund.example", logo=picture(), logo_dark=picture())
    cast.make_sponsor("The Council for Naps")
    cast.make_section("news", name="Diary", introduction="What *was*.")
    paper = cast.make_publication(authors=[lead, member], venue=cast.make_venue(), is_selected=True, notes="Invited.")
    paper.teaser, paper.teaser_alt = picture(), "A hammock"
    paper.save()
    bed = TextPicture.objects.create(image=picture())
    news = cast.make_news("We rested", text=f"Well.\n\n![A bed]({bed.image.url})\n\nVery.")
    news.people.add(member)
    news.publications.add(paper)
    project = cast.make_project(people=[lead, member], publications=[paper], start="2020", funding="Rest Fund, 42")
    project.picture, project.picture_alt = picture(), "A hammock"
    project.save()
    cast.make_opening(text="Come.")
    cast.make_applicant_kind()
    cast.make_opening("Closed", closes=datetime.date(2020, 1, 1))
    cast.make_page("Join us", place=1, text="Write.")
    cast.make_page("Information for prospective students and visitors of every kind", place=2)


@pytest.mark.parametrize("look", Lab.Look.values)
def test_every_page_is_accessible_and_fits_every_screen(lab, visitor, axe, fits, look):
    Lab.objects.update(look=look)
    for address in PAGES if look == Lab.Look.JOURNAL else PAGES[:6]:
        visitor.set_viewport_size({"width": 1280, "height": 800})
        visitor.goto(address)
        axe(visitor)
        fits(visitor, 1280, 820, 640, 390)
        axe(visitor)  # as it is on a phone
        fits(visitor, 320)


@pytest.mark.parametrize("look", Lab.Look.values)
def test_what_the_labs_own_style_sheet_sets_holds_in_each_look(lab, visitor, look):
    Lab.objects.update(look=look)
    visitor.route("**/own.css", lambda route: route.fulfill(body=":root { --page: 40rem }", content_type="text/css"))
    visitor.goto("/people/")
    assert visitor.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--page')") == "40rem"


MOVED = """
window.moved = 0;
window.movers = [];
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) {
    window.moved += shift.value;
    window.movers.push(...shift.sources.map((source) => source.node?.parentElement?.className ?? ""));
  }
}).observe({type: "layout-shift", buffered: true});
"""
PIECE = re.compile(rb"(?=<(?:main|footer|nav|div|h1|p|section|fieldset)\b| Menu</summary>)")


@pytest.fixture
def trickle(live_server):
    """The site as behind a slow line: a page comes in painted pieces, and after it pictures and typeface."""

    class Trickle(BaseHTTPRequestHandler):
        def do_GET(self):
            with urllib.request.urlopen(live_server.url + self.path) as answer:
                body, kind = answer.read(), answer.headers["Content-Type"]
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            html, font = kind.startswith("text/html"), self.path.endswith(".woff2")
            time.sleep(1.5 if font else 0.5 if kind.startswith("image/") else 0)
            for piece in PIECE.split(body) if html else [body]:
                time.sleep(1 if piece.startswith(b" Menu") and self.path.endswith("?pause") else 0)
                self.wfile.write(piece)
                self.wfile.flush()
                time.sleep(0.03 if html else 0)

        def log_message(self, *arguments):
            pass

    with ThreadingHTTPServer(("localhost", 0), Trickle) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://localhost:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    "size", [{"width": 1280, "height": 720}, {"width": 390, "height": 844}], ids=["wide", "phone"]
)
def test_nothing_moves_while_a_page_arrives(lab, visitor, trickle, size):
    visitor.set_viewport_size(size)
    visitor.add_init_script(MOVED)
    for address in PAGES:
        visitor.goto(trickle + address)
        visitor.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
        assert visitor.evaluate("window.moved") == 0, (address, visitor.evaluate("window.movers"))


def test_the_menu_stays_where_a_page_pauses_before_its_name(lab, visitor, trickle):
    visitor.set_viewport_size({"width": 390, "height": 844})
    visitor.add_init_script(MOVED.replace("shift.value", "shift.sources.some(({ node }) => node?.matches?.('.menu'))"))
    visitor.goto(f"{trickle}/people/?pause", wait_until="networkidle")
    assert visitor.evaluate("window.moved") == 0


def test_the_head_is_one_line_high_on_a_wide_screen(lab, visitor):
    for address in ("/", "/zh-hans/"):
        visitor.goto(address)
        visitor.set_viewport_size({"width": 1280, "height": 800})
        assert visitor.locator(".site-header").bounding_box()["height"] < 75


def test_a_menu_closes_at_escape_and_gives_the_focus_back(lab, visitor):
    visitor.goto("/")
    more = visitor.locator(".more-places")
    more.locator("summary").click()
    expect(more.get_by_role("link", name="Explore")).to_be_visible()
    visitor.keyboard.press("Escape")
    expect(more.get_by_role("link", name="Explore")).to_be_hidden()
    assert visitor.evaluate("document.activeElement.localName") == "summary"


def test_who_the_lab_is_and_what_it_did_is_seen_without_scrolling(lab, visitor):
    for width, height in ((1280, 800), (390, 844)):
        visitor.set_viewport_size({"width": width, "height": height})
        visitor.goto("/")
        for name in ("We study rest.", "Selected publications"):
            box = visitor.get_by_role("heading", name=name).bounding_box()
            assert box["y"] + box["height"] < height


def test_the_print_is_dark_on_white_whatever_the_theme(lab, visitor):
    visitor.goto("/")
    visitor.get_by_role("radio", name="Dark").check()
    visitor.emulate_media(media="print")
    assert visitor.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert visitor.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert not visitor.get_by_role("navigation").first.is_visible()


LINES = """(number) => {
  const list = document.querySelector(".sponsors"), [first] = list.children;
  list.replaceChildren(...Array.from({ length: number }, () => first.cloneNode(true)));
  const lines = Map.groupBy(list.children, (item) => item.offsetTop);
  return [...lines.values()].map((line) => line.length);
}"""


def test_the_foot_ends_a_short_page_and_no_sponsor_is_alone_on_a_line(lab, visitor):
    for width, height in ((1280, 900), (1600, 1100), (390, 844)):
        visitor.set_viewport_size({"width": width, "height": height})
        visitor.goto("/contact/")
        end = visitor.locator(".site-footer").bounding_box()
        if width > 390:  # on a phone the foot alone is as high as the screen
            assert -96 < end["y"] + end["height"] - height < 96
        for number in range(2, 20):
            assert 1 not in visitor.evaluate(LINES, number), (width, number)
