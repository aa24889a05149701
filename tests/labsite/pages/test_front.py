"""The front door: what everybody is answered, made once a change, and what each is let in for."""

import gzip
import json
import logging
import time
from datetime import UTC, datetime
from itertools import count
from threading import Thread
from types import SimpleNamespace

import brotli
import pytest
from django.db import OperationalError, connection
from django.db.backends.utils import CursorWrapper
from django.http import HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from labsite.models import Lab, NewsItem
from labsite.pages import moments
from labsite.pages.kept import narrowed_pages, pages
from tests import cast
from tests.visiting import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]
renderings = count(1)
NOON, HALF_A_DAY = datetime(2026, 5, 4, 12, tzinfo=UTC).timestamp(), 12 * 3600


@csrf_exempt
def page(request, **kwargs):
    return HttpResponse(f"{request.lab.name}, rendering {next(renderings)}")


def missing(request):
    return HttpResponse(f"rendering {next(renderings)}", status=404)


def streamed(request):
    return StreamingHttpResponse([f"rendering {next(renderings)}"])


def named(request):
    """A page that says all that it is shown of whoever asks."""
    shown = {name: value for name, value in request.META.items() if name.startswith(("HTTP_", "QUERY", "CONTENT"))}
    return HttpResponse(json.dumps([shown, request.COOKIES, f"rendering {next(renderings)}"]))


def news(request):
    titles = NewsItem.objects.published().values_list("title", flat=True)
    return HttpResponse(f"{', '.join(titles)}, rendering {next(renderings)}")


def draft(request):
    """A page that is there for those who signed in and for nobody else."""
    return HttpResponse(f"draft, {request.method}", status=200 if request.COOKIES.get("sessionid") else 404)


def long(request):
    return HttpResponse("leisure " * 100, content_type=request.GET.get("type", "text/html"))


def leading(request):
    return HttpResponseRedirect("/page/")


def greeting(request):
    response = page(request)
    response.set_cookie("greeted", "yes")
    return response


def secret(request):
    return HttpResponse(f"rendering {next(renderings)}", headers={"Cache-Control": "private, max-age=60"})


def broken(request):
    raise ValueError("unexpected")


handler500 = "labsite.pages.errors.server_error"
urlpatterns = [
    path("page/", page),
    path("page/<path:rest>", page),
    path("missing/", missing),
    path("streamed/", streamed),
    path("greeting/", greeting),
    path("named/", named),
    path("news/", news),
    path("draft/", draft),
    path("long/", long),
    path("leading/", leading),
    path("secret/", secret),
    path("broken/", broken),
    path("account/page/", page),
    path("admin/page/", page),
]


@pytest.fixture(autouse=True)
def lab():
    return cast.make_lab()


@pytest.fixture
def visitor(monkeypatch):
    """Somebody who comes so late after the one before that everything is looked at again."""
    monkeypatch.setattr(moments, "HOLDS_SECONDS", 0)
    return Visitor()


def test_the_second_visit_renders_nothing(visitor, django_assert_num_queries):
    first = visitor.get("/page/")
    with django_assert_num_queries(0):  # but the raw one for the content version
        second = visitor.get("/page/")
    assert second.content == first.content
    assert second["Content-Type"] == "text/html; charset=utf-8"


def test_a_write_shows_at_once(visitor):
    assert visitor.get("/page/").text.startswith("Leisure Lab,")
    Lab.objects.update(name="Rest Lab")
    assert visitor.get("/page/").text.startswith("Rest Lab,")


@pytest.mark.parametrize(("seconds", "name"), [(0.019, "Leisure Lab"), (0.021, "Rest Lab")])
def test_a_crowd_does_not_ask_as_often_as_it_comes(monkeypatch, seconds, name):
    visitor, now = Visitor(), time.time()
    monkeypatch.setattr("labsite.pages.front.time.time", lambda: now)
    visitor.get("/page/")
    Lab.objects.update(name="Rest Lab")
    monkeypatch.setattr("labsite.pages.front.time.time", lambda: now + seconds)
    assert visitor.get("/page/").text.startswith(f"{name},")


