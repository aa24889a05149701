"""The headers of tables and what their columns hold, and the words for kinds of papers: see table_headers.toml."""

import re
import tomllib
from pathlib import Path

from publications.citations.record import KIND_NAMES, gettext_noop

_WORDS = tomllib.loads(Path(__file__).with_name("table_headers.toml").read_text(encoding="utf-8"))
# What a column may hold, in words.
FIELDS = {
    "title": gettext_noop("Title"),
    "authors": gettext_noop("Authors"),
    "year": gettext_noop("Year"),
    "date": gettext_noop("Date"),
    "month": gettext_noop("Month"),
    "kind": gettext_noop("Kind of paper"),
    "status": gettext_noop("Status"),
    "venue": gettext_noop("Where it appeared"),
    "journal": gettext_noop("Journal"),
    "meeting": gettext_noop("Conference"),
    "proceedings": gettext_noop("Proceedings"),
    "acronym": gettext_noop("Abbreviation of where it appeared"),
    "volume": gettext_noop("Volume"),
    "number": gettext_noop("Number or issue"),
    "pages": gettext_noop("Pages"),
    "first_page": gettext_noop("First page"),
    "last_page": gettext_noop("Last page"),
    "article": gettext_noop("Article number"),
    "publisher": gettext_noop("Publisher"),
    "doi": gettext_noop("DOI"),
    "arxiv": gettext_noop("arXiv"),
    "isbn": gettext_noop("ISBN"),
    "pmid": gettext_noop("PubMed"),
    "pmcid": gettext_noop("PubMed Central"),
    "dblp": gettext_noop("dblp"),
    "openalex": gettext_noop("OpenAlex"),
    "url": gettext_noop("Address"),
    "pdf": gettext_noop("PDF"),
    "code": gettext_noop("Code"),
    "data": gettext_noop("Data"),
    "slides": gettext_noop("Slides"),
    "poster": gettext_noop("Poster"),
    "video": gettext_noop("Video"),
    "project": gettext_noop("Project page"),
    "note": gettext_noop("Note"),
    "abstract": gettext_noop("Abstract"),
    "key": gettext_noop("Key"),
}
_HEADERS: dict[str, list[str]] = {field: said["headers"].split() for field, said in _WORDS["fields"].items()}
_TAGS: dict[str, str] = _WORDS["tags"]
RANKS = {header: rank for headers in _HEADERS.values() for rank, header in enumerate(headers)}
HEADERS = {header: field for field, headers in _HEADERS.items() for header in headers}
NOT_A_LETTER = re.compile(r"[\W_]+")
KINDS_OF_VENUES = {
    "workshop": re.compile(r"\bworkshops?\b", re.IGNORECASE),
    "conference": re.compile(r"\b(?:conference|proceedings|proc|symposium|meeting|congress)\b", re.IGNORECASE),
    "journal": re.compile(r"\b(?:journal|transactions|trans|letters|magazine|annals|acta|review)\b", re.IGNORECASE),
    "thesis": re.compile(r"\b(?:thesis|dissertation)\b", re.IGNORECASE),
}


def plain_header(header: str) -> str:
    """Return a header in lower case without spaces and signs."""
    return NOT_A_LETTER.sub("", header).casefold()


KINDS = {word: kind for kind, words in _WORDS["kinds"].items() for word in words.split()} | {
    plain_header(name): kind for kind, name in KIND_NAMES.items() if name
}


def fields_of(headers: list[str]) -> list[str]:
    """Return the field of each column, each field once; an empty string for unrecognised columns."""
    tags = [header.strip() for header in headers]
    if {"AU", "TI"} <= set(tags):
        fields = [_TAGS.get(tag, "") for tag in tags]
        ranks = [list(_TAGS).index(tag) if tag in _TAGS else 0 for tag in tags]
    else:
        plain = list(map(plain_header, headers))
        fields = [HEADERS.get(header, "") for header in plain]
        ranks = [RANKS.get(header, 0) for header in plain]
    best: dict[str, int] = {}
    for index, field in enumerate(fields):
        if field and (field not in best or ranks[index] < ranks[best[field]]):
            best[field] = index
    return [field if best.get(field) == index else "" for index, field in enumerate(fields)]


def kind_named(cell: str) -> str:
    """Return the kind of paper that a cell names; an empty string if it names none."""
    return KINDS.get(plain_header(cell), "")


def kind_by_place(place: str) -> str:
    """Return the kind of paper that the name of a venue suggests; an empty string if it suggests none."""
    return next((kind for kind, pattern in KINDS_OF_VENUES.items() if pattern.search(place)), "")
