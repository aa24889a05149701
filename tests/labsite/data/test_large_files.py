"""Everything that the lab has published, asked for by many at once."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from labsite.web.large_files import AT_ONCE, large_file

CROWD = 50


class Rendering:
    """A page that takes as long as somebody wishes; notes how often it was rendered."""

    def __init__(self):
        self.begun, self.may_end, self.number = Event(), Event(), 0

    def __call__(self, *args):
        self.number += 1
        self.begun.set()
        assert self.may_end.wait(10)
        return HttpResponse("whole")


@contextmanager
def asking(number, what):
    """Let some ask at once while the first is being answered; give what they will hear."""
    with ThreadPoolExecutor(number) as pool:
        yield [pool.submit(what) for _ in range(number)]


def test_fifty_who_ask_past_what_is_kept_cost_a_few_renderings():
    rendering = Rendering()
    view, request = large_file(rendering), RequestFactory().get("/publications.bib?q=quokka")
    with asking(AT_ONCE, lambda: view(request)) as first:
        while rendering.number < AT_ONCE:
            rendering.begun.wait(0.01)
        refused = [view(request) for _ in range(CROWD - AT_ONCE)]
        rendering.may_end.set()
    assert [each.result().status_code for each in first] == [200] * AT_ONCE
    assert {(each.status_code, each["Retry-After"]) for each in refused} == {(429, "10")}
    assert rendering.number == AT_ONCE
    assert view(request).status_code == 200


def test_who_has_no_turn_is_asked_to_come_again():
    request = RequestFactory().get("/publications.bib", **{"labsite.has_turn": False})
    assert large_file(lambda request: HttpResponse("whole"))(request).status_code == 429


def test_a_file_that_cannot_be_made_makes_room():
    def broken(request):
        raise ValueError("unexpected")

    for _ in range(AT_ONCE + 1):
        with pytest.raises(ValueError, match="unexpected"):
            large_file(broken)(RequestFactory().get("/publications.bib"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", ["/publications.bib?q=a", "/publications.ris", "/publications.json", "/sitemap.xml", "/people.json"]
)
def test_every_file_of_everything_is_bounded(address, monkeypatch):
    monkeypatch.setattr("labsite.web.large_files._turns", FullHouse())
    response = Client().get(address)
    assert (response.status_code, response["Retry-After"]) == (429, "10")
    assert response["Cache-Control"] == "no-store"


class FullHouse:
    def acquire(self, blocking):
        return False
