from datetime import timedelta
from itertools import count
from threading import Thread
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client
from django.urls import path
from django.utils import timezone

from labsite.models import Lab
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


def bodiless(request):
    return HttpResponse("" if request.method == "HEAD" else f"rendering {next(renderings)}")


urlpatterns = [
    path("page/", page),
    path("page/<path:rest>", page),
    path("missing/", missing),
    path("streamed/", streamed),
    path("greeting/", greeting),
    path("secret/", secret),
    path("bodiless/", bodiless),
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
    assert len(cache._cache) == 1


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