def test_a_page_stands_as_long_as_nobody_writes_to_the_tables_that_its_queries_name(visitor):
    cast.make_news("The menu has news from now on", date="2020")
    first, with_news = visitor.get("/page/"), visitor.get("/news/")
    person = cast.make_person("Ada Quill")
    assert visitor.get("/page/").content == first.content
    assert visitor.get("/news/").content == with_news.content
    item = cast.make_news()
    assert visitor.get("/page/").content == first.content
    assert visitor.get("/news/").text.startswith(f"{item.title}, ")
    item.people.add(person)
    assert visitor.get("/page/").content == first.content


def test_a_list_that_comes_into_the_menu_makes_every_page_anew(visitor):
    first = visitor.get("/page/")
    cast.make_news()
    assert visitor.get("/page/").content != first.content


def test_what_is_published_appears_on_pages_made_before(visitor):
    item = cast.make_news(state="draft")
    visitor.get("/news/")
    item.state = "published"
    item.save()
    assert visitor.get("/news/").text.startswith(f"{item.title}, rendering")


@pytest.mark.parametrize(("seconds", "name"), [(0.99, "Leisure Lab"), (1, "Rest Lab")])
def test_visitors_get_the_page_of_before_for_less_than_a_second(visitor, monkeypatch, seconds, name):
    now = time.time()
    monkeypatch.setattr(moments, "MAY_BE_OLD_SECONDS", 1)
    monkeypatch.setattr(visitor.front, "_renewals", SimpleNamespace(submit=lambda go: go()))
    monkeypatch.setattr("labsite.pages.front.time.time", lambda: now)
    visitor.get("/page/")
    Lab.objects.update(name="Rest Lab")
    monkeypatch.setattr("labsite.pages.front.time.time", lambda: now + seconds)
    assert visitor.get("/page/").text.startswith(f"{name},")
    assert visitor.get("/page/").text.startswith("Rest Lab,")


@pytest.mark.parametrize("seconds", [0, 0.5])
def test_a_proxy_is_told_to_go_on_with_a_page_of_the_present_only(visitor, monkeypatch, settings, seconds):
    now, settings.BEHIND_PROXY = time.time(), True
    monkeypatch.setattr(moments, "MAY_BE_OLD_SECONDS", 1)
    monkeypatch.setattr(visitor.front, "_renewals", SimpleNamespace(submit=lambda go: None))
    monkeypatch.setattr("labsite.pages.front.time.time", lambda: now)
    visitor.get("/page/")
    Lab.objects.update(name="Rest Lab")
    monkeypatch.setattr("labsite.pages.front.time.time", lambda: now + seconds)
    monkeypatch.setattr(moments, "HOLDS_SECONDS", 0.02)
    assert visitor.get("/page/").get("X-Accel-Expires") == (None if seconds else "1")
    assert visitor.get("/missing/").get("X-Accel-Expires") is None


def test_who_has_signed_in_never_sees_the_page_of_before(client, monkeypatch):
    monkeypatch.setattr(moments, "MAY_BE_OLD_SECONDS", 1)
    client.force_login(cast.make_login())
    visitor, now = Visitor(client.cookies), time.time()
    monkeypatch.setattr("labsite.pages.front.time.time", lambda: now)
    visitor.get("/page/")
    Lab.objects.update(name="Rest Lab")
    assert visitor.get("/page/").text.startswith("Rest Lab,")


def test_a_new_day_renders_anew(visitor, monkeypatch):
    monkeypatch.setattr("labsite.pages.front.time.time", lambda: NOON)
    first = visitor.get("/page/").content
    monkeypatch.setattr("labsite.pages.front.time.time", lambda: NOON + HALF_A_DAY - 1)
    assert visitor.get("/page/").content == first
    monkeypatch.setattr("labsite.pages.front.time.time", lambda: NOON + HALF_A_DAY)
    assert visitor.get("/page/").content != first


def test_a_row_that_appears_at_its_time_renders_anew(visitor, monkeypatch):
    cast.make_news(publish_from=datetime.fromtimestamp(NOON + 3600, UTC))
    monkeypatch.setattr("labsite.pages.front.time.time", lambda: NOON)
    first = visitor.get("/page/").content
    monkeypatch.setattr("labsite.pages.front.time.time", lambda: NOON + 3599)
    assert visitor.get("/page/").content == first
    monkeypatch.setattr("labsite.pages.front.time.time", lambda: NOON + 3600)
    assert visitor.get("/page/").content != first


