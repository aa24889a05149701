"""What an answer says of an address: it is called unreachable only when that is sure."""

import datetime

import pytest

from labsite.contrib.link_checking.asking import Answer
from labsite.contrib.link_checking.models import LinkCheck
from labsite.contrib.link_checking.run import judge

NOON = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.UTC)
LATE = Answer(trouble="It took too long to answer.")
HOURS = datetime.timedelta(hours=1)


def judged(*answers):
    """Return what is remembered after answers at hours after noon."""
    check = LinkCheck(url="https://lab.example/")
    for hours, answer in answers:
        judge(check, answer, NOON + hours * HOURS)
    return check


@pytest.mark.parametrize("status", [404, 410])
def test_what_is_gone_is_unreachable_at_once(status):
    assert judged((0, Answer(status))).state == "broken"


@pytest.mark.parametrize("answer", [Answer(500), Answer(503), LATE])
def test_what_may_pass_is_unreachable_if_it_is_there_on_another_day(answer):
    assert judged((0, answer)).state == "failing"
    assert judged((0, answer), (2, answer)).state == "failing"
    assert judged((0, answer), (23, answer)).state == "broken"


def test_an_answer_between_two_failures_begins_anew():
    assert judged((0, LATE), (20, Answer(200)), (24, LATE)).state == "failing"


@pytest.mark.parametrize("status", [400, 401, 403, 405, 429, 451, 999])
def test_who_keeps_robots_out_says_nothing_about_people(status):
    check = judged((0, LATE), (24, Answer(status)))
    assert check.state == "unknown"
    assert check.failing_since is None


def test_what_isnt_asked_is_not_unreachable():
    private = Answer(trouble="It leads into a private network, so it wasn’t checked.", is_private=True)
    assert judged((0, private), (24, private)).state == "unknown"


@pytest.mark.parametrize("status", [200, 204, 206, 304])
def test_what_answers_is_reachable(status):
    check = judged((0, Answer(404)), (24, Answer(status)))
    assert check.state == "reachable"
    assert check.failing_since is None


def test_it_says_what_was_answered_since_when_and_when_to_ask_again():
    check = judged((0, Answer(503)), (5, Answer(503, wait=3600, wait_for="lab.example")))
    assert check.words == "503 Service Unavailable"
    assert check.failing_since == NOON
    assert check.checked_at == NOON + 5 * HOURS
    assert (check.waits_for, check.not_before) == ("lab.example", NOON + 6 * HOURS)
    assert judged((0, Answer(799))).words == "799"
    assert judged((0, LATE)).words == "It took too long to answer."
