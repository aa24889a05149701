"""Tables of papers, one in each row under a row of headers: CSV, TSV and what spreadsheets make of them.

Which column holds what is told by its header, in the words of Google Scholar, Zotero, Scopus, Web of Science, IEEE
Xplore, PubMed, academicpages and people; whoever knows better gives a mapping. Quoting: RFC 4180.
"""

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

from publications.citations.containers import with_dash
from publications.citations.dates import month_in, year_in
from publications.citations.entry import Entry
from publications.citations.names import (
    OTHERS,
    are_native,
    in_order,
    inverted,
    listed_names,
    plain_signs,
    without_html,
)
from publications.citations.record import MEETINGS, Name, Record, gettext_noop, one_line, status_of

from .entries import PRINTED, ROW, SCHEMES, Located, SourceFields, at_arxiv, at_most, broken, entry_of
from .table_headers import FIELDS, fields_of, kind_by_place, kind_named

DELIMITERS = ",\t;|"
MAX_LINES = 100  # in one row, whose cells may have line breaks
EXAMPLES = 20  # rows
MAX_TRIES = 8  # to find where a row ends
AMBIGUOUS = gettext_noop("the authors can be read in several ways: “{}”. Put “;” between them.")
UNCLOSED = gettext_noop("a quotation mark is opened in this row and never closed.")
TOO_LONG = gettext_noop(
    "this row has {values} values, but the table has {columns} columns. Put quotation marks around any value that "
    "contains “{mark}”."
)
AND = re.compile(r"\s*,?\s+(?:and|&|und|et|y|e)\s+(?!al\b)", re.IGNORECASE)
NUMBER = re.compile(r"\s*\(\d{4,}\)")  # by which Scopus distinguishes people
SURNAME_FIRST = re.compile(r"(\S.*?),? ((?:[A-Z]\.?-?){1,4})(?: (Jr\.?|Sr\.?|II|III))?")
COMMA = re.compile(r"\s*,\s*")
MAX_DETECTED_LENGTH = 100_000  # characters
UNRECOGNISED = "="  # before the header of an unrecognised column, which might otherwise equal the name of a field
KEY = re.compile(r"""[^\s"#%'(),={}~\\@]*[^\W\d][^\s"#%'(),={}~\\@]*""")  # of a citation, rather than a number
LINKS = ("pdf", "code", "data", "slides", "poster", "video", "project")
KINDS_OF_COLUMNS = {"journal": "journal", "meeting": "conference", "proceedings": "conference"}
STATUSES = {
    "accepted": re.compile(r"to appear|in ?press|forthcoming|accepted", re.IGNORECASE),
    "submitted": re.compile(r"submi|under review", re.IGNORECASE),
    "published": re.compile(r"published|final", re.IGNORECASE),
}
WITHOUT_TITLES = gettext_noop(
    "Row 1: no column is called “Title”. Say which of these holds the titles, or give it this header: {headers}."
)


@dataclass(frozen=True)
class Row:
    """A row as written; the headers are row 1. If there is a ``problem``, its cells mean nothing."""

    number: int
    cells: list[str]
    problem: str = ""


@dataclass(frozen=True)
class Table:
    """A table with its headers and the delimiter between its cells."""

    headers: list[str]
    delimiter: str
    lines: list[str]

    def rows(self) -> Iterator[Row]:
        """Yield the rows below the headers, without empty ones."""
        line, number = 0, 1
        while line < len(self.lines):
            cells, used, is_closed = _split_row(self.lines, line, self.delimiter, len(self.headers))
            line, number = line + used, number + 1
            surplus = [cell for cell in cells[len(self.headers) :] if cell.strip()]
            if not is_closed:
                yield Row(number, [], UNCLOSED)
            elif surplus:
                mark = {"\t": "tab"}.get(self.delimiter, self.delimiter)
                yield Row(number, [], TOO_LONG.format(values=len(cells), columns=len(self.headers), mark=mark))
            elif any(cell.strip() for cell in cells):
                yield Row(number, cells)


