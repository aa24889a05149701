"""Going back: a whole step undone, a deleted object brought back, an object at an earlier version.

Others may have changed the same objects since, and nobody goes back further than they may edit: what their form shows
and doesn't let them change stays as it is.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db import IntegrityError

from labsite import roles
from labsite.modelling.three_way import merge

from .entries import words_of
from .models import Step, Version
from .restoring import UndoRefused, restore
from .steps import OpenStep, step
from .tracked import Key, by_model, silent_models, stays, tracked_fields, tracked_lists, tracked_models
from .versions import Document, document_of, key_of, newest

MEANWHILE = "“{name}” was changed while you were looking. See what would change now, and then go back."
CONFLICT = "“{name}” has been changed since in the same places: go back there by its own history."

# Whether something is public is for editors to say, whatever a member's own earlier version said.
PUBLISHING = ("state", "publish_from")

Documents = dict[Key, Document]


def undo(undone: Step, user: Any) -> OpenStep:
    """Put back everything that a step changed, keeping what others changed elsewhere since. Raises UndoRefused."""
    before, after = documents_of(undone)
    return _take_back(before, after, user, f"Undid: {words_of(undone)}")


def bring_back(version: Version, user: Any) -> OpenStep:
    """Bring back a deleted thing with what needs it or is needed by it, as far as the same step deleted that."""
    before, after = documents_of(version.step)
    some = _belonging(key_of(version), before, after)
    return _take_back(_only(some, before), _only(some, after), user, f"Brought back {version.object_repr}")


def go_back(version: Version, user: Any, seen: Any = None) -> OpenStep:
    """Make a thing with its rows what it was at a version. Raises UndoRefused.

    ``seen`` is the newest version that was there when somebody decided so; if there is a newer one, they look again.
    """
    key = key_of(version)
    with step(user, f"Went back to an earlier version of {version.object_repr}") as going_back:
        hold([key])
        if seen and newest([key])[key].pk != seen:
            raise UndoRefused(MEANWHILE.format(name=version.object_repr))
        going_back.remember([key])
        now = going_back.before[key]
        then = within_limits(user, now, document_of(version))
        _restore(going_back, {key: now}, {key: then})
        for row in then.rows.keys() - now.rows.keys():
            _list_again(row)
    return going_back


def documents_of(made: Step, some: Iterable[Version] | None = None) -> tuple[Documents, Documents]:
    """Return what the things that a step changed held before it, and what after; of all or of some."""
    versions = made.versions.made() if some is None else some
    after = {key_of(version): document_of(version) for version in versions}
    earlier = newest(after, before=made)
    return {key: document_of(earlier.get(key)) for key in after}, after


def _take_back(before: Documents, after: Documents, user: Any, words: str) -> OpenStep:
    with step(user, words) as undoing:
        hold(after)
        undoing.remember(after)
        now = {key: undoing.before[key] for key in after}
        then = {key: _taken_back(before[key], after[key], now[key]) for key in after}
        _restore(undoing, now, {key: within_limits(user, now[key], then[key]) for key in then})
    return undoing


def _taken_back(before: Document, after: Document, now: Document) -> Document:
    try:
        return without_step(before, after, now)
    except UndoConflict as error:
        raise UndoRefused(CONFLICT.format(name=now.name or after.name or before.name)) from error


def hold(keys: Iterable[Key]) -> None:
    """Let nobody else save these things until the step ends. On SQLite the transaction itself sees to that."""
    for model, pks in by_model(keys):
        list(model._base_manager.select_for_update().filter(pk__in=pks).order_by("pk").values_list("pk"))


def _list_again(key: Key) -> None:
    """Put a thing that came back with its owner, as an award does, into the lists that it left when it was deleted."""
    if key.model not in tracked_models():
        return
    for removal in Version.objects.of(key.model, key.pk).filter(kind=Version.Kind.REMOVED)[:1]:
        for holder, many in _lists_left(key, *documents_of(removal.step)):
            for row in holder.model._base_manager.filter(pk=holder.pk):
                getattr(row, many.name).add(key.pk)


def _lists_left(key: Key, before: Documents, after: Documents) -> Iterator[tuple[Key, Any]]:
    """Yield the things that listed another before a step, and after it no longer, each with the list."""
    for holder in before:
        was, now = (documents[holder].rows.get(holder, {}) for documents in (before, after))
        for many in tracked_lists(holder.model):
            is_left = key.pk in was.get(many.name, ()) and key.pk not in now.get(many.name, [key.pk])
            if many.related_model is key.model and is_left:
                yield holder, many


def _restore(going_back: OpenStep, now: Mapping[Key, Document], then: Mapping[Key, Document]) -> None:
    try:
        going_back.remarks = restore(now, then)
    except IntegrityError as error:
        raise UndoRefused("Something else has taken the place of what would come back.") from error


def _only(keys: Iterable[Key], documents: Documents) -> Documents:
    return {key: documents[key] for key in keys}


def _belonging(key: Key, before: Documents, after: Documents) -> list[Key]:
    """Return a deleted thing, those deleted with it that it needs or that need it, and those that let go of them."""
    deleted = [each for each in before if not after[each]]
    found: dict[Key, None] = {key: None}
    while more := [each for each in deleted if each not in found and _need_each_other(each, found, before)]:
        found |= dict.fromkeys(more)
    letting_go = [each for each in before if after[each] and _refer(before[each], found, needed_only=False)]
    return [*found, *letting_go]


def _need_each_other(key: Key, found: Iterable[Key], before: Documents) -> bool:
    return _refer(before[key], found) or any(_refer(before[each], [key]) for each in found)


def _refer(document: Document, keys: Iterable[Key], needed_only: bool = True) -> bool:
    """Say whether a document refers to one of the things, in a column that can't be empty or in any place."""
    wanted = set(keys)
    return any(key in wanted for key in _references(document, needed_only))


