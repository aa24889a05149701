"""What the text styles share: names with initials, lists in words, and sentences that end once."""

import re
from collections.abc import Iterable

from publications.citations.identifiers import arxiv_url, doi_url
from publications.citations.record import MONTHS, Name, Record


def initials(given: str) -> str:
    """Return a given name's initials, as ``J.-P. M.``; a name in a script without capitals has none and stays."""
    if given.upper() == given.lower():
        return given
    parts = re.findall(r"([-‐])?\s*(\w)[\w'’]*\.?", given)
    return "".join(f"{'-' if hyphen else ' '}{letter.upper()}." for hyphen, letter in parts).strip()


def given_first(name: Name, given: str) -> str:
    """Return the name in the order in which it is spoken, with this form of the given name."""
    if not (name.given and name.family):
        return name.literal or name.family or name.given
    if name.family.upper() == name.family.lower():
        return name.family + name.given
    return " ".join(filter(None, (given, name.family, name.suffix)))


def listed(names: list[str], conjunction: str) -> str:
    """Return ``A``, ``A and B`` or ``A, B, and C``."""
    if len(names) < 3:
        return f" {conjunction} ".join(names)
    return f"{', '.join(names[:-1])}, {conjunction} {names[-1]}"


def joined(parts: Iterable[str], separator: str = ", ") -> str:
    return separator.join(filter(None, parts))


def sentences(*texts: str) -> str:
    """Return the texts, without the empty ones, each with a full stop unless it has a mark of its own."""
    return " ".join(text if text.endswith((".", "?", "!", "?”", "!”")) else f"{text}." for text in texts if text)


def marked_pages(pages: str) -> str:
    """Return ``pp. 1–9`` or ``p. 3``; what may be no page, such as e2506170122, as it is."""
    if any(sign in pages for sign in "–-,"):
        return f"pp. {pages}"
    return f"p. {pages}" if pages.isdecimal() else pages


def volume_number(record: Record, volume: str = "Vol.", number: str = "No.") -> tuple[str, ...]:
    """Return volume and number, as far as there are any, each with its mark before it."""
    marked = ((volume, record.volume), (number, record.number))
    return tuple(f"{mark} {value}" for mark, value in marked if value)


def month_year(record: Record) -> str:
    """Return month and year in words, as far as they are known."""
    month = MONTHS[record.month - 1] if record.year and record.month else ""
    return joined((month, str(record.year or "")), " ")


def edition(record: Record) -> str:
    """Return a meeting's edition as ``SUS ’24``, unless the name of its proceedings says the acronym already."""
    is_said = re.search(rf"\b{re.escape(record.acronym)}\b", record.container)
    return "" if is_said else record.series.replace("'", "’")


def address(record: Record) -> str:
    """Return where to read it: the DOI as an address, or else the page."""
    return doi_url(record.doi) or record.url or arxiv_url(record.arxiv_id)
