from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.utils import timezone

from labsite.models import NewsItem
from publications.models import Publication
from tests import atom, cast

pytestmark = pytest.mark.django_db
ATOM = {"a": "http://www.w3.org/2005/Atom"}


def feed(client, address="/feed.xml"):
    response = client.get(address)
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert atom.faults(response.content) == []
    return ElementTree.fromstring(response.content)


def texts(element, path):
    return [found.text for found in element.findall(path, ATOM)]


def test_it_holds_news_and_publications_newest_on_the_site_first(client):
    now = timezone.now()
    cast.make_publication("Quokka", year=1999, added_at=now)
    cast.make_news("We rested", added_at=now - timedelta(days=1))
    cast.make_publication("Wombat", year=2024, added_at=now - timedelta(days=2))
    assert texts(feed(client), "a:entry/a:title") == ["Quokka", "We rested", "Wombat"]


def test_what_was_unpublished_counts_from_the_day_on_which_it_appeared(client):
    now = timezone.now()
    long_ago, yesterday = now - timedelta(days=9), now - timedelta(days=1)
    cast.make_publication("Quokka", added_at=now - timedelta(days=2))
    cast.make_publication("Wombat", year=1999, added_at=long_ago, publish_from=yesterday)
    Publication.objects.update(changed_at=long_ago)
    entries = feed(client)
    assert texts(entries, "a:entry/a:title") == ["Wombat", "Quokka"]
    told = [each.isoformat() for each in (yesterday, long_ago)]
    assert texts(entries, "a:entry/a:updated") == told


def test_what_came_on_one_day_is_in_the_order_of_its_list(client, monkeypatch):
    monkeypatch.setattr("labsite.data.feeds.NEWEST", 3)
    noon = timezone.now().replace(hour=12)
    cast.make_publication("Numbat", year=1999, added_at=noon + timedelta(days=1))
    for hours, year in enumerate((2024, 2019, 2022)):
        cast.make_publication(f"Quokka {year}", year=year, added_at=noon + timedelta(hours=hours))
    assert texts(feed(client), "a:entry/a:title") == ["Numbat", "Quokka 2024", "Quokka 2022"]


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


def test_it_says_whose_it_is(client):
    cast.make_lab("Leisure Lab", tagline="We rest.", licence="CC BY 4.0", language="fr")
    root = feed(client)
    for path, expected in {
        "a:title": "Leisure Lab",
        "a:subtitle": "We rest.",
        "a:author/a:name": "Leisure Lab",
        "a:rights": "CC BY 4.0",
        "a:id": "http://testserver/feed.xml",
    }.items():
        assert texts(root, path) == [expected]
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == "fr"
    assert root.get("{http://www.w3.org/XML/1998/namespace}base") == "http://testserver/"


def test_an_empty_feed_says_the_same_each_time(client):
    root = feed(client)
    assert texts(root, "a:entry/a:title") == []
    assert texts(root, "a:updated") == ["1970-01-01T00:00:00+00:00"]


def test_an_entry_keeps_its_id_whatever_becomes_of_its_address(client, settings):
    settings.ALLOWED_HOSTS = ["testserver", "two.example"]
    cast.make_publication("Quokka"), cast.make_news()
    before = texts(feed(client), "a:entry/a:id")
    for row in (*Publication.objects.all(), *NewsItem.objects.all()):
        row.title, row.slug = "Wombat", "wombat"
        row.save()
    after = ElementTree.fromstring(client.get("/feed.xml", headers={"host": "two.example"}).content)
    assert texts(after, "a:entry/a:id") == before
    assert len(set(before)) == 2


def test_an_entry_and_its_feed_say_when_it_changed(client):
    cast.make_publication("Quokka")
    Publication.objects.update(changed_at="2190-01-02T03:04:05Z")
    cast.make_news()
    root = feed(client)
    assert texts(root, "a:updated") == ["2190-01-02T03:04:05+00:00"]
    assert "2190-01-02T03:04:05+00:00" in texts(root, "a:entry/a:updated")


def test_an_entry_names_its_authors_and_its_kind(client):
    cast.make_publication("Quokka", [cast.student(), "Ivo Brandt"], kind="journal")
    root = feed(client)
    assert texts(root, "a:entry/a:author/a:name") == ["Zoë Lindqvist", "Ivo Brandt"]
    assert [category.get("term") for category in root.findall("a:entry/a:category", ATOM)] == ["journal"]