def test_a_clock_that_is_put_back_renders_anew(visitor, monkeypatch):
    monkeypatch.setattr("labsite.pages.front.time.time", lambda: NOON)
    first = visitor.get("/page/").content
    monkeypatch.setattr("labsite.pages.front.time.time", lambda: NOON - 2 * HALF_A_DAY)
    assert visitor.get("/page/").content != first


@pytest.mark.parametrize("address", ["/missing/", "/greeting/", "/secret/", "/admin/page/", "/page/?q=大"])
def test_what_is_not_everyones_is_rendered_for_each(visitor, address):
    assert visitor.get(address).content != visitor.get(address).content


def test_an_answer_keeps_its_cookies(visitor):
    assert visitor.get("/greeting/")["Set-Cookie"].strip().startswith("greeted=yes")


def test_a_redirect_is_no_page(visitor):
    answer = visitor.get("/leading/")
    assert (answer.status_code, answer["Location"], len(pages)) == (302, "/page/", 0)


@pytest.mark.parametrize(("query", "same"), [("b=2&a=1", True), ("a=1&b=2&c=", True), ("a=1&b=3", False)])
def test_a_narrowed_list_is_kept_in_the_normal_form_of_its_query(visitor, query, same):
    first = visitor.get("/page/?a=1&b=2").content
    assert (visitor.get(f"/page/?{query}").content == first) is same
    assert len(pages) == 0
    assert len(narrowed_pages) == 2 - same


def test_values_of_one_name_stay_in_their_order(visitor):
    [shown, _, _] = json.loads(visitor.get("/named/?q=z&a=2&a=1").content)
    assert shown["QUERY_STRING"] == "a=2&a=1&q=z"


@pytest.mark.parametrize(("length", "number"), [(500, 1), (501, 0)])
def test_a_query_as_long_as_a_book_is_not_kept(visitor, length, number):
    visitor.get(f"/page/?q={'x' * (length - 2)}")
    assert len(narrowed_pages) == number


def test_the_choice_of_a_language_is_not_kept(visitor):
    visitor.get("/page/?language=zh-Hans")
    assert len(narrowed_pages) == 0


def test_a_page_is_shown_nothing_of_who_asks(visitor):
    visitor.cookies["colour"] = "umber"
    options = {"headers": {"User-Agent": "Quokka", "Referer": "https://x.example/", "Accept-Language": "fr, en;q=0.5"}}
    shown, cookies, _ = json.loads(visitor.get("/named/", **options).content)
    assert shown == {"HTTP_ACCEPT_LANGUAGE": "en-gb", "QUERY_STRING": ""}
    assert cookies == {}


def test_readers_of_another_language_have_answers_of_their_own(visitor):
    english = visitor.get("/page/", headers={"Accept-Language": "en"}).content
    assert visitor.get("/page/", headers={"Accept-Language": "zh-CN"}).content != english
    assert visitor.get("/page/", headers={"Accept-Language": "de"}).content == english


def test_those_signed_in_see_the_page_of_everybody(visitor, client):
    shared = visitor.get("/page/").content
    client.force_login(cast.make_login())
    assert Visitor(client.cookies).get("/page/").content == shared


def test_where_there_is_nothing_for_everybody_those_signed_in_are_let_in(visitor, client):
    assert visitor.get("/draft/").status_code == 404
    client.force_login(cast.make_login())
    member = Visitor(client.cookies)
    assert (member.get("/draft/").status_code, member.get("/draft/").text) == (200, "draft, GET")
    assert member.head("/draft/").status_code == 200
    assert visitor.get("/draft/").status_code == 404


def test_a_post_is_never_answered_from_memory(visitor):
    assert visitor.post("/page/").content != visitor.post("/page/").content


@pytest.mark.parametrize("is_known", [True, False])
def test_head_is_answered_with_the_length_of_the_page(visitor, is_known):
    if is_known:
        visitor.get("/page/")
    answer = visitor.head("/page/")
    page = visitor.get("/page/")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer["Content-Length"] == str(len(page.content))
    assert len(pages) == 1


