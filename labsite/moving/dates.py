"""Dates as sites write them, made partial dates: as precise as they are and no more."""

import re
from typing import Any

from labsite.modelling.periods import PartialDate
from publications.citations.record import MONTHS

MONTH = rf"(?P<word>{'|'.join(f'{name[:3]}(?:{name[3:]})?' for name in MONTHS)}|Sept)\.?"
SHAPES = [
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
    """Return a date such as 2024-06-26T10:00:00Z, 2024-6, June 2024 or 26 June 2024; nothing if it is none."""
    text = " ".join(str(value if value is not None else "").split())
    found = next(filter(None, (shape.fullmatch(text) for shape in SHAPES)), None)
    return _checked(found.groupdict()) if found else PartialDate("")


def _checked(parts: dict[str, str | None]) -> PartialDate:
    month = parts.get("month") or _month(parts.get("word"))
    numbers = [parts["year"], month, parts.get("day")]
    given = numbers[: next((at for at, number in enumerate(numbers) if not number), 3)]
    date = PartialDate("-".join(str(number).zfill(2) for number in given))
    try:
        date.first  # noqa: B018
    except ValueError:
        return PartialDate(str(parts["year"]))
    return date


def _month(word: str | None) -> str:
    return (
        str(next((at for at, name in enumerate(MONTHS, 1) if name.lower().startswith(word.lower()[:3])), ""))
        if word
        else ""
    )
