"""Year and month of an entry, in all the forms that people write them in."""

import re
import unicodedata

from .source import Source
from .words import MONTHS

YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
DATE = re.compile(r"(\d{4})(?:-(\d{2}))?")
# What no English month begins with, without accents: in German, French, Spanish, Italian, Portuguese and Dutch.
ELSEWHERE = {
    **{"ene": 1, "gen": 1, "fev": 2, "mrz": 3, "mrt": 3, "maa": 3, "avr": 4, "abr": 4, "mai": 5, "mag": 5, "mei": 5},
    **{"juin": 6, "giu": 6, "juil": 7, "lug": 7, "aou": 8, "ago": 8, "set": 9, "okt": 10, "ott": 10, "out": 10},
    **{"dez": 12, "dic": 12},
}
NAMES = {name: place for place, name in enumerate(MONTHS, start=1)} | ELSEWHERE
NAME = re.compile("|".join(sorted(NAMES, key=len, reverse=True)))


def dated(source: Source) -> tuple[int | None, int | None]:
    """Return year and month. What says more than these, such as a day or a range, isn't taken."""
    year = _year(source)
    month = _month(source, year) if year else None
    date = DATE.fullmatch(source.text("date"))
    if date and int(date[1]) == year and (not date[2] or int(date[2]) == month):
        source.drop("date")
    return year, month


def month_of(written: str) -> int | None:
    """Return the month that a number or a name begins with, wherever in a text such as ``3~March``."""
    found = NAME.search(_folded(written))
    if found:
        return NAMES[found[0]]
    return int(written) if re.fullmatch("0?[1-9]|1[0-2]", written) else None


def _year(source: Source) -> int | None:
    for name in ("year", "date"):
        text = source.text(name)
        if (found := YEAR.search(text)) and not text.startswith("-"):  # which is before our era
            if text == found[0]:
                source.drop(name)
            return int(found[0])
    return None


def _month(source: Source, year: int) -> int | None:
    written = source.text("month")
    month = month_of(written)
    if month and re.fullmatch(r"\d+|[^\W\d]+\.?", written):
        source.drop("month")
    date = DATE.match(source.text("date"))
    dated = int(date[2]) if date and date[2] and int(date[1]) == year else 0
    return month or (dated if 1 <= dated <= 12 else None)


def _folded(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text.lower())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))
