"""NSF's tables of collaborators as a workbook: a sheet laid out as NSF's template is, and one of what to check."""

from dataclasses import dataclass
from datetime import date, datetime
from io import BytesIO
from math import ceil
from typing import Any

import xlsxwriter
from xlsxwriter.utility import xl_rowcol_to_cell

from labsite.contrib.documents.funders.biosketch import FormChoices
from labsite.contrib.documents.funders.collaborators import Collaborators, Rows, SheetCell
from people.models import Person

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
TEMPLATE = "https://www.nsf.gov/bfa/dias/policy/coa/coa_template.xlsx"
SHEET, TO_CHECK = "NSF COA Template", "To check"
WIDTHS = (4.1, 22.1, 38.9, 29.1, 12.4)  # characters: those of NSF's template
CHECK_WIDTH = 53
LAST_COLUMN = len(WIDTHS) - 1
INK, UNKNOWN, GUESSED = "#1F4E79", "#FFF2CC", "#FCE4D6"  # of headers, of empty and of other marked cells
US_LETTER = 1
MIN_ROWS = 3  # of a table, so that there is room to fill in
LINE_HEIGHT = 13.5  # points
BREAKS = 1.05  # times a line's length, as lines break between words
NAMES = "List names as last name, first name, middle initial,"
KNOWN = f"{NAMES} and provide organizational affiliations, if known, for the following:"
OPTIONAL = "Optional  (email, Department)"
ABOUT = (
    f"NSF accepts only its own template, {TEMPLATE}: copy each table’s rows into it. Yellow cells: please fill in. "
    f"Orange cells: please check. The sheet “{TO_CHECK}” says why."
)
REMARKS = (
    "Co-authors are those of published papers on this site. A paper counts by the last day that its date can mean, "
    "and one without a date always counts: delete older collaborators, and add those whom no paper here names.",
    "Table 3 lists doctorates only, and those advisees for whom this site names the person as an advisor.",
)
PRECISE = "“Last Active” is as precise as the date is known here. NSF takes mm/dd/yyyy, or an empty cell."
IN_DAYS = (
    "“Last Active” is the last day of the month or year that is known here, none later than the day of this paper."
)


@dataclass(frozen=True)
class SheetHeading:
    """What stands over a table: lines, the header of columns A to E, and the codes that column A takes."""

    lines: tuple[str, ...]
    columns: tuple[str, str, str, str, str]
    codes: tuple[str, ...] = ()


HEADINGS = (
    SheetHeading(
        (
            "Table 1: List the individual’s last name, first name, middle initial, and organizational affiliation in "
            "the last 12 months.",
        ),
        ("1", "Your Name:", "Your Organizational Affiliation(s), last 12 mo", "Last Active Date", ""),
    ),
    SheetHeading(
        (
            f"Table 2: {NAMES} for whom a personal, family, or business relationship would otherwise preclude their "
            "service as a reviewer.",
        ),
        ("2", "Name", "Type of Relationship", OPTIONAL, "Last Active"),
        ("R:",),
    ),
    SheetHeading(
        (
            f"Table 3: {KNOWN}",
            "G: The individual’s Ph.D. advisors; and",
            "T: All of the individual’s Ph.D. thesis advisees.",
        ),
        ("3", "Advisor/Advisee Name:", "Organizational Affiliation", OPTIONAL, ""),
        ("G:", "T:"),
    ),
    SheetHeading(
        (
            f"Table 4: {KNOWN}",
            "A: Co-authors on any book, article, report, abstract or paper with collaboration in the last 48 months "
            "(publication date may be later); and",
            "C: Collaborators on projects, such as funded awards, graduate research or others in the last 48 months.",
        ),
        ("4", "Name:", "Organizational Affiliation", OPTIONAL, "Last Active"),
        ("A:", "C:"),
    ),
    SheetHeading(
        (
            "Table 5: List editorial board, editor-in chief and co-editors with whom the individual interacts. An "
            "editor-in-chief must list the entire editorial board.",
            "B: Editorial Board: List name(s) of editor-in-chief and journal in the past 24 months; and",
            "E: Other co-Editors of journal or collections with whom the individual has directly interacted in the "
            "last 24 months.",
        ),
        ("5", "Name:", "Organizational Affiliation", "Journal/Collection", "Last Active"),
        ("B:", "E:"),
    ),
)


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
        cell: dict[str, Any] = {"font_name": "Calibri", "font_size": 10, "valign": "top", "text_wrap": True}
        looks: dict[str, dict[str, Any]] = {
            "plain": {"border": 1, "quote_prefix": True},
            "date": {"border": 1, "num_format": "mm/dd/yyyy", "align": "left"},
            "unknown": {"border": 1, "bg_color": UNKNOWN},
            "guessed": {"border": 1, "bg_color": GUESSED, "quote_prefix": True},
            "header": {"border": 1, "bold": True, "font_color": "#FFFFFF", "bg_color": INK},
            "intro": {"bold": True},
            "small": {},
        }
        self.looks = {name: book.add_format(cell | look) for name, look in looks.items()}
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
        as_of = f"Working paper as of {self.choices.at:%m/%d/%Y}."
        self._across(f"{as_of} {ABOUT}", "small")
        for heading, rows in zip(HEADINGS, tables, strict=True):
            self.row += 1
            self._table(heading, rows)
        remarks = (*REMARKS, IN_DAYS if self.choices.in_days else PRECISE)
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

    def _table(self, heading: SheetHeading, rows: Rows) -> None:
        for words in heading.lines:
            self._across(words, "intro")
        if heading.codes:
            self.sheet.write_string(self.row, 3, "To disambiguate common names", self.looks["small"])
            self.row += 1
        for column, words in enumerate(heading.columns):
            self.sheet.write_string(self.row, column, words, self.looks["header"])
        first = self.row + 1
        blank = ((SheetCell(),) * len(WIDTHS),) * max(0, MIN_ROWS - len(rows))
        for self.row, cells in enumerate((*rows, *blank), first):
            self.sheet.set_row(self.row, _height(*zip((str(cell.value) for cell in cells), WIDTHS, strict=True)))
            for column, cell in enumerate(cells):
                self._cell(column, cell)
        if heading.codes:
            allowed = {"validate": "list", "source": list(heading.codes)}
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
