"""The moment that a page is made for: what it says holds until content changes, or until the clock changes it."""

import datetime
from typing import Any, NamedTuple

from django.db.models import Min
from django.utils import timezone

from labsite.modelling import content_version
from labsite.models import Lab, NewsItem, Page
from publications.models import Publication


class Moment(NamedTuple):
    """A version of the content, until a day ends or a row appears at its time: in seconds since 1970."""

    version: int
    until: float


HOLDS_SECONDS = 0.02  # for which a worker doesn't ask again, so that a crowd doesn't ask as often as it comes


class _Noted(NamedTuple):
    moment: Moment
    since: float
    lab: Any
    read_at: float


_noted: _Noted | None = None


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
    moment = Moment(version, _end(now))
    _noted = _Noted(moment, now, Lab.objects.current(timezone.localdate()), now)
    return moment


def forget() -> None:
    """Ask again, whatever was noted."""
    global _noted
    _noted = None


def lab_at(moment: Moment | None) -> Any:
    """Return the lab's row, which the pages of one moment share."""
    noted = _noted
    return noted.lab if noted and noted.moment == moment else Lab.objects.current(timezone.localdate())


def _end(now: float) -> float:
    """Return when the clock next changes what pages say."""
    today = datetime.datetime.fromtimestamp(now, timezone.get_current_timezone())
    midnight = today.replace(hour=0, minute=0, second=0, microsecond=0, fold=0) + datetime.timedelta(days=1)
    coming = (
        model.objects.filter(publish_from__gt=today).aggregate(first=Min("publish_from"))["first"]
        for model in (Publication, NewsItem, Page)
    )
    return min([midnight, *filter(None, coming)]).timestamp()
