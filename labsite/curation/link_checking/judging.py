"""What an answer says of an address: an address is called unreachable only when that is sure."""

import datetime
from http import HTTPStatus

from labsite.models import LinkCheck

from .asking import Answer

State = LinkCheck.State

GONE = (404, 410)
# What may pass is taken for lasting when it is there again on another day; the runs of two days differ by minutes.
ANOTHER_DAY = datetime.timedelta(hours=20)


def judge(check: LinkCheck, answer: Answer, at: datetime.datetime) -> None:
    """Write into a check what an answer at a time says, in view of the answers before."""
    state = state_of(answer)
    check.failing_since = (check.failing_since or at) if state in (State.FAILING, State.BROKEN) else None
    if state == State.FAILING and check.failing_since and at - check.failing_since >= ANOTHER_DAY:
        state = State.BROKEN
    check.state, check.words, check.checked_at = state, in_words(answer), at
    check.waits_for = answer.wait_for
    check.not_before = at + datetime.timedelta(seconds=answer.wait) if answer.wait else None


def state_of(answer: Answer) -> State:
    """Return what an answer means by itself; those who keep robots out say nothing about people."""
    if answer.is_private:
        return State.UNKNOWN
    if answer.trouble or 500 <= answer.status < 600:
        return State.FAILING
    if answer.status in GONE:
        return State.BROKEN
    return State.REACHABLE if answer.status < 400 else State.UNKNOWN


def in_words(answer: Answer) -> str:
    if answer.trouble:
        return answer.trouble
    known = answer.status in set(HTTPStatus)
    return f"{answer.status} {HTTPStatus(answer.status).phrase}" if known else str(answer.status)
