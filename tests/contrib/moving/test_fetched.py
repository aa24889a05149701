"""A site is read from its address: a small web on this machine, and everything that may go wrong."""

import pytest

from labsite.contrib.moving import fetched
from labsite.contrib.moving.fetched import SiteClient
from labsite.contrib.moving.source import UnreadableSource, opened
from tests.web import on_this_machine, serving

PNG = b"\x89PNG tiny"


@pytest.fixture(scope="module")
def running():
    with serving() as web:
        yield web


@pytest.fixture
def web(running):
    running.pages.clear()
    running.asked.clear()
    return running


@pytest.fixture
def client(monkeypatch):
    client = SiteClient("a test", **on_this_machine())
    monkeypatch.setattr(fetched, "site_client", lambda: client)
    return client


def page(body, media_type="text/html", status=200):
    def answer(handler):
        data = body if isinstance(body, bytes) else body.encode()
        handler.send_response(status)
        handler.send_header("Content-Type", media_type)
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)

    return answer


def moved(to):
    return lambda handler: handler.say(301, Location=to)


def paths_at(web, path="/"):
    """Return the paths of the files of a site, and why others aren't there, by their addresses without the host."""
    with opened(web.address(path)) as source:
        return source.files(), {address.removeprefix(web.address("")): why for address, why in source.skipped.items()}


def test_pages_come_with_the_pictures_and_documents_that_they_show_each_asked_for_once(web, client):
    home = "<a href='/people/'>People</a> <a href='people/#ada'>Ada</a> <img src=img/lab.png> <a href=cv.pdf>CV</a>"
    web.pages["/"] = page(home)
    web.pages["/people/"] = page("<base href='/people/x/'><img src='../ada.png?w=300'><a href=../../news.php>News</a>")
    web.pages["/news.php"] = page(
        "<img data-src=/img/lab.png src=data:,><a href='/'>Home</a>", "text/html; charset=utf-8"
    )
    web.pages |= dict.fromkeys(("/img/lab.png", "/people/ada.png?w=300"), page(PNG, "image/png"))
    web.pages["/cv.pdf"] = page(b"%PDF-1.4", "application/pdf")
    with opened(web.address()) as source:
        assert source.files() == [
            "cv.pdf",
            "img/lab.png",
            "index.html",
            "news.html",
            "people/ada.png",
            "people/index.html",
        ]
        assert source.data("people/ada.png") == PNG
        assert source.own_address == web.address("/")
        assert source.resolve("../img/lab.png", base="people/index.html") == "img/lab.png"
        assert source.resolve("ada.png?w=300", base="people/index.html") == "people/ada.png"
        assert source.resolve(web.address("/news.php")) == "news.html"
    asked = [path for _, path in web.asked]
    assert sorted(asked) == sorted(["/robots.txt", "/sitemap.xml", *web.pages])


def test_a_site_below_an_address_is_read_without_what_else_is_on_the_host(web, client):
    web.pages["/~hale/"] = page("<a href=/~noor/>Noor</a><a href=papers.html>Papers</a><img src=/seal.png>")
    web.pages["/~hale/papers.html"] = page("<a href='https://elsewhere.example/x.html'>Elsewhere</a>")
    web.pages["/seal.png"] = page(PNG, "image/png")
    seal = f"127.0.0.1:{web.server_port}/seal.png"
    assert paths_at(web, "/~hale/") == ([seal, "index.html", "papers.html"], {})


def test_a_site_map_names_pages_that_no_page_links_to(web, client):
    web.pages["/"] = page("Home")
    web.pages["/robots.txt"] = page(f"Sitemap: {web.address('/maps.xml')}", "text/plain")
    web.pages["/maps.xml"] = page(f"<sitemapindex><loc>{web.address('/pages.xml')}</loc></sitemapindex>", "text/xml")
    pages = f"<urlset><loc>{web.address('/joining/')}</loc><loc>https://elsewhere.example/</loc></urlset>"
    web.pages["/pages.xml"] = page(pages, "text/xml")
    web.pages["/joining/"] = page("Join us")
    assert paths_at(web) == (["index.html", "joining/index.html"], {})


