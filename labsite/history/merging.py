"""Taking back what a step did to a document, though others may have changed it since."""

from typing import Any

from labsite.modelling.three_way import merge

from .documents import Document


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
