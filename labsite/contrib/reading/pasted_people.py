"""Reads a pasted list of people: a line each, in whatever order, or the rows of a spreadsheet.

``Ada Quill <ada@lab.example>, PhD student, 2023–`` and ``Quill, Ada<TAB>Postdoc<TAB>Sept 2021`` are such lines; a line
such as ``Alumni:`` speaks for those below it. So are lines as people write them in German, Chinese,
Japanese and Korean: ``李雷，博士生，2023年9月``. What isn't understood is said, and nothing is dropped.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext

from labsite.contrib.reading.people_columns import columns_of
from labsite.contrib.reading.wording import has_ended, is_role_alone, role_in, without_titles
from labsite.modelling.periods import MONTH, partial_date
from labsite.texts.email_addresses import EMAIL_ADDRESS
from labsite.texts.folding import fold
from people.models import Membership
from publications.citations.identifiers import find_orcid
from publications.citations.names import inverted
from publications.citations.record import NATIVE_LETTERS, Name

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
IN_BRACKETS = re.compile(r"\s*\(([^()]*)\)")
AT_NATIVE = re.compile(f"(?<=[{NATIVE_LETTERS}])\\s+(?!\\()|\\s+(?=[{NATIVE_LETTERS}])")
BULLET = re.compile(r"\A\s*(?:[-*•·–]|\d{1,3}[.)])\s+")
MAX_LINE_LENGTH = 1000  # characters
ROLES = {fold(str(word)): value for value, word in Membership.Role.choices}
ROLES |= {fold(str(word)): role.value for role, word in Membership.PLURALS.items()}
PLURAL = ("s", "alumni", "staff", "faculty")  # how headings end
STILL_HERE = re.compile(
    "active|aktiv|current(?: member)?|present|now|today|ongoing|heute|在读|在職|在籍|재학|재직", re.IGNORECASE
)
READ_HERE = {
    "name",
    "given",
    "family",
    "email",
    "role",
    "status",
    "start",
    "end",
    "period",
    "went_to",
    "orcid",
    "gone",
    "here",
}
NO = re.compile("no|n|false|0|-|nein|否|无|いいえ|아니오?|inactive|inaktiv", re.IGNORECASE)

# Signs and words of other languages, as the rest reads them.
SIGNS = str.maketrans(
    {
        "，": ", ",
        "；": "; ",
        "：": ": ",
        "（": " (",
        "）": ") ",
        "～": "–",
        "〜": "–",
        "~": "–",
        "、": ", ",
        "\u3000": "  ",
    }
)
NATIVE = f"[{NATIVE_LETTERS}]"
NATIVE_DATE = re.compile(
    r"(\d{4})\s*[年년](?:度|\s*(\d{1,2})\s*[月월])?(?:\s*(\d{1,2})\s*[日일号])?\s*"
    r"(?:入[学學职職组]|加入|入社|[着就]任|입학|[开開]始)?"
)
LEFT = "(?:[毕畢][业業]|卒業|修了|졸업|离[组校职]|離[職校])"
WORDS = (
    (re.compile(r"(?<=\d{4})[级級](?=\D)"), "– "),  # the year in which a class began
    (re.compile(r"\s*(?:至|到|から|부터|起至)\s*(?=\d{4}|今|[现現]在|현재)"), "–"),
    (re.compile(r"\s*(?:起|より|から|부터)(?=\W|$)"), "–"),
    (re.compile(r"(?<=\d)\s*(?:まで|까지|止)"), ""),
    (re.compile(r"(?<=[–-])\s*(?:今|[现現]在|현재)"), "present "),
    (re.compile(rf"([–-]\s*\d{{4}}(?:-\d+)*)\s*{LEFT}"), r"\1"),
    (re.compile(rf"(?<![\d–-])(\d{{4}}(?:-\d+)*)\s*{LEFT}"), r" –\1 "),
    (re.compile(r"\b(?:seit|ab)\s+(?=(?:[^\W\d_]+\.?\s+)?\d)", re.IGNORECASE), "since "),
    (re.compile(r"\bvon\s+(?=(?:[^\W\d_]+\.?\s+)?\d{4})", re.IGNORECASE), "from "),
    (re.compile(r"\bbis\s+(?=(?:[^\W\d_]+\.?\s+)?\d{4})", re.IGNORECASE), "to "),
    (re.compile(r"(?:\bbis|[–-])\s*heute\b", re.IGNORECASE), "– present"),
)
GERMAN_MONTH = re.compile(
    r"\b(Januar|Jänner|Jan|Februar|Feb|März|Mär|April|Mai|Juni|Juli|August|Aug|September|Sept?|Oktober|Okt|November|Nov"
    r"|Dezember|Dez)\b\.?(?=\s+\d{4})"
)
GERMAN_MONTHS = {"jän": "Jan", "mär": "Mar", "mai": "May", "okt": "Oct", "dez": "Dec"}
# What is said of the time since, before the place.
NOW = re.compile(
    r"(?:^|(?<=[\s,(]))(?:(?:now|currently|jetzt|heute)\b(?!\s*(?:[,)]|$))"
    r"(?:\s+(?:at|with|bei|an der|am|an|im|in)\b|\s*:)?|(?:→|⇒|->|=>))\s*(?=\S)"
    r"|(?<![\d–-])[现現](?:(?:就[职職][于於]|任[职職]?[于於]?|工作[于於]|在は|[在为為是职職]|所属)\s*:?|\s*:|\s)\s*(?=\S)"
    r"|(?:[毕畢][业業])?去向\s*:?\s*|(?<![\d–-])현(?:재|직)?(?=[\s:])\s*:?\s*(?=\S)",
    re.IGNORECASE,
)
NATIVE_TITLE = re.compile(f"({NATIVE}{{2,4}}?)((?:副|准|助理)?教授|博士|老[师師]|先生|교수님?|박사님?)")
NOT_TELLING = re.compile(  # words around a role
    r"(?:principal|investigator|student|candidate|scholar|fellow|in|the|of|our|a|an|and|mitarbeiter(?:in)?|member|lab|group)s?",
    re.IGNORECASE,
)


# A line: its number, itself, as a heading, and in cells; without any where it is too long.
TypedRow = tuple[int, str, tuple[str, bool] | None, list[str]]


@dataclass(frozen=True)
class PastedPerson:
    """A line as it was understood; ``unread`` are parts of it that nothing was made of.

    ``more`` is what a table says besides: of each value what it is (nothing for what has no place here), its heading,
    and itself.
    """

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
    went_to: str = ""
    orcid: str = ""
    unread: tuple[str, ...] = ()
    more: tuple[tuple[str, str, str], ...] = ()

    @property
    def not_saved(self) -> tuple[str, ...]:
        """All that isn't part of a name, a role or an address."""
        return *self.unread, *(f"{heading}: {value}" for _, heading, value in self.more)


