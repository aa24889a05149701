"""Plain values of front matter and data files, which people write in many ways: texts, dates, degrees, roles."""

import re
from itertools import takewhile
from typing import Any

from labsite.modelling.periods import PartialDate
from publications.citations.record import MONTHS

MAX_SUMMARY_LENGTH = 300  # characters of Project.summary
SCRIPTS = (("[\u3040-\u30ff]", "ja"), ("[\uac00-\ud7af]", "ko"), ("[\u4e00-\u9fff]", "zh"))
YES = {"true", "yes", "on", "1"}


def line_of(value: Any) -> str:
    """Return a value as one line of text; empty for anything but text and numbers."""
    return " ".join(text_of(value).split())


def text_of(value: Any) -> str:
    """Return a value as text; empty for anything but text and numbers."""
    if isinstance(value, str):
        return value.strip()
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def lines_in(value: Any) -> list[str]:
    """Return the texts of a list, or a single text as a list."""
    return list(filter(None, (line_of(each) for each in _as_list(value))))


# What stands before and behind names: Prof. Dr., PhD, OC, FRS(C).
TITLES = re.compile(
    r"(?:(?:(?:Ass(?:t|oc|istant|ociate)\.?\s+|Univ\.-|apl\.\s+)?(?:Prof(?:essor)?|Dr|PD)\b\.?(?:-Ing\.?)?\s+"
    r"(?:(?:rer|nat|med|phil|techn|iur|habil|h|c)\.\s*)*)+)(?=\S+\s+\S)"
)
DEGREE = re.compile(r"Ph\.?\s?D\.?|M\.?D\.?|[BM]\.?Sc\.?|DPhil|MBA|MPH")
LETTERS = re.compile(rf"{DEGREE.pattern}|(?!I+V?$)[A-Z]{{2,6}}(?:\([A-Z]+\))?")


def without_titles(name: str) -> tuple[str, str, str]:
    """Part a name into itself, what it is addressed by, and all else.

    "Prof. Dr. Ada Quill, PhD" is Ada Quill, Prof., and "Dr., PhD", for which there is no place here.
    """
    titled = TITLES.match(name)
    bare = name[titled.end() :] if titled else name
    whole, *letters = re.split(r",\s*|\s+(?=Ph\.?\s?D\b)", bare)
    are_letters = " " in whole.strip() and all(map(LETTERS.fullmatch, letters))
    if are_letters and (titled or any(map(DEGREE.fullmatch, letters))):
        bare = whole
    else:
        letters = []
    honorific = re.search(r"(Prof|Dr)(?:essor)?\.?", titled[0]) if titled else None
    rest = titled[0].replace(honorific[0], "", 1) if titled and honorific else ""
    lost = filter(None, [" ".join(rest.split()), *letters])
    return bare.strip(), f"{honorific[1]}." if honorific else "", ", ".join(lost)


def language_of(native: str) -> str:
    """Return the language that a name's script shows; nothing for scripts of many."""
    return next((tag for script, tag in SCRIPTS if re.search(script, native)), "")


def summary_and_text(summary: str, *texts: str) -> tuple[str, str]:
    """Return a project's summary and its text, which begins with the summary if that is too long for its field."""
    is_long = len(summary) > MAX_SUMMARY_LENGTH
    return "" if is_long else summary, "\n\n".join(filter(None, (summary if is_long else "", *texts)))


def year_in(value: Any) -> int | None:
    """Return the first year that a value names."""
    found = re.search(r"\b(1[89]\d\d|2[01]\d\d)\b", line_of(value))
    return int(found[0]) if found else None


def _as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


class PageFields(dict[str, Any]):
    """The fields of front matter, or of an entry in a data file; one that says nothing is as one that is missing."""

    def line(self, *names: str) -> str:
        """Return the first of some fields that says anything, as one line of text."""
        return next(filter(None, (line_of(self.get(name)) for name in names)), "")

    def text(self, *names: str) -> str:
        """Return the first of some fields that says anything, as text."""
        return next(filter(None, (text_of(self.get(name)) for name in names)), "")

    def lines(self, name: str) -> list[str]:
        """Return the texts of a list, or a single text as a list."""
        return lines_in(self.get(name))

    def words(self, name: str) -> list[str]:
        """Return the texts of a list, or the parts of a text separated by commas."""
        value = self.get(name)
        return lines_in(re.split(r"\s*[,;]\s*", value) if isinstance(value, str) else value)

    def mapping(self, name: str) -> "PageFields":
        return mapping_in(self.get(name))

    def mappings(self, name: str) -> "list[PageFields]":
        """Return the mappings of a list, or a single mapping as a list."""
        return mappings_in(self.get(name))

    def date(self, *names: str) -> PartialDate:
        return partial_date(self.line(*names))

    def without(self, left_out: str) -> "PageFields":
        return PageFields({name: value for name, value in self.items() if name != left_out})

    def is_set(self, name: str) -> bool:
        """Return whether a switch is on."""
        return self.get(name) is True or self.line(name).casefold() in YES


def mappings_in(value: Any) -> list[PageFields]:
    """Return the mappings of a list, or a single mapping as a list."""
    held = (each for each in _as_list(value) if isinstance(each, dict))
    return [PageFields({str(name): inner for name, inner in each.items()}) for each in held]


