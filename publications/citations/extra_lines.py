"""Zotero's *Extra*, which exports put into the note: ``PMID: 1234 tex.ids: quokka24 publisher: Leisure Press``.

https://www.zotero.org/support/kb/item_types_and_fields#citing_fields_from_extra
"""

import re
from dataclasses import replace
from typing import Any

from publications.citations.record import Record

IDS = ("pmid", "pmcid", "isbn")
FIELDS = ("doi", "publisher", "number", "volume", "pages")
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
    fields: dict[str, Any] = {name: value for name, value in labelled if name in FIELDS and not getattr(record, name)}
    ids = [(name, value) for name, value in labelled if name in IDS]
    extra = [(f"extra {name}", value) for name, value in labelled if name not in IDS and fields.get(name) != value]
    note = "\n".join(note_lines)
    return replace(record, note=note, ids=(*record.ids, *ids), extra=(*record.extra, *extra), **fields)
