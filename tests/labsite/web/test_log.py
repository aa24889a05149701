"""The line about each request: as text or as JSON, without secrets, names and whole addresses."""

import io
import json
import logging
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.urls import path

from labsite.web.log import GatheringHandler, JSONFormatter, RequestFilter, TextFormatter

pytestmark = pytest.mark.urls(__name__)


def page(request, **kwargs):
    return HttpResponse("", status=202)


def broken(request, **kwargs):
    raise RuntimeError("broken on purpose")


urlpatterns = [
    path("admin/page/", page),
    path("admin/page/<str:more>", page),
    path("admin/kept-picture/<str:token>/", page),
    path("draft/<str:token>/", page),
    path("account/mails/off/<str:token>/", page),
    path("account/invitation/<str:token>/", broken),
    path("account/password/new/<str:token>/", page),
]


class Lines(logging.StreamHandler):
    """Keeps the lines that are written."""

    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        self.lines.append(self.format(record))


@pytest.fixture
def handler(client):
    """What writes the lines of the log about requests."""
    client.raise_request_exception = False
    handler, logger = Lines(), logging.getLogger("labsite.requests")
    handler.setFormatter(logging.Formatter("{levelname} [{request_id}] {message}", style="{"))
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


@pytest.fixture
def lines(handler):
    return handler.lines


def words(lines):
    """Return the one line without the request's id and the time it took."""
    (line,) = lines
    parts = line.split(" ")
    assert parts[6] == "ms" and parts[5].isdecimal()
    return " ".join([*parts[2:5], *parts[7:]])


def test_a_request_is_one_line(client, lines):
    response = client.get("/admin/page/")
    assert lines[0].startswith(f"INFO [{response['X-Request-ID']}] GET /admin/page/ 202 ")
    assert words(lines) == "GET /admin/page/ 202 127.0.0.0"


def test_what_is_asked_for_is_not_written(client, lines):
    client.get("/admin/page/?q=Ada+Quill&page=2")
    assert words(lines) == "GET /admin/page/ 202 127.0.0.0"


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("/account/invitation/s3cret/", "GET /account/invitation/…/ 500"),
        ("/account/password/new/1-s3cret/", "GET /account/password/new/…/ 202"),
        ("/admin/kept-picture/s3cret/", "GET /admin/kept-picture/…/ 202"),
        ("/draft/s3cret/", "GET /draft/…/ 202"),
        ("/account/mails/off/s3cret/", "GET /account/mails/off/…/ 202"),
    ],
)
def test_what_lets_somebody_in_is_not_written(client, lines, asked, written):
    client.get(asked)
    assert words(lines) == f"{written} 127.0.0.0"


def test_a_path_cannot_begin_a_line(client, lines):
    client.get("/admin/page/%0aGET x")
    assert words(lines) == "GET /admin/page/%0AGET%20x 202 127.0.0.0"


@pytest.mark.parametrize(
    ("address", "written"),
    [
        ("192.0.2.77", "192.0.2.0"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::"),
        ("::ffff:192.0.2.77", "192.0.2.0"),
        ("unix:", "-"),
        ("", "-"),
    ],
)
def test_a_clients_address_is_cut(client, lines, address, written):
    client.get("/admin/page/", REMOTE_ADDR=address)
    assert words(lines) == f"GET /admin/page/ 202 {written}"


def test_behind_a_proxy_the_client_is_the_last_that_it_names(client, lines, settings):
    settings.BEHIND_PROXY = True
    client.get("/admin/page/", headers={"X-Forwarded-For": "198.51.100.9, 192.0.2.77"})
    assert words(lines) == "GET /admin/page/ 202 192.0.2.0"


def test_another_host_has_a_line_too(client, lines):
    client.get("/admin/page/", headers={"Host": "evil.example"})
    assert words(lines) == "GET /admin/page/ 400 127.0.0.0"


@pytest.mark.urls("labsite.urls")
@pytest.mark.django_db
def test_a_kept_page_has_a_line_each_time(client, lines):
    for _ in range(2):
        client.get("/robots.txt")
    assert [line.split(" ")[2:5] for line in lines] == [["GET", "/robots.txt", "200"]] * 2


def json_of(record):
    RequestFilter().filter(record)
    return json.loads(JSONFormatter().format(record))


def test_a_line_may_be_json(client, handler):
    handler.setFormatter(JSONFormatter())
    response = client.get("/admin/page/?q=Ada")
    (line,) = map(json.loads, handler.lines)
    assert line.keys() == {
        *("time", "level", "logger", "request_id", "message"),
        *("method", "path", "status", "milliseconds", "client"),
    }
    assert (line["request_id"], line["status"]) == (response["X-Request-ID"], 202)
    assert line["client"] == "127.0.0.0"
    assert "Ada" not in handler.lines[0]


def test_an_error_is_one_line_of_json_with_its_trace():
    try:
        broken(None)
    except RuntimeError as error:
        record = logging.LogRecord(
            "app", logging.ERROR, "", 1, "%s broke", ("/account/invitation/s3cret/",), (type(error), error, None)
        )
    line = json_of(record)
    assert line["message"] == "/account/invitation/…/ broke"
    assert line["trace"] == "RuntimeError: broken on purpose"


def test_both_ways_of_writing_are_known():
    assert settings.LOGGING["formatters"].keys() == {"text", "json"}


def test_lines_of_requests_are_written_together_and_none_is_lost():
    written = io.StringIO()
    handler = GatheringHandler()
    handler.setStream(written)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: handler.handle(logging.makeLogRecord({"msg": f"line {number}"})), range(200)))
    handler.write()
    assert sorted(written.getvalue().splitlines()) == sorted(f"line {number}" for number in range(200))


def test_a_line_that_comes_after_its_stream_was_closed_ends_nothing():
    handler = GatheringHandler()
    handler.setStream(io.StringIO())
    handler.stream.close()
    handler.handle(logging.makeLogRecord({"msg": "late"}))
    handler.write()


def test_a_line_of_text_says_in_which_time_zone_its_time_is():
    record = logging.makeLogRecord(
        {"created": 0.25, "msecs": 250, "name": "labsite", "request_id": "-", "msg": "Done.", "levelname": "INFO"}
    )
    formatter = TextFormatter()
    formatter.converter = time.gmtime
    assert formatter.format(record) == "1970-01-01 00:00:00,250+0000 INFO labsite [-] Done."
