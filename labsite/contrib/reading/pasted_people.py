"""Reads a pasted list of people: a line each, in whatever order, or the rows of a spreadsheet.

``Ada Quill <ada@lab.example>, PhD student, 2023–`` and ``Quill, Ada<TAB>Postdoc<TAB>Sept 2021`` are such lines; a line
such as ``Alumni:`` speaks for those below it. What isn't understood is said, and nothing is dropped.
"""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext

from labsite.contrib.reading.wording import has_ended, role_in, without_titles
from labsite.modelling.periods import MONTH, partial_date
from labsite.texts.email_addresses import EMAIL_ADDRESS
from labsite.texts.folding import fold
from people.models import Membership
from publications.citations.identifiers import find_orcid

EMAIL = re.compile(rf"[<(\[\"']*(?:mailto:)?({EMAIL_ADDRESS.pattern})[>)\]\"']*")
DATE = (
    rf"(?:(?:\d{{1,2}}\s+)?{MONTH.replace('?P<word>', '?:')},?\s+\d{{4}}"
    r"|\d{4}(?:[-/.]\d{1,2}){0,2}|\d{1,2}/\d{4})"
)
PERIOD = re.compile(
    rf"\(?(?:(?:since|from|joined|started)\s+)?(?P<start>{DATE})?"
    rf"(?:\s*(?P<dash>[-–—]|to\b|until\b|till\b)\s*(?P<end>{DATE})?(?P<now>present|now|today|\?)?)?\)?",
    re.IGNORECASE,
)
AT_END = re.compile(
    rf"(?P<before>.*?[^\d\s(,–—-])?\s*,?\s*(?P<period>\(?(?:since\s+|from\s+)?{DATE}.*)", re.IGNORECASE
)
DASHED = re.compile(r"(.*?[^\W\d_].*?)\s+[-–—]\s+(?=[^\W\d_])")
BULLET = re.compile(r"\A\s*(?:[-*•·–]|\d{1,3}[.)])\s+")
MAX_LINE_LENGTH = 1000  # characters
ROLES = {fold(str(word)): value for value, word in Membership.Role.choices}
ROLES |= {fold(str(word)): role.value for role, word in Membership.PLURALS.items()}
PLURAL = ("s", "alumni", "staff", "faculty")  # how headings end
HEADERS = {
    "name": "name full-name person member who",
    "given": "first-name given-name firstname forename given",
    "family": "last-name family-name surname lastname family",
    "email": "e-mail email mail e-mail-address email-address address",
    "role": "role position title status group",
    "start": "start from since joined begin start-date year",
    "end": "end until to left end-date",
    "orcid": "orcid orcid-id",
}
COLUMNS = {words.replace("-", " "): column for column, names in HEADERS.items() for words in names.split()}


@dataclass(frozen=True)
class PastedPerson:
    """A line as it was understood; ``unread`` are parts of it that nothing was made of."""

    place: int
    line: str
    name: str = ""
    family: str = ""  # where the line says which part of the name it is
    honorific: str = ""
    email: str = ""
    role: str = ""
    start: str = ""
    end: str = ""
    has_left: bool = False
    orcid: str = ""
    unread: tuple[str, ...] = ()


def people_in(text: str) -> Iterator[PastedPerson]:
    """Yield the people of a pasted list, in its order."""
    role, has_left, headers = "", False, list[str]()  # as the lines above say
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip(" ,;|\t"):
            continue
        if len(line) > MAX_LINE_LENGTH:
            yield PastedPerson(
                number, line[:MAX_LINE_LENGTH], unread=(gettext("this line is too long for one person"),)
            )
            continue
        bare = BULLET.sub("", line).strip()
        cells = cells_of(bare)
        columns = [COLUMNS.get(fold(cell).strip(), "") for cell in cells]
        if "name" in columns or {"given", "family"} <= set(columns):
            headers = columns
        elif heading := heading_in(bare):
            role, has_left = heading
        else:
            person = PastedPerson(number, line.strip(), role=role, has_left=has_left)
            columns = headers if len(cells) <= len(headers) else []
            person = _by_columns(person, cells, columns) if columns else _by_looks(person, cells)
            yield replace(person, has_left=person.has_left and not person.end)


def cells_of(line: str) -> list[str]:
    """Part a line at its tabs, else semicolons, bars or commas; without any, at an address, a dash or wide gaps."""
    mark = next((mark for mark in "\t;|," if mark in line), "")
    if mark:
        cells = next(csv.reader([line.strip(f" {mark}")], delimiter=mark, skipinitialspace=True))
    elif match := EMAIL.search(line):
        cells = [line[: match.start()], match[0], line[match.end() :]]
    else:
        match = DASHED.match(line)
        cells = [match[1], line[match.end() :]] if match else re.split(r"\s{2,}", line)
    return [" ".join(cell.split()) for cell in cells]


