"""Getting what a source answers, from a small web on this machine, and everything that may go wrong."""

import gzip
import time
from dataclasses import replace

import pytest

from labsite.contrib.http.public_hosts import is_public
from labsite.contrib.http.throttle import Turns, memory
from labsite.contrib.sources import client
from labsite.contrib.sources.client import (
    NotKnown,
    SourceClient,
    Unavailable,
    client_for_jobs,
    client_for_pages,
    user_agent,
)
from tests.web import on_this_machine, serving

JSON = "application/json"
LATER = "Try again later, or import the papers from a file."
NO_DATA = (
    "Quokka currently asks visitors to prove that they are human, or returned a page instead of data. "
    "Try again later, or download the file there and import it."
)


@pytest.fixture(scope="module")
def running():
    with serving() as web:
        yield web


@pytest.fixture
def web(running):
    running.pages.clear()
    running.asked.clear()
    running.headers.clear()
    return running


def getter(**options):
    return SourceClient("a test", **on_this_machine(**{"back_off": 0, "largest": 1000, **options}))


def get(web, page=None, accept=JSON, path="/", **options):
    if page:
        web.pages[path] = page
    return getter(**options).get("Quokka", web.address(path), accept)


def trouble(web, page, **options):
    with pytest.raises(Unavailable) as caught:
        get(web, page, **options)
    return str(caught.value)


def saying(body=b"{}", media_type=JSON, status=200, **headers):
    def page(handler):
        handler.send_response(status)
        for name, value in {"Content-Type": media_type, "Content-Length": len(body), **headers}.items():
            handler.send_header(name.replace("_", "-"), str(value))
        handler.end_headers()
        handler.wfile.write(body)

    return page


@pytest.fixture
def slept(monkeypatch):
    """Return for how many seconds one would have waited each time."""
    pauses = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    return pauses


def first(*pages):
    """Answer each time with the next of the pages; the last one stays."""
    left = list(pages)
    return lambda handler: (left.pop(0) if len(left) > 1 else left[0])(handler)


class AnswerTests:
    def test_the_body_is_what_one_gets(self, web):
        assert get(web, saying(b'{"title": "Quokka"}')) == b'{"title": "Quokka"}'

    def test_it_says_who_asks_and_for_what(self, web):
        get(web, saying())
        assert web.headers[0] | {"Host": ""} == {
            "Host": "",
            "User-Agent": "a test",
            "Accept": JSON,
            "Accept-Encoding": "gzip",
            "Connection": "close",
        }

    def test_a_packed_answer_is_unpacked(self, web):
        assert get(web, saying(gzip.compress(b'{"a": 1}'), Content_Encoding="gzip")) == b'{"a": 1}'

    @pytest.mark.parametrize(
        ("accept", "answered"),
        [
            (JSON, "application/json; charset=utf-8"),
            (JSON, "application/vnd.orcid+json;charset=UTF-8"),
            ("application/vnd.citationstyles.csl+json", JSON),
            ("application/xml", "text/xml"),
            ("application/atom+xml", "Application/XML"),
        ],
    )
    def test_types_of_one_family_will_do(self, web, accept, answered):
        assert get(web, saying(b"<a/>", answered), accept) == b"<a/>"

    @pytest.mark.parametrize("answered", ["text/html; charset=utf-8", "text/plain", "", "application/xml"])
    def test_a_page_for_people_is_no_answer(self, web, answered):
        assert trouble(web, saying(b"<html>", answered)) == NO_DATA
        assert len(web.asked) == 1


class RedirectTests:
    def test_it_is_followed(self, web):
        web.pages["/new"] = saying(b"{1}")
        assert get(web, lambda handler: handler.say(301, Location="/new")) == b"{1}"

    def test_not_for_ever(self, web):
        assert trouble(web, lambda handler: handler.say(302, Location="/")) == (
            f"Quokka can’t be reached at the moment. It redirects endlessly from one address to the next. {LATER}"
        )

    @pytest.mark.parametrize("where", ["http://127.0.0.2/", "http://[::1]/", "http://169.254.169.254/latest/"])
    def test_not_into_a_private_network(self, web, where):
        words = trouble(web, lambda handler: handler.say(302, Location=where))
        assert words == "Quokka leads into a private network, so it wasn’t asked."

    def test_not_from_an_encrypted_connection_to_one_that_is_not(self, monkeypatch):
        source, asked = getter(), []
        places = ("https://b.example/", "http://b.example/")
        answers = iter((place, None) for place in places)
        monkeypatch.setattr(source, "call", lambda method, url, *rest: asked.append(url.url) or next(answers))
        with pytest.raises(client.Trouble, match="from an encrypted connection to one that isn’t"):
            source.follow("https://a.example/", JSON, bytes)
        assert asked == ["https://a.example/", "https://b.example/"]

    def test_nor_does_a_request_begin_there(self, web):
        assert trouble(web, saying(), may_ask=is_public).startswith("Quokka leads into a private network")
        assert web.asked == []

    def test_not_to_something_else(self, web):
        assert "something that isn’t a web page" in trouble(
            web, lambda handler: handler.say(302, Location="file:///etc")
        )


