"""NSF's tables of collaborators as a workbook: a sheet laid out as NSF's template is, and one of what to check.

What stands on them, and how it looks, says nsf_sheet.toml beside this.
"""

import tomllib
from datetime import date, datetime
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import Any

import xlsxwriter
from xlsxwriter.utility import xl_rowcol_to_cell

from labsite.contrib.documents.funders.biosketch import FormChoices
from labsite.contrib.documents.funders.collaborators import Collaborators, Rows, SheetCell
from people.models import Person

NSF: dict[str, Any] = tomllib.loads(Path(__file__).with_name("nsf_sheet.toml").read_text(encoding="utf-8"))
MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
SHEET, TO_CHECK = "NSF COA Template", "To check"
WIDTHS = (4.1, 22.1, 38.9, 29.1, 12.4)  # characters: those of NSF's template
CHECK_WIDTH = 53
LAST_COLUMN = len(WIDTHS) - 1
US_LETTER = 1
MIN_ROWS = 3  # of a table, so that there is room to fill in
LINE_HEIGHT = 13.5  # points
BREAKS = 1.05  # times a line's length, as lines break between words


def collaborators_nsf(person: Person, choices: FormChoices) -> bytes:
    """Return NSF's five tables of a person as an .xlsx file."""
    file = BytesIO()
    with xlsxwriter.Workbook(file, {"in_memory": True}) as book:
        about = {"title": f"Collaborators and other affiliations: {person.name}", "author": person.name}
        book.set_properties(about | {"created": datetime(choices.at.year, choices.at.month, choices.at.day)})
        _Sheets(book, choices).write(Collaborators(person, choices).tables())
    return file.getvalue()


class _Sheets:
    def __init__(self, book: Any, choices: FormChoices) -> None:
        self.choices = choices
        self.sheet, self.checks = book.add_worksheet(SHEET), book.add_worksheet(TO_CHECK)
        self.looks = {name: book.add_format(NSF["cell"] | look) for name, look in NSF["looks"].items()}
        self.row = 0
        self.points: dict[str, list[str]] = {}  # what to do, and the cells

    def write(self, tables: tuple[Rows, ...]) -> None:
        for sheet in (self.sheet, self.checks):
            sheet.set_paper(US_LETTER)
            sheet.set_portrait()
            sheet.fit_to_pages(1, 0)
            sheet.set_margins(0.5, 0.5, 0.5, 0.5)
        for column, width in enumerate(WIDTHS):
            self.sheet.set_column(column, column, width)
        self._across(f"Working paper as of {self.choices.at:%m/%d/%Y}. {NSF['about']}", "small")
        for heading, rows in zip(NSF["tables"], tables, strict=True):
            self.row += 1
            self._table(heading, rows)
        remarks = (*NSF["remarks"], NSF["in_days" if self.choices.in_days else "precise"])
        points = [(words, "") for words in remarks] + [(words, ", ".join(at)) for words, at in self.points.items()]
        for row, cells in enumerate([("What to do", "Cells"), *points]):
            self.checks.set_row(row, _height(*((words, CHECK_WIDTH) for words in cells)))
            for column, words in enumerate(cells):
                self.checks.write_string(row, column, words, self.looks["plain" if row else "header"])
        self.checks.set_column(0, 1, CHECK_WIDTH)
        self.checks.freeze_panes(1, 0)
        self.checks.repeat_rows(0)

    def _across(self, words: str, look: str) -> None:
        self.sheet.merge_range(self.row, 0, self.row, LAST_COLUMN, "", self.looks[look])
        self.sheet.write_string(self.row, 0, words, self.looks[look])
        self.sheet.set_row(self.row, _height((words, sum(WIDTHS))))
        self.row += 1

    def _table(self, heading: dict[str, Any], rows: Rows) -> None:
        for words in heading["lines"]:
            self._across(words, "intro")
        if heading["codes"]:
            self.sheet.write_string(self.row, 3, "To disambiguate common names", self.looks["small"])
            self.row += 1
        for column, words in enumerate(heading["columns"]):
            self.sheet.write_string(self.row, column, words, self.looks["header"])
        first = self.row + 1
        blank = ((SheetCell(),) * len(WIDTHS),) * max(0, MIN_ROWS - len(rows))
        for self.row, cells in enumerate((*rows, *blank), first):
            self.sheet.set_row(self.row, _height(*zip((str(cell.value) for cell in cells), WIDTHS, strict=True)))
            for column, cell in enumerate(cells):
                self._cell(column, cell)
        if heading["codes"]:
            allowed = {"validate": "list", "source": heading["codes"]}
            self.sheet.data_validation(first, 0, self.row, 0, allowed)
        self.row += 1

    def _cell(self, column: int, cell: SheetCell) -> None:
        """Write a cell, never as a formula; a marked one says in a note what is to be done."""
        look = self.looks["guessed" if cell.check and cell.value else "unknown" if cell.check else "plain"]
        if isinstance(cell.value, date):
            self.sheet.write_datetime(self.row, column, cell.value, self.looks["date"])
        elif cell.value:
            self.sheet.write_string(self.row, column, cell.value, look)
        else:
            self.sheet.write_blank(self.row, column, None, look)
        if cell.check:
            self.sheet.write_comment(self.row, column, cell.check)
            self.points.setdefault(cell.check, []).append(xl_rowcol_to_cell(self.row, column))


def _height(*cells: tuple[str, float]) -> float:
    """Return how high a row of texts in columns of so many characters is, in points: not every program finds it."""
    return LINE_HEIGHT * max(1, *(ceil(BREAKS * len(words) / width) for words, width in cells))
