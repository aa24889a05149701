"""The entries of a source as the plan looks at them: fitted to the site, without signs behind the names."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from publications.citations.entry import Entry, unpacked
from publications.citations.record import Record
from publications.matching import Marks, PaperFingerprint, without_marks
from publications.matching.identity import identities

from .fitting import fitted, writable
from .progress import Tally

NO_TITLE = "It has no title, and a paper needs one: add it in the source."


class Reading:
    """What each entry of a source says, by its place in it; an entry that is no paper has no record."""

    def __init__(self, entries: Sequence[Entry], tally: Tally) -> None:
        self.entries = [_tidy(entry) for entry in entries]
        told = [None if entry.problem or entry.no_paper else entry.record for entry in self.entries]
        self.identities = identities(told)
        read = [_legible(record, tally) for record in told]
        self.records: list[Record | None] = [each[0] if each else None for each in read]
        self.marks: list[tuple[Marks, ...]] = [each[1] if each else () for each in read]
        self.fingerprints = [
            PaperFingerprint.of_record(record, entry.names_all_authors) if record else None
            for record, entry in zip(self.records, self.entries, strict=True)
        ]
        tally.end_pass()
        self.names = [entry.place or f"entry {place}" for place, entry in enumerate(self.entries, start=1)]

    def record(self, place: int) -> Record:
        """Return the record of an entry that has one."""
        found = self.records[place]
        assert found
        return found

    def fingerprint(self, place: int) -> PaperFingerprint:
        """Return the fingerprint of an entry that has a record."""
        found = self.fingerprints[place]
        assert found
        return found


def _tidy(entry: Entry) -> Entry:
    """Return an entry that can be kept as it is, and none without a title as a paper."""
    if not entry.record or entry.problem:
        return entry
    record = writable(entry.record)
    if not record.title.strip():
        return replace(entry, record=None, problem=NO_TITLE)
    return entry if record is entry.record else replace(entry, record=record)


def _legible(record: Record | None, tally: Tally) -> tuple[Record, tuple[Marks, ...]] | None:
    tally.one_more()
    return legible(record) if record else None


def legible(record: Record) -> tuple[Record, tuple[Marks, ...]]:
    """Return a record as the site can hold it, and what the signs behind its names say."""
    names, marks = without_marks(record.authors)
    return fitted(replace(record, authors=names)), marks


def said_in(said: dict[str, Any]) -> Record | None:
    """Return what an entry said when it was imported, as the site could hold it."""
    record = unpacked({"record": said}).record if said else None
    return legible(record)[0] if record else None