def test_a_page_of_an_older_version_makes_way(visitor):
    visitor.get("/page/")
    cast.make_news()
    visitor.get("/page/")
    assert len(pages) == 1


@pytest.mark.parametrize("tag", ["{}", "W/{}", '"other", {}', "*"])
def test_an_unchanged_page_is_a_304_and_a_changed_one_is_not(visitor, tag):
    etag = visitor.get("/page/")["ETag"]
    asked = {"If-None-Match": tag.format(etag)}
    unchanged = visitor.get("/page/", headers=asked)
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert unchanged["ETag"] == etag
    assert unchanged.get("Content-Length") is None
    Lab.objects.update(name="Rest Lab")
    assert visitor.get("/page/", headers=asked).status_code == (304 if tag == "*" else 200)


def test_browsers_ask_each_time_whether_a_page_still_holds(visitor):
    for answer in (visitor.get("/page/"), visitor.get("/page/")):
        assert answer["Cache-Control"] == "public, max-age=0, must-revalidate"


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip;q=1.0, br;q=0", "gzip"),
        ("gzip; q=0.0", None),
        ("identity", None),
        ("", None),
    ],
)
def test_a_text_is_sent_in_the_best_encoding_that_is_understood(visitor, accepted, encoding):
    plain = visitor.get("/long/")
    answer = visitor.get("/long/", headers={"Accept-Encoding": accepted})
    decode = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[encoding]
    assert answer.get("Content-Encoding") == encoding
    assert decode(answer.content) == plain.content == b"leisure " * 100
    assert answer["Content-Length"] == str(len(answer.content))
    assert answer["ETag"] == (f"W/{plain['ETag']}" if encoding else plain["ETag"])
    assert answer["Vary"].split(", ")[0] == "Accept-Encoding"


@pytest.mark.parametrize("address", ["/page/", "/long/?type=image/png", "/long/?type=application/pdf"])
def test_what_is_short_or_no_text_is_sent_as_it_is(visitor, address):
    answer = visitor.get(address, headers={"Accept-Encoding": "br"})
    assert answer.get("Content-Encoding") is None


def test_an_encoding_is_made_once_and_counts_among_the_bytes(visitor):
    visitor.get("/long/")
    before = pages._bytes
    first = visitor.get("/long/", headers={"Accept-Encoding": "gzip"})
    assert pages._bytes == before + len(first.content)
    visitor.get("/long/", headers={"Accept-Encoding": "gzip"})
    assert pages._bytes == before + len(first.content)


def test_a_stream_is_sent_as_it_comes(visitor):
    answers = [visitor.get("/streamed/", headers={"Accept-Encoding": each}) for each in ("", "gzip")]
    assert answers[0].text.startswith("rendering ")
    assert gzip.decompress(answers[1].content).startswith(b"rendering ")
    assert len(pages) == 0


def test_head_closes_a_stream_that_nobody_reads(visitor, monkeypatch):
    closed = []
    monkeypatch.setattr(StreamingHttpResponse, "close", lambda response: closed.append(response.status_code))
    assert (visitor.head("/streamed/").content, closed) == (b"", [200])


def test_each_answer_has_a_name_of_its_own_and_a_line_in_the_log(visitor, caplog):
    caplog.set_level("INFO", "labsite.requests")
    logging.getLogger("labsite.requests").addHandler(caplog.handler)
    try:
        answers = [
            visitor.get("/page/"),
            visitor.get("/page/?q=quokka"),
            visitor.get("/missing/"),
            visitor.post("/page/"),
        ]
    finally:
        logging.getLogger("labsite.requests").removeHandler(caplog.handler)
    lines = [each for each in caplog.records if each.name == "labsite.requests"]
    said = [(each.request_id, each.method, each.path, each.status, each.client) for each in lines]
    assert said == [
        (answers[0]["X-Request-ID"], "GET", "/page/", 200, "127.0.0.0"),
        (answers[1]["X-Request-ID"], "GET", "/page/", 200, "127.0.0.0"),
        (answers[2]["X-Request-ID"], "GET", "/missing/", 404, "127.0.0.0"),
        (answers[3]["X-Request-ID"], "POST", "/page/", 200, "127.0.0.0"),
    ]
    assert len({each["X-Request-ID"] for each in answers}) == 4