def test_an_entry_has_the_abstract_of_its_paper(client):
    cast.make_publication("Quokka", abstract="We *rest*.")
    (summary,) = texts(feed(client), "a:entry/a:summary")
    assert summary == "<p></p><p>2024</p><p>We <em>rest</em>.</p>\n"


@pytest.fixture
def world():
    member, venue = cast.student(), cast.make_venue()
    item = cast.make_news("Zoë rested")
    item.people.add(member)
    cast.make_news("Nobody rested")
    cast.make_publication("Quokka", [member], venue=venue)
    cast.make_publication("Wombat", ["Ivo Brandt"], venue=venue, year=2023)
    cast.make_publication("Numbat", [member], year=2022)
    return member


@pytest.mark.parametrize(
    ("address", "title", "page", "entries"),
    [
        ("/publications/feed.xml", "Publications – Leisure Lab", "/publications/", ["Quokka", "Wombat", "Numbat"]),
        ("/news/feed.xml", "News – Leisure Lab", "/news/", ["Nobody rested", "Zoë rested"]),
        (
            "/people/zoe-lindqvist/feed.xml",
            "Zoë Lindqvist – Leisure Lab",
            "/people/zoe-lindqvist/",
            ["Zoë rested", "Quokka", "Numbat"],
        ),
        ("/venues/syscon/feed.xml", "SYSCON – Leisure Lab", "/venues/syscon/", ["Quokka", "Wombat"]),
    ],
)
def test_a_part_of_the_site_has_a_feed_of_its_own(client, world, address, title, page, entries):
    cast.make_lab("Leisure Lab")
    root = feed(client, address)
    assert texts(root, "a:title") == [title]
    assert texts(root, "a:id") == [f"http://testserver{address}"]
    links = {link.get("rel"): link.get("href") for link in root.findall("a:link", ATOM)[:2]}
    assert links == {"alternate": f"http://testserver{page}", "self": f"http://testserver{address}"}
    assert texts(root, "a:entry/a:title") == entries


def test_the_feed_of_a_changed_slug_moves_along(client, world):
    world.slug = "zoe"
    world.save()
    response = client.get("/people/zoe-lindqvist/feed.xml")
    assert (response.status_code, response["Location"]) == (301, "/people/zoe/feed.xml")


def test_who_has_no_page_has_no_feed(client, world):
    assert client.get("/people/ivo-brandt/feed.xml").status_code == 404


@pytest.mark.parametrize(("number", "shown"), [(20, 20), (21, 20)])
def test_it_holds_twenty_entries_at_most(client, number, shown):
    for each in range(number):
        cast.make_publication(f"Quokka {each}")
    assert len(feed(client).findall("a:entry", ATOM)) == shown


@pytest.mark.parametrize(("length", "is_whole"), [(3999, True), (4000, False)])  # with the line's end
def test_a_long_text_is_cut_within_its_tags(client, length, is_whole):
    cast.make_news(text="z" * length)
    (summary,) = texts(feed(client), "a:entry/a:summary")
    expected = "z" * length if is_whole else "z" * 3999 + "…"
    assert summary.strip() == f"<p>{expected}</p>"


@pytest.mark.parametrize(
    ("address", "files"),
    [
        ("/feed.xml", ["publications.bib", "publications.json", "news.json"]),
        ("/publications/feed.xml", ["publications.bib", "publications.json"]),
        ("/news/feed.xml", ["news.json"]),
        (
            "/people/zoe-lindqvist/feed.xml",
            [f"people/zoe-lindqvist{name}" for name in ("/publications.bib", "/publications.json", ".json")],
        ),
        ("/venues/syscon/feed.xml", [f"venues/syscon/publications.{extension}" for extension in ("bib", "json")]),
    ],
)
def test_it_leads_to_the_files_that_have_everything(client, world, address, files):
    links = feed(client, address).findall("a:link[@rel='related']", ATOM)
    assert [link.get("href") for link in links] == [f"http://testserver/{file}" for file in files]
    assert [client.get(link.get("href"))["Content-Type"].split(";")[0] for link in links] == [
        link.get("type") for link in links
    ]


def test_every_page_names_it(client):
    assert '<link rel="alternate" type="application/atom+xml" href="/feed.xml"' in client.get("/").content.decode()