def mapping_in(value: Any) -> PageFields:
    """Return a mapping with names that are texts; an empty one for anything else."""
    return next(iter(mappings_in(value)), PageFields()) if isinstance(value, dict) else PageFields()


MONTH = rf"(?P<word>{'|'.join(f'{name[:3]}(?:{name[3:]})?' for name in MONTHS)}|Sept)\.?"
MONTH_NUMBERS = {name[:3].lower(): str(number) for number, name in enumerate(MONTHS, 1)}
DATE_SHAPES = [
    re.compile(shape, re.IGNORECASE | re.ASCII)
    for shape in (
        r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d).*",
        r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})",
        r"(?P<year>\d{4})",
        r"(?P<month>\d{1,2})/(?P<year>\d{4})",
        rf"{MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>\d{{4}})",
        rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+{MONTH},?\s+(?P<year>\d{{4}})",
        rf"{MONTH},?\s+(?P<year>\d{{4}})",
        rf"(?P<year>\d{{4}}),?\s+{MONTH}",
    )
]


def partial_date(value: Any) -> PartialDate:
    """Return a date such as 2024-06-26T10:00:00Z, 2024-6, June 2024 or 26 June 2024; empty for anything else."""
    text = " ".join(str(value if value is not None else "").split())
    found = next(filter(None, (shape.fullmatch(text) for shape in DATE_SHAPES)), None)
    if not found:
        return PartialDate("")
    parts = found.groupdict()
    month = parts.get("month") or MONTH_NUMBERS.get((parts.get("word") or "")[:3].lower())
    numbers = takewhile(bool, (parts["year"], month, parts.get("day")))
    date = PartialDate("-".join(str(number).zfill(2) for number in numbers))
    try:
        date.first  # noqa: B018
    except ValueError:
        return PartialDate(parts["year"])
    return date


# In this order, because "postdoctoral" holds "doctoral" and "undergraduate" holds "graduate". The roles are values of
# Membership.Role.
ROLES = [
    (role, re.compile(rf"\b(?:{words})", re.IGNORECASE))
    for role, words in (
        (
            "lead",
            r"principal investigator|pis?\b|^(?:(?:team|people|members|lab) )?advis[eo]rs?$"
            r"|(?:lab|group|team)[\s-](?:lead|head)|director\b|head\sof\b",
        ),
        ("visitor", r"visit|guest"),
        ("postdoc", r"post[\s-]?doc"),
        ("undergraduate", r"undergrad|bachelor|b\.?sc?\b"),
        ("", r"(?:high|secondary)[\s-]?school|intern(?:s|ship)?\b|summer"),  # of what level isn't said
        ("phd", r"ph\.?\s?d|doctoral|doctorate|doctorand|(?:post)?grad(?:uate)?\b|grads\b"),
        ("master", r"master|m\.?sc\b|m\.?s\b|m\.?eng\b"),
        ("faculty", r"(?:prof(?:essor)?s?|faculty|lecturer|docent|reader)\b|affil"),
        ("engineer", r"engineer|developer|programmer|technician"),
        ("staff", r"admin|staff|manager|secretar|coordinator|assistant\sto"),
        ("researcher", r"(?:researcher|scientist|fellow|research[\s-](?:assistant|associate))s?\b(?! of\b)"),
    )
]
OF_PEOPLE = re.compile(r"\b(?:member|student|associate|people|team|research|interns?\b|pupil)", re.IGNORECASE)
ENDED = re.compile(r"\b(?:alum|former|past\b|previous|ex-|graduated|left\b)", re.IGNORECASE)


def role_in(words: str) -> str:
    """Return the first role named by a heading such as "PhD students", or an empty string."""
    first = words.replace("_", " ").partition(" or ")[0]
    return next((role for role, shape in ROLES if shape.search(first)), "")


def is_of_people(words: str) -> bool:
    """Return whether a heading is about people: by a role, or by words such as "Students", which tell none."""
    return bool(role_in(words) or OF_PEOPLE.search(words.replace("_", " ")))


def roles_in(words: str) -> list[str]:
    """Return all roles that a heading such as "Staff / Students" names for those below it; of students none, ""."""
    parts = re.split(r"\s*(?:[/,&]|\band\b)\s*", words.replace("_", " "))
    return list(dict.fromkeys(role_in(part) for part in parts if is_of_people(part)))


def has_ended(words: str) -> bool:
    """Return whether a heading such as "Alumni" or "Former members" is about people who have left."""
    return bool(ENDED.search(words.replace("_", " ")))


DEGREES = [
    re.compile(rf"(?P<degree>{degree}){parted}(?P<field>\S.*)", re.IGNORECASE)
    for degree, parted in (
        (r".*?", r"\s+in\s+"),
        (r"(?:master|bachelor|doctor)s?\s+of\s+\w+", r"\s*(?:[-–—,:]|\s)\s*"),
        (
            r"ph\.?\s?d\.?|d\.?phil\.?|[bm]\.?\s?(?:sc|s|a|eng|tech|phil)\.?|mba|m\.?d\.?",
            r"\s*(?:[-–—,:]|\s|\sof\s)\s*",
        ),
    )
]


def degree_and_field(said: str) -> tuple[str, str]:
    """Split "PhD in Systems" into degree and field; without a field, all of it is the degree."""
    found = next(filter(None, (shape.fullmatch(said) for shape in DEGREES)), None)
    return (found["degree"].strip(), found["field"].strip()) if found else (said, "")
