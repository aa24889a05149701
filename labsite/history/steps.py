"""Steps: whatever somebody does in one go is one transaction, one entry of the history, and can be undone as one.

Signals notice what is saved or deleted during a step, so that nobody needs to say beforehand what will change.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import SET_NULL, Model
from django.db.models.signals import m2m_changed, post_save, pre_delete, pre_save

from labsite.modelling import content_version

from .models import Step, Version
from .tracked import Key, links_to, object_keys, object_keys_in_database, tracked_lists, tracked_models, watched_models
from .versions import Snapshot, begin, changed_parts, newest, read, snapshot_of, write

# Whom to tell of objects that changed, with what each held before and holds after, in the transaction of the step.
listeners: set[Callable[[Step, dict[Key, tuple[Snapshot, Snapshot]]], None]] = set()

_current: ContextVar["OpenStep | None"] = ContextVar("step", default=None)


@dataclass(eq=False)
class OpenStep:
    """What somebody is doing: which objects it touches, and what they held before."""

    user: Any
    words: str
    before: dict[Key, Snapshot] = field(default_factory=dict)
    row: Step | None = None  # once something has been written
    earlier: Step | None = None  # what changed was before, once the history didn't know that
    removed: list[str] = field(default_factory=list)  # what the objects are called that were deleted
    is_noted: bool = False
    going: set[Key] = field(default_factory=set)  # rows about to be deleted, whose objects are remembered
    remarks: list[str] = field(default_factory=list)  # on what could not be put back
    is_under_way: bool = False  # when its row is written

    def about_to_change(self, *rows: Model) -> None:
        """Keep what rows hold, with the rows that belong to them; for changes that no save() makes, as by update()."""
        self.remember(object_keys(*rows))

    def remember(self, keys: Iterable[Key]) -> None:
        self.before |= read(key for key in dict.fromkeys(keys) if key not in self.before)

    def added(self, rows: Iterable[Model]) -> None:
        """Note rows that were written, which nothing notices where it is all at once; objects among them are new."""
        for row in rows:
            if type(row) in tracked_models():
                self.before.setdefault(Key(type(row), row.pk), Snapshot())

    def note(self, words: str) -> None:
        """Tell of something of which the history keeps no versions, such as a login; its own words win."""
        self.words = self.words or words
        self.is_noted = True

    def write(self) -> None:
        """Write the versions of all that has changed, and what it was before where the history doesn't know it."""
        changed = {key: now for key, now in read(self.before).items() if now.rows != self.before[key].rows}
        held = {key: self.before[key] for key in changed if self.before[key]}
        known = newest(held)
        unknown = {key: each for key, each in held.items() if each.rows != snapshot_of(known.get(key)).rows}
        if unknown or self.is_under_way:  # what later parts find has to stand before them
            self.earlier = self.earlier or begin(None, "", self.is_under_way)
            write(self.earlier, {key: (Version.Kind.FOUND, snapshot, "") for key, snapshot in unknown.items()})
        if changed or self.is_noted:
            self.row = self.row or begin(self.user, self.words, self.is_under_way)
        if self.row and changed:
            versions = {}
            for key, after in changed.items():
                before = self.before[key]
                kind = Version.Kind.CHANGED if before and after else Version.Kind.ADDED
                if not after:
                    kind, after = Version.Kind.REMOVED, Snapshot(name=before.name)
                    self.removed.append(before.name)
                versions[key] = kind, after, changed_parts(before, after) if kind == Version.Kind.CHANGED else ""
            write(self.row, versions)
        if self.row:
            for tell in listeners:
                tell(self.row, {key: (self.before[key], after) for key, after in changed.items()})


def current() -> OpenStep | None:
    """Return the step that is under way, if any."""
    return _current.get()


@contextmanager
def step(user: Any, words: str = "", part_of: OpenStep | None = None) -> Iterator[OpenStep]:
    """Make one step of what is done inside: all of it or nothing, and one entry of the history.

    Nobody else writes content meanwhile, so that what is read before it is changed stays so.
    A step within a step is part of it, and gives it its words. ``part_of`` is a step whose row this one shares.
    """
    outer = _current.get()
    with transaction.atomic():
        if outer:
            outer.words = words or outer.words
            yield outer
            return
        content_version.wait_for_write_lock()
        own = OpenStep(user, words)
        if part_of:
            own.row, own.earlier, own.is_under_way = part_of.row, part_of.earlier, part_of.is_under_way
        token = _current.set(own)
        try:
            yield own
        finally:
            _current.reset(token)
        own.write()
    if part_of:
        part_of.row, part_of.earlier = own.row, own.earlier
        part_of.remarks += own.remarks


def watch_rows() -> None:
    for model in watched_models():
        pre_save.connect(_before_saving, sender=model, dispatch_uid="history")
        post_save.connect(_after_adding, sender=model, dispatch_uid="history")
        pre_delete.connect(_before_deleting, sender=model, dispatch_uid="history")
        for many in tracked_lists(model):
            m2m_changed.connect(_before_listing, sender=many.remote_field.through, dispatch_uid="history")


def _before_saving(sender: type[Model], instance: Model, **kwargs: Any) -> None:
    if step := _current.get():
        keys = list(object_keys(instance))
        row = Key(type(instance), instance.pk)
        if row.pk is not None and not all(key in step.before and row in step.before[key].rows for key in keys):
            keys += object_keys_in_database(sender, pk=row.pk)  # it may have belonged to another object
        step.remember(keys)


def _after_adding(sender: type[Model], instance: Model, created: bool, **kwargs: Any) -> None:
    step = _current.get()
    if step and created:
        step.added([instance])


def _before_deleting(sender: type[Model], instance: Model, **kwargs: Any) -> None:
    step = _current.get()
    if step and Key(sender, instance.pk) not in step.going:
        about_to_delete(step, [instance])


def about_to_delete(step: OpenStep, rows: list[Any]) -> None:
    """Keep what rows of one kind hold, and the objects that let go of them: as many questions for many as for one.

    These are objects with a column that becomes empty, or with a list that names one of the rows.
    """
    keys = [*object_keys(*rows)]
    for link in links_to(type(rows[0])):
        model = link.model
        if model in watched_models() and link.remote_field.on_delete is SET_NULL:
            keys += object_keys_in_database(model, **{f"{link.name}__in": rows})
        elif model._meta.auto_created in watched_models() and link.name == _list_in(model).m2m_reverse_field_name():
            keys += _listing(_list_in(model), rows)
    step.remember(keys)
    step.going |= {Key(type(row), row.pk) for row in rows}


def _listing(many: Any, rows: list[Model]) -> Iterator[Key]:
    """Yield the objects that have rows in a list."""
    named = {f"{many.m2m_reverse_field_name()}__in": rows}
    holders = many.remote_field.through._base_manager.filter(**named).values(many.m2m_field_name())
    yield from object_keys_in_database(many.model, pk__in=holders)


def _list_in(through: Any) -> Any:
    """Return the field whose list a table without a model of its own holds."""
    return next(many for many in tracked_lists(through._meta.auto_created) if many.remote_field.through is through)


def _before_listing(
    sender: type[Model], instance: Model, action: str, reverse: bool, pk_set: Any, **kwargs: Any
) -> None:
    step = _current.get()
    if not step or not action.startswith("pre_"):
        return
    if not reverse:
        step.remember(object_keys(instance))
    elif pk_set is not None:
        step.remember(object_keys_in_database(kwargs["model"], pk__in=pk_set))
    else:
        step.remember(_listing(_list_in(sender), [instance]))