def test_robots_txt_is_heeded_and_what_it_keeps_away_is_named(web, client):
    web.pages["/robots.txt"] = page("User-agent: *\nDisallow: /inner/", "text/plain")
    web.pages["/"] = page("<a href=/inner/a.html>a</a><a href=/b.html>b</a>")
    web.pages["/b.html"] = moved("/inner/c.html")
    why = "The site’s robots.txt doesn’t allow it, or can’t be read."
    assert paths_at(web) == (["index.html"], {"/inner/a.html": why, "/b.html": why})
    assert ("GET", "/inner/a.html") not in web.asked


@pytest.mark.parametrize(
    ("pages", "words"),
    [
        ({"/": 404}, "It answered 404."),
        ({"/": page("x"), "/robots.txt": 503}, "The site’s robots.txt doesn’t allow it, or can’t be read."),
        ({"/": moved("/")}, "It redirects endlessly from one address to the next."),
        ({"/": moved("http://[x")}, "It leads to something that isn’t a web page."),
    ],
)
def test_an_address_that_is_no_site_is_refused_in_words(web, client, pages, words):
    web.pages |= pages
    with pytest.raises(UnreadableSource) as caught, opened(web.address()):
        pass
    assert str(caught.value) == f"{web.address()} can’t be fetched. {words}"


def test_an_address_of_a_file_is_refused_in_words(web, client):
    web.pages["/a.zip"] = page("x", "application/zip")
    with (
        pytest.raises(UnreadableSource, match=r"a.zip is no web page \(application/zip\)"),
        opened(web.address("/a.zip")),
    ):
        pass


def test_what_is_left_out_is_named_with_its_reason(web, client):
    links = (
        "<a href=/gone.html>1</a><a href=/away.html>2</a><a href=/list>3</a><img src=/page.png><img src='http://[x'>"
    )
    web.pages["/"] = page(links + "<a href='/?year=2024&month=3&day=1'>calendar</a><a href=/wp-admin/>in</a>")
    web.pages |= {"/away.html": moved("https://elsewhere.example/"), "/list": page("{}", "application/json")}
    web.pages["/page.png"] = page("<p>Not found</p>")
    assert paths_at(web) == (
        ["index.html"],
        {
            "/gone.html": "It answered 404.",
            "/away.html": "It leads to another site.",
            "/list": "It is no page (application/json).",
            "/page.png": "It is no picture or document (text/html).",
        },
    )


@pytest.mark.parametrize(
    ("limit", "why"),
    [
        ({"MAX_PAGES": 1}, "There are more than 1 pages."),
        ({"MAX_BYTES": 10}, "The site has more than 0 MB."),
        ({"MAX_SECONDS": -1}, None),
        ({"MAX_ANSWER": 200}, "It is larger than 0 MB."),
    ],
)
def test_pages_bytes_and_time_are_bounded(web, client, monkeypatch, limit, why):
    for name, value in limit.items():
        monkeypatch.setattr(fetched, name, value)
    web.pages |= {"/": page("<a href=/a.html>a</a>"), "/a.html": page("A" * 300)}
    files, skipped = paths_at(web)
    assert files == (["index.html"] if why else [])
    assert skipped == ({"/a.html": why} if why else {"/": "After -1 minutes no more was fetched."})


def test_machines_of_a_private_network_are_never_asked(web):
    with pytest.raises(UnreadableSource, match="It is in a private network: only sites that are public"):
        fetched.fetched(web.address())
    client = SiteClient("a test", **on_this_machine(may_ask=lambda address: False))
    with pytest.raises(fetched.Trouble, match="It is in a private network"):
        client.get(web.address())
    assert web.asked == []


def test_a_page_that_is_told_by_a_query_is_one_of_its_own(web, client):
    web.pages["/"] = page("<a href='?page_id=12'>Joining</a>")
    web.pages["/?page_id=12"] = page("Join us")
    assert paths_at(web) == (["?page_id=12.html", "index.html"], {})


def test_the_pause_that_a_robots_txt_asks_for_is_made(web, client):
    web.pages |= {"/robots.txt": page("User-agent: *\nCrawl-delay: 900", "text/plain"), "/": page("Home")}
    client.turns = NoPause()
    fetched.fetched(web.address())
    assert client.turns.pause == 10


class NoPause(fetched.Turns):
    def seconds_until(self, host):
        return 0.0
