import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from labsite.web.middleware import PolicyMiddleware
from tests import cast
from tests.visiting import Visitor

pytestmark = pytest.mark.django_db
ORIGIN = "Access-Control-Allow-Origin"


def answer(path):
    return PolicyMiddleware(lambda request: HttpResponse())(RequestFactory().get(path))


@pytest.mark.parametrize("path", ["/people.json", "/publications/quokka.bib", "/feed.xml", "/talks.ics"])
def test_a_file_for_machines_is_open_to_every_origin(path):
    assert answer(path)[ORIGIN] == "*"


@pytest.mark.parametrize(
    "path", ["/", "/people/", "/people.json/", "/robots.txt", "/media/a.png", "/static/a.json", "/admin/a.json"]
)
def test_nothing_else_is(path):
    assert ORIGIN not in answer(path)


def test_the_answer_says_so(client):
    assert client.get("/people.json")[ORIGIN] == "*"
    assert client.head("/people.json")[ORIGIN] == "*"
    assert ORIGIN not in client.get("/people/")


def test_an_unchanged_file_says_so_too():
    visitor = Visitor()
    etag = visitor.get("/people.json")["ETag"]
    unchanged = visitor.get("/people.json", headers={"If-None-Match": etag})
    assert (unchanged.status_code, unchanged[ORIGIN]) == (304, "*")


def test_a_file_that_moved_says_so_too(client):
    person = cast.student()
    person.slug = "zoe"
    person.save()
    moved = client.get("/people/zoe-lindqvist.json")
    assert (moved.status_code, moved["Location"], moved[ORIGIN]) == (301, "/people/zoe.json", "*")


def test_a_file_that_is_not_there_says_so_too(client):
    missing = client.get("/people/nobody.json")
    assert (missing.status_code, missing[ORIGIN]) == (404, "*")


def test_a_browser_may_ask_before_it_sends_headers(client):
    response = client.options("/people.json")
    assert (response.status_code, response.content) == (204, b"")
    assert response[ORIGIN] == "*"
    assert response["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    assert response["Access-Control-Allow-Headers"] == "*"


def test_no_origin_is_given_anyone_s_cookies(client):
    assert "Access-Control-Allow-Credentials" not in client.get("/people.json")


def test_nothing_can_be_posted(client):
    assert client.post("/people.json").status_code == 405
