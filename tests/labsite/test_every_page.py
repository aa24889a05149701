"""The whole site with the lab's own content, walked from the home page along every link: rules that hold everywhere.

Of the links with a query, which can be combined without end, one stands for all with the same names on one path.
"""

import re
from collections import Counter
from urllib.parse import parse_qsl, urldefrag, urljoin, urlsplit

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.test import Client, override_settings
from justhtml import JustHTML

pytestmark = pytest.mark.django_db

HOST = "http://testserver"
NOT_WALKED = re.compile(r"/(admin|static)/|.*[?&]language=")  # a choice of language is kept in a cookie
MAX_PAGE_SIZE = 300_000  # bytes of HTML


class Visit:
    """What was found at an address."""

    def __init__(self, address, response):
        self.address = address
        self.status = response.status_code
        self.content = response.getvalue()
        self.is_page = response.get("Content-Type", "").startswith("text/html")
        self.document = JustHTML(self.content.decode(), collect_errors=True, sanitize=False) if self.is_page else None

    def __getitem__(self, selector):
        return self.document.query(selector)

    @property
    def links(self):
        """Addresses on this site that the page leads to, with their fragments."""
        found = {urljoin(HOST + self.address, link.attrs["href"]) for link in self["a[href], link[href]"]}
        return {link.removeprefix(HOST) for link in found if link.startswith(f"{HOST}/")}


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker):
    """Every visited address of the site that the fixtures make."""
    files = sorted((settings.BASE_DIR / "fixtures").glob("*.json"))
    plain = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    storages = override_settings(STORAGES=settings.STORAGES | plain)
    with storages, django_db_blocker.unblock(), transaction.atomic():
        call_command("loaddata", *map(str, files), verbosity=0)
        yield walk(Client())
        transaction.set_rollback(True)


def walk(client):
    visits, ahead = {}, ["/", "/zh-hans/", "/robots.txt"]
    while ahead:
        address = ahead.pop()
        if kind_of(address) in visits:
            continue
        visit = visits[kind_of(address)] = Visit(address, client.get(address, follow=False))
        if visit.is_page and not urlsplit(address).query:
            ahead += sorted(urldefrag(link).url for link in visit.links if not NOT_WALKED.match(link))
    return visits


def kind_of(address):
    """Return the address, and of its query the names alone."""
    path, _, query = address.partition("?")
    return path, tuple(sorted(dict.fromkeys(name for name, _ in parse_qsl(query))))


@pytest.fixture(scope="module")
def pages(site):
    return [visit for visit in site.values() if visit.is_page]


def offenders(pages, selector):
    return [(page.address, element.to_html(pretty=False)[:200]) for page in pages for element in page[selector]]


def test_every_kind_of_page_is_reached(site):
    for address in ("/people/", "/publications/", "/venues/nsdi/", "/services/", "/talks/", "/awards/"):
        assert (address, ()) in site
        assert (f"/zh-hans{address}", ()) in site


def test_every_link_leads_somewhere(site):
    assert [(visit.address, visit.status) for visit in site.values() if visit.status != 200] == []


def test_every_fragment_is_on_its_page(pages):
    ids = {page.address: {element.attrs["id"] for element in page["[id]"]} for page in pages}
    links = {(page.address, *urldefrag(link)) for page in pages for link in page.links if urldefrag(link).fragment}
    assert [link for link in links if link[1] in ids and link[2] not in ids[link[1]]] == []


def test_every_page_is_well_formed(pages):
    assert [(page.address, str(page.document.errors[0])) for page in pages if page.document.errors] == []


def test_every_id_is_there_once(pages):
    counts = ((page.address, Counter(element.attrs["id"] for element in page["[id]"])) for page in pages)
    assert [(address, id, n) for address, count in counts for id, n in count.items() if n > 1] == []


def test_every_page_has_one_main_heading(pages):
    assert [page.address for page in pages if len(page["h1"]) != 1] == []


def test_every_page_has_a_title_and_a_description(pages):
    without = [page.address for page in pages if not page["title"] or not page["title"][0].to_text().strip()]
    descriptions = {
        page.address: [meta.attrs["content"].strip() for meta in page['meta[name="description"]']] for page in pages
    }
    assert without == []
    assert [address for address, found in descriptions.items() if len(found) != 1 or not found[0]] == []


def test_no_page_is_larger_than_a_phone_likes(pages):
    assert [(page.address, len(page.content)) for page in pages if len(page.content) > MAX_PAGE_SIZE] == []


def test_every_picture_has_its_size_and_its_words(pages):
    assert offenders(pages, "img:not([width]), img:not([height]), img:not([alt])") == []


def test_nothing_is_written_inline_that_the_policy_forbids(pages):
    assert offenders(pages, "[style], style, [onclick], [onload]") == []
    scripts = [(page.address, script.attrs) for page in pages for script in page["script:not([src])"]]
    assert [script for script in scripts if script[1].get("type") != "application/ld+json"] == []


def test_nothing_is_loaded_from_elsewhere(pages):
    loaded = [
        (page.address, element.attrs.get("src") or element.attrs.get("href"))
        for page in pages
        for element in page['[src], link[rel="stylesheet"], link[rel="preload"], link[rel="icon"], use']
    ]
    assert [found for found in loaded if not found[1].startswith("/")] == []
