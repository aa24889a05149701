"""Reads a pasted list of people: a line each, in whatever order, or the rows of a spreadsheet.

``Ada Quill <ada@lab.example>, PhD student, 2023–`` and ``Quill, Ada<TAB>Postdoc<TAB>Sept 2021`` are such lines; a line
such as ``Alumni:`` speaks for those below it. So are lines as people write them in German, Chinese,
Japanese and Korean: ``李雷，博士生，2023年9月``. What isn't understood is said, and nothing is dropped.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext

from labsite.contrib.reading.usual_signs import DATE, NATIVE, SEASON, in_usual_signs, without_period
from labsite.contrib.reading.wording import beside_roles, has_ended, is_role_alone, role_in, roles_in, without_titles
from labsite.contrib.reading.words import column_of, columns_of, shapes
from labsite.modelling.periods import partial_date
from labsite.texts.email_addresses import EMAIL_ADDRESS
from labsite.texts.folding import fold
from people.models import Membership
from publications.citations.identifiers import find_orcid
from publications.citations.names import inverted
from publications.citations.record import Name

EMAIL = re.compile(rf"[<(\[\"']*(?:mailto:)?({EMAIL_ADDRESS.pattern})[>)\]\"']*")
AT_END = re.compile(
    rf"(?P<before>.*?[^\d\s(,–—-])?\s*,?\s*(?P<period>\(?(?:since\s+|from\s+)?{DATE}.*)", re.IGNORECASE
)
DASHED = re.compile(r"(.*?[^\W\d_].*?)(?:\s+[-–—]\s+|:\s+)(?=[^\W\d_])")
IN_BRACKETS = re.compile(r"\s*\(([^()]*)\)")
AT_NATIVE = re.compile(f"(?<={NATIVE})\\s+(?!\\()|(?<![:\\s])\\s+(?={NATIVE})")
BULLET = re.compile(r"\A\s*(?:(?:[-*•·–]|\d{1,3}[.)])\s+|[(（]?\d{1,3}[)）、．]\s*|[①-⑳]\s*)")
LABELLED = re.compile(r"([^:()\d]{1,30})(?::\s*|\.\s+)(\S.*)|([^\W\d_]+)\s+(\S*\s*\d.*)")
OTHER_WORDS = shapes("pasted_people")
MAX_LINE_LENGTH = 1000  # characters
ROLES = {fold(str(word)): value for value, word in Membership.Role.choices}
ROLES |= {fold(str(word)): role.value for role, word in Membership.PLURALS.items()}
PLURAL = ("s", "alumni", "staff", "faculty")  # how headings end
READ_HERE = {"name", "given", "family", "email", "orcid", "role", "status", "went_to", "gone", "here"}
DATES = {"start": ("start",), "end": ("end",), "period": ("start", "end")}  # columns, and what one date of them is

# What is said of the time since, before the place.
NOW = re.compile(
    r"(?:^|(?<=[\s,(]))(?:(?:now|currently|jetzt|heute|danach)\b(?!\s*(?:[,)]|$))"
    r"(?:\s+(?:at|with|bei|an der|am|an|im|in)\b|\s*:)?|(?:→|⇒|->|=>))\s*(?=\S)"
    r"|(?<![\d–-])[现現](?:任[职職]?[于於]?|工作[于於]|在は|[在為为是职職]|所属|\s)\s*:?\s*(?=\S)"
    r"|[毕畢][业業][后後](?:加入|去|入职)\s*|(?<![\d–-])[现現]?(?:就[职職][于於]|(?<=[现現]):)\s*:?\s*(?=\S)|(?<![\d–-])현(?:재|직)?(?=[\s:])\s*:?\s*(?=\S)",
    re.IGNORECASE,
)
NATIVE_TITLE = re.compile(f"({NATIVE}{{2,4}}?)((?:副|准|助理)?教授|博士|老[师師]|先生|교수님?|박사님?)")


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
    date: str = ""  # the start of somebody who is here, the end of somebody who has left
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
            person = _by_columns(person, cells, headings, columns) if is_row else _by_looks(person, cells)
            # A date that stands alone is the start, or the end of somebody who has left or has another start.
            start, end, date = person.start, person.end, person.date
            if date and not start and (end or not person.has_left):
                start = date
            elif date > start and not end:
                end = date
            yield replace(person, start=start, end=end, date="", has_left=person.has_left and not end)


def cells_of(line: str) -> list[str]:
    """Part a line at its tabs, else semicolons, bars or commas; without any, at an address, a dash or wide gaps.

    Brackets that hold a role or years are parts of the line as well.
    """
    mark = next((mark for mark in "\t;|," if mark in line), "")
    if not mark and line.count(" / ") > 1:
        mark, line = "|", line.replace(" / ", " | ")
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
        cells = [line] if match else re.split(r"\s{2,}", line)
    match = DASHED.match(cells[0])
    if match and not column_of(match[1]) and (not mark or _is_understood(cells[0])):
        cells[:1] = [match[1], cells[0][match.end() :]]
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
        if cell and column in {*READ_HERE, *DATES} and column not in values:
            values[column] = " ".join(cell.split()) if column == "went_to" else in_usual_signs(cell).strip()
        elif cell:
            more.append((column, heading, cell))
    titles = dict(zip(columns, headings, strict=False))
    if name := values.get("name") or str(Name(values.get("given", ""), values.get("family", ""))):
        person = _named(replace(person, family=values.get("family", "")), name)
    for column in ("status", "role"):
        value = values.get(column, "")
        person, rest = (person, []) if OTHER_WORDS["still_here"].fullmatch(value) else _with_role(person, value)
        is_more = rest or len(roles_in(value)) > 1
        more += [("headline" if column == "role" else "", titles[column], value)] if is_more else []
    for column in DATES:
        value = values.get(column, "").strip(" –-")
        dates: dict[str, Any] = dict.fromkeys(DATES[column], str(partial_date(value)))
        dated = replace(person, **dates) if any(dates.values()) else _with_dates(person, values.get(column, ""))
        person = dated or person
        if value and (not dated or SEASON.search(value)) and not OTHER_WORDS["still_here"].fullmatch(value):
            more.append(("", titles[column], value))
    email, orcid = EMAIL.search(values.get("email", "")), find_orcid(values.get("orcid", ""))
    more += [("", titles["email"], values["email"])] if "email" in values and not email else []
    more += [("", titles["orcid"], values["orcid"])] if "orcid" in values and not orcid else []
    is_gone = "went_to" in values or ("gone" in values and not OTHER_WORDS["no"].fullmatch(values["gone"]))
    is_gone |= bool(OTHER_WORDS["no"].fullmatch(values.get("here", "")))
    return replace(
        person,
        email=email[1] if email else person.email,
        orcid=orcid or person.orcid,
        went_to=values.get("went_to", person.went_to),
        has_left=person.has_left or is_gone,
        more=tuple(more),
    )


def _by_looks(person: PastedPerson, cells: list[str]) -> PastedPerson:
    """Read cells by what each looks like; the name is the first that looks like nothing else."""
    unread: list[str] = []
    names: list[str] = []
    role_words = ""
    cells = [in_usual_signs(cell) for cell in cells]
    labelled = [label for cell in cells if (label := _label_of(cell))]
    for cell in (cell for cell in cells if cell and not _label_of(cell)):
        if now := NOW.search(cell):
            person = replace(person, went_to=cell[now.end() :].strip(" ,.)"), has_left=True)
            cell = cell[: now.start()].strip(" ,(-–—")
        for part in _parts(cell, is_name=not names):
            if email := EMAIL.search(part):
                person = person if person.email else replace(person, email=email[1])
                part = (part[: email.start()] + part[email.end() :]).strip(" ,;:()")
            if orcid := find_orcid(part):
                person, part = replace(person, orcid=orcid), ""
            if not part:
                continue
            is_role = bool(role_in(part) or has_ended(part) or fold(part) in ROLES)
            is_one_word = len(names) == 1 and not re.search(f" |{NATIVE}", names[0])
            if names and (dated := _with_dates(person, part)):
                person = dated
                unread += [part] if SEASON.search(part) else []
            elif (is_role and names) or fold(part) in ROLES or (not part.isascii() and is_role_alone(part)):
                taken, rest = _with_role(person, part)
                unread += rest + [role_words] * bool(role_words and taken.role != person.role)
                person, role_words = taken, part
            elif not names:
                names.append(part)
            elif is_one_word and not (re.search(NATIVE, part) or unread or person.start or person.date):
                names.append(part)  # the given name behind a family name and a comma
            elif person.went_to and cell == part and not now:
                person = replace(person, went_to=f"{person.went_to}, {part}")
            else:
                unread.append(part)
    person = _named(person, ", ".join(names)) if names else person
    person = replace(person, unread=(*person.unread, *unread))
    return _by_columns(person, *map(list, zip(*labelled, strict=True))) if labelled else person


def _label_of(cell: str) -> tuple[str, str, str] | None:
    """Return the value, the label and the column of a cell such as "邮箱: lilei@lab.example" or "Room B 12"."""
    if not (match := LABELLED.fullmatch(cell)):
        return None
    label, value = match[1] or match[3], match[2] or match[4]
    column = column_of(label)
    return (value, label, column) if column and (match[1] or column in ("room", "phone")) else None


def _parts(cell: str, is_name: bool) -> list[str]:
    """Part a cell at its commas, unless it has the name, and one in a native script at its spaces, too."""
    if is_name and not re.search(NATIVE, cell):
        return [cell]
    parts = re.split(r",\s*", cell)
    parts = [part for each in parts for part in AT_NATIVE.split(each)] if re.search(NATIVE, cell) else parts
    at = next((at for at, part in enumerate(parts) if not (is_role_alone(part) or _period(part))), 0)
    while (
        is_name
        and len(parts) > at + 1
        and not (_is_understood(parts[at + 1]) or OTHER_WORDS["place"].search(parts[at + 1]))
    ):
        parts[at : at + 2] = [f"{parts[at]} {parts[at + 1]}"]  # 山田 太郎, Qi Qian 钱七
    return parts


def _is_understood(words: str) -> bool:
    """Return whether words have a role, years or an address in them, so that they are no part of a name."""
    parts = [part.strip() for part in words.split(",")]
    signs: list[Callable[[str], object]] = [role_in, has_ended, _period, EMAIL.search, NOW.search, AT_END.fullmatch]
    return any(sign(part) for part in parts for sign in signs)


def _named(person: PastedPerson, name: str) -> PastedPerson:
    bare, honorific, rest = without_titles(name.strip("\"' "))
    if title := NATIVE_TITLE.fullmatch(bare):
        bare, rest = title[1], ", ".join(filter(None, [rest, title[2]]))
    family, comma, given = bare.partition(",")
    if comma and given.strip():
        bare, person = f"{given.strip()} {family.strip()}", replace(person, family=family.strip())
    return replace(
        person, name=bare.strip(" ,°†‡*•"), honorific=honorific, unread=(*person.unread, *filter(None, [rest]))
    )


def _with_role(person: PastedPerson, words: str) -> tuple[PastedPerson, list[str]]:
    """Take a role such as "Former PhD student (2018–2022)" into a person; with what nothing was made of."""
    parted = AT_END.fullmatch(words)
    if parted and (dated := _with_dates(person, parted["period"])):
        person, words = dated, (parted["before"] or "").strip(" (,")
    role = ROLES.get(fold(words)) or role_in(words)
    left = has_ended(words)
    person = replace(person, role=role or person.role, has_left=person.has_left or left)
    if not (role or left):
        return person, [words] if words else []
    rest = [] if fold(words) in ROLES else words.split()
    rest = [beside_roles(word) if re.search(NATIVE, word) else word for word in rest]
    while rest and _tells_role(rest[0]):
        rest.pop(0)
    while rest and _tells_role(rest[-1]):
        rest.pop()
    return person, [" ".join(rest).strip(" ,()")] if rest else []


def _tells_role(word: str) -> bool:
    bare = word.strip(" ,.()/&")
    return not bare or bool(
        OTHER_WORDS["not_telling"].fullmatch(bare) or role_in(bare) or has_ended(bare) or not beside_roles(bare)
    )


def _with_dates(person: PastedPerson, words: str) -> PastedPerson | None:
    """Take the dates that words are into a person, of a second date alone the end; None where they are no dates."""
    season = SEASON.fullmatch(words.strip(" ()"))
    period = (season["year"], "") if season else _period(words)
    if not period:
        return None
    if (season or partial_date(words.strip(" ()"))) and not person.date:
        return replace(person, date=period[0])
    start, end = period
    if person.date and not end and person.date < start:
        return replace(person, start=person.date, end=start, date="")
    return replace(person, start=start or person.start, end=end or person.end)


def _period(words: str) -> tuple[str, str] | None:
    """Return the start and the end that words such as "2023–", "Sept 2021" or "2018 to 2022" say; None of others."""
    rest, dates = without_period(words)
    start, end = (
        str(partial_date(date)) for date in (dates.get("start_date") or dates.get("date"), dates.get("end_date"))
    )
    return None if rest or not (start or end) else (start, end)
