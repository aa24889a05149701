"""Dates as people write them: June 2024, 26/06/2024 or 2024-6, as precise as they are."""

import re
from itertools import takewhile
from typing import Any

from labsite.modelling.periods import PartialDate
from publications.citations.record import MONTHS

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
TOKEN = re.compile(r"\d+|[^\W\d_]+")
ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b", re.IGNORECASE)
CHINESE = str.maketrans({"年": "-", "月": "-", "日": "", "号": ""})


def exact_date(value: str) -> PartialDate:
    """Return the date that a text is, also 2024年9月; empty if it is anything else, or says more than the date."""
    text = ORDINAL.sub("", value.strip().translate(CHINESE).strip("-"))
    date = partial_date(text)
    return date if date and len(TOKEN.findall(text)) == date.count("-") + 1 else PartialDate("")


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
