"""What of a source's answer is worth keeping: nothing that it notes for itself and may change any day."""

from collections.abc import Iterable
from dataclasses import replace

from publications.citations.entry import Entry


def without(name: str, entries: Iterable[Entry]) -> list[Entry]:
    """Return entries without one of the fields that they have beside those of a record."""
    return [_without(name, entry) for entry in entries]


def _without(name: str, entry: Entry) -> Entry:
    if not entry.record:
        return entry
    extra = tuple(pair for pair in entry.record.extra if pair[0] != name)
    return replace(entry, record=replace(entry.record, extra=extra))