def table_of(text: str) -> Table:
    """Return the table in a text; its first line that isn't empty holds the headers."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    first = next((index for index, line in enumerate(lines) if line.strip()), 0)
    declared = lines[first][4:5] if lines[first].lower().startswith("sep=") else ""  # as Excel asks for
    lines = lines[first + bool(declared) :]

    def known_headers(delimiter: str) -> tuple[int, int]:
        headers, _ = _headers(lines, delimiter)
        return sum(map(bool, fields_of(headers))), len(headers)

    delimiter = declared or max(DELIMITERS, key=known_headers)
    headers, used = _headers(lines, delimiter)
    return Table([header.strip() for header in headers], delimiter, lines[used:])


def _headers(lines: list[str], delimiter: str) -> tuple[list[str], int]:
    """Return the cells of the headers, and how many lines they take."""
    cells, used, is_closed = _split_row(lines[:MAX_LINES], 0, delimiter, 0)
    return (cells, used) if is_closed else (lines[0].split(delimiter), 1)


def _split_row(lines: list[str], index: int, delimiter: str, width: int) -> tuple[list[str], int, bool]:
    """Return the cells of the row that begins on a line, its number of lines, and whether its quotes are closed."""
    if index >= len(lines):
        return [], 1, True
    if '"' not in lines[index]:
        return lines[index].split(delimiter), 1, True
    quotes = tries = 0
    for end in range(index + 1, min(index + MAX_LINES, len(lines)) + 1):
        quotes += lines[end - 1].count('"')
        if quotes % 2 or '"' not in lines[end - 1] or tries == MAX_TRIES:
            continue
        tries += 1  # the row may end here, because all quotes are paired
        cells, _ = _quoted("\n".join(lines[index:end]), delimiter)
        if cells and (not width or len(cells) <= width):
            return cells, end - index, True
    bare = lines[index].split(delimiter)
    if len(bare) == width:  # these aren't quotes but inches
        return bare, 1, True
    cells, goes_on = _quoted(lines[index], delimiter)
    return cells or bare, 1, not goes_on


def _quoted(text: str, delimiter: str) -> tuple[list[str], bool]:
    """Return the cells of a row, none if its quotes are wrong, and whether it may continue on the next line."""
    try:
        [cells] = csv.reader([text], delimiter=delimiter, strict=True)
    except csv.Error as error:
        return [], "unexpected end" in str(error)
    except ValueError:
        return [], False
    return cells, False


class AmbiguousAuthors(ValueError):
    """Raised for a list of authors that can be read in several ways."""


def authors_in(cell: str) -> tuple[list[Name], bool]:
    """Return the authors in a cell, and whether the list is complete. Raises AmbiguousAuthors.

    They stand between ``;`` or ``|``, ``and``, or commas with no other meaning, as ``Ada Quill``, or ``Quill, Ada``
    and ``Quill A.`` if all names of the cell are written that way.
    """
    listed = plain_signs(without_html(" ".join(cell.split())))
    mark = next((mark for mark in ";|" if mark in listed), "")
    pieces = listed.split(mark) if mark else AND.split(listed)
    # As in "Quill, Ada and Hale, Max"; else commas part the names before the last one.
    if not mark and (len(pieces) < 2 or ("," not in pieces[-1] and any("," in piece for piece in pieces))):
        *before, last = pieces
        pieces = [*_parted_by_commas(", ".join(before)), last] if before else _parted_by_commas(last)
    names, is_complete = listed_names(NUMBER.sub("", piece) for piece in pieces)
    shortened = [match for name in names if (match := SURNAME_FIRST.fullmatch(name))]
    if len(shortened) == len(names):
        return [Name(match[2], match[1], match[3] or "") for match in shortened], is_complete
    return list(map(inverted if any("," in name for name in names) else in_order, names)), is_complete


def _parted_by_commas(text: str) -> list[str]:
    parts = [part for part in COMMA.split(text) if part]
    if len(parts) < 2 or are_native(parts) or all(" " in part for part in parts):
        return parts  # Ada Quill, Max Hale
    if OTHERS.fullmatch(parts[-1]):
        return [*_parted_by_commas(", ".join(parts[:-1])), parts[-1]]
    if len(parts) % 2 == 0:
        return [", ".join(pair) for pair in zip(parts[::2], parts[1::2], strict=True)]  # Quill, Ada, Hale, Max
    if all(" " not in part for part in parts):
        return parts
    raise AmbiguousAuthors(AMBIGUOUS.format(text))


@dataclass(frozen=True)
class TableColumn:
    """A column of a table: its header, the one of FIELDS that it holds, and its first value."""

    header: str
    field: str
    example: str


def columns(text: str, mapping: Mapping[str, str] | None = None) -> list[TableColumn]:
    """Return the columns of a table in order. A column without a field becomes an extra field of each paper."""
    table = table_of(text)
    rows = [row.cells for row in islice(table.rows(), EXAMPLES)]
    return [
        TableColumn(header, field, next((row[index] for row in rows if len(row) > index and row[index].strip()), ""))
        for index, (header, field) in enumerate(zip(table.headers, _fields(table, mapping), strict=True))
    ]


def is_table(text: str) -> bool:
    """Return whether a text is a table with recognisable titles and one more recognisable column."""
    table = table_of(text[:MAX_DETECTED_LENGTH])
    fields = [field for field in fields_of(table.headers) if field]
    return "title" in fields and len(fields) > 1 and any(table.rows())


def read(text: str, mapping: Mapping[str, str] | None = None, *, most: int | None = None) -> list[Entry]:
    """Return the entries of a table, one for each row; ``mapping`` corrects the fields of headers."""
    table = table_of(text)
    columns = _fields(table, mapping)
    if "title" not in columns:
        listed = ", ".join(filter(None, table.headers))[:200]
        return [Entry("row 1", problem=WITHOUT_TITLES.format(headers=listed))]
    named = [field or f"{UNRECOGNISED}{header}" for header, field in zip(table.headers, columns, strict=True)]
    headed = dict(zip(reversed(named), reversed(table.headers), strict=True))
    entries = []
    for row in at_most(table.rows(), most):
        location = ROW.format(number=row.number)
        fields = SourceFields((name, one_line(cell)) for name, cell in zip(named, row.cells, strict=False))
        try:
            authors, is_complete = authors_in(fields.take("authors"))
        except AmbiguousAuthors as error:
            row = replace(row, problem=str(error))
        if row.problem:
            entries.append(broken(location, row.problem))
            continue
        record = _record(fields)
        extra = SourceFields((headed[name] or "without a header", value) for name, value in fields.left()).left()
        record = replace(record, authors=tuple(authors), extra=extra)
        entries.append(entry_of(location, record, is_complete and "authors" in columns))
    return entries


def _fields(table: Table, mapping: Mapping[str, str] | None) -> list[str]:
    """Return the field of each column; one that the mapping gives to another column isn't guessed."""
    given = {header: field for header, field in (mapping or {}).items() if field in (*FIELDS, "")}
    taken = {given[header] for header in table.headers if header in given}
    guessed = fields_of([header if header not in given else "" for header in table.headers])
    return [
        given.get(header, "" if field in taken else field)
        for header, field in zip(table.headers, guessed, strict=True)
    ]


