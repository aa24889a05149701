"""Everything that the lab has published, asked for by many at once."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier, Event

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from labsite.data.large_files import AT_ONCE, large_file
from labsite.pages.kept import MAX_WAITING, KeptPage, KeptPages

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


def ask(pages, rendering):
    """Do as PageMiddleware does."""
    with pages.turn("/publications.bib"):
        if not pages.get("/publications.bib"):
            pages.keep("/publications.bib", KeptPage((1,), rendering().content, {}))
    return pages.get("/publications.bib").content


@contextmanager
def asking(number, what):
    """Let some ask at once while the first is being answered; give what they will hear."""
    with ThreadPoolExecutor(number) as pool:
        yield [pool.submit(what) for _ in range(number)]


def test_those_who_wait_get_what_the_first_rendered():
    pages, rendering = KeptPages(), Rendering()
    with asking(1 + MAX_WAITING, lambda: ask(pages, rendering)) as answers:
        assert rendering.begun.wait(10)
        rendering.may_end.set()
    assert [each.result() for each in answers] == [b"whole"] * (1 + MAX_WAITING)
    assert rendering.number == 1


def test_more_than_a_few_do_not_wait():
    pages, rendering = KeptPages(), Rendering()
    beyond, a_moment = Barrier(2), Event()
    with asking(1, lambda: ask(pages, rendering)):
        assert rendering.begun.wait(10)
        with asking(MAX_WAITING, lambda: ask(pages, rendering)) as waiting:
            while pages._waiting._value:  # until as many wait as may
                a_moment.wait(0.01)
            with asking(1, lambda: turn_with(pages, beyond)) as others:
                beyond.wait(10)  # it has come so far without the first having ended
            assert others[0].result() is None
            assert not any(each.done() for each in waiting)
            rendering.may_end.set()


def turn_with(pages, barrier):
    with pages.turn("/publications.bib") as has_turn:
        barrier.wait(10)
    assert not has_turn


def test_a_rendering_that_fails_lets_the_next_one_try():
    pages = KeptPages()
    with pytest.raises(ValueError, match="unexpected"), pages.turn("/page/"):
        raise ValueError("unexpected")
    assert ask(pages, lambda: HttpResponse("whole")) == b"whole"


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
    request = RequestFactory().get("/publications.bib")
    request.has_turn = False
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
    monkeypatch.setattr("labsite.data.large_files._turns", FullHouse())
    response = Client().get(address)
    assert (response.status_code, response["Retry-After"]) == (429, "10")
    assert response["Cache-Control"] == "no-store"


class FullHouse:
    def acquire(self, blocking):
        return False
