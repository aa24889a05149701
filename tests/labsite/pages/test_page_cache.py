from datetime import timedelta
from itertools import count
from threading import Thread
from types import SimpleNamespace

import pytest
from django.db import OperationalError, connection
from django.db.backends.utils import CursorWrapper
from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client
from django.urls import path
from django.utils import timezone

from labsite.models import Lab
from labsite.pages.kept import OVERHEAD, KeptPage, KeptPages, pages
from tests import cast

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]
renderings = count(1)


def page(request, **kwargs):
    return HttpResponse(f"{Lab.objects.current(timezone.localdate()).name}, rendering {next(renderings)}")


def missing(request):
    return HttpResponse(f"rendering {next(renderings)}", status=404)


def streamed(request):
    return StreamingHttpResponse([f"rendering {next(renderings)}"])


def greeting(request):
    response = page(request)
    response.set_cookie("greeted", "yes")
    return response


def secret(request):
    return HttpResponse(f"rendering {next(renderings)}", headers={"Cache-Control": "private, max-age=60"})


def broken(request):
    raise ValueError("unexpected")


def bodiless(request):
    return HttpResponse("" if request.method == "HEAD" else f"rendering {next(renderings)}")


handler500 = "labsite.pages.errors.server_error"
urlpatterns = [
    path("page/", page),
    path("page/<path:rest>", page),
    path("missing/", missing),
    path("streamed/", streamed),
    path("greeting/", greeting),
    path("secret/", secret),
    path("bodiless/", bodiless),
    path("broken/", broken),
    path("account/page/", page),
    path("admin/page/", page),
]


@pytest.fixture(autouse=True)
def lab():
    return cast.make_lab()


def test_the_second_visit_renders_nothing(client, django_assert_num_queries):
    first = client.get("/page/")
    with django_assert_num_queries(1):
        second = client.get("/page/")
    assert second.content == first.content
    assert second["Content-Type"] == "text/html; charset=utf-8"


def test_a_write_shows_at_once(client):
    assert client.get("/page/").content.startswith(b"Leisure Lab,")
    Lab.objects.update(name="Rest Lab")
    assert client.get("/page/").content.startswith(b"Rest Lab,")


def test_a_new_day_renders_anew(client, monkeypatch):
    first = client.get("/page/").content
    tomorrow = timezone.localdate() + timedelta(days=1)
    monkeypatch.setattr("labsite.pages.middleware.timezone", SimpleNamespace(localdate=lambda: tomorrow))
    assert client.get("/page/").content != first


@pytest.mark.parametrize("address", ["/missing/", "/greeting/", "/secret/", "/page/?q=1", "/admin/page/"])
def test_what_is_not_everyones_is_rendered_for_each(client, address):
    assert client.get(address).content != client.get(address).content


def test_a_stream_is_left_alone(client):
    first, second = (client.get("/streamed/").getvalue() for _ in range(2))
    assert first != second


def test_those_signed_in_see_pages_of_their_own(client):
    shared = client.get("/page/").content
    client.force_login(cast.make_login())
    own = client.get("/page/")
    assert own.content != shared
    assert "public" not in own.get("Cache-Control", "")
    client.logout()
    assert client.get("/page/").content == shared


def test_a_post_is_never_answered_from_the_cache(client):
    assert client.post("/page/").content != client.post("/page/").content


def test_head_is_answered_from_the_cache_without_the_page(client, django_assert_num_queries):
    length = len(client.get("/page/").content)
    with django_assert_num_queries(1):
        response = client.head("/page/")
    assert (response.status_code, response.content, response["Content-Length"]) == (200, b"", str(length))


def test_an_answer_to_head_is_not_kept_for_get(client):
    client.head("/bodiless/")
    assert client.get("/bodiless/").content.startswith(b"rendering ")


def test_a_page_of_an_older_version_makes_way(client):
    client.get("/page/")
    cast.make_news()
    client.get("/page/")
    assert len(pages) == 1


def test_an_unchanged_page_is_a_304_and_a_changed_one_is_not(client):
    etag = client.get("/page/")["ETag"]
    unchanged = client.get("/page/", headers={"If-None-Match": etag})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    cast.make_news()
    assert client.get("/page/", headers={"If-None-Match": etag}).status_code == 200