class RetryTests:
    @pytest.mark.parametrize("status", [500, 502, 503, 429])
    def test_what_may_pass_is_tried_again(self, web, status):
        assert get(web, first(saying(status=status), saying(status=status), saying(b"[]"))) == b"[]"
        assert len(web.asked) == 3

    def test_three_times_and_no_more(self, web):
        assert trouble(web, saying(status=503)) == (
            f"Quokka can’t be reached at the moment. It answered “503 Service Unavailable”. {LATER}"
        )
        assert len(web.asked) == 3

    def test_each_time_later(self, web, slept):
        trouble(web, saying(status=500), back_off=5)
        assert [seconds for seconds in slept if seconds] == [5, 10]

    def test_an_answer_that_breaks_off_is_tried_again(self, web):
        def broken(handler):
            handler.send_response(200)
            handler.send_header("Content-Type", JSON)
            handler.send_header("Content-Length", "100")
            handler.end_headers()
            handler.wfile.write(b'{"half":')
            handler.close_connection = True

        assert get(web, first(broken, saying())) == b"{}"
        assert trouble(web, broken) == f"Quokka can’t be reached at the moment. The connection broke off. {LATER}"

    def test_a_packed_answer_that_is_broken_is_tried_again(self, web):
        nonsense = saying(b"nonsense", Content_Encoding="gzip")
        assert get(web, first(nonsense, saying())) == b"{}"

    def test_who_has_had_enough_is_told_from_who_is_out_of_order(self, web):
        assert trouble(web, saying(status=429)) == f"Quokka has had too many requests. {LATER}"
        assert len(web.asked) == 3

    @pytest.mark.parametrize("status", [404, 410])
    def test_what_is_not_known_is_not_asked_again(self, web, status):
        with pytest.raises(NotKnown):
            get(web, status)
        assert len(web.asked) == 1

    @pytest.mark.parametrize(("status", "said"), [(403, "403 Forbidden"), (400, "400 Bad Request"), (499, "499")])
    def test_nor_is_a_refusal(self, web, status, said):
        assert trouble(web, status) == f"Quokka refuses to answer (“{said}”). {LATER}"
        assert len(web.asked) == 1


class WaitingTests:
    def test_a_short_while_is_waited_for(self, web, slept):
        assert get(web, first(saying(status=429, Retry_After="30"), saying())) == b"{}"
        assert [round(seconds) for seconds in slept if seconds] == [30]

    @pytest.mark.parametrize(
        ("seconds", "said"),
        [("45", "a minute"), ("600", "10 minutes"), ("86400", "24 hours"), ("9" * 20, "720 hours")],
    )
    def test_a_long_one_is_reported(self, web, seconds, said):
        patience = {"turns": Turns(pause=0, longest_sleep=1)}
        words = trouble(web, saying(status=429, Retry_After=seconds), **patience)
        assert words == f"Quokka has had too many requests, and accepts no more for {said}."
        assert len(web.asked) == 1

    def test_meanwhile_nobody_asks_again(self, web):
        asking = getter(turns=Turns(pause=0, longest_sleep=1))
        web.pages |= {"/": saying(status=503, Retry_After="600"), "/other": saying()}
        for path in ("/", "/other"):
            with pytest.raises(Unavailable, match="accepts no more for 10 minutes"):
                asking.get("Quokka", web.address(path), JSON)
        assert web.asked == [("GET", "/")]


class TooMuchTests:
    def test_a_long_answer_is_not_read_to_its_end(self, web):
        words = trouble(web, saying(b"x" * 1001))
        assert words == "Quokka sent more than 0 MB, which is too much at once."
        assert get(web, saying(b"x" * 1000)) == b"x" * 1000

    def test_nor_is_one_that_is_small_only_while_it_is_packed(self, web):
        bomb = gzip.compress(bytes(2 * 10**7))
        assert "too much at once" in trouble(web, saying(bomb, Content_Encoding="gzip"), largest=10**6)

    def test_nor_one_without_an_end(self, web):
        def endless(handler):
            handler.send_response(200)
            handler.send_header("Content-Type", JSON)
            handler.end_headers()
            while True:
                handler.wfile.write(b"x" * 1000)

        assert "too much at once" in trouble(web, endless)


class TimeTests:
    def test_a_body_that_drips_takes_too_long(self, web):
        def dripping(handler):
            handler.send_response(200)
            handler.send_header("Content-Type", JSON)
            handler.send_header("Content-Length", "1000")
            handler.end_headers()
            for _ in range(10):
                handler.wfile.write(b" ")
                time.sleep(0.1)

        words = trouble(web, dripping, deadline=0.3, tries=1)
        assert words == f"Quokka can’t be reached at the moment. It took too long to answer. {LATER}"

    def test_all_requests_together_end_in_time(self, web):
        def silent(handler):
            time.sleep(1.2)

        assert "It took too long to answer" in trouble(
            web, silent, ends_at=time.monotonic() + 0.6, tries=5, patience=5
        )
        assert len(web.asked) < 2

    def test_when_the_time_is_over_nobody_asks(self, web):
        assert "It took too long" in trouble(web, saying(), ends_at=time.monotonic() - 1)
        assert web.asked == []

    def test_all_pages_leave_alone_who_wants_to_be(self, web, monkeypatch):
        monkeypatch.setattr(client, "LEFT_ALONE", memory())
        web.pages["/"] = saying(status=429, Retry_After="600")
        for _ in range(2):
            one = replace(client_for_pages(), may_ask=lambda address: True, back_off=0)
            with pytest.raises(Unavailable, match="accepts no more for 10 minutes"):
                one.get("Quokka", web.address(), JSON)
        assert len(web.asked) == 1

    def test_a_page_waits_less_than_a_job(self):
        assert client_for_pages().ends_at < time.monotonic() + 30 < client_for_jobs().ends_at


class UserAgentTests:
    def test_it_says_where_the_site_is_and_whom_to_write_to(self, settings):
        settings.ALLOWED_HOSTS, settings.SOURCES_EMAIL = [".lab.example"], "site@lab.example"
        assert user_agent() == "labsite (+https://lab.example/; mailto:site@lab.example)"

    def test_it_says_no_more_than_it_knows(self, settings):
        settings.ALLOWED_HOSTS, settings.SOURCES_EMAIL = ["*"], ""
        assert user_agent() == "labsite"
