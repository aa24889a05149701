"""Records normalised to what the site can hold: what has no room in its own place is kept among the extra fields.

The functions return what they normalise together with the overflow: pairs of name and text for the extra fields.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import cache
from itertools import chain, count
from typing import Any

from django.core.exceptions import ValidationError

from publications.citations.identifiers import ARXIV_FORM, DOI_FORM, arxiv_in
from publications.citations.record import STATUS_NOTES, Name, Record, RecordLink, link_kind, one_line
from publications.matching.venues import WITHOUT_VENUE
from publications.models import ExtraField, Identifier, Link, Publication

TEXTS = ("volume", "number", "article", "pages", "proceedings", "publisher")
ID_FORMS = {"doi": re.compile(DOI_FORM), "arxiv_id": re.compile(ARXIV_FORM)}
PAGE_RANGE = re.compile(r"(?<=\d)\s*[-\u2010-\u2015]+\s*(?=\w)")
YEARS = range(1800, 2201)
VERSION = re.compile(r"(?<=\d)v\d+$")
# What stands where a venue would, and is none.
ARXIV = re.compile(r"\W*(?:arxiv\b.*|corr|computing research repository.*)", re.IGNORECASE | re.DOTALL)
NO_VENUE = re.compile(
    r"https?://.*|www\..*|.*\b(?:submitted to|in submission|under review|in preparation|work in progress)\b.*"
    r"|.*\b(?:thesis|dissertation)\b.*",
    re.IGNORECASE | re.DOTALL,
)
LINK_URL: Any = Link._meta.get_field("url")
MAX_NAME_LENGTHS = {"given": 100, "family": 90, "suffix": 9, "literal": 200}  # characters

Pair = tuple[str, str]
Overflow = list[Pair]


@cache
def max_length(model: Any, column: str) -> int:
    """Return how many characters a column has room for."""
    return int(model._meta.get_field(column).max_length)


def normalised(record: Record) -> Record:
    """Return the record as the site can hold it; nothing that it says is lost."""
    texts, texts_overflow = _texts(record)
    dates, dates_overflow = _dates(record)
    venue, venue_overflow = _venue(record)
    columns: dict[str, Any] = {**texts, **dates, **venue}
    bare = replace(
        record,
        **columns,
        kind=record.kind or "other",
        status=record.status or "published",
        note="" if record.note in STATUS_NOTES.values() else record.note.strip(),
        abstract=record.abstract.strip(),
        authors=tuple(map(_name, record.authors)),
    )
    links, links_overflow = _links(bare)
    ids, ids_overflow = _identifiers(record.ids)
    overflow = chain(texts_overflow, dates_overflow, venue_overflow, links_overflow, ids_overflow)
    return replace(bare, url="", links=links, ids=ids, extra=_extra(chain(record.extra, overflow)))


def _texts(record: Record) -> tuple[dict[str, str], Overflow]:
    """Return the columns of text; a title too long is cut, all others are whole or empty."""
    wanted = {name: one_line(getattr(record, name)) for name in TEXTS}
    wanted["pages"] = PAGE_RANGE.sub("–", wanted["pages"])
    wanted["doi"] = VERSION.sub("", record.doi.strip())
    wanted["arxiv_id"] = VERSION.sub("", (arxiv_in(record.arxiv_id) or record.arxiv_id).strip())
    if record.kind in WITHOUT_VENUE:
        del wanted["publisher"]  # which stands for the venue
    title, room = one_line(record.title), max_length(Publication, "title")
    overflow = [("title", title)] if len(title) > room else []
    overflow += [(name, text) for name, text in wanted.items() if not _fits(name, text)]
    texts = {name: text if _fits(name, text) else "" for name, text in wanted.items()}
    return texts | {"title": title if len(title) <= room else f"{title[: room - 1]}…"}, overflow


def _fits(name: str, text: str) -> bool:
    is_formed = name not in ID_FORMS or not text or ID_FORMS[name].fullmatch(text)
    return len(text) <= max_length(Publication, name) and bool(is_formed)


def _dates(record: Record) -> tuple[dict[str, int | None], Overflow]:
    year = record.year if record.year in YEARS else None
    month = record.month if year and record.month in range(1, 13) else None
    return {"year": year, "month": month}, [("year", str(record.year))] if record.year and not year else []


def _name(name: Name) -> Name:
    if all(len(getattr(name, part)) <= room for part, room in MAX_NAME_LENGTHS.items()):
        return name
    return replace(name, **{part: getattr(name, part)[:room].strip() for part, room in MAX_NAME_LENGTHS.items()})


def _venue(record: Record) -> tuple[dict[str, str], Overflow]:
    """Return where it appeared, without what is no venue; the preprint server by its own name."""
    if record.kind in WITHOUT_VENUE:
        # The school, or whatever else stands where a venue would, is the publisher.
        names = [text for text in (record.venue, record.acronym) if text]
        publisher = one_line(record.publisher or (names.pop(0) if names else ""))
        overflow = [("venue", text) for text in names]
        if not _fits("publisher", publisher):
            overflow, publisher = [*overflow, ("publisher", publisher)], ""
        return {"venue": "", "acronym": "", "publisher": publisher}, overflow
    if any(ARXIV.fullmatch(text) for text in (record.venue, record.proceedings) if text):
        return {"venue": "arXiv", "acronym": "", "proceedings": ""}, []
    named = {name: getattr(record, name) for name in ("venue", "proceedings")}
    none = {name: text for name, text in named.items() if text and NO_VENUE.fullmatch(text)}
    return dict.fromkeys(none, ""), list(none.items())


def _links(record: Record) -> tuple[tuple[RecordLink, ...], Overflow]:
    """Return the links that lead somewhere, each address once, those of one kind under labels of their own."""
    links: dict[str, RecordLink] = {}
    taken: set[Pair] = set()
    overflow = []

    own = [RecordLink(link_kind(record.url), record.url)] if record.url.strip() else []
    for link in (*record.links, *own):
        url, label = link.url.strip(), link.label[: max_length(Link, "label")]
        if not _is_address(url):
            overflow.append((link.kind if link.kind != "page" else "url", url))
        elif url not in links and not (link.kind == "page" and _follows(url, record)):
            kind = link.kind if link.kind in Link.Kind.values else "other"
            links[url] = RecordLink(kind, url, free_label(label, kind, taken))
            taken.add((kind, links[url].label))
    return tuple(links.values()), overflow


def _is_address(url: str) -> bool:
    try:
        LINK_URL.run_validators(url)
    except ValidationError:
        return False
    return True


def _follows(url: str, record: Record) -> bool:
    """Return whether an address follows from the DOI or the arXiv id."""
    url = url.casefold()
    is_by_doi = record.doi and url.endswith(f"doi.org/{record.doi.casefold()}")
    return bool(is_by_doi or (record.arxiv_id and f"arxiv.org/abs/{record.arxiv_id}" in url))


def free_label(label: str, kind: str, taken: Collection[Pair]) -> str:
    """Return a label under which a link of a kind can stand beside others, whose kinds and labels are taken."""
    tries = chain([label], (f"{label or Link.Kind(kind).label} {number}" for number in count(2)))
    return next(each for each in tries if (kind, each) not in taken)


def _identifiers(ids: Iterable[Pair]) -> tuple[tuple[Pair, ...], Overflow]:
    room = max_length(Identifier, "value")
    given = [(scheme, value) for scheme, value in dict.fromkeys(ids) if value]
    fitting = tuple(pair for pair in given if pair[0] in Identifier.Scheme.values and len(pair[1]) <= room)
    return fitting, [pair for pair in given if pair not in fitting]


def _extra(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Return all extra fields under names of their own."""
    found: dict[str, str] = {}
    room = max_length(ExtraField, "name") - 5
    for name, text in pairs:
        name = name[:room] or "field"
        if text and text not in (found.get(name), *(found.get(f"{name} {n}") for n in range(2, 4))):
            found[next(each for each in chain([name], (f"{name} {n}" for n in count(2))) if each not in found)] = text
    return tuple(found.items())


def writable(record: Record) -> Record:
    """Return a record without characters that no database keeps."""
    values = {name: _writable(value) for name, value in vars(record).items()}
    return record if values == vars(record) else replace(record, **values)


def _writable(value: Any) -> Any:
    if isinstance(value, str):
        is_plain = value.isascii() and "\0" not in value
        return value if is_plain else value.encode(errors="ignore").decode().replace("\0", "")
    if isinstance(value, tuple):
        return tuple(map(_writable, value))
    if hasattr(value, "__dict__"):
        return replace(value, **{name: _writable(each) for name, each in vars(value).items()})
    return value
