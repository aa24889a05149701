"""Asking an address outside: what it answers, and what keeps it from answering. Everything happens on this machine."""

import socket
import ssl
from threading import Event

import pytest

from labsite.contrib.http import throttle
from labsite.contrib.http.public_hosts import is_public
from labsite.contrib.http.throttle import Turns
from labsite.contrib.link_checking.asking import Answer
from tests.web import dripping, self_signed, serving

from .asker import asker

PRIVATE = Answer(trouble="It leads into a private network, so it wasn’t checked.", is_private=True)


@pytest.fixture
def web():
    with serving() as running:
        yield running


def answer(web, page, **options):
    web.pages["/"] = page
    return asker(**options).ask(web.address())


class AnswerTests:
    def test_a_page_that_is_there_is_asked_for_its_head_alone(self, web):
        assert answer(web, 200) == Answer(200)
        assert web.asked == [("HEAD", "/")]

    @pytest.mark.parametrize("status", [404, 403, 405, 500])
    def test_what_refuses_the_head_is_asked_for_the_whole(self, web, status):
        def page(handler):
            handler.say(status if handler.command == "HEAD" else 200)

        assert answer(web, page) == Answer(200)
        assert web.asked == [("HEAD", "/"), ("GET", "/")]

    def test_what_breaks_off_at_the_head_is_asked_for_the_whole(self, web):
        def page(handler):
            if handler.command == "HEAD":
                handler.close_connection = True
            else:
                handler.say(200)

        assert answer(web, page) == Answer(200)

    def test_the_body_is_not_read(self, web):
        def page(handler):
            if handler.command == "HEAD":
                return handler.say(405)
            handler.send_response(200)
            handler.send_header("Content-Length", str(10**12))
            handler.end_headers()

        assert answer(web, page) == Answer(200)

    def test_it_says_who_asks_and_sends_no_password(self, web):
        asker().ask(web.address("/page?q=1#part").replace("http://", "http://ada:secret@"))
        assert web.asked[0] == ("HEAD", "/page?q=1")
        assert web.headers[0]["User-Agent"] == "a test"
        assert web.headers[0]["Host"] == f"127.0.0.1:{web.server_port}"
        assert "Authorization" not in web.headers[0]

    @pytest.mark.parametrize("status", [404, 410, 403, 500])
    def test_the_status_is_that_of_the_whole(self, web, status):
        assert answer(web, status) == Answer(status)


class RedirectTests:
    def test_five_are_followed(self, web):
        for number in range(5):
            web.pages[f"/{number}"] = lambda handler, to=number + 1: handler.say(302, Location=f"/{to}")
        web.pages["/5"] = 200
        assert asker().ask(web.address("/0")) == Answer(200)

    def test_six_are_not(self, web):
        assert answer(web, lambda handler: handler.say(301, Location="/")) == Answer(
            trouble="It redirects endlessly from one address to the next."
        )
        assert len(web.asked) == 6

    @pytest.mark.parametrize("where", ["http://127.0.0.2/", "http://[::1]/", "http://169.254.169.254/latest/"])
    def test_into_a_private_network_it_is_not_followed(self, web, where, monkeypatch):
        monkeypatch.setattr(socket, "create_connection", _only_to(web))
        assert answer(web, lambda handler: handler.say(302, Location=where)) == PRIVATE

    @pytest.mark.parametrize("where", ["ftp://127.0.0.1/", "file:///etc/passwd", "javascript:alert(1)"])
    def test_to_something_else_than_a_page_it_is_not_followed(self, web, where):
        trouble = "It leads to something that isn’t a web page."
        assert answer(web, lambda handler: handler.say(302, Location=where)) == Answer(trouble=trouble)

    def test_without_a_place_to_go_to_it_is_an_answer(self, web):
        assert answer(web, 304) == Answer(304)
        assert answer(web, 302) == Answer(302)


def _only_to(web):
    connect = socket.create_connection

    def checked(address, *args, **kwargs):
        assert address == ("127.0.0.1", web.server_port)
        return connect(address, *args, **kwargs)

    return checked


