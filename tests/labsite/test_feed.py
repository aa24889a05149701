from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.utils import timezone

from tests import cast

pytestmark = pytest.mark.django_db
ATOM = {"a": "http://www.w3.org/2005/Atom"}


def feed(client):
    response = client.get("/feed.xml")
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    return ElementTree.fromstring(response.content)


def texts(element, path):
    return [found.text for found in element.findall(path, ATOM)]


def test_it_holds_news_and_publications_newest_on_the_site_first(client):
    now = timezone.now()
    cast.make_publication("Quokka", year=1999, added_at=now)
    cast.make_news("We rested", added_at=now - timedelta(days=1))
    cast.make_publication("Wombat", year=2024, added_at=now - timedelta(days=2))
    assert texts(feed(client), "a:entry/a:title") == ["Quokka", "We rested", "Wombat"]


def test_what_came_on_one_day_is_in_the_order_of_its_list(client):
    noon = timezone.now().replace(hour=12)
    for hours, year in enumerate((2024, 2019, 2022)):
        cast.make_publication(f"Quokka {year}", year=year, added_at=noon + timedelta(hours=hours))
    assert texts(feed(client), "a:entry/a:title") == ["Quokka 2024", "Quokka 2022", "Quokka 2019"]


def test_no_day_of_publication_is_made_up(client):
    cast.make_publication()
    assert feed(client).findall("a:entry/a:published", ATOM) == []


def test_an_entry_says_who_wrote_it_and_where_it_appeared(client):
    venue = cast.make_venue(name="Conference on Rest & Sleep")
    cast.make_publication(authors=[cast.student(), "Ivo Brandt"], venue=venue)
    (summary,) = texts(feed(client), "a:entry/a:summary")
    assert summary == "<p>Zoë Lindqvist, Ivo Brandt</p><p>Conference on Rest &amp; Sleep, 2024</p>"


def test_an_entry_leads_to_its_page(client):
    cast.make_publication()
    (link,) = feed(client).findall("a:entry/a:link", ATOM)
    assert link.get("href") == "http://testserver/publications/quokka/"


def test_a_title_is_escaped_once(client):
    cast.make_publication("Q&A <with> Quokkas")
    assert texts(feed(client), "a:entry/a:title") == ["Q&A <with> Quokkas"]


def test_control_characters_are_left_out(client):
    cast.make_lab("Lei\x0csure", tagline="We\x01 rest.")
    cast.make_publication("Quok\x0bka\ufffe", authors=["Ivo\x1b Brandt"])
    cast.make_news("Zzz\x07", text="Good\x08 night")
    root = feed(client)
    assert texts(root, "a:title") == ["Leisure"]
    assert texts(root, "a:subtitle") == ["We rest."]
    assert sorted(texts(root, "a:entry/a:title")) == ["Quokka", "Zzz"]
    assert sorted(texts(root, "a:entry/a:summary")) == ["<p>Good night</p>\n", "<p>Ivo Brandt</p><p>2024</p>"]


def test_it_has_what_every_atom_feed_needs(client):
    cast.make_lab("Leisure Lab", tagline="We rest.")
    cast.make_publication()
    root = feed(client)
    assert texts(root, "a:title") == ["Leisure Lab"]
    assert texts(root, "a:author/a:name") == ["Leisure Lab"]
    for path in ("a:id", "a:updated", "a:entry/a:id", "a:entry/a:updated"):
        assert all(texts(root, path))


def test_an_empty_feed_is_a_feed(client):
    assert texts(feed(client), "a:entry/a:title") == []


def test_it_holds_thirty_entries_at_most(client):
    for number in range(32):
        cast.make_publication(f"Quokka {number}")
    assert len(feed(client).findall("a:entry", ATOM)) == 30


def test_every_page_names_it(client):
    assert '<link rel="alternate" type="application/atom+xml" href="/feed.xml"' in client.get("/").content.decode()