def test_hosts_do_not_share_pages(visitor, settings):
    settings.ALLOWED_HOSTS = ["one.example", "two.example"]
    first = visitor.get("/page/", headers={"host": "one.example"}).content
    assert visitor.get("/page/", headers={"host": "two.example"}).content != first
    assert visitor.get("/page/", headers={"host": "ONE.example"}).content == first


def test_http_and_https_do_not_share_pages(visitor):
    assert visitor.get("/page/", secure=True).content != visitor.get("/page/").content


def test_a_host_that_is_not_ours_is_refused(visitor):
    assert visitor.get("/page/", headers={"host": "three.example"}).status_code == 400
    assert len(pages) == 0


@pytest.mark.parametrize("rest", ["x" * 5000, "a b", "大模型", "%00", "a\tb"])
def test_any_address_is_a_good_key(visitor, rest):
    assert visitor.get(f"/page/{rest}").content == visitor.get(f"/page/{rest}").content


def test_addresses_that_differ_do_not_share_a_page(visitor):
    contents = {visitor.get(f"/page/{rest}").content for rest in ("", "a", "A", "a/", "%2561")}
    assert len(contents) == 5


@pytest.mark.django_db(transaction=True)
def test_fifty_who_ask_at_once_for_a_new_page_cost_one_rendering(visitor):
    seen = []

    def visit():
        seen.append(visitor.get("/page/").content)
        connection.close()

    visitors = [Thread(target=visit) for _ in range(50)]
    for each in visitors:
        each.start()
    for each in visitors:
        each.join()
    assert len(seen) == 50
    assert len(set(seen)) == 1


@pytest.fixture
def no_database(monkeypatch):
    """What a full disk, a restart or a lost network comes to."""

    def fail(*arguments, **keywords):
        raise OperationalError("could not connect to server")

    def start():
        monkeypatch.setattr(CursorWrapper, "execute", fail)
        monkeypatch.setattr("labsite.modelling.content_version._read", fail)

    return start


def test_a_kept_page_answers_while_the_database_is_away(visitor, no_database):
    kept = visitor.get("/page/").content
    no_database()
    answer = visitor.get("/page/")
    assert (answer.status_code, answer.content) == (200, kept)


def test_another_page_says_when_to_try_again(visitor, no_database):
    no_database()
    answer = visitor.get("/page/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    assert "The site can’t reach its data just now" in answer.text


def test_what_was_typed_is_given_back_without_its_secrets(client, no_database):
    no_database()
    client.raise_request_exception = False
    answer = client.post("/page/", {"biography": "I rest <b>well</b>.", "password": "rest-42", "_save": "Save"})
    assert "Nothing was saved." in answer.text
    assert "biography: I rest &lt;b&gt;well&lt;/b&gt;." in answer.text
    assert "rest-42" not in answer.text
    assert "_save" not in answer.text


def test_a_form_of_the_account_is_not_shown_again(client, no_database):
    no_database()
    client.raise_request_exception = False
    assert "rest-42" not in client.post("/account/page/", {"remark": "rest-42"}).text


def test_another_failure_is_no_matter_of_waiting(visitor):
    answer = visitor.get("/broken/")
    assert (answer.status_code, answer.get("Retry-After")) == (500, None)
    assert "Something went wrong on our side" in answer.text


def test_the_page_of_a_failure_needs_no_manifest(visitor, settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "labsite.web.static_files.JoinedStaticFiles"},
    }
    answer = visitor.get("/broken/")
    assert answer.status_code == 500
    assert "Something went wrong on our side" in answer.text
    assert "stylesheet" not in answer.text


@pytest.mark.parametrize(("host", "status"), [("testserver", 200), ("testserver:80", 200), ("testserver:81", 400)])
def test_a_port_that_is_none_of_the_sites_is_refused(visitor, host, status):
    assert visitor.get("/page/", headers={"Host": host}).status_code == status


def test_a_port_may_be_named_among_the_hosts(visitor, settings):
    settings.ALLOWED_PORTS = {*settings.ALLOWED_PORTS, "8443"}
    assert visitor.get("/page/", headers={"Host": "testserver:8443"}).status_code == 200
