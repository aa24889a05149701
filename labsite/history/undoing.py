"""Going back: a thing to an earlier version, a whole step undone, a deleted thing brought back."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError
from reversion.models import Revision, Version

from .documents import Document
from .kept import Key
from .merging import Overtaken, taken_back
from .restoring import Refused, restore
from .steps import Step, step
from .versions import document_of, key_of, newest

OVERTAKEN = "“{name}” has been changed since in the same places: go back there by its own history."


def undo(revision: Revision, user: Any) -> Step:
    """Put back everything that a step changed, keeping what others changed since in other places. Raises Refused."""
    after = {key_of(version): document_of(version) for version in revision.version_set.select_related("content_type")}
    earlier = newest(after, before=revision)
    before = {key: document_of(earlier.get(key)) for key in after}
    with step(user, f"Undid: {words_of(revision)}") as undoing:
        undoing.remember(after)
        now = {key: undoing.before[key] for key in after}
        then = {key: _taken_back(before[key], after[key], now[key]) for key in after}
        undoing.remarks = _restore(now, then)
    return undoing


def go_back(version: Version, user: Any) -> Step:
    """Make a thing with its rows what it was at a version. Raises Refused."""
    key = key_of(version)
    with step(user, f"Went back to an earlier version of {version.object_repr}") as going_back:
        going_back.remember([key])
        going_back.remarks = _restore({key: going_back.before[key]}, {key: document_of(version)})
    return going_back


def words_of(revision: Revision) -> str:
    """Return what a step did, in words: its own, or what became of the things it changed."""
    if revision.comment:
        return revision.comment
    versions = revision.version_set.select_related("change")
    return "; ".join(f"{each.change.get_kind_display().lower()} {each.object_repr}" for each in versions)


def _taken_back(before: Document, after: Document, now: Document) -> Document:
    try:
        return taken_back(before, after, now)
    except Overtaken as error:
        raise Refused(OVERTAKEN.format(name=now.name or after.name or before.name)) from error


def _restore(now: Mapping[Key, Document], then: Mapping[Key, Document]) -> list[str]:
    try:
        return restore(now, then)
    except IntegrityError as error:
        raise Refused("Something else has taken the place of what would come back.") from error
