"""The rows of a table: how its cells are parted, and where that fails."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass

from .headers import fields_of

DELIMITERS = ",\t;|"
MAX_LINES = 100  # in one row, whose cells may have line breaks
MAX_TRIES = 8  # to find where a row ends
UNCLOSED = "a quotation mark is opened in this row and never closed."
TOO_LONG = (
    "this row has {values} values, but the table {columns} columns. "
    "Put quotation marks around a value with “{mark}” in it."
)


@dataclass(frozen=True)
class Row:
    """A row as it stands in the table, the headers being row 1. With a ``problem``, its cells say nothing."""

    number: int
    cells: list[str]
    problem: str = ""


@dataclass(frozen=True)
class Table:
    """A table with its headers; ``delimiter`` parts its cells."""

    headers: list[str]
    delimiter: str
    lines: list[str]

    def rows(self) -> Iterator[Row]:
        """Yield the rows below the headers that have anything in them."""
        for number, (cells, is_closed) in enumerate(_records(self.lines, self.delimiter, len(self.headers)), start=2):
            surplus = [cell for cell in cells[len(self.headers) :] if cell.strip()]
            if not is_closed:
                yield Row(number, [], UNCLOSED)
            elif surplus:
                mark = {"\t": "tab"}.get(self.delimiter, self.delimiter)
                yield Row(number, [], TOO_LONG.format(values=len(cells), columns=len(self.headers), mark=mark))
            elif any(cell.strip() for cell in cells):
                yield Row(number, cells)


def table_of(text: str) -> Table:
    """Return the table in a text, whose first line that isn't empty has the headers."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    first = next((place for place, line in enumerate(lines) if line.strip()), 0)
    said = lines[first][4:5] if lines[first].lower().startswith("sep=") else ""  # as Excel asks for
    first += bool(said)
    delimiter = said or max(DELIMITERS, key=lambda mark: _likeness(lines[first : first + MAX_LINES], mark))
    headers, used = _headers(lines[first : first + MAX_LINES], delimiter)
    return Table([header.strip() for header in headers], delimiter, lines[first + used :])


def _likeness(lines: list[str], delimiter: str) -> tuple[int, int]:
    """Return how many headers this delimiter shows that are known, and how many at all."""
    headers, _ = _headers(lines, delimiter)
    return sum(map(bool, fields_of(headers))), len(headers)


def _headers(lines: list[str], delimiter: str) -> tuple[list[str], int]:
    cells, used, is_closed = _record(lines, 0, delimiter, 0)
    return (cells, used) if is_closed else (lines[0].split(delimiter) if lines else [], 1)


def _records(lines: list[str], delimiter: str, width: int) -> Iterator[tuple[list[str], bool]]:
    place = 0
    while place < len(lines):
        cells, used, is_closed = _record(lines, place, delimiter, width)
        yield cells, is_closed
        place += used


def _record(lines: list[str], place: int, delimiter: str, width: int) -> tuple[list[str], int, bool]:
    """Return the cells of the row that begins at a line, how many lines it has, and whether its quotes are closed."""
    if place >= len(lines):
        return [], 1, True
    if '"' not in lines[place]:
        return lines[place].split(delimiter), 1, True
    for end in _ends(lines, place):
        cells, _ = _quoted("\n".join(lines[place:end]), delimiter)
        if cells and (not width or len(cells) <= width):
            return cells, end - place, True
    bare = lines[place].split(delimiter)
    if len(bare) == width:  # these are no quotes, but inches
        return bare, 1, True
    cells, goes_on = _quoted(lines[place], delimiter)
    return cells or bare, 1, not goes_on


def _ends(lines: list[str], place: int) -> Iterator[int]:
    """Yield where the row that begins at a line may end: all its quotes have partners there. Not many places."""
    quotes = tries = 0
    for end in range(place + 1, min(place + MAX_LINES, len(lines)) + 1):
        quotes += lines[end - 1].count('"')
        if quotes % 2 == 0 and lines[end - 1].count('"') and tries < MAX_TRIES:
            tries += 1
            yield end


def _quoted(text: str, delimiter: str) -> tuple[list[str], bool]:
    """Return the cells of a row, none if its quotes are wrong, and whether it may go on in the next line."""
    try:
        [cells] = csv.reader([text], delimiter=delimiter, strict=True)
    except csv.Error as error:
        return [], "unexpected end" in str(error)
    except ValueError:
        return [], False
    return cells, False
