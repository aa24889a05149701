"""Taking back what a step did to a document, though others may have changed it since."""

from typing import Any

from .documents import Document

MISSING = object()


class Overtaken(Exception):
    """What a step did can't be taken back: somebody has changed the same since."""


def taken_back(before: Document, after: Document, now: Document) -> Document:
    """Return what a document holds now without what led from before to after. Raises Overtaken."""
    keys = dict.fromkeys([*now.rows, *before.rows])
    rows = {key: _row(before.rows.get(key), after.rows.get(key), now.rows.get(key)) for key in keys}
    return Document({key: row for key, row in rows.items() if row is not None}, before.name or now.name)


def _row(before: Any, after: Any, now: Any) -> Any:
    if before is None or after is None or now is None:
        return _whole(before, after, now)
    return {name: _value(before.get(name, MISSING), after.get(name, MISSING), value) for name, value in now.items()}


def _whole(before: Any, after: Any, now: Any) -> Any:
    """Decide on a row that isn't in all three: it was added or removed, by the step or since."""
    if before == after or now == before:
        return now
    if now != after:
        raise Overtaken
    return before


def _value(before: Any, after: Any, now: Any) -> Any:
    if before == after or now == before or before is MISSING or after is MISSING:
        return now
    if now != after:
        raise Overtaken
    return before
