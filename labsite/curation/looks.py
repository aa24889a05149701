"""Looks at all rows, for what is missing, odd or there twice, stored for all workers, and not lost by a restart.

A small lab is looked at again by the first request after a change. No request waits for a look at a larger one: that
goes on in the background, and the last look holds meanwhile, but for the objects that steps have written since.
"""

import datetime
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import DatabaseError
from django.db.models import Max, Model
from django.utils import timezone

from labsite.history.models import Version
from labsite.jobs import JobRun, Progress, begin, start
from labsite.modelling import content_version
from people.models import Person
from publications.models import Publication

MAX_ROWS = 1000  # people and papers that a request looks at
MAX_CHANGED = 1000  # objects that a request leaves out, or looks at again
PAUSE = datetime.timedelta(minutes=10)  # from one look in the background to the next
PREFIX = "look:"

Objects = dict[type[Model], set[int]]  # their primary keys by their models


class _Look(NamedTuple):
    """What was found, with the names of its columns, what it follows from, and the last version before it."""

    columns: tuple[str, ...]
    state: tuple[Any, ...]
    version: int
    rows: list[tuple[Any, ...]]

    def changed(self) -> Objects:
        """Return the objects that steps have written since."""
        since = Version.objects.filter(pk__gt=self.version).order_by("-pk").values_list("content_type", "object_id")
        changed = Objects()
        for kind, pk in since[:MAX_CHANGED]:
            model: Any = ContentType.objects.get_for_id(kind).model_class()
            changed.setdefault(model, set()).add(model._meta.pk.to_python(pk))
        return changed


def latest(name: str, row: Any, find: Callable[[], Iterable[Any]], *state: Any) -> tuple[list[Any], Objects]:
    """Return the NamedTuples ``row`` that ``find`` finds, and the objects that have changed since it looked at them.

    They follow from the content, the day, and ``state``. Until a large lab was looked at first, there are none.
    """
    key = PREFIX + name
    stored = cache.get(key)
    # What an earlier release stored with other columns is no look.
    known = _Look(*stored) if stored and stored[0] == row._fields else None
    if known and known.state == _now(state):
        return [row(*each) for each in known.rows], {}
    if not is_large():
        return [row(*each) for each in _look(key, row, find, state).rows], {}
    begun = JobRun.objects.filter(command=key, started_at__gt=timezone.now() - PAUSE)
    if (known is None or not begun.exists()) and (run := begin(key, None, "")):

        def look(progress: Progress) -> None:
            _look(key, row, find, state)
            progress.finish()

        start(run, look)
    return ([row(*each) for each in known.rows], known.changed()) if known else ([], {})


def _look(key: str, row: Any, find: Callable[[], Iterable[Any]], state: tuple[Any, ...]) -> _Look:
    version = Version.objects.aggregate(last=Max("pk"))["last"] or 0
    look = _Look(row._fields, _now(state), version, [])
    look.rows.extend(map(tuple, find()))
    with suppress(DatabaseError):  # where nothing can be written, the next request looks again
        cache.set(key, tuple(look), None)
    return look


def _now(state: tuple[Any, ...]) -> tuple[Any, ...]:
    return content_version.current(), timezone.localdate(), *state


def is_large() -> bool:
    """Whether a look takes longer than a request should."""
    return Publication.objects.count() + Person.objects.count() > MAX_ROWS


def last_look() -> JobRun | None:
    """Return the last look at a large lab, for the pages that show what it found; a small one is never out of date."""
    runs = JobRun.objects.filter(command__startswith=PREFIX).order_by("-started_at")
    return runs.first() if is_large() else None


def forget() -> None:
    """Forget what was found, with the names in it."""
    names = ["duplicates", *(f"worklist:{code}" for code, _ in settings.LANGUAGES)]
    cache.delete_many([PREFIX + name for name in names])
