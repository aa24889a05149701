"""The main paths of visitors and editors in Firefox and in WebKit, the engine of Safari."""

import pytest
from django.test import Client

from labsite.roles import Role
from people.models import Person
from publications.models import Publication
from tests import cast
from tests.browser import webdriver
from tests.browser.test_file_inputs import phone_photo
from tests.editing import address

ENGINES = {
    "firefox": (webdriver.firefox, webdriver.FIREFOX),
    "webkit": (webdriver.webkit, webdriver.WEBKIT and webdriver.XVFB),
}
OVERHANG = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
BIBTEX = "@article{a, title = {Hammock: Elastic Rest}, author = {Quokka, Ada}, journal = {Rest}, year = {2024}}"

TEXT = "document.querySelector('#id_abstract')"
PASTE = f"""const data = new DataTransfer(), text = {TEXT};
    data.setData("text/html", arguments[0]);
    text.setSelectionRange(text.value.length, text.value.length);
    const event = new Event("paste", {{bubbles: true, cancelable: true}});
    Object.defineProperty(event, "clipboardData", {{value: data}});
    text.dispatchEvent(event);"""
MEASURE = """const [file] = document.querySelector("#id_photo").files;
    createImageBitmap(file).then(({width, height}) => { window.measured = [file.type, width, height]; });"""


@pytest.fixture(params=ENGINES)
def browser(request, finished):
    """A browser that is closed before the site waits for what its connections still ask.

    To start one takes longer than most of what is done in it, so that a test goes on where another might begin.
    """
    start, program = ENGINES[request.param]
    if not program:
        pytest.skip(f"needs {request.param}: it is not installed")
    with start() as browser:
        yield browser


@pytest.fixture
def paper():
    cast.make_lab()
    cast.make_publication("Naps", year=2023)
    return cast.make_publication(authors=[cast.make_member("Ada Quokka")], year=2024)


def sign_in(browser, url, login):
    client = Client()
    client.force_login(login)
    browser.sign_in_as(client.cookies["sessionid"], url)


def test_a_visitor_searches_cites_and_narrows_on_any_screen_in_the_theme_that_was_chosen(browser, live_server, paper):
    browser.open(live_server.url)
    browser.find(".wide [name=q]").type("quokka" + webdriver.ENTER)
    browser.wait("location.pathname == '/search/'")
    browser.link(paper.title).click()
    browser.wait(f"location.pathname == '{paper.get_absolute_url()}'")
    assert "author = {Quokka, Ada}" in browser.find(".cite pre").text
    browser.link("Publications").click()
    browser.wait("location.pathname == '/publications/'")
    browser.find("main [href$='?year=2024']").click()
    browser.wait("location.search == '?year=2024'")
    assert browser.find("main h3").text == paper.title
    browser.find(".theme-switch [value=dark]").click()
    for path in ("/", "/people/", "/people/ada-quokka/", "/publications/", paper.get_absolute_url(), "/explore/"):
        browser.open(live_server.url + path, width=390)
        assert (path, browser.run(OVERHANG)) == (path, 0)
    browser.find(".menu summary").click()
    browser.find(".menu a[href='/people/']").click()
    browser.wait("location.pathname == '/people/'")
    assert browser.run("return getComputedStyle(document.body).backgroundColor") == "rgb(23, 22, 20)"


def test_a_member_changes_their_page_by_its_form_and_a_part_of_it_on_the_page(browser, live_server, paper):
    member = Person.objects.get()
    sign_in(browser, live_server.url, cast.make_login(member, Role.MEMBER))
    browser.open(f"{live_server.url}{member.get_absolute_url()}")
    browser.link("Edit this page").click()
    browser.find("[name=headline]").type("Rests at scale." + webdriver.ENTER)
    browser.wait("document.querySelector('.what-was-saved')")
    member.refresh_from_db()
    assert member.headline == "Rests at scale."
    browser.open(f"{live_server.url}{member.get_absolute_url()}")
    browser.find("a.pencil[href*='part=about']").click()
    panel = "document.querySelector('dialog[open] iframe').contentDocument"
    browser.wait(f"{panel}.activeElement?.name === 'biography'")
    browser.run(f"{panel}.activeElement.value = 'Naps.'; {panel}.querySelector('[name=_save]').click()")
    browser.wait("document.querySelector('.what-was-saved')")
    assert browser.find("#about").text.split() == ["About", "Naps."]
    assert browser.run("return document.activeElement.className") == "pencil"


def test_an_editor_adds_a_paper_by_bibtex_and_a_photo_of_a_phone_that_is_scaled_and_turned_before_it_is_sent(
    browser, live_server, paper, tmp_path
):
    photo = phone_photo()
    (tmp_path / photo["name"]).write_bytes(photo["buffer"])
    sign_in(browser, live_server.url, cast.make_administrator())
    browser.open(f"{live_server.url}/admin/add-paper/")
    browser.find("[name=text]").type(BIBTEX)
    browser.find("[name=read]").click()
    browser.wait("document.querySelector('.author-row')")
    browser.find("[name=add]").click()
    browser.wait("document.querySelector('.what-was-saved')")
    assert set(Publication.objects.values_list("title", flat=True)) == {"Hammock: Elastic Rest", "Naps", paper.title}
    browser.open(live_server.url + address(Person, "change", Person.objects.get(slug="ada-quokka").pk))
    browser.find("#id_photo").type(str(tmp_path / photo["name"]))
    browser.wait("document.querySelector('.crop-stage')")
    browser.run(MEASURE)
    browser.wait("window.measured")
    assert browser.run("return window.measured") == ["image/jpeg", 2250, 3000]


def test_a_text_is_written_by_its_toolbar_and_by_pasting_and_taken_back(browser, live_server):
    sign_in(browser, live_server.url, cast.make_administrator())
    browser.open(f"{live_server.url}{address(Publication, 'add')}#id_abstract")
    browser.wait(f"document.activeElement === {TEXT}")
    browser.find("#id_abstract").type("We rest.")
    browser.run(f"{TEXT}.setSelectionRange(3, 7)")
    browser.find(".field-abstract [data-does=bold]").click()
    assert browser.run(f"return {TEXT}.value") == "We **rest**."
    browser.run("document.execCommand('undo')")
    assert browser.run(f"return {TEXT}.value") == "We rest."
    browser.run(PASTE, "<h1>Plans</h1><ul><li>To <b>rest</b></li></ul>")
    assert browser.run(f"return {TEXT}.value") == "We rest.\n\n## Plans\n\n- To **rest**"
    browser.run("document.execCommand('undo')")
    assert browser.run(f"return {TEXT}.value") == "We rest."
