"""Steps: whatever somebody does in one go is one transaction, one entry of the history, and can be undone as one."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import transaction
from django.db.models import Model
from reversion.models import Revision

from .documents import Document, read, same
from .kept import Key, things
from .versions import Kind, document_of, newest, write
from .wording import changed_parts

_current: ContextVar["Step | None"] = ContextVar("step", default=None)


class Step:
    """What somebody is doing: which things it touches, and what they held before."""

    def __init__(self, user: Any, words: str) -> None:
        self.user = user
        self.words = words
        self.before: dict[Key, Document] = {}
        self.revision: Revision | None = None
        self.removed: list[str] = []  # what the things are called that were deleted
        self.is_noted = False
        self.remarks: list[str] = []  # on what could not be put back

    def about_to_change(self, *rows: Model) -> None:
        """Keep what rows hold, with the rows that belong to them; for changes that no save() makes, as by update()."""
        self.remember(things(*rows))

    def remember(self, keys: Iterable[Key]) -> None:
        self.before |= read(key for key in dict.fromkeys(keys) if key not in self.before)

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
        after = read(self.before)
        changed = {key: (before, after[key]) for key, before in self.before.items() if not same(before, after[key])}
        self.removed = [before.name for key, (before, held) in changed.items() if not held]
        if changed or self.is_noted:
            self._write_found({key: before for key, (before, _) in changed.items()})
            self.revision = write(self.user, self.words, {key: _change(*pair) for key, pair in changed.items()})

    def _write_found(self, documents: dict[Key, Document]) -> None:
        known = newest(documents)
        unknown = {key: held for key, held in documents.items() if not same(held, document_of(known.get(key)))}
        if unknown:
            write(None, "", {key: (Kind.FOUND, held, "") for key, held in unknown.items()})


def _change(before: Document, after: Document) -> tuple[Kind, Document, str]:
    if not after:
        return Kind.REMOVED, Document(name=before.name), ""
    return (Kind.CHANGED, after, changed_parts(before, after)) if before else (Kind.ADDED, after, "")


def current() -> Step | None:
    """Return the step that is under way, if any."""
    return _current.get()


@contextmanager
def step(user: Any, words: str = "") -> Iterator[Step]:
    """Make one step of what is done inside: all of it or nothing, and one entry of the history.

    A step within a step is part of it, and gives it its words.
    """
    outer = _current.get()
    with transaction.atomic():
        if outer:
            outer.words = words or outer.words
            yield outer
            return
        own = Step(user, words)
        token = _current.set(own)
        try:
            yield own
        finally:
            _current.reset(token)
        own.write()
