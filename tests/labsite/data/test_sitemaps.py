import re
from datetime import date, timedelta
from xml.etree import ElementTree

import pytest
from django.core.cache import caches
from django.urls import get_resolver, reverse
from django.utils import timezone

from labsite.data import sitemaps
from labsite.models.lab import STATEMENTS
from people.models import Person
from publications.models import Publication, Venue
from tests import cast

pytestmark = [pytest.mark.django_db, pytest.mark.once]
NS = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
HOST = "http://testserver"
# Pages that a search engine has no use for.
NOT_LISTED = {"search", "openings-before", "contact", *STATEMENTS}  # the last are there only where the lab says so


def urls(client, address="/sitemap.xml"):
    response = client.get(address)
    assert response["Content-Type"] == "application/xml; charset=utf-8"
    return {
        url.findtext("s:loc", namespaces=NS).removeprefix(HOST): url
        for url in ElementTree.fromstring(response.content).findall("s:url", NS)
    }


def days(client):
    return {path: url.findtext("s:lastmod", namespaces=NS) for path, url in urls(client).items()}


@pytest.fixture
def world():
    member, venue = cast.student(), cast.make_venue()
    paper = cast.make_publication("Quokka", [member, "Ivo Brandt"], venue=venue)
    cast.make_project(people=[member], publications=[paper])
    cast.make_page(), cast.make_opening(), cast.make_news()
    for make_pages in cast.of_apps("make_pages"):
        make_pages(member)


def test_it_lists_every_kind_of_page(client, world):
    assert {
        "/",
        "/people/zoe-lindqvist/",
        "/people/zoe-lindqvist/publications/",
        "/publications/quokka/",
        "/publications/years/2024/",
        "/venues/syscon/",
        "/venues/syscon/publications/",
        "/news/a-paper-was-accepted/",
        "/projects/leisure-at-scale/",
        "/openings/a-phd-student/",
        "/join-us/",
    } <= urls(client).keys()


def test_every_page_without_a_part_that_varies_is_listed(client):
    fixed = {name for name in page_names() if name not in NOT_LISTED}
    assert fixed - {page.name for page in sitemaps.list_pages()} == set()
    assert {reverse(name) for name in fixed} <= urls(client).keys()


EDITING = ("admin/", "account/")


def page_names(resolver=None, namespace=""):
    """Yield the names of the pages whose address is always the same."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if str(pattern.pattern).startswith(EDITING):
            continue
        if hasattr(pattern, "url_patterns"):
            below = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from () if pattern.namespace == "data" else page_names(pattern, below)
        elif re.fullmatch(r"[a-z/]*", str(pattern.pattern)):
            yield f"{namespace}{pattern.name}"


def test_every_page_that_it_lists_is_there(client, world):
    assert [path for path in urls(client) if client.get(path).status_code != 200] == []


def test_who_and_what_has_no_page_is_not_listed(client, world):
    cast.make_venue("EMPTY"), cast.alumna(), cast.make_opening(title="Closed", closes=date(2020, 1, 1))
    listed = urls(client)
    assert "/venues/empty/" in listed and "/people/maren-hale/" in listed
    for path in ("/people/ivo-brandt/", "/venues/empty/publications/", "/people/maren-hale/publications/"):
        assert path not in listed
    assert "/openings/closed/" not in listed


def test_each_page_is_listed_in_each_language_and_names_its_translations(client, world):
    listed = urls(client)
    for path in ("/people/zoe-lindqvist/", "/zh-hans/people/zoe-lindqvist/"):
        links = listed[path].findall("x:link", NS)
        assert {link.get("hreflang"): link.get("href") for link in links} == {
            "en": f"{HOST}/people/zoe-lindqvist/",
            "zh-Hans": f"{HOST}/zh-hans/people/zoe-lindqvist/",
        }
        assert {link.get("rel") for link in links} == {"alternate"}


def test_a_page_says_when_what_it_shows_last_changed(client, world):
    Publication.objects.update(changed_at="2026-03-04T05:06:07Z")
    Person.objects.update(changed_at="2025-01-01T00:00:00Z")
    Venue.objects.update(changed_at="2027-01-01T00:00:00Z")
    told = days(client)
    for path in ("/people/", "/people/zoe-lindqvist/", "/people/zoe-lindqvist/publications/"):
        assert told[path] == "2026-03-04"
    assert told["/publications/quokka/"] == told["/publications/years/2024/"] == "2026-03-04"
    assert told["/publications/"] == "2026-03-04"
    assert (told["/venues/"], told["/venues/syscon/"]) == ("2027-01-01", "2027-01-01")


def test_a_page_counts_as_changed_when_something_appeared_on_it(client, world):
    for model in (Publication, Person, Venue):
        model.objects.update(changed_at="2025-01-01T00:00:00Z")
    Publication.objects.update(publish_from="2026-03-04T05:06:07Z")
    told = days(client)
    for path in ("/publications/quokka/", "/publications/years/2024/", "/publications/", "/venues/syscon/"):
        assert told[path] == "2026-03-04"


def test_of_what_keeps_no_time_none_is_made_up(client, world):
    assert days(client)["/awards/"] is None
    assert days(client)["/talks/"] is None


def test_many_pages_are_in_several_files(client, world, monkeypatch):
    whole = list(urls(client, "/sitemap.xml?"))
    caches["memory"].clear()
    monkeypatch.setattr(sitemaps, "MAX_PAGES", 5)
    root = ElementTree.fromstring(client.get("/sitemap.xml").content)
    assert root.tag == "{http://www.sitemaps.org/schemas/sitemap/0.9}sitemapindex"
    files = [found.text.removeprefix(HOST) for found in root.findall("s:sitemap/s:loc", NS)]
    assert files[:3] == ["/sitemap-pages.xml", "/sitemap-pages-2.xml", "/sitemap-pages-3.xml"]
    parts = [urls(client, file) for file in files]
    assert max(map(len, parts)) == 10  # each page in two languages
    assert sorted(path for part in parts for path in part) == sorted(whole)


def test_a_file_is_as_new_as_the_newest_page_of_its_kind(client, world, monkeypatch):
    Publication.objects.update(changed_at=timezone.now() + timedelta(days=2))
    monkeypatch.setattr(sitemaps, "MAX_PAGES", 5)
    root = ElementTree.fromstring(client.get("/sitemap.xml").content)
    for found in root.findall("s:sitemap", NS):
        pages = urls(client, found.findtext("s:loc", namespaces=NS).removeprefix(HOST)).values()
        times = [page.findtext("s:lastmod", namespaces=NS) for page in pages]
        assert found.findtext("s:lastmod", namespaces=NS)[:10] == max(filter(None, times))


@pytest.mark.parametrize("address", ["/sitemap-nothing.xml", "/sitemap-pages-1.xml", "/sitemap-pages-99.xml"])
def test_there_is_no_other_file(client, address):
    assert client.get(address).status_code == 404
