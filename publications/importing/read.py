"""The entries of a source as the plan looks at them: normalised, and several that say one paper as one record."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from publications.citations.entry import Entry, unpacked
from publications.citations.identifiers import arxiv_in
from publications.citations.names import Marks, without_marks
from publications.citations.record import Name, Record, RecordLink
from publications.matching.papers import NOT_OUT, PaperFingerprint, folded, identities

from .normalise import free_label, normalised, writable
from .plan import PlannedVersion

# Called now and then with how many entries of a long job are done, and of how many.
Progress = Callable[[int, int], None]

PASSES = 4  # through all entries
REPORT_EVERY = 250  # entries
# What a preprint says beside where and when it appeared; the rest is of that version alone.
OF_ANY_VERSION = ("abstract", "note", "arxiv_id")
FILLED = (
    *("venue", "acronym", "proceedings", "volume", "number", "article", "pages", "publisher", "year", "doi"),
    *("arxiv_id", "note", "abstract", "entry_type"),
)

NO_TITLE = "It has no title, and a paper needs one: add it in the source."


class ProgressTally:
    """Counts the entries gone through in each pass, and reports how many of all that comes to."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self.total = total
        self.progress = progress
        self.finished = 0
        self.count = 0
        self._report()

    def one_more(self) -> None:
        """Count an entry of this pass."""
        self.count += 1
        if self.count % REPORT_EVERY == 0:
            self._report()

    def end_pass(self) -> None:
        """Begin the next pass, whether or not this one went through all entries."""
        self.finished += 1
        self.count = 0
        self._report()

    def _report(self) -> None:
        done = (min(self.finished, PASSES) * self.total + min(self.count, self.total)) // PASSES
        if self.progress:
            self.progress(min(done, self.total), self.total)


class ReadEntries:
    """What each entry of a source says, by its place in it; an entry that is no paper has no record."""

    def __init__(self, entries: Sequence[Entry], tally: ProgressTally) -> None:
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


def _legible(record: Record | None, tally: ProgressTally) -> tuple[Record, tuple[Marks, ...]] | None:
    tally.one_more()
    return legible(record) if record else None


def legible(record: Record) -> tuple[Record, tuple[Marks, ...]]:
    """Return a record as the site can hold it, and what the signs behind its names say."""
    names, marks = without_marks(record.authors)
    return normalised(replace(record, authors=names)), marks


def logged_record(said: dict[str, Any]) -> Record | None:
    """Return the normalised record of a row of the import log; None of an entry that was only left out."""
    record = unpacked({"record": said}).record if said else None
    return legible(record)[0] if record else None


def is_preprint(record: Record) -> bool:
    return record.kind in NOT_OUT or record.status in NOT_OUT


def union_of(records: Sequence[Record], complete: Sequence[bool] = ()) -> Record:
    """Return what all of them say of the paper; ``complete`` says of each whether it names all authors."""
    known = dict(zip(map(id, records), complete, strict=False))
    ordered = sorted(records, key=is_preprint)
    first, *others = ordered
    for other in others:
        first = _filled(first, other)
    authors = next((each.authors for each in ordered if each.authors and known.get(id(each), True)), first.authors)
    return replace(first, authors=authors or first.authors)


def _filled(one: Record, other: Record) -> Record:
    was_before = is_preprint(other) and not is_preprint(one)
    names = OF_ANY_VERSION if was_before else FILLED
    values = {name: getattr(one, name) or getattr(other, name) for name in names}
    if one.kind == "other" and not was_before:
        values["kind"] = other.kind
    if one.year == other.year and not was_before:
        values["month"] = one.month or other.month
    return replace(
        one,
        **values,
        authors=one.authors or other.authors,
        ids=tuple(dict.fromkeys([*one.ids, *other.ids, *_other_doi(one, other)])),
        links=_links(one, other, "Preprint" if was_before else ""),
        extra=_extra(one, other),
    )


def _other_doi(one: Record, other: Record) -> list[tuple[str, str]]:
    is_other = other.doi and one.doi and other.doi.casefold() != one.doi.casefold()
    was_before = is_preprint(other) and not is_preprint(one)
    if not (is_other or (other.doi and was_before and not one.doi)) or arxiv_in(other.doi):
        return []
    return [("doi", other.doi)]


def _links(one: Record, other: Record, label: str) -> tuple[RecordLink, ...]:
    """Return the links of both, those of one kind under labels of their own."""
    addresses = {link.url for link in one.links}
    taken = {(link.kind, link.label) for link in one.links}
    more = []
    for link in other.links:
        if link.url not in addresses:
            wanted = link.label or (label if (link.kind, "") in taken else "")
            more.append(replace(link, label=free_label(wanted, link.kind, taken)))
            taken.add((link.kind, more[-1].label))
    return (*one.links, *more)


def _extra(one: Record, other: Record) -> tuple[tuple[str, str], ...]:
    names = {name for name, _ in one.extra}
    return (*one.extra, *(pair for pair in other.extra if pair[0] not in names))


def versions_in(records: Iterable[Record], whole: Record) -> tuple[PlannedVersion, ...]:
    """Return the preprints among the records of a paper that has come out; none of one that hasn't."""
    if is_preprint(whole):
        return ()
    found = {folded(record.title): version(record, whole.authors) for record in records if is_preprint(record)}
    return tuple(found.values())


def version(record: Record, authors: tuple[Name, ...]) -> PlannedVersion:
    """Return a preprint as the site keeps it beside what it became."""
    printed, now = (", ".join(map(str, names)) for names in (record.authors, authors))
    status = ", ".join(filter(None, ["Preprint", str(record.year or "")]))
    return PlannedVersion(record.title, "" if printed == now else printed, status, record.arxiv_id)
