"""Records as CSL-JSON."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from publications.citations.record import KIND_NAMES, MEETINGS, Name, Record, RecordLink, one_line, status_of

from .words import ID_VARIABLES, STANDARD, STATUSES, Item, printed_type

# Where CSL wants the genre even though the type says it: it tells a preprint from an article of a newspaper's.
GENRES = ("workshop", "poster", "preprint")
# What is kept of places that aren't cited, such as when dblp last looked at a paper.
OF_ELSEWHERE = ("dblp ", "ORCID ", "PubMed ")
NAME_PARTS = ("family", "given", "suffix", "literal")
RANGE = re.compile(r"\s*[–—]\s*")

encode = json.JSONEncoder(ensure_ascii=False).encode


def render(records: Iterable[Record]) -> str:
    """Return the records as a JSON list, one variable a line, in letters of all scripts."""
    items = ",".join(map(_item, records))
    return f"[{items}\n]\n" if items else "[]\n"


def _item(record: Record) -> str:
    lines = [f'    "{name}": {encode(value)}' for name, value in _variables(record) if value]
    return "\n  {\n" + ",\n".join(lines) + "\n  }"


def _variables(record: Record) -> Iterator[tuple[str, Any]]:
    """Yield variables and values in their order of printing, the empty ones among them."""
    yield "id", record.key
    yield "type", printed_type(record)
    yield "genre", KIND_NAMES[record.kind] if record.kind in GENRES else ""
    is_said = record.kind == "preprint" and record.status == status_of(record.note, record.kind)
    yield "status", "" if is_said else STATUSES.get(record.status)
    yield "title", one_line(record.title)
    yield "author", [_author(name) for name in record.authors]
    yield "issued", _issued(record)
    yield from _place(record)
    yield "volume", record.volume
    yield "issue", record.number
    yield "number", record.article
    yield "page", RANGE.sub("-", record.pages)
    yield "DOI", record.doi
    yield from ((variable, _ids(record, scheme)) for scheme, variable in ID_VARIABLES.items())
    yield "URL", record.url
    yield "note", one_line(record.note)
    yield "abstract", one_line(record.abstract)
    yield "custom", dict(_custom(record))


def _author(name: Name) -> Item:
    return {part: getattr(name, part) for part in NAME_PARTS if getattr(name, part)}


def _issued(record: Record) -> Item | None:
    parts = [part for part in (record.year, record.year and record.month, _day(record)) if part]
    return {"date-parts": [parts]} if parts else None


def _day(record: Record) -> int | None:
    """Return the day that is left of the source, as long as it is of the record's month."""
    date = re.fullmatch(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", dict(record.extra).get("issued", ""))
    is_same = date and (int(date[1]), int(date[2])) == (record.year, record.month)
    return int(date[3]) if date and is_same else None


def _place(record: Record) -> Iterator[tuple[str, str]]:
    """Yield what it appeared in; of a preprint, the server, which CSL takes for its publisher."""
    is_served = record.kind == "preprint" and not record.publisher and not record.proceedings
    yield "container-title", "" if is_served else one_line(record.container)
    yield "container-title-short", record.acronym
    yield "collection-title", record.series
    meeting = record.venue if record.kind in MEETINGS else ""
    yield "event-title", one_line(meeting)
    yield "publisher", record.venue if is_served else record.publisher


def _ids(record: Record, wanted: str) -> str:
    return " ".join(value for scheme, value in record.ids if scheme == wanted)


def _custom(record: Record) -> Iterator[tuple[str, Any]]:
    """Yield what CSL has no word for."""
    if record.arxiv_id:
        yield "arxiv", record.arxiv_id
    if record.entry_type and record.entry_type not in STANDARD:
        yield "type", record.entry_type
    if any(name.orcid for name in record.authors):
        yield "orcids", [name.orcid for name in record.authors]
    for scheme in dict.fromkeys(scheme for scheme, _ in record.ids if scheme not in ID_VARIABLES):
        yield scheme, _ids(record, scheme)
    if record.links:
        yield "links", list(map(_link, record.links))
    kept = ((name, value) for name, value in record.extra if not name.startswith(OF_ELSEWHERE))
    yield from ((name, value) for name, value in kept if name != "issued" or not _day(record))


def _link(link: RecordLink) -> Item:
    return {"kind": link.kind, "url": link.url} | ({"label": link.label} if link.label else {})