def _references(document: Document, needed_only: bool) -> Iterable[Key]:
    for key, row in document.rows.items():
        for field in tracked_fields(key.model):
            if field.is_relation and not (needed_only and field.null):
                yield Key(field.related_model, row.get(field.name))
        if not needed_only:
            for many in key.model._meta.many_to_many:
                yield from (Key(many.related_model, pk) for pk in row.get(many.name, ()))


class UndoConflict(Exception):
    """What a step did can't be taken back: somebody has changed the same value or row since."""


def without_step(before: Document, after: Document, now: Document) -> Document:
    """Return the document ``now`` without what led from ``before`` to ``after``. Raises UndoConflict."""
    keys = dict.fromkeys([*now.rows, *before.rows])
    rows = {key: _row(before.rows.get(key), after.rows.get(key), now.rows.get(key)) for key in keys}
    return Document({key: row for key, row in rows.items() if row is not None}, before.name or now.name)


def _row(before: Any, after: Any, now: Any) -> Any:
    """Decide on a row: column by column if all three documents hold it, else as a whole; None stands for no row."""
    if before is None or after is None or now is None:
        return _value(before, after, now)
    known = before.keys() & after.keys()
    return {name: _value(before[name], after[name], value) if name in known else value for name, value in now.items()}


def _value(before: Any, after: Any, now: Any) -> Any:
    outcome = merge(base=after, theirs=now, mine=before)
    if outcome == "conflict":
        raise UndoConflict
    return before if outcome == "mine" else now


def within_limits(user: Any, now: Document, then: Document) -> Document:
    """Return what a thing will hold if someone takes it from one document to another. Without a user, all of it."""
    if user is None:
        return then
    keys = [key for key in {**then.rows, **now.rows} if _stays_or_comes(user, key, now, then)]
    rows = {key: _row_within_limits(user, key, now.rows.get(key), then.rows.get(key)) for key in keys}
    return Document(rows, then.name)


def may_undo(user: Any, kind: str, key: Key) -> bool:
    """Whether someone may take back that a thing was added, changed or removed."""
    needed = {"added": "delete", "removed": "add"}.get(kind, "change")
    if needed == "add" or roles.reach(user, needed, key.model) is not roles.Reach.OWN:
        return roles.may(user, needed, key.model)
    row = key.model._base_manager.filter(pk=key.pk).first()
    return row is not None and roles.may(user, needed, row)


def _stays_or_comes(user: Any, key: Key, now: Document, then: Document) -> bool:
    if key in now.rows and key in then.rows:
        return True
    if key in then.rows:
        return _may(user, "add", key)
    return not _may(user, "delete", key)


def _row_within_limits(user: Any, key: Key, now: Any, then: Any) -> Any:
    if now is None or then is None:
        return then if now is None else now
    if not _may(user, "change", key):
        return now
    if key.model in silent_models():
        return then
    return then | {name: now[name] for name in _fixed(user, key) if name in now}


def _fixed(user: Any, key: Key) -> tuple[str, ...]:
    publishing = () if roles.at_least(user, roles.Role.EDITOR) else PUBLISHING
    staying = (field.name for field in tracked_fields(key.model) if stays(field))
    return (*staying, *roles.fixed_fields(user, key.model), *publishing)


def _may(user: Any, action: str, key: Key) -> bool:
    return key.model in silent_models() or roles.reach(user, action, key.model) is not roles.Reach.NONE
