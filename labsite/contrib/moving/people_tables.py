"""People from a table: a CSV or XLSX file, or a table of a page, with photos by name from the files around it.

What a private list says of how to reach somebody is seen by those alone who edit their page.
"""

import csv
import datetime
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterable
from io import BytesIO
from pathlib import PurePath, PureWindowsPath
from typing import Any

from labsite.contrib.reading.career import StatedLink
from labsite.contrib.reading.curriculum import Curriculum, add_sections
from labsite.contrib.reading.cv_lines import career_entry, is_place
from labsite.contrib.reading.front_matter import BrokenFile, storable
from labsite.contrib.reading.networks import kind_of, profile_address
from labsite.contrib.reading.pasted_people import EMAIL, PastedPerson, people_in_rows
from labsite.contrib.reading.wording import without_titles
from labsite.contrib.reading.words import columns_of
from labsite.texts.folding import fold
from people.models import ProfileLink

from .outcomes import FileOutcomes
from .site import SitePerson, SiteRole
from .source import DAMAGE, SiteSource

Rows = list[list[str]]

NO_HEADINGS = "no row of headings names a column of people, such as Name"
TABLES = (".csv", ".tsv", ".xlsx")
PICTURES = (".jpg", ".jpeg", ".png", ".webp")
DELIMITERS = ",\t;|"
MAX_ROWS, MAX_COLUMNS, MAX_SHEETS = 3000, 100, 20
MAX_NAMED = 5  # values that aren't understood, of a column
MAX_ABOVE = 20  # rows above the headings
# What reading a damaged workbook may end in; what its XML does is a SyntaxError.
DAMAGED = (*DAMAGE, SyntaxError, LookupError, ValueError, TypeError, AttributeError)
MAX_UNPACKED = 100 * 1024 * 1024  # bytes of a workbook
SEVERAL = re.compile(r"\s*[;；、，,·|\n]\s*")
APART = re.compile(r"\s*[;；\n]\s*")
URL = re.compile(
    r"(?:https?://|www\.)[^\s,;<>]+|(?<![@\w.])[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?:/[^\s,;<>]*)?", re.I
)
IN_FILE_NAMES = {"photo", "portrait", "headshot", "picture", "avatar", "profile", "small", "square", "foto", "img"}


def people_in_file(path: str, source: SiteSource, outcomes: FileOutcomes) -> list[SitePerson]:
    """Return the people of a CSV or XLSX file of a source: of a workbook those of all its sheets with people."""
    people: list[SitePerson] = []
    with outcomes.reading(path):
        sheets = [(title, rows) for title, rows in sheets_of(path, source) if any(map(any, rows))]
        if not sheets:
            outcomes.not_understood(path, "there is nothing in it")
        for title, rows in sheets:
            if headings_of(rows) is None:
                what = f"the sheet “{title}”" if title else "this table"
                outcomes.not_understood(path, f"{what}: {NO_HEADINGS}")
            else:  # of alumni, say
                heading = title or PurePath(path).stem.replace("_", " ")
                people += people_in_table([[f"# {heading}"], *rows], path, source, outcomes)
    return people


def sheets_of(path: str, source: SiteSource) -> list[tuple[str, Rows]]:
    """Return the sheets of a CSV or XLSX file, each with its title; that of CSV has none. Raises BrokenFile."""
    sheets = _workbook(path, source.data(path)) if path.lower().endswith(".xlsx") else [("", _csv(path, source))]
    for _, rows in sheets:
        if len(rows) > MAX_ROWS:
            raise BrokenFile(path, f"it has more than {MAX_ROWS:,} rows: bring it in in parts")
    return sheets


def headings_of(rows: Rows) -> int | None:
    """Return which row has the headings of a table of people; None for any other table."""
    return next((at for at, row in enumerate(rows[:MAX_ABOVE]) if len(row) > 1 and columns_of(row)), None)


def _csv(path: str, source: SiteSource) -> Rows:
    """Return the rows of a CSV file, whatever is between its cells."""
    lines = source.text(path).removeprefix("\ufeff").split("\n")
    if lines[0].lower().startswith("sep="):
        lines = lines[1:]

    def known(delimiter: str) -> int:
        heads = (columns_of(row) for row in csv.reader(lines[:MAX_ABOVE], delimiter=delimiter))
        return max((len([*filter(None, columns)]) for columns in heads), default=0)

    try:
        delimiter = max(DELIMITERS, key=known)
        return list(csv.reader((f"{line}\n" for line in lines), delimiter=delimiter, skipinitialspace=True))
    except csv.Error as error:
        raise BrokenFile(path, f"it is no table: {error}") from error


