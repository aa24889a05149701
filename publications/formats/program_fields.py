"""What programs say of a paper beside what citations print: this site in fields of its own, Zotero in the note.

``labsite`` has its kind and status, the acronym, full name, kind and publisher of its venue, the proceedings as
printed and a publisher of its own. It counts as long as the rest of the entry says what the site would print for that:
one that somebody edited is read as any other. ``labsite-notes`` has the notes on the paper's page, ``labsite-links``
kind, address and label of each link that has a label. Other programs leave these fields alone.

Zotero's *Extra*, which exports put into the note: ``PMID: 1234 tex.ids: quokka24 publisher: Leisure Press``.
https://www.zotero.org/support/kb/item_types_and_fields#citing_fields_from_extra
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from operator import attrgetter
from typing import Any

from publications.citations.entry import Entry
from publications.citations.record import KIND_NAMES, STATUS_NOTES, Record, RecordLink

FACTS, NOTES, LINKS = "labsite", "labsite-notes", "labsite-links"
BETWEEN, EMPTY = " :: ", "-"
PARTS = 8
ROOM = (40, 300, 20, 100)  # characters of a venue's acronym, name, kind and publisher
VENUE_KINDS = ("", "conference", "journal", "workshop", "preprints", "other")
STATUSES = ("published", "preprint", *STATUS_NOTES)
PRINTED = ("kind", "status", "venue", "acronym", "proceedings", "publisher", "entry_type")


def own_fields(record: Record, notes: list[str], links: list[RecordLink]) -> Iterator[tuple[str, str]]:
    """Yield the fields that the site adds to an entry in its files; empty parts at the end are left out."""
    publisher = "" if record.publisher == record.known_venue[3] else record.publisher
    parts = [record.kind, record.status, *record.known_venue, record.proceedings, publisher]
    while not parts[-1]:
        parts.pop()
    labelled = [part for link in links if link.label for part in (link.kind, link.url, link.label)]
    for name, values in ((FACTS, parts), (NOTES, notes), (LINKS, labelled)):
        if values:
            yield name, BETWEEN.join(part.replace("::", "::::") or EMPTY for part in values)


def with_own_fields(entry: Entry, read: Callable[..., list[Entry]], render: Callable[[list[Record]], str]) -> Entry:
    """Return an entry with what its own fields say, as far as the site would write the rest of it so."""
    record = entry.record
    extra = dict(record.extra) if record else {}
    if not record or extra.keys().isdisjoint((FACTS, NOTES, LINKS)):
        return entry
    facts, notes, labelled = (_parts_of(extra.pop(name, "")) for name in (FACTS, NOTES, LINKS))
    own = {link.url: link for link in map(RecordLink, labelled[::3], labelled[1::3], labelled[2::3])}
    own = {url: link for url, link in own.items() if url in (record.url, *(each.url for each in record.links))}
    links = tuple(link for link in record.links if link.url not in own)
    bare = replace(record, extra=tuple(extra.items()))
    as_printed = attrgetter(*PRINTED)
    again = ((each, read(render([replace(each, key="own")]))[0].record) for each in _known(bare, facts))
    known = next((each for each, printed in again if as_printed(printed) == as_printed(bare)), bare)
    return replace(entry, record=replace(known, note="\n".join(notes) or known.note, links=(*own.values(), *links)))


def _parts_of(text: str) -> list[str]:
    parts = text.split(BETWEEN) if text else []
    return ["" if part == EMPTY else part.replace("::::", "::") for part in parts]


def _known(record: Record, facts: list[str]) -> Iterator[Record]:
    """Yield a record with what the site says of it, with the usual type of entry of its kind, then with its own."""
    if not 2 <= len(facts) <= PARTS or facts[0] not in KIND_NAMES or facts[1] not in STATUSES:
        return
    kind, status, *venue, proceedings, own_publisher = facts + [""] * (PARTS - len(facts))
    if venue[2] not in VENUE_KINDS or any(len(part) > room for part, room in zip(venue, ROOM, strict=True)):
        return
    publisher = own_publisher or venue[3]
    for entry_type in ("", record.entry_type):
        yield replace(
            record,
            kind=kind,
            status=status,
            venue=venue[1] or venue[0],
            acronym=venue[0],
            known_venue=tuple(venue),
            proceedings=proceedings,
            publisher=publisher,
            entry_type=entry_type,
            extra=tuple(pair for pair in record.extra if pair != ("publisher", publisher)),
        )


ZOTEROS_IDS = ("pmid", "pmcid", "isbn")
ZOTEROS_FIELDS = ("doi", "publisher", "number", "volume", "pages")
LABEL = re.compile(
    r"(?:^|\s+)(?P<name>PMID|PMCID|DOI|ISBN|ISSN|tex\.\w+|Citation Key|Publisher|Place|Section|Number|Volume|Pages"
    r"|Series|Type|_eprint|Read_Status\w*|Conference Name|Container[- ]title|Journal Abbreviation|original-date|QID"
    r"|Publication Title|Issue|Version|Medium|Status|submitted|event-\w+):\s+",
    re.IGNORECASE,
)
# What the value of a label looks like; anything else is a sentence that begins with the word.
VALUES = {
    **{"doi": r"10\.\S+", "pmid": r"\d+", "pmcid": r"(?:PMC)?\d+", "isbn": r"[\dXx -]+"},
    **{"pages": r"[\w:.–-]+", "volume": r"\S+", "number": r"\S+"},
}
OF_A_SENTENCE = {"medium", "section", "status", "type", "version"}  # with which a sentence may begin too
CITED = re.compile(r"\d{5}(?=\s|$)\s*")  # how often, as a plugin counts


def without_zoteros_extra(record: Record) -> Record:
    """Return a record whose note has no lines of labels: these become identifiers, fields, or extra fields."""
    note_lines: list[str] = []
    labelled: list[tuple[str, str]] = []
    for line in record.note.splitlines():
        cited = CITED.match(line)
        pieces = LABEL.split(line[cited.end() if cited else 0 :])
        if pieces[0].strip() or not (cited or len(pieces) > 1):
            note_lines.append(line)
            continue
        labels = list(zip((name.casefold() for name in pieces[1::2]), map(str.strip, pieces[2::2]), strict=True))
        is_sentence = not cited and len(labels) == 1 and labels[0][0] in OF_A_SENTENCE and " " in labels[0][1]
        if is_sentence or any(not re.fullmatch(VALUES.get(name, ".*"), value) for name, value in labels):
            note_lines.append(line)
            continue
        labelled += [("citations", cited[0].strip())] if cited else []
        labelled += labels
    fields: dict[str, Any] = {
        name: value for name, value in labelled if name in ZOTEROS_FIELDS and not getattr(record, name)
    }
    ids = [(name, value) for name, value in labelled if name in ZOTEROS_IDS]
    extra = [
        (f"extra {name}", value) for name, value in labelled if name not in ZOTEROS_IDS and fields.get(name) != value
    ]
    note = "\n".join(note_lines)
    return replace(record, note=note, ids=(*record.ids, *ids), extra=(*record.extra, *extra), **fields)