def people_in(text: str) -> Iterator[PastedPerson]:
    """Yield the people of a pasted list, in its order."""
    rows: list[TypedRow] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if len(line) > MAX_LINE_LENGTH:
            rows.append((number, line, None, []))
        elif line.strip(" ,;|\t"):
            bare = in_usual_signs(BULLET.sub("", line).strip())
            rows.append((number, line.strip(), heading_in(bare), cells_of(bare)))
    return _people_in(rows)


def people_in_rows(rows: Iterable[Sequence[str]]) -> Iterator[PastedPerson]:
    """Yield the people of the rows of a table, in its order."""
    filled = ((number, [*map(str.strip, row)]) for number, row in enumerate(rows, start=1) if "".join(row).strip())
    lines = ((number, " ".join(filter(None, cells)), cells) for number, cells in filled)
    return _people_in(
        (number, line, heading_in(line) if line in cells else None, cells) for number, line, cells in lines
    )


def _people_in(rows: Iterable[TypedRow]) -> Iterator[PastedPerson]:
    """Yield the people of lines that are parted into cells."""
    role, has_left, headings, columns = "", False, list[str](), list[str]()  # as the lines above say
    for number, line, heading, cells in rows:
        if not cells:
            words = gettext("this line is too long for one person")
            yield PastedPerson(number, line[:MAX_LINE_LENGTH], unread=(words,))
        elif new := columns_of(cells):
            headings, columns = cells, new
        elif heading:
            role, has_left = heading
        else:
            person = PastedPerson(number, line, role=role, has_left=has_left)
            is_row = columns and len(cells) <= len(columns)
            person = (
                _by_columns(person, cells, headings, columns)
                if is_row
                else _by_looks(person, [*map(in_usual_signs, cells)])
            )
            yield replace(person, has_left=person.has_left and not person.end)