class TroubleTests:
    def test_a_machine_that_says_nothing_took_too_long(self, web):
        over = Event()
        said = answer(web, lambda handler: over.wait(), patience=0.5)
        over.set()
        assert said == Answer(trouble="It took too long to answer.")

    def test_one_that_answers_byte_by_byte_did_too(self, web):
        assert answer(web, dripping, deadline=0.5) == Answer(trouble="It took too long to answer.")

    def test_nothing_answers_at_a_closed_door(self, web):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            address = f"http://127.0.0.1:{taken.getsockname()[1]}/"
            assert asker().ask(address) == Answer(trouble="The server doesn’t answer.")

    @pytest.mark.parametrize("nonsense", [b"nonsense\r\n\r\n", b"", b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200])
    def test_an_answer_that_is_none_is_broken_off(self, web, nonsense):
        def page(handler):
            handler.wfile.write(nonsense)
            handler.close_connection = True

        assert answer(web, page) == Answer(trouble="The connection broke off.")

    def test_a_name_that_nobody_knows(self):
        assert asker().ask("http://no-such-host.invalid/") == Answer(trouble="There is no server with this name.")

    @pytest.mark.parametrize("address", ["http://", "mailto:ada@lab.example", "http://[::1", "http://a..b\ud800/"])
    def test_what_is_no_address(self, address):
        assert asker().ask(address).trouble


class PrivateTests:
    @pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:7f00:1]"])
    def test_this_machine_is_not_asked_under_any_name(self, web, host):
        assert asker(may_ask=is_public).ask(f"http://{host}:{web.server_port}/") == PRIVATE
        assert web.asked == []

    def test_a_name_is_looked_up_once_and_the_request_goes_where_that_leads(self, web, monkeypatch):
        """A name that leads to a public machine when it is judged, and to this one when it is asked, isn't asked."""
        lookups = []

        def lookup(host, *args, **kwargs):
            lookups.append(host)
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (host, args[0]))] if host == "127.0.0.1" else PUBLIC

        PUBLIC = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", web.server_port))]
        monkeypatch.setattr(socket, "getaddrinfo", lookup)
        web.pages["/"] = 200
        assert asker().ask(f"http://lab.example:{web.server_port}/") == Answer(200)
        assert lookups == ["lab.example", "127.0.0.1"]


class Clock:
    """A clock that stands still unless somebody waits by it."""

    def __init__(self):
        self.now, self.waits = 1000, []

    def monotonic(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds
        self.waits.append(seconds)


class PolitenessTests:
    @pytest.fixture
    def clock(self, monkeypatch):
        clock = Clock()
        monkeypatch.setattr(throttle, "time", clock)
        return clock

    def test_a_host_that_has_had_enough_is_left_alone_for_as_long_as_it_says(self, web):
        asking = asker()
        web.pages["/"] = lambda handler: handler.say(429, Retry_After="3600")
        assert asking.ask(web.address()) == Answer(429, wait=3600, wait_for="127.0.0.1")
        assert asking.ask(web.address("/other")) is None
        assert web.asked == [("HEAD", "/")]

    def test_for_a_short_while_one_waits(self, web, clock):
        asking = asker()
        web.pages |= {"/": lambda handler: handler.say(503, Retry_After="1"), "/other": 200}
        asking.ask(web.address())
        assert asking.ask(web.address("/other")) == Answer(200)
        assert clock.waits == [0, 1]

    def test_between_two_requests_there_is_a_pause(self, web, clock):
        web.pages |= {"/": 200}
        asking = asker(turns=Turns(pause=3))
        for _ in range(3):
            asking.ask(web.address())
        assert clock.waits == [0, 3, 3]


class CertificateTests:
    @pytest.fixture
    def certificate(self, tmp_path):
        return self_signed(tmp_path, "lab.example")

    @pytest.fixture
    def secured(self, certificate):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        with serving(secured_by=context) as running:
            running.pages["/"] = 200
            yield running

    def ask(self, web, host, monkeypatch, **options):
        here = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", web.server_port))]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: here)
        return asker(**options).ask(f"https://{host}:{web.server_port}/")

    def test_one_that_is_trusted_for_the_name_is_accepted(self, secured, certificate, monkeypatch):
        trusted = ssl.create_default_context(cafile=certificate)
        assert self.ask(secured, "lab.example", monkeypatch, trusted=trusted) == Answer(200)

    def test_one_for_another_name_is_not(self, secured, certificate, monkeypatch):
        trusted = ssl.create_default_context(cafile=certificate)
        answer = self.ask(secured, "other.example", monkeypatch, trusted=trusted)
        assert answer == Answer(trouble="Its certificate isn’t valid, so browsers show a warning.")

    def test_one_that_nobody_vouches_for_is_not(self, secured, monkeypatch):
        answer = self.ask(secured, "lab.example", monkeypatch)
        assert answer == Answer(trouble="Its certificate isn’t valid, so browsers show a warning.")
