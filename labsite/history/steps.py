"""Steps: whatever somebody does in one go is one transaction, one entry of the history, and can be undone as one."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import transaction
from django.db.models import Model

from .documents import Document, read, same
from .kept import Key, batches, kept_models, things
from .models import Step, Version
from .versions import begin, document_of, newest, write
from .wording import changed_parts

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
        self.remember_absent(Key(type(row), row.pk) for row in rows if type(row) in kept_models())

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
