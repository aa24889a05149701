"""Which objects were written lately by steps, so that what looks at all looks again at these alone.

What was written by no step, as by a command, makes it look at all. What was so between two steps is seen the next day.
"""

import datetime
from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Max, Model
from django.utils import timezone

from labsite.modelling import content_version

from .models import Version
from .tracked import Key, object_keys_in_database, owners_of, tracked_lists, watched_models
from .versions import key_of, newest, snapshot_of

KEPT = 1000  # versions: of more, all is looked at

Objects = dict[type[Model], set[int]]  # their primary keys by their models


class HistoryPosition(NamedTuple):
    """Up to where the history has been read: its last version, the content version, and the day."""

    version: int
    content: int
    day: datetime.date


class Change(NamedTuple):
    """An object that was written, or that another began or ceased to refer to."""

    key: Key
    is_own: bool


def position() -> HistoryPosition:
    """Return up to where changes are noted now: what is read behind this knows of them."""
    last = Version.objects.aggregate(last=Max("pk"))["last"] or 0
    return HistoryPosition(last, content_version.current(), timezone.localdate())


def changes_between(before: HistoryPosition, now: HistoryPosition) -> list[Change] | None:
    """Return what has changed from one position to another; None if that isn't known."""
    if before == now:
        return []
    if before.day != now.day or before.version >= now.version:
        return None
    since = Version.objects.filter(pk__gt=before.version, pk__lte=now.version).order_by("pk")
    versions = list(since[: KEPT + 1])
    if len(versions) > KEPT:
        return None
    first: dict[Key, Version | None] = {}
    last: dict[Key, Version] = {}
    for version in versions:
        key = key_of(version)
        first.setdefault(key, version if version.kind == Version.Kind.FOUND else None)
        last[key] = version
    first |= newest(last, up_to=before.version)
    changed = dict.fromkeys(Change(key, is_own=True) for key in last)
    for key in last:
        referred = [set(snapshot_of(version).references()) for version in (first[key], last[key])]
        changed |= dict.fromkeys(Change(other, is_own=False) for other in referred[0] ^ referred[1])
    return list(changed)


def with_referring(changes: Iterable[Change], only: type[Model] | None = None) -> Objects:
    """Return the objects that have changed, and those that refer to them, themselves or by one of their rows.

    ``only`` is the model whose objects are wanted, where it isn't all.
    """
    found, own = Objects(), Objects()
    for change in changes:
        found.setdefault(change.key.model, set()).add(change.key.pk)
        if change.is_own:
            own.setdefault(change.key.model, set()).add(change.key.pk)
    for model in watched_models():
        if only and only not in (owner for owner, _ in owners_of(model)):
            continue
        for link in (*model._meta.concrete_fields, *tracked_lists(model)):
            if link.related_model in own:
                for key in object_keys_in_database(model, **{f"{link.name}__in": own[link.related_model]}):
                    found.setdefault(key.model, set()).add(key.pk)
    return found
