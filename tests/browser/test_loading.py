"""What a browser asks for to show a page: little, nothing twice, and nothing moves while it comes."""

import re
from io import BytesIO
from urllib.parse import urlsplit

import pytest
from django.core.files.base import ContentFile
from PIL import Image

from tests import cast
from tests.labsite.web.test_static_files import STORAGE, collect

HASH = re.compile(r"\.[0-9a-f]{12}(?=\.)")
STATIC = "/static/labsite"
OF_A_PAGE = [
    f"{STATIC}/css/site.css",
    f"{STATIC}/fonts/source-serif-4-latin.woff2",
    f"{STATIC}/img/icons.svg",
    f"{STATIC}/js/site.js",
]
MOVED = """() => new Promise((done) => {
  const moved = [];
  const note = ({ sources }) => moved.push(...sources.map(({ node }) => node?.outerHTML ?? node?.textContent));
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(moved), 100);
})"""
TO_THE_END = "for (let top = 0; top < document.body.scrollHeight; top += 400) scrollTo(0, top);"
WIDTH = "image => image.currentSrc.match(/-(\\d+)\\.webp$/)[1]"  # of the copy that was loaded


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("static")
    collect(folder)
    return folder


@pytest.fixture(autouse=True)
def collected(settings, folder):
    """Let pages name static files as they do on a server: joined, and by their hash."""
    settings.STORAGES = settings.STORAGES | STORAGE
    settings.STATIC_ROOT = folder
    settings.STATICFILES_DIRS = [folder]  # where the test's server looks for them


@pytest.fixture
def with_pictures():
    """A lab of its own colour whose member, project and paper have pictures as large as are kept."""
    cast.make_lab(accent="#0055aa", tagline="We rest.")
    member = cast.make_member("Ada Quokka", photo=picture(), photo_alt="Ada")
    cast.make_project("Leisure at Scale", picture=picture(), picture_alt="A hammock")
    return cast.make_publication(authors=[member], teaser=picture(), teaser_alt="A quokka")


def picture():
    content = BytesIO()
    Image.radial_gradient("L").resize((2000, 2000)).save(content, "JPEG")
    return ContentFile(content.getvalue(), name="picture.jpg")


def asked_for(page, address):
    """Return what a page asks for besides itself, in the order of the alphabet, static files without their hash."""
    asked = []
    page.on("request", lambda request: asked.append(HASH.sub("", urlsplit(request.url).path)))
    page.goto(address, wait_until="networkidle")
    assert asked.pop(0) == address
    return sorted(asked)


@pytest.mark.parametrize("address", ["/", "/people/", "/publications/", "/venues/", "/search/", "/nowhere/"])
def test_each_page_asks_for_one_style_sheet_and_one_script(visitor, complaints, address):
    cast.make_publication(authors=[cast.make_member("Ada Quokka")])
    own = [each for each in asked_for(visitor, address) if each.endswith((".css", ".js"))]
    assert own == [f"{STATIC}/css/site.css", f"{STATIC}/js/site.js"]
    complaints.clear()


def test_home_with_a_colour_takes_six_requests_besides_its_pictures(visitor, with_pictures):
    asked = asked_for(visitor, "/")
    assert [each for each in asked if not each.startswith("/media/")] == ["/accent-0055aa.css", *OF_A_PAGE]
    pictures = [each.split("/")[2] for each in asked if each.startswith("/media/")]
    assert pictures == ["people", "projects", "publications"]


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_moves_while_pages_and_their_pictures_come(new_context, live_server, with_pictures, width):
    page = new_context(viewport={"width": width, "height": 800}).new_page()
    for address in ("/", "/people/ada-quokka/", with_pictures.get_absolute_url(), "/projects/leisure-at-scale/"):
        page.goto(live_server.url + address, wait_until="networkidle")
        page.evaluate(TO_THE_END)
        assert (address, page.evaluate(MOVED)) == (address, [])


@pytest.mark.parametrize(("ratio", "portrait", "picture"), [(1, "160", "480"), (3, "480", "960")])
def test_a_phone_gets_pictures_in_the_size_in_which_it_shows_them(
    new_context, live_server, with_pictures, ratio, portrait, picture
):
    page = new_context(viewport={"width": 390, "height": 800}, device_scale_factor=ratio).new_page()
    widths = {}
    for address in ("/", "/people/ada-quokka/", with_pictures.get_absolute_url(), "/projects/leisure-at-scale/"):
        page.goto(live_server.url + address)
        page.evaluate(TO_THE_END)
        page.wait_for_load_state("networkidle")
        widths[address] = [image.evaluate(WIDTH) for image in page.locator("img").all()]
    assert list(widths.values()) == [[portrait, portrait, "480"], [portrait] * 2, [picture], [picture]]
