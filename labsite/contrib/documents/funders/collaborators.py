"""NSF's collaborators and other affiliations: who may not review a person's proposals, as far as the site knows.

Whatever isn't known is an empty cell with a mark, and so is whatever was guessed. The workbook has a sheet laid out as
NSF's template is, and one of what to check; what stands on them, and how it looks, says nsf_sheet.toml beside this.
"""

import tomllib
from calendar import monthrange
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import Any

from django.db.models import Q

from labsite.contrib.documents.facts import appeared
from labsite.contrib.documents.funders.biosketch import FormChoices, lab_in_words
from labsite.contrib.reading.wording import is_doctoral
from labsite.modelling.periods import PartialDate
from labsite.models import Lab
from people.affiliations import AffiliationsOf, Basis
from people.models import Education, Person, Position
from publications.models import Authorship, Publication
from services.models import Service

COLLABORATION_MONTHS = 48
EDITING_MONTHS = 24
AFFILIATION_MONTHS = 12
MAX_AFFILIATION = 255  # characters

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

UNKNOWN_ORGANISATION = "Not on this site: please fill in the organization."


@dataclass(frozen=True)
class SheetCell:
    """What stands in a cell of the table; ``check`` says what to do about a marked one."""

    value: str | date = ""
    check: str = ""


EMPTY = SheetCell()
UNKNOWN_RELATIONS = SheetCell(
    "", "This site has no family and business relations: please fill them in, or leave this empty."
)
Row = tuple[SheetCell, ...]  # of the columns A to E
Rows = tuple[Row, ...]


@dataclass(frozen=True)
class Relation:
    """What somebody is to the person: the code of the table, when last, and what to check about the row."""

    code: str
    last: SheetCell = EMPTY
    check: str = ""


def last_active(when: str, choices: FormChoices) -> SheetCell:
    """Return a partial date as precise as it is known, or as the last day that it can mean up to the present one."""
    known = PartialDate(when)
    if not known:
        return EMPTY
    if choices.in_days or known.is_day:
        return SheetCell(min(known.last, choices.at))
    return SheetCell(f"{known[5:]}/{known[:4]}" if len(known) > len("YYYY") else str(known))


def months_before(day: date, months: int) -> date:
    """Return the same day so many months, whole years, before; 28 February where that year has no 29th."""
    year = day.year - months // 12
    return day.replace(year=year, day=min(day.day, monthrange(year, day.month)[1]))


class Collaborators(AffiliationsOf):
    """Who stands in the tables of a person, and where they are, as cells say it.

    Those who were ``advising`` are in table 3 and those ``collaborating`` in table 4, by their keys; ``editing`` is
    the work on the person's journals, for table 5.
    """

    def __init__(self, person: Person, choices: FormChoices) -> None:
        lab, since = Lab.objects.current(), months_before(choices.at, EDITING_MONTHS)
        recent = Service.objects.filter(Q(year=None) | Q(year__gte=since.year), kind=Service.Kind.EDITOR)  # may last
        journals = recent.filter(person=person).values("venue")
        self.editing = list(recent.filter(venue__in=journals).select_related("venue"))
        self.choices, self.advising, self.collaborating = choices, _advising(person), _collaborating(person, choices)
        keys = {person.pk, *self.advising, *self.collaborating, *(row.person_id for row in self.editing)}
        super().__init__(person, keys, choices.at, lab_in_words(lab))
        self.lab_check = "" if lab.parent else "Please add what the lab belongs to."

    def tables(self) -> tuple[Rows, ...]:
        """Return the rows of NSF's five tables."""
        advisors = sorted(self.rows(self.advising), key=lambda row: str(row[0].value))
        if not any(row[0].value == "G:" for row in advisors):
            unknown = SheetCell("", "This site has no Ph.D. advisor: please fill one in, or delete the row.")
            advisors.insert(0, (SheetCell("G:"), unknown, SheetCell("", UNKNOWN_ORGANISATION), EMPTY, EMPTY))
        relations = ((EMPTY, UNKNOWN_RELATIONS, EMPTY, EMPTY, EMPTY),)
        return self.own(), relations, tuple(advisors), tuple(self.rows(self.collaborating)), self.editors()

    def name(self, key: int) -> SheetCell:
        """Return *Last, First Middle*; where nobody said where the family name begins, the guess is marked."""
        person = self.people[key]
        if not (person.given_name and person.family_name):
            return SheetCell(person.name, "This name has only one part: is it a group, or is a part missing?")
        guess = f"The family name is guessed from “{person.name}”: please check." if person.family_is_guess else ""
        return SheetCell(f"{person.family_name}, {person.given_name}", guess)

    def organisation(self, key: int) -> SheetCell:
        """Return where somebody is; one that nobody confirmed for the person is marked, and a headline is a hint."""
        known, person = self.known(key), self.people[key]
        if known.basis is Basis.UNKNOWN:
            went_to = (row.went_to for row in person.memberships.all())
            quoted = "; ".join(f"“{words}”" for words in (person.headline, *went_to) if words)
            return SheetCell("", f"{UNKNOWN_ORGANISATION} The site says {quoted}." if quoted else UNKNOWN_ORGANISATION)
        checks = [self.lab_check] if known.basis is Basis.LAB else []
        if known.to_check:
            checks.append(f"{known.by}, {known.date}: please check.")
        if newer := self.newer(key):
            checks.append(f"{newer.by}, {newer.date}: {newer.organisation}.")
        if len(known.organisation) > MAX_AFFILIATION:
            checks.append(f"NSF accepts {MAX_AFFILIATION} characters.")
        return SheetCell(known.organisation, " ".join(filter(None, checks)))

    def contact(self, key: int) -> SheetCell:
        """Return the public e-mail address and the department."""
        return SheetCell(", ".join(filter(None, [*self.people[key].public_emails[:1], self.known(key).unit])))

    def rows(self, relations: Mapping[int, Relation]) -> list[Row]:
        """Return the rows of people by family name."""
        in_order = sorted(relations, key=lambda key: (self.people[key].sort_key, key))
        return [self.row(key, relations[key]) for key in in_order]

    def row(self, key: int, relation: Relation) -> Row:
        name, organisation = self.name(key), self.organisation(key)
        name = replace(name, check=" ".join(filter(None, [name.check, relation.check])))
        return SheetCell(relation.code), name, organisation, self.contact(key), relation.last

    def own(self) -> Rows:
        """Table 1: the person, with the organisations of the last twelve months, the present ones without a date."""
        person, since = self.people[self.keeper.pk], months_before(self.at, AFFILIATION_MONTHS)
        organisations: dict[str, SheetCell] = {}
        for row in (*person.positions.all(), *person.education.all()):
            if row.is_held(self.at):
                organisations[row.organisation] = EMPTY
            elif row.end and PartialDate(row.end).last >= since and row.start <= self.at.isoformat():
                organisations.setdefault(row.organisation, last_active(row.end, self.choices))
        in_order = sorted(organisations.items(), key=lambda each: each[1] != EMPTY)  # the present ones first
        pairs = [(SheetCell(each), last) for each, last in in_order] or [(self.organisation(person.pk), EMPTY)]
        names = [self.name(person.pk)] + [EMPTY] * (len(pairs) - 1)
        return tuple((EMPTY, name, *pair, EMPTY) for name, pair in zip(names, pairs, strict=True))

    def editors(self) -> Rows:
        """Table 5: the editors of the journals on whose boards the person is, for whom an editor-in-chief is asked."""
        unknown = SheetCell("", "This site has no editor-in-chief: please fill in name and organization.")
        interacts = "Please keep the row if you directly interacted."
        rows: dict[tuple[int, int], Row] = {}
        for service in sorted(self.editing, key=lambda row: (row.venue.full_name, -(row.year or 9999))):
            code, name, organisation = SheetCell("B:"), unknown, SheetCell("", UNKNOWN_ORGANISATION)
            if service.person_id != self.keeper.pk:
                code, name, organisation, *_rest = self.row(service.person_id, Relation("E:", check=interacts))
            last = last_active(str(service.year or ""), self.choices)
            row = (code, name, organisation, SheetCell(service.venue.full_name), last)
            rows.setdefault((service.venue_id, service.person_id), row)
        return tuple(rows.values())