def heading_in(line: str) -> tuple[str, bool] | None:
    """Return the role that a heading gives those below it, and whether they have left; None of any other line."""
    words = line.strip("#:*= ")
    is_marked = line.startswith("#") or line.endswith(":")
    role, left = ROLES.get(fold(words)) or role_in(words), has_ended(words)
    is_plain = fold(words) in ROLES or (len(words.split()) <= 3 and fold(words).endswith(PLURAL))
    if "@" in line or not (is_marked or (is_plain and (role or left))):
        return None
    return role, left


def _by_columns(person: PastedPerson, cells: list[str], columns: list[str]) -> PastedPerson:
    """Read cells under headers."""
    by_column = {column: cell for column, cell in zip(columns, cells, strict=False) if column and cell}
    name = by_column.get("name") or " ".join(filter(None, [by_column.get("given"), by_column.get("family")]))
    person = replace(person, family=by_column.get("family", ""))
    unread = [cell for column, cell in zip(columns, cells, strict=False) if not column and cell]
    person = _named(person, name)
    if "email" in by_column:
        match = EMAIL.search(by_column["email"])
        person = replace(person, email=match[1]) if match else person
        unread += [] if match else [by_column["email"]]
    if "role" in by_column:
        person, rest = _with_role(person, by_column["role"])
        unread += rest
    for end in ("start", "end"):
        date: Any = partial_date(by_column.get(end, ""))
        if date:
            person = replace(person, **{end: date})
        elif end in by_column and not re.fullmatch("present|now|today", by_column[end], re.IGNORECASE):
            unread.append(by_column[end])
    return replace(person, orcid=find_orcid(by_column.get("orcid", "")), unread=(*person.unread, *unread))


def _by_looks(person: PastedPerson, cells: list[str]) -> PastedPerson:
    """Read cells by what each looks like; the name is the first that looks like nothing else."""
    unread: list[str] = []
    names: list[str] = []
    for cell in filter(None, cells):
        if email := EMAIL.search(cell):
            person = person if person.email else replace(person, email=email[1])
            cell = (cell[: email.start()] + cell[email.end() :]).strip(" ,;:")
        if orcid := find_orcid(cell):
            person, cell = replace(person, orcid=orcid), ""
        if not cell:
            continue
        period = _period(cell)
        if period and names:
            person = replace(person, start=period[0] or person.start, end=period[1] or person.end)
        elif names and (role_in(cell) or has_ended(cell) or fold(cell) in ROLES):
            person, rest = _with_role(person, cell)
            unread += rest
        elif not names or (len(names) == 1 and " " not in names[0] and not unread and not person.start):
            names.append(cell)
        else:
            unread.append(cell)
    if len(names) > 1:
        names = [", ".join(names)]
    person = _named(person, "".join(names))
    return replace(person, unread=(*person.unread, *unread))


def _named(person: PastedPerson, name: str) -> PastedPerson:
    bare, honorific, rest = without_titles(name.strip("\"' "))
    family, comma, given = bare.partition(",")
    if comma and given.strip():
        bare, person = f"{given.strip()} {family.strip()}", replace(person, family=family.strip())
    return replace(person, name=bare.strip(" ,"), honorific=honorific, unread=tuple(filter(None, [rest])))


def _with_role(person: PastedPerson, words: str) -> tuple[PastedPerson, list[str]]:
    """Take a role such as "Former PhD student (2018–2022)" into a person; with what nothing was made of."""
    parted = AT_END.fullmatch(words)
    period = _period(parted["period"]) if parted else None
    if parted and period:
        person = replace(person, start=period[0] or person.start, end=period[1] or person.end)
        words = (parted["before"] or "").strip(" (,")
    role = ROLES.get(fold(words)) or role_in(words)
    left = has_ended(words)
    person = replace(person, role=role or person.role, has_left=person.has_left or left)
    return person, [words] if words and not (role or left) else []


def _period(words: str) -> tuple[str, str] | None:
    """Return the start and the end that words such as "2023–", "Sept 2021" or "2018 to 2022" say; None of others."""
    match = PERIOD.fullmatch(words.strip())
    if not match or not (match["start"] or match["end"]):
        return None
    return str(partial_date(match["start"])), str(partial_date(match["end"]))