def _record(fields: SourceFields) -> Record:
    # A date that says more than year and month, such as a day, stays in the fields.
    year = next((year for value in fields.values("year", "date") if (year := year_in(value))), None)
    fields.take("year", fits=lambda value: value.removesuffix(".0") == str(year))
    cell = fields.take("month", fits=lambda value: month_in(value) or re.fullmatch("0?[1-9]|1[0-2]", value))
    dated = (month_in(value) for value in fields.values("date") if year_in(value) == year)
    month = int(cell) if cell.isdecimal() else month_in(cell) or next(filter(None, dated), None)
    fields.take("date", fits=lambda value: re.fullmatch(rf"{year}(?:[-/]0?{month})?", value))
    located = _located(fields)
    placed = _placed(fields, located)
    note = fields.take("note")
    pages = fields.take("pages") or "–".join(filter(None, (fields.take("first_page"), fields.take("last_page"))))
    stated = " ".join((*fields.values("status"), note))
    status = next((status for status, pattern in STATUSES.items() if pattern.search(stated)), "")
    fields.take("status", fits=lambda value: status and STATUSES[status].fullmatch(value))
    is_preprint = placed["kind"] == "preprint" and status == "published"
    return Record(
        key=fields.take("key", fits=KEY.fullmatch),
        status="preprint" if is_preprint else status or status_of(note, placed["kind"]),
        year=year,
        month=month if year else None,
        pages=with_dash(pages),
        note=note,
        **fields.take_each("title", "volume", "number", "article", "publisher", "abstract"),
        **placed,
        **located.fields(),
    )


def _located(fields: SourceFields) -> Located:
    located = Located()
    fields.take_all("doi", fits=located.know)
    fields.take_all("arxiv", fits=lambda value: located.know(f"arXiv:{value}") or located.know(value))
    for scheme in SCHEMES:
        fields.take_all(scheme, fits=partial(located.identify_all, scheme))
    for name in ("url", *LINKS):
        for value in fields.take_all(name):  # addresses with spaces or signs between them, and nothing else
            are_read = [located.visit(part, name.removeprefix("url")) for part in re.split(r"[\s;|]+", value) if part]
            fields.add(name, "" if all(are_read) else value)
    return located


def _placed(fields: SourceFields, located: Located) -> dict[str, Any]:
    """Return the kind, an empty string if nothing shows it, and the record's fields for where the paper appeared."""
    kind = kind_named(fields.take("kind", fits=kind_named))
    column_kind = next((kind for field, kind in KINDS_OF_COLUMNS.items() if fields.values(field)), "")
    acronym = fields.take("acronym")
    venue, printed = fields.take("venue", "journal"), fields.take("proceedings")
    if server := at_arxiv(venue, kind):
        located.know(server[1].split(",")[0].split(" ")[0])
        return {"kind": "preprint", "venue": "arXiv", "acronym": acronym or "arXiv"}
    if not kind:  # by its column, unless the venue's name shows that it is a workshop
        shown = kind_by_place(next(iter(fields.values("meeting")), printed or venue))
        kind = shown if not column_kind or (column_kind, shown) == ("conference", "workshop") else column_kind
    if kind not in MEETINGS:
        fields.add("proceedings", printed if venue else "")
        return {"kind": kind, "venue": venue or fields.take("meeting") or printed, "acronym": acronym}
    printed = printed or (venue if PRINTED.search(venue) or fields.values("meeting") else "")
    venue = fields.take("meeting") or ("" if venue == printed else venue)
    return {"kind": kind, "venue": venue, "acronym": acronym, "proceedings": "" if venue == printed else printed}