def _advising(person: Person) -> dict[int, Relation]:
    """Return who advised the person for a doctorate (G) and whom the person advised (T)."""
    steps = [step for rows in (person.education, person.positions) for step in rows.prefetch_related("advisors")]
    pairs = [(advisor.pk, "G:", step) for step in steps for advisor in step.advisors.all()]
    advised = [step for model in (Education, Position) for step in model.objects.filter(advisors=person)]
    pairs += [(step.person_id, "T:", step) for step in advised]
    advising: dict[int, Relation] = {}
    for key, code, step in pairs:
        level = step.degree if isinstance(step, Education) else step.title
        if is_doctoral(level):
            advising[key] = Relation(code)
        elif not level:
            unsaid = f"The degree at {step.organisation} isn’t on this site: keep the row if it was a Ph.D."
            advising.setdefault(key, Relation(code, check=unsaid))
    return advising


def _collaborating(person: Person, choices: FormChoices) -> dict[int, Relation]:
    """Return the co-authors (A) and who is on the same projects (C), with the last date known of each.

    A paper counts by the last day that its date can mean; one without a date counts, as it may be new.
    """
    since = months_before(choices.at, COLLABORATION_MONTHS)
    on_projects: dict[int, Relation] = {}
    projects = person.projects.lasting(since).prefetch_related("people")
    for project in sorted(projects, key=lambda row: row.end or "9999", reverse=True):
        dated = project.start or project.end
        check = "" if dated else f"“{project.title}” has no dates here: please check, and fill in if it has ended."
        relation = Relation("C:", replace(last_active(project.end, choices), check=check))
        for other in project.people.all():
            on_projects.setdefault(other.pk, relation)
    papers = Publication.objects.published().by(person, are_many=True)
    papers = papers.filter(Q(year=None) | Q(year__gte=since.year))
    columns = ("person", "publication__title", "publication__year", "publication__month")
    others: Any = Authorship.objects.filter(publication__in=papers.order_by().values("pk")).exclude(person=person)
    rows = [(key, title, PartialDate(appeared(*date))) for key, title, *date in others.values_list(*columns)]
    recent = [row for row in rows if row[2] and row[2].last >= since]
    recent.sort(key=lambda row: row[2].last, reverse=True)
    co_authors: dict[int, Relation] = {}
    for key, title, when in (*recent, *(row for row in rows if not row[2])):
        undated = f"“{title}” has no date here: please fill in, or delete the row if it is older."
        last = last_active(when, choices) if when else SheetCell("", undated)
        co_authors.setdefault(key, Relation("A:", last))
    on_projects.pop(person.pk, None)
    return on_projects | co_authors


def collaborators_nsf(person: Person, choices: FormChoices) -> bytes:
    """Return NSF's five tables of a person as an .xlsx file."""
    import xlsxwriter  # 2 MB that few need

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
            self.points.setdefault(cell.check, []).append(f"{'ABCDE'[column]}{self.row + 1}")


def _height(*cells: tuple[str, float]) -> float:
    """Return how high a row of texts in columns of so many characters is, in points: not every program finds it."""
    return LINE_HEIGHT * max(1, *(ceil(BREAKS * len(words) / width) for words, width in cells))
