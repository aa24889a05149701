"""The line in which many programs print where a paper appeared, with its numbers: ``Applied Tides 598, 153715``.

So write exports of Google Scholar and typed lists. What isn't certain stays part of the name.
"""

import re
from dataclasses import replace
from typing import Any, NamedTuple

from publications.citations.dates import YEAR_FORM
from publications.citations.identifiers import find_arxiv_ids
from publications.citations.record import Record

_PAGE = r"[A-Za-z]{0,4}\d\w*(?:\.\w+)*"
NUMBERS = re.compile(
    rf"(?<=[^\W\d_])[.)]?,?\s+(?:\(?(?P<before>{YEAR_FORM})\)?[,;]\s*)?"
    rf"(?P<vol>vol(?:ume|\b\.?)\s*)?(?P<volume>\d{{1,4}})"
    r"(?:\s*\((?P<number>[\w./–-]{1,12})\)|,\s*(?:no\b\.?|issue|iss\b\.?)\s*(?P<issue>\d+))?"
    rf"(?:(?:,\s+|\s*:\s*)(?:pp?\b\.?\s*|pages\s+|(?:art(?:icle|\.)\s*)?(?:no\.\s*)?)?(?!{YEAR_FORM}$)"
    rf"(?P<first>{_PAGE})(?:\s*[-–—]+\s*(?P<last>{_PAGE}))?)?(?:,?\s*\(?(?P<after>{YEAR_FORM})\)?)?\.?$",
    re.IGNORECASE,
)
PAGES = re.compile(
    rf"(?<=[^\W\d_])[.)]?,\s+(?:pp?\b\.?\s*|pages\s+)?(?!{YEAR_FORM}\b)"
    rf"(?P<first>\d+)\s*[-–—]+\s*(?P<last>\d+)(?:,\s*(?P<after>{YEAR_FORM}))?$",
    re.IGNORECASE,
)
# Behind whose name alone a number may be that of the edition, or anything.
EDITED = re.compile(r"\b(?:conference(?! series)|symposium|workshop|congress|meeting|patent)\b", re.IGNORECASE)
MIN_ARTICLE_LENGTH = 5  # digits of a single number, which else is a page


class ContainerParts(NamedTuple):
    """What a container prints; only its name where nothing else is certain."""

    name: str
    volume: str = ""
    number: str = ""
    article: str = ""
    pages: str = ""
    year: str = ""

    @property
    def numbers(self) -> dict[str, str]:
        """Its numbers by the fields of a record, without the year."""
        return {name: number for name, number in zip(self._fields[1:5], self[1:5], strict=True) if number}


def in_parts(text: str) -> ContainerParts:
    """Part a container as printed into its name and its numbers."""
    if match := PAGES.search(text):
        return ContainerParts(_name(text, match), pages=f"{match['first']}–{match['last']}", year=match["after"] or "")
    match = NUMBERS.search(text)
    if not match:
        return ContainerParts(text)
    number, first, last = match["number"] or match["issue"] or "", match["first"] or "", match["last"] or ""
    may_be_year = bool(re.fullmatch(YEAR_FORM, match["volume"])) and not number
    is_marked = number or match["vol"] or (match["first"] and not EDITED.search(text[: match.start()]))
    if not is_marked or may_be_year:
        return ContainerParts(text)
    is_article = bool(first) and not last and (len(first) >= MIN_ARTICLE_LENGTH or not first.isdigit())
    pages = "" if is_article else f"{first}–{last}" if last else first
    year = match["before"] or match["after"] or ""
    return ContainerParts(_name(text, match), match["volume"], number, first if is_article else "", pages, year)


def _name(text: str, match: re.Match[str]) -> str:
    """Return the name before the numbers, with the point or the bracket that ends it."""
    name = text[: match.start()] + ("" if match[0][0] in " ," else match[0][0])
    return name.rstrip(".") if name.count(".") == 1 and " " in name else name


def with_numbers(record: Record) -> Record:
    """Return a record with the numbers that its container prints, unless it says others itself."""
    for place in ("venue", "proceedings"):
        text = getattr(record, place)
        if arxiv_ids := find_arxiv_ids(text, is_named=True):
            record = replace(record, arxiv_id=record.arxiv_id or arxiv_ids[0])
        parts = in_parts(text)
        if parts.numbers and all(getattr(record, name) in ("", number) for name, number in parts.numbers.items()):
            named: dict[str, Any] = {place: parts.name, **parts.numbers}
            record = replace(record, **named, year=record.year or (int(parts.year) if parts.year else None))
    return record