def _workbook(path: str, data: bytes) -> list[tuple[str, Rows]]:
    import openpyxl  # takes 10 MB, which a worker need not have

    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > MAX_UNPACKED:
                raise BrokenFile(path, "it is far larger than a list of people")
        book = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=True)
        sheets = []
        for sheet in [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"][:MAX_SHEETS]:
            cells = sheet.iter_rows(max_row=MAX_ROWS + MAX_ABOVE, max_col=MAX_COLUMNS)
            rows = [[_words_in(cell) for cell in row] for row in cells]
            filled = (number for number, row in enumerate(rows, start=1) if any(row))
            sheets.append((sheet.title, rows[: max(filled, default=0)]))
        return sheets
    except BrokenFile:
        raise
    except DAMAGED as error:
        raise BrokenFile(path, f"this workbook can’t be read: {error}") from error


def _words_in(cell: Any) -> str:
    """Return what a cell of a workbook shows; a date as precise as its format shows it."""
    value, shape = cell.value, str(getattr(cell, "number_format", "")).lower()
    if isinstance(value, datetime.datetime | datetime.date):
        day = value.isoformat()[:10]
        return day if "d" in shape else day[:7] if "m" in shape else day[:4]
    if isinstance(value, bool) or value is None or getattr(cell, "data_type", "") == "e":
        return "yes" if value is True else ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return storable(str(value)).strip()


def people_in_table(rows: Rows, path: str, source: SiteSource, outcomes: FileOutcomes) -> list[SitePerson]:
    """Return the people of a table's rows, and note each column and each value that has no place here."""
    begin = headings_of(rows)
    if begin is None:
        outcomes.not_understood(path, NO_HEADINGS)
        return []
    width = max(map(len, rows))
    rows = [*rows[:begin], rows[begin] + [""] * (width - len(rows[begin])), *rows[begin + 1 :]]
    pasted = list(people_in_rows(rows))
    for each in pasted:
        if each.place <= begin or not each.name:
            outcomes.left_out(path, f"row {each.place}, “{each.line[:80]}”: it names nobody")
    return people_of([each for each in pasted if each.place > begin and each.name], path, source, outcomes)


def people_of(
    pasted: Iterable[PastedPerson], path: str, source: SiteSource, outcomes: FileOutcomes
) -> list[SitePerson]:
    """Return the people of lines or rows with photos, and note each value that has no place here."""
    people: list[SitePerson] = []
    photos: dict[int, str] = {}  # as the table names them, by the place of a person in the list
    without_place: dict[str, list[str]] = {}
    for each in pasted:
        person = _person_of(each, path)
        for column, heading, value in sorted(each.more, key=lambda value: value[0] == "room"):
            if column == "photo":
                photos[len(people)] = value
            elif not _take(person, column, heading, value):
                without_place.setdefault(heading, []).append(f"“{value[:80]}” of {person.name}")
        for words in each.unread:
            outcomes.not_understood(path, f"“{words}” of {person.name}")
        people.append(person)
    for heading, values in without_place.items():
        others = f", and {len(values) - MAX_NAMED} more" if len(values) > MAX_NAMED else ""
        outcomes.not_understood(path, f"of the column “{heading}”: {', '.join(values[:MAX_NAMED])}{others}")
    add_photos(people, photos, path, source, outcomes)
    return people


def _person_of(pasted: PastedPerson, path: str) -> SitePerson:
    given = pasted.name.removesuffix(pasted.family).strip() if pasted.family else ""
    role = SiteRole(pasted.role, pasted.start, pasted.end, pasted.has_left, pasted.went_to)
    return SitePerson(
        name=pasted.name,
        given_name=given,
        family_name=pasted.family if given else "",
        native_name=next((value for column, _, value in pasted.more if column == "native"), ""),
        other_spellings=[
            each for column, _, value in pasted.more if column == "spelling" for each in APART.split(value)
        ],
        honorific=pasted.honorific,
        orcid=pasted.orcid,
        emails=[pasted.email] if pasted.email else [],
        roles=[role],
        has_private_contacts=True,
        path=path,
    )


def _take(person: SitePerson, column: str, heading: str, value: str) -> bool:
    """Take a value of a column into a person's profile; say whether all of it has a place there."""
    match column.partition(":"):
        case (("native" | "spelling"), _, _):
            return True
        case "honorific", _, _:
            bare, person.honorific, person.other_titles = without_titles(f"{value} {person.name}")
            return bare == person.name
        case (("headline" | "biography"), _, _) if not getattr(person, column):
            setattr(person, column, value)
        case (("interests" | "skills"), _, _):
            getattr(person, column).extend(
                filter(None, SEVERAL.split(value.replace("\n", " ") if "," in value else value))
            )
        case (("email" | "address"), _, _) if emails := EMAIL.findall(value):
            person.emails += [each for each in emails if each not in person.emails]
        case "phone", _, _ if re.search(r"\d{2}", value):
            person.phones += filter(None, re.split(r"\s*[;/,\n]\s*", value))
        case "address", _, _:
            person.addresses.append(", ".join(value.split("\n")))
        case "room", _, _:
            words = value if re.match(r"[^\W\d_]{3}", value) else f"{heading} {value}"
            person.addresses[:1] = [", ".join([words, *person.addresses[:1]])]
        case "education", _, _:
            cv = Curriculum()
            lines = APART.split(value)
            add_sections(cv, {"education": [each for line in lines for each in career_entry("education", [line])]})
            if cv.left or not all(step.degree and is_place(step.organisation) for step in cv.education):
                return False
            person.education += cv.education
        case (("homepage" | "link"), _, _) if addresses := URL.findall(value):
            for address in addresses:
                url = address if "://" in address else f"https://{address}"
                is_own = column == "homepage" and kind_of(url) == ProfileLink.Kind.OTHER
                person.links.append(StatedLink(url, ProfileLink.Kind.HOMEPAGE if is_own else ""))
        case "link", _, network if url := profile_address(network, value):
            person.links.append(StatedLink(url))
        case _:
            return False
    return True


def add_photos(
    people: list[SitePerson], named: dict[int, str], path: str, source: SiteSource, outcomes: FileOutcomes
) -> None:
    """Give everybody the photo that the table names, else the one file that is called as they are, and nobody else."""
    pictures = source.files("", *PICTURES)
    owners: dict[str, set[str]] = defaultdict(set)  # by what a file may be called
    for person in people:
        names = [fold(name).split() for name in (person.name, person.native_name, *person.other_spellings)]
        short = [[words[0], words[-1]] for words in names if len(words) > 2]  # without middle names
        accounts = {fold(email.partition("@")[0]).replace(" ", "") for email in person.emails}
        for key in accounts.union(*map(_keys, names + short)):
            owners[key].add(person.name)
    fitting: dict[str, list[str]] = defaultdict(list)
    for picture in pictures:
        words = fold(re.sub(r"[\W\d_]+", " ", PurePath(picture).stem)).split()
        keys = _keys([word for word in words if word not in IN_FILE_NAMES])
        shown = set().union(*(owners.get(key, ()) for key in keys))
        if len(shown) > 1:
            outcomes.not_understood(picture, f"it may be the photo of {' or '.join(sorted(shown))}")
        elif shown:
            fitting[shown.pop()].append(picture)
    for at, person in enumerate(people):
        fits = fitting[person.name]
        if value := named.get(at):
            person.photo = picture_named(value, path, source, pictures)
            if not person.photo:
                where = "it is elsewhere, so put it beside the table" if "://" in value else "there is no such picture"
                outcomes.not_understood(path, f"the photo “{value[:80]}” of {person.name}: {where}")
        elif len(fits) > 1:
            outcomes.not_understood(path, f"which photo is {person.name}’s? It may be {' or '.join(fits)}")
        elif fits:
            person.photo = fits[0]


def picture_named(value: str, path: str, source: SiteSource, pictures: Iterable[str]) -> str:
    """Return the file that a table names as a photo: by its path, or by its name alone where one has that."""
    if exact := source.resolve(value, path):
        return exact
    name = PureWindowsPath(value.casefold()).name
    files = [each for each in pictures if name in (PurePath(each.casefold()).name, PurePath(each.casefold()).stem)]
    return files[0] if len(files) == 1 and "://" not in value else ""


def _keys(words: list[str]) -> set[str]:
    """Return a folded name with its words in whatever order and with or without spaces between them."""
    return {" ".join(sorted(words)), "".join(words), "".join(words[-1:] + words[:-1])} - {""}