def in_usual_signs(line: str) -> str:
    """Return a line with the signs, dates and words around dates that are read here, whatever it is written in."""
    if not line.isascii():
        line = NATIVE_DATE.sub(
            lambda date: " {} ".format("-".join(filter(None, date.groups()))), line.translate(SIGNS)
        )
    for words, usual in WORDS:
        line = words.sub(usual, line)
    return GERMAN_MONTH.sub(lambda month: GERMAN_MONTHS.get(month[1][:3].lower(), month[1][:3]), line)


def cells_of(line: str) -> list[str]:
    """Part a line at its tabs, else semicolons, bars or commas; without any, at an address, a dash or wide gaps.

    Brackets that hold a role or years are parts of the line as well.
    """
    mark = next((mark for mark in "\t;|," if mark in line), "")
    brackets = None if mark == "\t" else IN_BRACKETS.search(line)
    if brackets and _is_understood(brackets[1]):
        mark = mark or ","
        line = f"{line[: brackets.start()]}{mark} {brackets[1]}{mark} {line[brackets.end() :]}"
    elif brackets and "," in brackets[1]:  # 김유신(Kim, Yu-sin)
        line = f"{line[: brackets.start()]} ({inverted(brackets[1])}){line[brackets.end() :]}"
        mark = next((mark for mark in ";|," if mark in line), "")
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
    is_plain |= not words.isascii() and is_role_alone(words)
    if "@" in line or not (is_marked or (is_plain and (role or left))):
        return None
    return role, left


def _by_columns(person: PastedPerson, cells: list[str], headings: list[str], columns: list[str]) -> PastedPerson:
    """Read cells under headings; of several of one kind, the first is read here."""
    values: dict[str, str] = {}
    more = []
    for cell, heading, column in zip(cells, headings, columns, strict=False):
        if cell and column in READ_HERE and column not in values:
            values[column] = cell if column == "went_to" else in_usual_signs(cell).strip()
        elif cell:
            more.append((column, heading, cell))
    titles = dict(zip(columns, headings, strict=False))
    family = values.get("family", "")
    name = values.get("name") or str(Name(values.get("given", ""), family))
    person = _named(replace(person, family=family, went_to=values.get("went_to", "")), name)
    for column in ("status", "role"):
        value = values.get(column, "")
        person, rest = (person, []) if STILL_HERE.fullmatch(value) else _with_role(person, value)
        more += [("headline" if column == "role" else "", titles[column], value)] if rest else []
    for column in ("start", "end", "period"):
        value = values.get(column, "").strip(" –-")
        date: Any = partial_date(value)
        period = None if date else _period(values.get(column, ""))
        if date:
            person = replace(person, **{column.replace("period", "start"): date})
        elif period:
            person = replace(person, start=period[0] or person.start, end=period[1] or person.end)
        elif value and not STILL_HERE.fullmatch(value):
            more.append(("", titles[column], value))
    email, orcid = EMAIL.search(values.get("email", "")), find_orcid(values.get("orcid", ""))
    more += [("", titles["email"], values["email"])] if "email" in values and not email else []
    more += [("", titles["orcid"], values["orcid"])] if "orcid" in values and not orcid else []
    is_gone = bool("gone" in values and not NO.fullmatch(values["gone"]))
    is_gone |= bool(person.went_to or NO.fullmatch(values.get("here", "")))
    person = replace(person, email=email[1] if email else "", orcid=orcid, has_left=person.has_left or is_gone)
    return replace(person, more=tuple(more))


