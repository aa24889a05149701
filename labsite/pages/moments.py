"""The moment that a page is made for: what it says holds until content changes, or until the clock changes it."""

import datetime
from threading import Lock
from typing import Any, NamedTuple

from django.apps import apps
from django.db import connection
from django.utils import timezone

from labsite.modelling import content_version
from labsite.modelling.prepared import prepared
from labsite.modelling.publishing import Publishable
from labsite.models import Lab
from labsite.pages.questions import Questions, digest


class Moment(NamedTuple):
    """A version of the content, until a day ends or a row appears at its time: in seconds since 1970.

    ``shared`` is the digest of what all pages share: the day and the lab's row.
    """

    version: int
    until: float
    shared: bytes


HOLDS_SECONDS = 0.02  # for which a worker doesn't ask again, so that a crowd doesn't ask as often as it comes
MAY_BE_OLD_SECONDS = 1.0  # for which visitors get the page of before while the new one is made


class _Noted(NamedTuple):
    moment: Moment
    since: float
    lab: Any
    read_at: float
    questions: Questions


_turn = Lock()
_noted: _Noted | None = None
_held_until: dict[Moment, float] = {}  # when the moments before were last seen to hold


def current(now: float, is_exact: bool) -> Moment:
    """Return the moment that it is: one raw read of the content version, as long as that stays the same.

    Unless it must be exact, it may be the one of HOLDS_SECONDS before. Raises django.db.Error while the database can't
    be asked.
    """
    global _noted
    noted = _noted
    is_same_time = noted and noted.since <= now < noted.moment.until
    if noted and is_same_time and not is_exact and 0 <= now - noted.read_at < HOLDS_SECONDS:
        return noted.moment
    version = content_version.read()
    if noted and is_same_time and noted.moment.version == version:
        _noted = noted._replace(read_at=now)
        return noted.moment
    may_be_old = noted and not is_exact and 0 <= now - noted.read_at < MAY_BE_OLD_SECONDS
    if not _turn.acquire(blocking=not may_be_old):
        return noted.moment  # type: ignore[union-attr]  # another thread notes the new one
    try:
        if noted and is_same_time and noted.questions.are_answered_the_same():
            new = noted._replace(moment=noted.moment._replace(version=version), read_at=now)
        else:
            new = _look(version, now)
        if noted:
            _held_until[noted.moment] = noted.read_at
        for old in [each for each, until in _held_until.items() if until < now - MAY_BE_OLD_SECONDS]:
            del _held_until[old]
        _noted = new
    finally:
        _turn.release()
    return new.moment


def _look(version: int, now: float) -> _Noted:
    questions = Questions()
    with questions.noted():
        lab, end = Lab.objects.current(), _end(now)
    columns = sorted((name, value) for name, value in vars(lab).items() if name != "_state")
    shared = digest((datetime.date.fromtimestamp(now), columns))
    return _Noted(Moment(version, end, shared), now, lab, now, questions)


def is_present(moment: Moment, now: float) -> bool:
    """Say whether a moment is the one that it is, as far as this worker has seen just now."""
    return bool(_noted and _noted.moment == moment and now - _noted.read_at <= HOLDS_SECONDS)


def held_lately(moment: Moment, now: float) -> bool:
    """Say whether a moment was still the present one less than MAY_BE_OLD_SECONDS ago."""
    return 0 <= now - _held_until.get(moment, 0) < MAY_BE_OLD_SECONDS


def forget() -> None:
    """Ask again, whatever was noted."""
    global _noted
    _noted = None
    _held_until.clear()


def lab_at(moment: Moment | None) -> Any:
    """Return the lab's row, which the pages of one moment share."""
    noted = _noted
    return noted.lab if noted and noted.moment == moment else Lab.objects.current()


def _end(now: float) -> float:
    """Return when the clock next changes what pages say."""
    today = datetime.datetime.fromtimestamp(now, timezone.get_current_timezone())
    midnight = today.replace(hour=0, minute=0, second=0, microsecond=0, fold=0) + datetime.timedelta(days=1)
    time = connection.ops.adapt_datetimefield_value(today)
    scheduled = (model for model in apps.get_models() if issubclass(model, Publishable))
    coming = (_appearing.first(time, model=model) for model in scheduled)
    return min([midnight, *filter(None, coming)]).timestamp()


@prepared
def _appearing(time: Any, model: Any) -> Any:
    later = model.objects.filter(publish_from__gt=time).order_by("publish_from")
    return later.values_list("publish_from", flat=True)[:1]
