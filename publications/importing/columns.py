"""What a record says in the columns of a paper, and when two values of a column are one for those who read them."""

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from labsite.texts.folding import fold
from labsite.texts.lines import lines_of
from labsite.texts.plain_text import as_markdown, without_escapes
from publications.citations.identifiers import plain_id
from publications.citations.record import Record
from publications.matching.venue_names import keys
from publications.models import Publication

OF_THE_RECORD = (
    *("title", "kind", "status", "year", "month", "volume", "number", "article", "pages"),
    *("proceedings", "publisher", "doi", "arxiv_id"),
)


def columns_of(record: Record) -> dict[str, Any]:
    """Return what a fitted record says, by the columns of a paper; all but its venue."""
    columns = {name: getattr(record, name) for name in OF_THE_RECORD}
    return columns | {"abstract": as_markdown(record.abstract), "notes": record.note}


@dataclass(frozen=True)
class Column:
    """A column of a paper: what people call it, when two values are the same to them, and how one is shown."""

    label: str
    is_same: Callable[[Any, Any], bool]
    shown: Callable[[Any], str] = lambda value: str(value or "")


def _folded(one: str, other: str) -> bool:
    return (fold(one) or one.strip()) == (fold(other) or other.strip())


def _equal(one: Any, other: Any) -> bool:
    return bool(one == other)


def _pages(one: str, other: str) -> bool:
    """Compare without what parts the numbers; ``123–9`` is short for ``123–129``."""
    return [*_page_numbers(one)] == [*_page_numbers(other)]


def _page_numbers(pages: str) -> list[str]:
    numbers = re.findall(r"\w+", pages.casefold())
    if len(numbers) == 2 and numbers[1].isdigit() and len(numbers[1]) < len(numbers[0]):
        numbers[1] = numbers[0][: len(numbers[0]) - len(numbers[1])] + numbers[1]
    return numbers[:1] if len(numbers) == 2 and numbers[0] == numbers[1] else numbers


def _proceedings(one: str, other: str) -> bool:
    return _folded(one, other) or bool(set(keys(one)[:1]) & set(keys(other)[:1]))


def _id(scheme: str) -> Callable[[str, str], bool]:
    return lambda one, other: plain_id(scheme, one) == plain_id(scheme, other)


def _abstract(one: str, other: str) -> bool:
    return _folded(without_escapes(one), without_escapes(other))


def _notes(here: str, there: str) -> bool:
    """Whether the notes of the one that has more say all that the other does."""
    one, other = ({fold(line) for line in lines_of(text)} for text in (here, there))
    return one >= other or (bool(one) and fold(there) in fold(here))


def label_of(name: str) -> str:
    """Return what people call a column."""
    field: Any = Publication._meta.get_field(name)
    label = str(field.verbose_name)
    return label[:1].upper() + label[1:]


def _column(name: str, is_same: Callable[[Any, Any], bool], *shown: Callable[[Any], str]) -> Column:
    return Column(label_of(name), is_same, *shown)


COLUMNS = {
    "title": _column("title", _folded),
    "kind": _column("kind", _equal, lambda value: str(Publication.Kind(value).label)),
    "status": _column("status", _equal, lambda value: str(Publication.Status(value).label)),
    "year": _column("year", _equal),
    "month": _column("month", _equal, lambda value: calendar.month_name[value or 0]),
    "volume": _column("volume", _folded),
    "number": _column("number", _folded),
    "article": _column("article", _folded),
    "pages": _column("pages", _pages),
    "proceedings": _column("proceedings", _proceedings),
    "publisher": _column("publisher", _folded),
    "doi": _column("doi", _id("doi")),
    "arxiv_id": _column("arxiv_id", _id("arxiv")),
    "abstract": _column("abstract", _abstract),
    "notes": _column("notes", _notes),
}
