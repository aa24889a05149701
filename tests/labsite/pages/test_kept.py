"""What a worker keeps, and who makes it while others wait."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.http import HttpResponse

from labsite.pages import kept
from labsite.pages.kept import OVERHEAD, KeptAnswers, PublicAnswer


def answer_of(length):
    return PublicAnswer.of(HttpResponse(bytes(length - OVERHEAD)))


def test_as_many_answers_are_kept_as_there_are_bytes_for():
    answers = KeptAnswers(max_bytes=8000)
    for number in range(4):
        answers.keep(f"/{number}/", answer_of(2000))
    assert answers.get("/0/")  # which is now the one asked for last
    answers.keep("/4/", answer_of(2000))
    assert [number for number in range(5) if answers.get(f"/{number}/")] == [0, 2, 3, 4]
    answers.keep("/4/", answer_of(1999))
    answers.keep("/4/", answer_of(2000))
    assert [number for number in range(5) if answers.get(f"/{number}/")] == [0, 2, 3, 4]


def test_what_takes_over_a_quarter_is_not_kept_and_its_older_version_is_gone():
    answers = KeptAnswers(max_bytes=8000)
    answers.keep("/", answer_of(2000))
    assert answers.get("/")
    answers.keep("/", answer_of(2001))
    assert not answers.get("/")


def make(answers, makings, begun, may_end):
    with answers.turn("/"):
        if not answers.get("/"):
            makings.append("made")
            begun.set()
            assert may_end.wait(10)
            answers.keep("/", answer_of(2000))


def test_those_who_wait_get_what_the_first_made():
    answers, makings, begun, may_end = KeptAnswers(max_bytes=8000), [], Event(), Event()
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(make, answers, makings, begun, may_end) for _ in range(8)]
        assert begun.wait(10)
        may_end.set()
    assert [each.result() for each in asked] == [None] * 8
    assert makings == ["made"]


def test_who_has_waited_too_long_goes_on_without_a_turn(monkeypatch):
    monkeypatch.setattr(kept, "MAX_WAIT", 0.01)
    answers = KeptAnswers(max_bytes=8000)
    with answers.turn("/") as first, ThreadPoolExecutor(1) as pool:
        assert first is True
        assert pool.submit(lambda: answers.turn("/").__enter__()).result() is False
        assert pool.submit(lambda: answers.turn("/other/").__enter__()).result() is True


def test_a_making_that_fails_lets_the_next_one_try():
    answers = KeptAnswers(max_bytes=8000)
    with pytest.raises(ValueError, match="unexpected"), answers.turn("/"):
        raise ValueError("unexpected")
    with answers.turn("/") as has_turn:
        assert has_turn
