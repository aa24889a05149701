"""Going back: a whole step undone, a deleted object brought back, an object at an earlier version.

Others may have changed the same objects since, and nobody goes back further than they may edit: what their form shows
and doesn't let them change stays as it is.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from labsite import roles
from labsite.jobs import Progress
from labsite.texts.stored import gettext_noop

from .models import Step, Version
from .restoring import UndoRefused, restore
from .steps import OpenStep, current, step
from .tracked import Key, batches, by_model, silent_models, stays, tracked_fields, tracked_lists, tracked_models
from .versions import Snapshot, key_of, merge, newest, read, snapshot_of

MEANWHILE = _("“%(name)s” was changed while you were looking. Check what would change now, then go back.")
CONFLICT = _("The same parts of “%(name)s” have been changed since: go back in its own history.")
BROUGHT_BACK = gettext_noop("Restored {name}")
WENT_BACK = gettext_noop("Went back to an earlier version of {name}")

LONG = 200  # objects of a step that goes back in pieces
PIECE = 50  # of these

# Whether something is public is for editors to say, whatever a member's own earlier version said.
PUBLISHING = ("state", "publish_from")

Snapshots = dict[Key, Snapshot]


def is_long(undone: Step) -> bool:
    """Whether so much goes back with a step that nobody should have to wait for it."""
    return undone.versions.made().count() > LONG


def taking_back(undone: Step, user: Any, is_lenient: bool = False, progress: Progress | None = None) -> Iterator[None]:
    """Return what puts back all that a step changed, within a step that is under way: piece by piece where it is long.

    Raises UndoRefused where somebody has changed something in the same places since; a lenient one leaves that alone.
    """
    versions = undone.versions.made().defer("serialized_data")
    kinds = {key_of(each): each.kind for each in versions.iterator()}
    # What was changed and what was deleted may need each other, so they go back together.
    is_whole = len(kinds) <= LONG or {Version.Kind.REMOVED} < {*kinds.values()}
    pieces = [list(kinds)] if is_whole else list(_pieces(kinds))
    if not (is_whole or is_lenient):
        since = Version.objects.filter(step__gt=undone).defer("serialized_data")
        for keys in batches({key_of(each) for each in since.iterator()} & kinds.keys()):
            _without(undone, keys, read(keys), user, is_lenient)  # to see that nothing stands in the way

    def put_back() -> Iterator[None]:
        done = 0
        for keys in pieces:
            _put_back(undone, keys, user, is_lenient, not is_whole)
            done += len(keys)
            if progress:
                progress(done, len(kinds))
            yield

    return put_back()


def _pieces(kinds: Mapping[Key, str]) -> Iterator[list[Key]]:
    """Yield some objects at a time: those that need others before these if they go away, and else after them."""
    for kind in Version.Kind.CHANGED, Version.Kind.ADDED, Version.Kind.REMOVED:
        for model in reversed(tracked_models()) if kind == Version.Kind.ADDED else tracked_models():
            keys = sorted(key for key in kinds if kinds[key] == kind and key.model is model)
            yield from (keys[start : start + PIECE] for start in range(0, len(keys), PIECE))


def bring_back(version: Version, user: Any) -> OpenStep:
    """Bring back a deleted object with what needs it or is needed by it, as far as the same step deleted that."""
    before, after = snapshots_of(version.step)
    some = _belonging(key_of(version), before, after)
    with step(user, BROUGHT_BACK.format(name=version.object_repr)) as bringing:
        _put_back(version.step, some, user)
    return bringing


def go_back(version: Version, user: Any, seen: Any = None) -> OpenStep:
    """Make an object with its rows what it was at a version. Raises UndoRefused.

    ``seen`` is the newest version that was there when somebody decided so; if there is a newer one, they look again.
    """
    key = key_of(version)
    with step(user, WENT_BACK.format(name=version.object_repr)) as going_back:
        hold([key])
        if seen and newest([key])[key].pk != seen:
            raise UndoRefused(MEANWHILE % {"name": version.object_repr})
        going_back.remember([key])
        now = going_back.before[key]
        then = within_limits(user, now, snapshot_of(version, now.rows))
        going_back.remarks = restore({key: now}, {key: then})
        for row in then.rows.keys() - now.rows.keys():
            if row.model in tracked_models():
                _list_again(row)
    return going_back


def snapshots_of(
    made: Step, some: Iterable[Version] | None = None, now: Mapping[Key, Snapshot] = MappingProxyType({})
) -> tuple[Snapshots, Snapshots]:
    """Return what the objects that a step changed held before it, and what after; of all or of some.

    In columns that came after the step both hold what the objects hold ``now``: it changed nothing there.
    """
    versions = {key_of(version): version for version in (made.versions.made() if some is None else some)}
    after = {key: snapshot_of(each, now[key].rows if key in now else None) for key, each in versions.items()}
    earlier = newest(after, before=made)
    return {key: snapshot_of(earlier.get(key), after[key].new_columns) for key in after}, after


def _put_back(undone: Step, keys: list[Key], user: Any, is_lenient: bool = False, is_part: bool = False) -> None:
    """Put back what a step did to some objects, within the step that is under way."""
    undoing = current()
    assert undoing
    hold(keys)
    undoing.remember(keys)
    undoing.remarks += restore(*_without(undone, keys, undoing.before, user, is_lenient), is_part)


def _without(
    undone: Step, keys: list[Key], held: Snapshots, user: Any, is_lenient: bool
) -> tuple[Snapshots, Snapshots]:
    """Return what objects hold, and what they are to hold without a step."""
    versions = [each for model, pks in by_model(keys) for each in undone.versions.made().of(model, *pks)]
    before, after = snapshots_of(undone, versions, held)
    now = {key: held[key] for key in after}
    then = dict(now) if is_lenient else {}
    for key in after:
        with suppress(*([UndoRefused] if is_lenient else [])):
            then[key] = without_step(before[key], after[key], now[key])
    return now, {key: within_limits(user, now[key], then[key]) for key in then}


def hold(keys: Iterable[Key]) -> None:
    """Let nobody else save these objects until the step ends. On SQLite the transaction itself sees to that."""
    for model, pks in by_model(keys):
        list(model._base_manager.select_for_update().filter(pk__in=pks).order_by("pk").values_list("pk"))


def _list_again(key: Key) -> None:
    """Put an object that came back with its owner, as an award does, into the lists that it left when deleted."""
    removal = Version.objects.of(key.model, key.pk).filter(kind=Version.Kind.REMOVED).first()
    before, after = snapshots_of(removal.step) if removal else ({}, {})
    for holder in before:
        was, now = (snapshots[holder].rows.get(holder, {}) for snapshots in (before, after))
        for many in tracked_lists(holder.model):
            is_left = key.pk in was.get(many.name, ()) and key.pk not in now.get(many.name, [key.pk])
            if many.related_model is key.model and is_left:
                for row in holder.model._base_manager.filter(pk=holder.pk):
                    getattr(row, many.name).add(key.pk)


def _belonging(key: Key, before: Snapshots, after: Snapshots) -> list[Key]:
    """Return a deleted object, those deleted with it that it needs or that need it, and those that let go of them."""
    needs = {each: set(before[each].references(needed_only=True)) for each in before if not after[each]}
    belonging: dict[Key, None] = {key: None}
    while more := [
        each
        for each in needs
        if each not in belonging and (needs[each] & belonging.keys() or any(each in needs[key] for key in belonging))
    ]:
        belonging |= dict.fromkeys(more)
    letting_go = [each for each in before if after[each] and belonging.keys() & set(before[each].references())]
    return [*belonging, *letting_go]


def without_step(before: Snapshot, after: Snapshot, now: Snapshot) -> Snapshot:
    """Return the snapshot ``now`` without what led from ``before`` to ``after``, column by column.

    A row that not all three hold is decided on as a whole. Raises UndoRefused where somebody has changed it since.
    """

    def taken_back(was: Any, became: Any, is_now: Any) -> Any:
        outcome = merge(base=became, theirs=is_now, mine=was)
        if outcome == "conflict":
            raise UndoRefused(CONFLICT % {"name": now.name or after.name or before.name})
        return was if outcome == "mine" else is_now

    rows = {}
    for key in dict.fromkeys([*now.rows, *before.rows]):
        old, new, held = (snapshot.rows.get(key) for snapshot in (before, after, now))
        if old is None or new is None or held is None:
            row = taken_back(old, new, held)
        else:
            row = {name: taken_back(old[name], new[name], value) for name, value in held.items()}
        if row is not None:
            rows[key] = row
    return Snapshot(rows, before.name or now.name)


def within_limits(user: Any, now: Snapshot, then: Snapshot) -> Snapshot:
    """Return what an object will hold if someone takes it from one snapshot to another. Without a user, all of it."""
    if user is None:
        return then
    publishing = () if roles.at_least(user, roles.Role.EDITOR) else PUBLISHING
    rows = {}
    for key in {**then.rows, **now.rows}:
        held, wanted = now.rows.get(key), then.rows.get(key)
        action = "add" if held is None else "delete" if wanted is None else "change"
        is_silent = key.model in silent_models()
        if not is_silent and roles.reach(user, action, key.model) is roles.Reach.NONE:
            wanted = held
        elif held and wanted and not is_silent:
            staying = (field.name for field in tracked_fields(key.model) if stays(field))
            fixed = (*staying, *roles.fixed_fields(user, key.model), *publishing)
            wanted = wanted | {name: held[name] for name in fixed if name in held}
            wanted |= _own_links(user, key.model, held, then.rows[key])
        if wanted is not None:
            rows[key] = wanted
    return Snapshot(rows, then.name)


def _own_links(user: Any, model: type[Model], now: Any, then: Any) -> dict[str, list[Any]]:
    """Return the lists that would make rows somebody's own, without rows that their form wouldn't let them add."""
    links = {}
    for many in (each for each in tracked_lists(model) if roles.makes_own(each) and each.name in then):
        added = many.related_model._base_manager.filter(pk__in={*then[many.name]} - {*now.get(many.name, ())})
        others = set(added.exclude(pk__in=roles.choices(user, many).values("pk")).values_list("pk", flat=True))
        links[many.name] = [pk for pk in then[many.name] if pk not in others]
    return links


def may_undo_step(user: Any, step: Step) -> bool:
    """Whether someone may take back all that a step did: nobody undoes half of it."""
    versions = step.versions.made().defer("serialized_data")
    return all(may_undo(user, each.kind, key_of(each)) for each in versions.iterator())


def may_undo(user: Any, kind: str, key: Key) -> bool:
    """Whether someone may take back that an object was added, changed or removed."""
    needed = {"added": "delete", "removed": "add"}.get(kind, "change")
    if needed == "add" or roles.reach(user, needed, key.model) is not roles.Reach.OWN:
        return roles.may(user, needed, key.model)
    row = key.model._base_manager.filter(pk=key.pk).first()
    return row is not None and roles.may(user, needed, row)
