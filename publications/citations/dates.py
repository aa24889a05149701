"""Years and months as programs and people write them."""

import re
import unicodedata

from publications.citations.record import MONTHS

YEAR = re.compile(r"(?<![0-9])[12][0-9]{3}(?![0-9])")  # in the field of a date
# In running words, where other numbers stand too: of the last century or of this one.
YEAR_FORM = r"(?:19|20)\d\d"
YEAR_IN_WORDS = re.compile(rf"(?<!\d){YEAR_FORM}(?!\d)")
NUMBERED = re.compile(r"[12][0-9]{3}[/.-]([0-9]{1,2})(?![0-9])|([0-9]{1,2})[/.-][12][0-9]{3}")
NAMED = re.compile(rf"\b({'|'.join(month[:3] for month in MONTHS)})[a-z]*\b", re.IGNORECASE)
MONTH_STEMS = tuple(month[:3].casefold() for month in MONTHS)
# Beginnings of months in German, French, Spanish, Italian, Portuguese and Dutch, without accents.
ELSEWHERE = {
    **{"ene": 1, "gen": 1, "fev": 2, "mrz": 3, "mrt": 3, "maa": 3, "avr": 4, "abr": 4, "mai": 5, "mag": 5, "mei": 5},
    **{"juin": 6, "giu": 6, "juil": 7, "lug": 7, "aou": 8, "ago": 8, "set": 9, "okt": 10, "ott": 10, "out": 10},
    **{"dez": 12, "dic": 12},
}
MONTH_NAMES = {stem: number for number, stem in enumerate(MONTH_STEMS, start=1)} | ELSEWHERE
MONTH_NAME = re.compile("|".join(sorted(MONTH_NAMES, key=len, reverse=True)))


def year_in(text: str) -> int | None:
    """Return the first year of four digits in a text."""
    match = YEAR.search(text)
    return int(match[0]) if match else None


def years_in_words(text: str) -> list[int]:
    """Return the years in running words, in their order."""
    return list(map(int, YEAR_IN_WORDS.findall(text)))


def month_in(text: str) -> int | None:
    """Return the first month in a date such as 2024-06-01, 2024/6, 6/2024, 2024 Jun 1 or June."""
    if match := NUMBERED.search(text):
        month = int(match[1] or match[2])
        return month if 1 <= month <= 12 else None
    named = NAMED.search(text)
    return MONTH_STEMS.index(named[1].casefold()) + 1 if named else None


def date_in(*texts: str) -> tuple[int | None, int | None]:
    """Return the first year in several dates, and the first month in one of that year or without a year."""
    year = next((year for year in map(year_in, texts) if year), None)
    fitting = (text for text in texts if year and year_in(text) in (year, None))
    return year, next((month for month in map(month_in, fitting) if month), None)


def month_of(written: str) -> int | None:
    """Return the month of a number, or of a name in any of seven languages anywhere in a text such as ``3~March``."""
    decomposed = unicodedata.normalize("NFD", written.lower())
    match = MONTH_NAME.search("".join(letter for letter in decomposed if not unicodedata.combining(letter)))
    if match:
        return MONTH_NAMES[match[0]]
    return int(written) if re.fullmatch("0?[1-9]|1[0-2]", written) else None
