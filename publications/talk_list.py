"""The talks as a page shows them: the occasions that are still to come, then the talks by year."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any


@dataclass(frozen=True)
class TalkYear:
    """The talks that were last given in one year; without a year, those of which no occasion is known."""

    year: int | None
    talks: list[Any]


def upcoming(talks, at):
    """Return the occasions that begin on the day ``at`` or later, the next one first. Asks for with_occasions()."""
    found = [occasion for talk in talks for occasion in _of(talk) if _is_ahead(occasion, at)]
    return sorted(found, key=lambda occasion: occasion.date)


def given(talks, at):
    """Return the talks that were given by the day ``at``, by the year of the last time, newest first."""
    found = [(_last_year(talk, at), talk) for talk in talks if not _is_only_ahead(talk, at)]
    found.sort(key=lambda pair: -(pair[0] or 0))
    by_year = groupby(found, key=lambda pair: pair[0])
    return [TalkYear(year, [talk for _year, talk in pairs]) for year, pairs in by_year]


def _of(talk):
    """Return the occasions of a talk, each of which knows its talk."""
    for occasion in talk.occasions.all():
        occasion.talk = talk
        yield occasion


def _is_ahead(occasion, at):
    """Say whether it is certain that the occasion is not over: a year or a month counts from its first day."""
    return bool(occasion.date) and occasion.date.first >= at


def _is_only_ahead(talk, at):
    occasions = talk.occasions.all()
    return bool(occasions) and all(_is_ahead(occasion, at) for occasion in occasions)


def _last_year(talk, at):
    years = (occasion.year for occasion in talk.occasions.all() if occasion.date and not _is_ahead(occasion, at))
    return max(years, default=None)
