"""Steps: whatever somebody does in one go is one transaction, one entry of the history, and can be undone as one.

Signals notice what is saved or deleted during a step, so that nobody needs to say beforehand what will change.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import transaction
from django.db.models import SET_NULL, Model
from django.db.models.signals import m2m_changed, post_save, pre_delete, pre_save

from .models import Step, Version
from .tracked import Key, batches, things, things_in_database, tracked_lists, tracked_models, watched_models
from .versions import Document, begin, changed_parts, document_of, newest, read, same, write

_current: ContextVar["OpenStep | None"] = ContextVar("step", default=None)


class OpenStep:
    """What somebody is doing: which things it touches, and what they held before."""

    def __init__(self, user: Any, words: str) -> None:
        self.user = user
        self.words = words
        self.before: dict[Key, Document] = {}
        self.row: Step | None = None  # once something has been written
        self.removed: list[str] = []  # what the things are called that were deleted
        self.is_noted = False
        self.going: set[Key] = set()  # rows about to be deleted, whose things are remembered
        self.remarks: list[str] = []  # on what could not be put back

    def about_to_change(self, *rows: Model) -> None:
        """Keep what rows hold, with the rows that belong to them; for changes that no save() makes, as by update()."""
        self.remember(things(*rows))

    def remember(self, keys: Iterable[Key]) -> None:
        self.before |= read(key for key in dict.fromkeys(keys) if key not in self.before)

    def added(self, rows: Iterable[Model]) -> None:
        """Note rows that were written all at once, which nothing else notices; things among them are new."""
        self.remember_absent(Key(type(row), row.pk) for row in rows if type(row) in tracked_models())

    def remember_absent(self, keys: Iterable[Key]) -> None:
        """Note that things weren't there before this step."""
        for key in keys:
            self.before.setdefault(key, Document())

    def note(self, words: str) -> None:
        """Tell of something of which the history keeps no versions, such as a login; its own words win."""
        self.words = self.words or words
        self.is_noted = True

    def write(self) -> None:
        """Write the versions of all that has changed, and what it was before where the history doesn't know it."""
        known = self._changed(key for key, before in self.before.items() if before)
        self._write_found({key: self.before[key] for key in known})
        if self.is_noted:
            self.row = begin(self.user, self.words)
        for some in batches(self.before):
            new = self._changed(key for key in some if not self.before[key])
            self._write_made({key: pair for key in some if (pair := known.get(key) or new.get(key))})

    def _changed(self, keys: Iterable[Key]) -> dict[Key, tuple[Document, Document]]:
        """Return what those things held and hold that have changed."""
        after = read(keys)
        pairs = {key: (self.before[key], held) for key, held in after.items()}
        return {key: pair for key, pair in pairs.items() if not same(*pair)}

    def _write_made(self, changed: dict[Key, tuple[Document, Document]]) -> None:
        if changed:
            self.removed += [before.name for before, held in changed.values() if not held]
            self.row = self.row or begin(self.user, self.words)
            write(self.row, {key: _change(*pair) for key, pair in changed.items()})

    def _write_found(self, documents: dict[Key, Document]) -> None:
        known = newest(documents)
        unknown = {key: held for key, held in documents.items() if not same(held, document_of(known.get(key)))}
        if unknown:
            write(begin(None, ""), {key: (Version.Kind.FOUND, held, "") for key, held in unknown.items()})


def _change(before: Document, after: Document) -> tuple[Version.Kind, Document, str]:
    if not after:
        return Version.Kind.REMOVED, Document(name=before.name), ""
    return (Version.Kind.CHANGED, after, changed_parts(before, after)) if before else (Version.Kind.ADDED, after, "")


def current() -> OpenStep | None:
    """Return the step that is under way, if any."""
    return _current.get()


@contextmanager
def step(user: Any, words: str = "") -> Iterator[OpenStep]:
    """Make one step of what is done inside: all of it or nothing, and one entry of the history.

    A step within a step is part of it, and gives it its words.
    """
    outer = _current.get()
    with transaction.atomic():
        if outer:
            outer.words = words or outer.words
            yield outer
            return
        own = OpenStep(user, words)
        token = _current.set(own)
        try:
            yield own
        finally:
            _current.reset(token)
        own.write()


def watch_rows() -> None:
    for model in watched_models():
        pre_save.connect(_before_saving, sender=model, dispatch_uid="history")
        post_save.connect(_after_adding, sender=model, dispatch_uid="history")
        pre_delete.connect(_before_deleting, sender=model, dispatch_uid="history")
        for field in tracked_lists(model):
            m2m_changed.connect(_before_listing, sender=field.remote_field.through, dispatch_uid="history")


def _before_saving(sender: Any, instance: Model, **kwargs: Any) -> None:
    step = current()
    if step:
        keys = list(things(instance))
        if instance.pk is not None and not _is_remembered_with(step, keys, instance):
            keys += things_in_database(sender, pk=instance.pk)  # it may have belonged to another thing
        step.remember(keys)


def _is_remembered_with(step: OpenStep, keys: list[Key], row: Model) -> bool:
    return all(key in step.before and Key(type(row), row.pk) in step.before[key].rows for key in keys)


def _after_adding(sender: Any, instance: Model, created: bool, **kwargs: Any) -> None:
    step = current()
    if step and created:
        step.remember_absent(key for key in things(instance) if key == Key(sender, instance.pk))


def _before_deleting(sender: Any, instance: Model, **kwargs: Any) -> None:
    step = current()
    if step and Key(sender, instance.pk) not in step.going:
        about_to_delete(step, [instance])


def about_to_delete(step: OpenStep, rows: list[Any]) -> None:
    """Keep what rows of one kind hold, and the things that let go of them: as many questions for many as for one."""
    step.remember([*things(*rows), *_referring(rows)])
    step.going |= {Key(type(row), row.pk) for row in rows}


def _referring(rows: list[Any]) -> Iterator[Key]:
    """Yield the things that let go of rows when they are deleted: lists that name them, columns that become empty."""
    relations: Any = rows[0]._meta.get_fields(include_hidden=True)
    for relation in relations:
        if not (relation.auto_created and not relation.concrete and (relation.one_to_many or relation.one_to_one)):
            continue
        model, column = relation.related_model, relation.field.name
        if model in watched_models() and relation.on_delete is SET_NULL:
            yield from things_in_database(model, **{f"{column}__in": rows})
        elif model._meta.auto_created in watched_models():
            yield from _listing(model, column, rows)


def _listing(through: Any, column: str, rows: list[Any]) -> Iterator[Key]:
    own = _list_in(through).m2m_field_name()
    if own != column:
        holders = through._base_manager.filter(**{f"{column}__in": rows}).values(own)
        yield from things_in_database(through._meta.auto_created, pk__in=holders)


def _list_in(through: Any) -> Any:
    """Return the field whose list a table without a model of its own holds."""
    return next(field for field in tracked_lists(through._meta.auto_created) if field.remote_field.through is through)


def _before_listing(sender: Any, instance: Any, action: str, reverse: bool, pk_set: Any, **kwargs: Any) -> None:
    step = current()
    if not step or not action.startswith("pre_"):
        return
    if not reverse:
        step.remember(things(instance))
    elif pk_set is not None:
        step.remember(things_in_database(kwargs["model"], pk__in=pk_set))
    else:
        step.remember(_listing(sender, _list_in(sender).m2m_reverse_field_name(), [instance]))