def test_browsers_ask_each_time_whether_a_page_still_holds(client):
    for response in (client.get("/page/"), client.get("/page/")):
        assert response["Cache-Control"] == "public, max-age=0, must-revalidate"


def test_hosts_do_not_share_pages(client, settings):
    settings.ALLOWED_HOSTS = ["one.example", "two.example"]
    first = client.get("/page/", headers={"host": "one.example"}).content
    assert client.get("/page/", headers={"host": "two.example"}).content != first


def test_a_host_that_is_not_ours_is_refused(client):
    assert client.get("/page/", headers={"host": "three.example"}).status_code == 400


@pytest.mark.parametrize("rest", ["x" * 5000, "a b", "大模型", "%00", "a\tb"])
def test_any_address_is_a_good_key(client, rest):
    assert client.get(f"/page/{rest}").content == client.get(f"/page/{rest}").content


def test_addresses_that_differ_do_not_share_a_page(client):
    contents = {client.get(f"/page/{rest}").content for rest in ("", "a", "A", "a/", "%2561")}
    assert len(contents) == 5


@pytest.mark.django_db(transaction=True)
def test_many_visitors_at_once_see_the_page(client):
    expected = client.get("/page/").content
    seen = []

    def visit():
        seen.extend(Client().get("/page/").content for _ in range(10))
        connection.close()

    visitors = [Thread(target=visit) for _ in range(8)]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join()
    assert seen == [expected] * 80


@pytest.fixture
def no_database(monkeypatch):
    """What a full disk, a restart or a lost network comes to."""

    def fail(*arguments, **keywords):
        raise OperationalError("could not connect to server")

    def start():
        monkeypatch.setattr(CursorWrapper, "execute", fail)

    return start


def test_a_kept_page_answers_while_the_database_is_away(client, no_database):
    kept = client.get("/page/").content
    no_database()
    answer = client.get("/page/")
    assert (answer.status_code, answer.content) == (200, kept)


def test_another_page_says_when_to_try_again(client, no_database):
    no_database()
    client.raise_request_exception = False
    answer = client.get("/page/")
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


def test_another_failure_is_no_matter_of_waiting(client):
    client.raise_request_exception = False
    answer = client.get("/broken/")
    assert (answer.status_code, answer.has_header("Retry-After")) == (500, False)
    assert "Something went wrong on our side" in answer.text


def test_the_page_of_a_failure_needs_no_manifest(client, settings, tmp_path):
    client.raise_request_exception = False
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }
    answer = client.get("/broken/")
    assert answer.status_code == 500
    assert "Something went wrong on our side" in answer.text
    assert "stylesheet" not in answer.text


def page_of(length):
    return KeptPage((1,), bytes(length - OVERHEAD), {})


def test_as_many_pages_are_kept_as_there_are_bytes_for():
    kept = KeptPages(max_bytes=8000)
    for number in range(4):
        kept.keep(f"/{number}/", page_of(2000))
    assert kept.get("/0/")  # which is now the one asked for last
    kept.keep("/4/", page_of(2000))
    assert [number for number in range(5) if kept.get(f"/{number}/")] == [0, 2, 3, 4]
    kept.keep("/4/", page_of(1999))
    kept.keep("/4/", page_of(2000))
    assert [number for number in range(5) if kept.get(f"/{number}/")] == [0, 2, 3, 4]


def test_a_page_of_more_than_a_quarter_is_not_kept_and_its_older_version_is_gone():
    kept = KeptPages(max_bytes=8000)
    kept.keep("/", page_of(2000))
    assert kept.get("/")
    kept.keep("/", page_of(2001))
    assert not kept.get("/")


@pytest.mark.parametrize(("host", "status"), [("testserver", 200), ("testserver:80", 200), ("testserver:81", 400)])
def test_a_port_that_is_none_of_the_sites_is_refused(client, host, status):
    assert client.get("/page/", headers={"Host": host}).status_code == status


def test_a_port_may_be_named_among_the_hosts(client, settings):
    settings.ALLOWED_PORTS = {*settings.ALLOWED_PORTS, "8443"}
    assert client.get("/page/", headers={"Host": "testserver:8443"}).status_code == 200
