"""Records out of the rows of a table."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from publications.citations.entry import Entry
from publications.citations.identifiers import isbn_in, other_id_in
from publications.citations.record import MEETINGS, Record, one_line, status_of
from publications.formats.dates import month_in, year_in
from publications.formats.entries import ARXIV_AS_VENUE, PRINTED, broken, entry_of
from publications.formats.fields import Fields
from publications.formats.located import SCHEMES, Located

from .authors import Ambiguous, authors_in
from .headers import FIELDS, fields_of
from .kinds import kind_by_place, kind_named
from .rows import Row, Table, table_of

LOOKED_AT = 100_000  # characters
KEPT = "="  # before the header of a column without a field, which may be called as a field is
KEY = re.compile(r"""[^\s"#%'(),={}~\\@]*[^\W\d][^\s"#%'(),={}~\\@]*""")  # of a citation, rather than a number
LINKS = ("pdf", "code", "data", "slides", "poster", "video", "project")
PLACES = {"journal": "journal", "meeting": "conference", "proceedings": "conference"}
HYPHEN = re.compile(r"^([^-–]+?)\s*(?:-+|–)\s*([^-–]+)$")
STATUSES = {
    "accepted": re.compile(r"to appear|in ?press|forthcoming|accepted", re.IGNORECASE),
    "submitted": re.compile(r"submi|under review", re.IGNORECASE),
    "published": re.compile(r"published|final", re.IGNORECASE),
}
WITHOUT_TITLES = (
    "Row 1: no column is called “Title”. Say which of these has the titles, or give it this header: {headers}."
)


@dataclass(frozen=True)
class Column:
    """A column of a table: its header, which of FIELDS it is taken for, and the first value in it."""

    header: str
    field: str
    example: str


def columns(text: str, mapping: Mapping[str, str] | None = None) -> list[Column]:
    """Return the columns of a table in their order. A column without a field is kept with each paper as it is."""
    table = table_of(text)
    rows = [row.cells for row in list(table.rows())[:20]]
    return [
        Column(header, field, next((row[place] for row in rows if len(row) > place and row[place].strip()), ""))
        for place, (header, field) in enumerate(zip(table.headers, _fields(table, mapping), strict=True))
    ]


def is_table(text: str) -> bool:
    """Say whether a text is a table in which titles and something else of papers are recognised."""
    table = table_of(text[:LOOKED_AT])
    found = [field for field in fields_of(table.headers) if field]
    return "title" in found and len(found) > 1 and any(table.rows())


def read(text: str, mapping: Mapping[str, str] | None = None) -> list[Entry]:
    """Return what each row says; ``mapping`` names the field of a header where that isn't what it is taken for."""
    table = table_of(text)
    fields = _fields(table, mapping)
    if "title" not in fields:
        listed = ", ".join(filter(None, table.headers))[:200]
        return [Entry("row 1", problem=WITHOUT_TITLES.format(headers=listed))]
    return [_entry(row, table.headers, fields) for row in table.rows()]


def _fields(table: Table, mapping: Mapping[str, str] | None) -> list[str]:
    """Return the field of each column; one that the mapping gives to another column isn't guessed."""
    given = {header: field for header, field in (mapping or {}).items() if field in (*FIELDS, "")}
    taken = {given[header] for header in table.headers if header in given}
    guessed = fields_of([header if header not in given else "" for header in table.headers])
    return [
        given.get(header, "" if field in taken else field)
        for header, field in zip(table.headers, guessed, strict=True)
    ]


def _entry(row: Row, headers: list[str], columns: list[str]) -> Entry:
    place = f"row {row.number}"
    if row.problem:
        return broken(place, row.problem)
    named = [field or f"{KEPT}{header}" for header, field in zip(headers, columns, strict=True)]
    headed = dict(zip(reversed(named), reversed(headers), strict=True))
    fields = Fields((name, one_line(cell)) for name, cell in zip(named, row.cells, strict=False))
    try:
        authors, is_whole = authors_in(fields.take("authors"))
    except Ambiguous as error:
        return broken(place, str(error))
    record = _record(fields)
    extra = Fields((headed[name] or "without a header", value) for name, value in fields.left()).left()
    return entry_of(place, replace(record, authors=tuple(authors), extra=extra), is_whole and "authors" in columns)


def _record(fields: Fields) -> Record:
    year, month = _date(fields)
    located = _located(fields)
    placed = _placed(fields, located)
    note = fields.take("note")
    return Record(
        key=fields.take("key", fits=KEY.fullmatch),
        title=fields.take("title"),
        status=_status(fields, note, placed["kind"]),
        year=year,
        month=month,
        volume=fields.take("volume"),
        number=fields.take("number"),
        article=fields.take("article"),
        pages=_pages(fields),
        publisher=fields.take("publisher"),
        note=note,
        abstract=fields.take("abstract"),
        **placed,
        **located.fields(),
    )


def _date(fields: Fields) -> tuple[int | None, int | None]:
    """Return year and month; a date that says more, such as a day, stays in the fields."""
    year = next((year for value in fields.values("year", "date") if (year := year_in(value))), None)
    fields.take("year", fits=lambda value: value.removesuffix(".0") == str(year))
    said = fields.take("month", fits=lambda value: month_in(value) or re.fullmatch("0?[1-9]|1[0-2]", value))
    dated = (month_in(value) for value in fields.values("date") if year_in(value) == year)
    month = int(said) if said.isdecimal() else month_in(said) or next(filter(None, dated), None)
    fields.take("date", fits=lambda value: re.fullmatch(rf"{year}(?:[-/]0?{month})?", value))
    return year, month if year else None


def _located(fields: Fields) -> Located:
    located = Located()
    fields.take_all("doi", fits=located.know)
    fields.take_all("arxiv", fits=lambda value: located.know(f"arXiv:{value}") or located.know(value))
    for scheme in SCHEMES:
        fields.take_all(scheme, fits=partial(_identify, scheme=scheme, located=located))
    fields.take_all("url", fits=partial(_visit, kind="", located=located))
    for kind in LINKS:
        fields.take_all(kind, fits=partial(_visit, kind=kind, located=located))
    return located


def _identify(value: str, scheme: str, located: Located) -> bool:
    """Take in identifiers, or the address of one; say whether there is nothing else in the value."""
    if located.identify(*(other_id_in(value) or (scheme, value if isbn_in(value) else ""))):
        return True
    unknown = [part for part in re.split(r"[\s,;]+", value) if not located.identify(scheme, part)]
    return not unknown


def _visit(value: str, kind: str, located: Located) -> bool:
    """Take in addresses with spaces or signs between them; say whether there is nothing else in the value."""
    found = [located.visit(part, kind) for part in re.split(r"[\s;|]+", value) if part]
    return all(found)


def _placed(fields: Fields, located: Located) -> dict[str, Any]:
    """Return the kind and the fields of a record that say where it appeared; the kind is empty where nothing does."""
    kind = kind_named(fields.take("kind", fits=kind_named))
    told = next((kind for field, kind in PLACES.items() if fields.values(field)), "")
    acronym = fields.take("acronym")
    venue, printed = fields.take("venue", "journal"), fields.take("proceedings")
    if (server := ARXIV_AS_VENUE.fullmatch(venue)) and kind in ("", "journal", "preprint", "other"):
        located.know(server[1].split(",")[0].split(" ")[0])
        return {"kind": "preprint", "venue": "arXiv", "acronym": acronym or "arXiv"}
    kind = kind or _kind(told, fields.values("meeting")[:1] or [printed or venue])
    if kind not in MEETINGS:
        fields.add("proceedings", printed if venue else "")
        return {"kind": kind, "venue": venue or fields.take("meeting") or printed, "acronym": acronym}
    printed = printed or (venue if PRINTED.search(venue) or fields.values("meeting") else "")
    venue = fields.take("meeting") or ("" if venue == printed else venue)
    return {"kind": kind, "venue": venue, "acronym": acronym, "proceedings": "" if venue == printed else printed}


def _kind(told: str, places: list[str]) -> str:
    """Return the kind that a column is for, or else that the venue shows, which alone tells workshops."""
    shown = kind_by_place(places[0])
    return shown if not told or (told, shown) == ("conference", "workshop") else told


def _status(fields: Fields, note: str, kind: str) -> str:
    said = " ".join((*fields.values("status"), note))
    status = next((status for status, pattern in STATUSES.items() if pattern.search(said)), "")
    fields.take("status", fits=lambda value: status and STATUSES[status].fullmatch(value))
    return "preprint" if kind == "preprint" and status == "published" else status or status_of(note, kind)


def _pages(fields: Fields) -> str:
    pages = fields.take("pages") or "–".join(filter(None, (fields.take("first_page"), fields.take("last_page"))))
    return HYPHEN.sub(r"\1–\2", pages)
