"""Reads a pasted list of people: a line each, in whatever order, or the rows of a spreadsheet.

``Ada Quill <ada@lab.example>, PhD student, 2023–`` and ``Quill, Ada<TAB>Postdoc<TAB>Sept 2021`` are such lines; a line
such as ``Alumni:`` speaks for those below it. So are lines as people write them in German, Chinese,
Japanese and Korean: ``李雷，博士生，2023年9月``. What isn't understood is said, and nothing is dropped.
"""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext

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
HEADERS = {
    "name": "name full-name person member who 姓名 名字 氏名 名前 이름 성명",
    "given": "first-name given-name firstname forename given vorname 名 명",
    "family": "last-name family-name surname lastname family nachname 姓 氏 성",
    "email": "e-mail email mail e-mail-address email-address address 邮箱 电子邮箱 电子邮件 電子郵件 メール "
    "メールアドレス 이메일 메일",
    "role": "role position title status group rolle funktion 身份 身分 职位 职务 類別 类别 職位 役職 "
    "직위 직책 구분 과정",
    "start": "start from since joined begin start-date year seit beginn 入学 入学时间 入学年份 入学时间 开始 加入时间 "
    "入组时间 開始 加入 입학 시작",
    "end": "end until to left end-date bis ende 毕业 毕业时间 毕业年份 离开时间 结束 終了 卒業 修了 졸업 종료",
    "went_to": "now went-to next next-position where-they-went destination verbleib 去向 毕业去向 现职 現職 "
    "進路 就職先 진로 현직",
    "orcid": "orcid orcid-id",
}
COLUMNS = {fold(words.replace("-", " ")): column for column, names in HEADERS.items() for words in names.split()}

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
    went_to: str = ""
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
        bare = in_usual_signs(BULLET.sub("", line).strip())
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


def _by_columns(person: PastedPerson, cells: list[str], columns: list[str]) -> PastedPerson:
    """Read cells under headers."""
    by_column = {column: cell for column, cell in zip(columns, cells, strict=False) if column and cell}
    name = by_column.get("name") or str(Name(by_column.get("given", ""), by_column.get("family", "")))
    person = replace(person, family=by_column.get("family", ""), went_to=by_column.get("went_to", ""))
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
        date: Any = partial_date(by_column.get(end, "").strip(" –-"))
        period = None if date else _period(by_column.get(end, ""))
        if date:
            person = replace(person, **{end: date})
        elif period:
            person = replace(person, start=period[0] or person.start, end=period[1] or person.end)
        elif end in by_column and not re.fullmatch("present|now|today", by_column[end], re.IGNORECASE):
            unread.append(by_column[end])
    return replace(person, orcid=find_orcid(by_column.get("orcid", "")), unread=(*person.unread, *unread))


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
