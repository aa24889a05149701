"""Years and months as programs and people write them."""

import re

from publications.citations.record import MONTHS

YEAR = re.compile(r"(?<![0-9])[12][0-9]{3}(?![0-9])")
NUMBERED = re.compile(r"[12][0-9]{3}[/.-]([0-9]{1,2})(?![0-9])|([0-9]{1,2})[/.-][12][0-9]{3}")
NAMED = re.compile(rf"\b({'|'.join(month[:3] for month in MONTHS)})[a-z]*\b", re.IGNORECASE)
NAMES = tuple(month[:3].casefold() for month in MONTHS)


def year_in(text: str) -> int | None:
    """Return the first year in a text, of four digits."""
    found = YEAR.search(text)
    return int(found[0]) if found else None


def month_in(text: str) -> int | None:
    """Return the month of a date such as 2024-06-01, 2024/6, 6/2024, 2024 Jun 1 or June; of several the first."""
    if found := NUMBERED.search(text):
        month = int(found[1] or found[2])
        return month if 1 <= month <= 12 else None
    named = NAMED.search(text)
    return NAMES.index(named[1].casefold()) + 1 if named else None


def date_in(*texts: str) -> tuple[int | None, int | None]:
    """Return the year that the first of several dates says, and the month that any of that year or of none says."""
    year = next((year for year in map(year_in, texts) if year), None)
    fitting = (text for text in texts if year and year_in(text) in (year, None))
    return year, next((month for month in map(month_in, fitting) if month), None)
