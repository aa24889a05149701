"""A run through the addresses that are due: several hosts at once, each answer judged and kept as it comes.

An address is called unreachable only when that is sure.
"""

import datetime
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from itertools import zip_longest
from urllib.parse import urlsplit

from django.db.models import Q
from django.utils import timezone

from labsite.contrib.link_checking.asking import Answer, Asker
from labsite.contrib.link_checking.models import LinkCheck

State = LinkCheck.State

GONE = (404, 410)
# What may pass is taken for lasting when it is there again on another day; the runs of two days differ by minutes.
ANOTHER_DAY = datetime.timedelta(hours=20)
NEVER = datetime.datetime.min.replace(tzinfo=datetime.UTC)
HOSTS_AT_ONCE = 4
WITNESSES = 2


def due(used: Iterable[str], at: datetime.datetime, older_than: datetime.timedelta) -> list[str]:
    """Return the addresses to ask for, those never asked for first; what failed is asked for again on another day."""
    ages: dict[str, datetime.datetime] = {}
    fresh: set[str] = set()
    for check in LinkCheck.objects.all():
        ages[check.url] = asked_at = check.checked_at or NEVER
        failed = check.state in (State.FAILING, State.BROKEN)
        is_old = at - asked_at >= (min(ANOTHER_DAY, older_than) if failed else older_than)
        if not is_old or (check.not_before and check.not_before > at):
            fresh.add(check.url)
    return sorted(set(used) - fresh, key=lambda url: (ages.get(url, NEVER), url))


def witnesses(urls: list[str]) -> list[str]:
    """Return addresses that answered lately: if they don't either, it is this machine that is without a network."""
    answered = LinkCheck.objects.filter(state=State.REACHABLE).exclude(url__in=urls)
    return list(answered.order_by("-checked_at").values_list("url", flat=True)[:WITNESSES]) if urls else []


def busy_hosts(at: datetime.datetime) -> dict[str, float]:
    """Return the hosts that asked in an earlier run to be left alone, and for how many seconds still."""
    waiting = LinkCheck.objects.filter(~Q(waits_for=""), not_before__gt=at)
    return {check.waits_for: (check.not_before - at).total_seconds() for check in waiting if check.not_before}


def run(urls: list[str], asker: Asker) -> Counter[str]:
    """Ask for addresses, keep what each answers, and count the states; ``""`` counts those left for later.

    While nothing at all has answered, nothing is held against anybody: this machine may be without a network.
    """
    counts: Counter[str] = Counter()
    held: list[tuple[str, Answer]] = []
    for url, answer in answers(urls, asker.ask):
        if answer is None:
            counts[""] += 1
            continue
        held.append((url, answer))
        if answer.status or counts.total() > counts[""]:
            for address, judged in held:
                check = LinkCheck.objects.filter(url=address).first() or LinkCheck(url=address)
                judge(check, judged, timezone.now())
                check.save()
                counts[check.state] += 1
            held.clear()
    counts["silent"] = len(held)
    return counts


def answers(urls: list[str], ask: Callable[[str], Answer | None]) -> Iterator[tuple[str, Answer | None]]:
    """Yield each address with its answer; closing the iterator ends the run after what is under way."""
    hosts = defaultdict(list)
    for url in urls:
        hosts[urlsplit(url).netloc.lower()].append(url)
    with ThreadPoolExecutor(HOSTS_AT_ONCE) as pool:
        for one_of_each in zip_longest(*hosts.values()):
            at_once = [url for url in one_of_each if url]
            yield from zip(at_once, pool.map(ask, at_once), strict=True)


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