def _by_looks(person: PastedPerson, cells: list[str]) -> PastedPerson:
    """Read cells by what each looks like; the name is the first that looks like nothing else."""
    unread: list[str] = []
    names: list[str] = []
    for cell in filter(None, cells):
        if now := NOW.search(cell):
            person = replace(person, went_to=cell[now.end() :].strip(" ,.)"), has_left=True)
            cell = cell[: now.start()].strip(" ,(")
        for part in _parts(cell, is_name=not names):
            if email := EMAIL.search(part):
                person = person if person.email else replace(person, email=email[1])
                part = (part[: email.start()] + part[email.end() :]).strip(" ,;:()")
            if orcid := find_orcid(part):
                person, part = replace(person, orcid=orcid), ""
            period = _period(part) if part else None
            is_role = bool(role_in(part) or has_ended(part) or fold(part) in ROLES)
            if not part:
                continue
            if period and names:
                person = replace(person, start=period[0] or person.start, end=period[1] or person.end)
            elif (is_role and names) or fold(part) in ROLES or (not part.isascii() and is_role_alone(part)):
                person, rest = _with_role(person, part)
                unread += rest
            elif not names or (_is_given_name(names, part) and not unread and not person.start):
                names.append(part)
            elif person.went_to and cell == part and not now:
                person = replace(person, went_to=f"{person.went_to}, {part}")
            else:
                unread.append(part)
    person = _named(person, ", ".join(names))
    return replace(person, unread=(*person.unread, *unread))


def _parts(cell: str, is_name: bool) -> list[str]:
    """Part a cell at its commas, unless it has the name, and one in a native script at its spaces, too."""
    if is_name and not re.search(NATIVE, cell):
        return [cell]
    parts = re.split(r",\s*", cell)
    parts = [part for each in parts for part in AT_NATIVE.split(each)] if re.search(NATIVE, cell) else parts
    while is_name and len(parts) > 1 and not _is_understood(parts[1]) and not is_role_alone(parts[0]):
        parts[:2] = [f"{parts[0]} {parts[1]}"]  # 山田 太郎, Qi Qian 钱七
    return parts


def _is_given_name(names: list[str], part: str) -> bool:
    """Return whether a part is the given name behind a family name and a comma, which native names don't have."""
    return len(names) == 1 and " " not in names[0] and not re.search(NATIVE, names[0] + part)


def _is_understood(words: str) -> bool:
    """Return whether words have a role, years or an address in them, so that they are no part of a name."""
    parts = [part.strip() for part in words.split(",")]
    return any(
        role_in(part)
        or has_ended(part)
        or _period(part)
        or EMAIL.search(part)
        or NOW.search(part)
        or AT_END.fullmatch(part)
        for part in parts
    )


def _named(person: PastedPerson, name: str) -> PastedPerson:
    bare, honorific, rest = without_titles(name.strip("\"' "))
    if title := NATIVE_TITLE.fullmatch(bare):
        bare, rest = title[1], ", ".join(filter(None, [rest, title[2]]))
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
    if not (role or left):
        return person, [words] if words else []
    rest = [] if fold(words) in ROLES else words.split()
    while rest and _tells_role(rest[0]):
        rest.pop(0)
    while rest and _tells_role(rest[-1]):
        rest.pop()
    return person, [" ".join(rest).strip(" ,()")] if rest else []


def _tells_role(word: str) -> bool:
    bare = word.strip(" ,.()/&")
    return not bare or bool(NOT_TELLING.fullmatch(bare) or role_in(bare) or has_ended(bare) or is_role_alone(bare))


def _period(words: str) -> tuple[str, str] | None:
    """Return the start and the end that words such as "2023–", "Sept 2021" or "2018 to 2022" say; None of others."""
    match = PERIOD.fullmatch(words.strip())
    if not match or not (match["start"] or match["end"]):
        return None
    return str(partial_date(match["start"])), str(partial_date(match["end"]))
