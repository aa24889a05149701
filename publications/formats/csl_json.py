"""CSL-JSON, which citeproc, Pandoc and Zotero read.

Schema: https://github.com/citation-style-language/schema/blob/master/schemas/input/csl-data.json; types and variables:
https://docs.citationstyles.org/en/stable/specification.html#appendix-iii-types
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from publications.record import KIND_NAMES, MEETINGS, Name, Record, Unreadable, acronym_of, one_line, status_of

TYPES = {
    "conference": "paper-conference",
    "workshop": "paper-conference",
    "poster": "paper-conference",
    "journal": "article-journal",
    "preprint": "article",
    "thesis": "thesis",
    "book": "book",
    "chapter": "chapter",
    "report": "report",
    "software": "software",
    "dataset": "dataset",
    "other": "document",
}
KINDS = {csl_type: kind for kind, csl_type in reversed(TYPES.items())}
NAMED_KINDS = {name: kind for kind, name in KIND_NAMES.items() if name}
# Where CSL wants the genre even though the type says it: it tells a preprint from an article of a newspaper's.
GENRES = ("workshop", "poster", "preprint")
STATUSES = {"accepted": "in press", "submitted": "submitted", "preprint": "preprint"}
NAME_PARTS = ("family", "given", "suffix", "literal")
READ_PARTS = ("non-dropping-particle", "given", "family", "suffix", "literal")
RANGE = re.compile(r"\s*[–—]\s*")
HYPHEN_OF_RANGE = re.compile(r"(?<=\d)-(?=\w*[\d:])|(?<=[ivxlc])-(?=[ivxlc]+\b)")

encode = json.JSONEncoder(ensure_ascii=False).encode

Item = dict[str, Any]


def render(records: Iterable[Record]) -> str:
    """Return the records as a JSON list, one variable a line, in letters of all scripts."""
    items = ",".join(map(_item, records))
    return f"[{items}\n]\n" if items else "[]\n"


def parse(text: str) -> list[Record]:
    """Return the records of a CSL-JSON list, or of one item alone. Raises Unreadable for any other text."""
    try:
        items = json.loads(text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}"))
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"This is not JSON: {error}.") from error
    items = [items] if isinstance(items, dict) else items
    if not isinstance(items, list):
        raise Unreadable("CSL-JSON is a list of items.")
    return [_record(item, place) for place, item in enumerate(items, start=1)]


def _item(record: Record) -> str:
    lines = [f'    "{name}": {encode(value)}' for name, value in _variables(record) if value]
    return "\n  {\n" + ",\n".join(lines) + "\n  }"


def _variables(record: Record) -> Iterator[tuple[str, Any]]:
    """Yield variables and values in their order of printing, the empty ones among them."""
    yield "id", record.key
    yield "type", TYPES.get(record.kind, "document")
    yield "genre", KIND_NAMES[record.kind] if record.kind in GENRES else ""
    yield "status", "" if record.kind == "preprint" else STATUSES.get(record.status)
    yield "title", one_line(record.title)
    yield "author", [_author(name) for name in record.authors]
    yield "issued", _issued(record)
    yield from _place(record)
    yield "volume", record.volume
    yield "issue", record.number
    yield "number", record.article
    yield "page", RANGE.sub("-", record.pages)
    yield "DOI", record.doi
    yield "URL", record.url
    yield "note", one_line(record.note)
    yield "abstract", one_line(record.abstract)
    yield "custom", {"arxiv": record.arxiv_id} if record.arxiv_id else None


def _author(name: Name) -> Item:
    return {part: getattr(name, part) for part in NAME_PARTS if getattr(name, part)}


def _issued(record: Record) -> Item | None:
    parts = [part for part in (record.year, record.year and record.month) if part]
    return {"date-parts": [parts]} if parts else None


def _place(record: Record) -> Iterator[tuple[str, str]]:
    """Yield what it appeared in; of a preprint, the server, which CSL takes for its publisher."""
    is_served = record.kind == "preprint" and not record.publisher and not record.proceedings
    yield "container-title", "" if is_served else one_line(record.container)
    yield "container-title-short", record.acronym
    yield "collection-title", record.series
    meeting = record.venue if record.kind in MEETINGS else ""
    yield "event-title", one_line(meeting)
    yield "publisher", record.venue if is_served else record.publisher


def _record(item: Any, place: int) -> Record:
    if not isinstance(item, dict) or not isinstance(item.get("type"), str):
        raise Unreadable(f"Item {place} is not CSL-JSON: it has no type.")

    def text(*names: str) -> str:
        return next((str(item[name]) for name in names if isinstance(item.get(name), str | int) and item[name]), "")

    year, month = _date(item.get("issued"))
    kind = NAMED_KINDS.get(text("genre"), KINDS.get(item["type"], "other"))
    custom = item.get("custom")
    arxiv_id = custom.get("arxiv") if isinstance(custom, dict) else ""
    return Record(
        key=text("id"),
        title=text("title"),
        kind=kind,
        status=_status(text("status"), text("note"), kind),
        authors=tuple(_names(item.get("author"))),
        year=year,
        month=month,
        acronym=text("container-title-short", "journalAbbreviation") or acronym_of(text("collection-title"), year),
        volume=text("volume"),
        number=text("issue"),
        article=text("number"),
        pages=HYPHEN_OF_RANGE.sub("–", text("page")),
        doi=text("DOI"),
        arxiv_id=arxiv_id if isinstance(arxiv_id, str) else "",
        url=text("URL"),
        note=text("note"),
        abstract=text("abstract"),
        **_placed(kind, text("container-title"), text("event-title", "event"), text("publisher")),
    )


def _placed(kind: str, container: str, meeting: str, publisher: str) -> dict[str, Any]:
    """Return venue, proceedings and publisher."""
    if kind == "preprint" and not container:
        return {"venue": publisher}
    if kind in MEETINGS:
        return {
            "venue": meeting,
            "proceedings": "" if container == meeting else container,
            "publisher": publisher,
        }
    return {"venue": container, "publisher": publisher}


def _status(said: str, note: str, kind: str) -> str:
    known = {csl_status: status for status, csl_status in STATUSES.items()}
    return known.get(said) or status_of(note, kind)


def _date(issued: Any) -> tuple[int | None, int | None]:
    """Return year and month of the structured kind of date, in which numbers may be strings."""
    try:
        year, month = (*map(int, issued["date-parts"][0]), 0, 0)[:2]
    except (TypeError, ValueError, LookupError, OverflowError):
        return None, None
    return (year or None), (month if year and 1 <= month <= 12 else None)


def _names(authors: Any) -> Iterator[Name]:
    for author in authors if isinstance(authors, list) else ():
        if not isinstance(author, dict):
            continue
        particle, given, family, suffix, literal = (author.get(part) or "" for part in READ_PARTS)
        family = f"{particle} {family}" if particle and family else family
        if given and family and not literal:
            yield Name(str(given), str(family), str(suffix))
        elif whole := literal or family or given:
            yield Name(literal=str(whole))
