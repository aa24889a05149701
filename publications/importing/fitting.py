"""A record in a form that the site can hold: what has no room in its own place is kept among the extra fields."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
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
MAX_NAME_LENGTH = 100  # characters of a given or a family name
MAX_WHOLE_NAME_LENGTH = 200

Pair = tuple[str, str]


def longest(model: Any, column: str) -> int:
    """Return how many characters a column has room for."""
    return model._meta.get_field(column).max_length


def fitted(record: Record) -> Record:
    """Return the record as the site can hold it; nothing that it says is lost."""
    left: list[Pair] = []
    values = dict(_columns(record, left)) | _venue(record, left)
    bare = replace(record, **values)
    links = tuple(_links(bare, left))
    ids = tuple(_identifiers(record.ids, left))
    return replace(bare, url="", links=links, ids=ids, extra=_extra(record.extra, left))


def _columns(record: Record, left: list[Pair]) -> Iterator[tuple[str, Any]]:
    """Yield the columns that change; what they can't hold goes to ``left``."""
    title = one_line(record.title)
    room = longest(Publication, "title")
    yield "title", title if len(title) <= room else f"{title[: room - 1]}…"
    if len(title) > room:
        left.append(("title", title))
    for name in TEXTS if record.kind not in WITHOUT_VENUE else TEXTS[:-1]:
        text = one_line(getattr(record, name))
        yield name, _short(name, PAGE_RANGE.sub("–", text) if name == "pages" else text, left)
    for name, text in (("doi", record.doi), ("arxiv_id", arxiv_in(record.arxiv_id) or record.arxiv_id)):
        yield name, _formed(name, VERSION.sub("", text.strip()), ID_FORMS[name], left)
    yield from _date(record, left)
    yield "kind", record.kind or "other"
    yield "status", record.status or "published"
    yield "note", "" if record.note in STATUS_NOTES.values() else record.note.strip()
    yield "abstract", record.abstract.strip()
    yield "authors", tuple(map(_name, record.authors))


def _short(name: str, text: str, left: list[Pair]) -> str:
    if len(text) <= longest(Publication, name):
        return text
    left.append((name, text))
    return ""


def _formed(name: str, text: str, form: re.Pattern[str], left: list[Pair]) -> str:
    if not text or (form.fullmatch(text) and len(text) <= longest(Publication, name)):
        return text
    left.append((name, text))
    return ""


def _date(record: Record, left: list[Pair]) -> Iterator[tuple[str, int | None]]:
    year = record.year if record.year in YEARS else None
    yield "year", year
    yield "month", record.month if year and record.month in range(1, 13) else None
    if record.year and not year:
        left.append(("year", str(record.year)))


def _name(name: Name) -> Name:
    parts = {"given": MAX_NAME_LENGTH, "family": MAX_NAME_LENGTH - 10, "suffix": 9, "literal": MAX_WHOLE_NAME_LENGTH}
    if all(len(getattr(name, part)) <= room for part, room in parts.items()):
        return name
    return replace(name, **{part: getattr(name, part)[:room].strip() for part, room in parts.items()})


def _venue(record: Record, left: list[Pair]) -> dict[str, str]:
    """Return where it appeared, without what is no venue; the preprint server by its own name."""
    if record.kind in WITHOUT_VENUE:
        return _published_by(record, left)
    if any(ARXIV.fullmatch(text) for text in (record.venue, record.proceedings) if text):
        return {"venue": "arXiv", "acronym": "", "proceedings": ""}
    none = {name: text for name in ("venue", "proceedings") if (text := getattr(record, name)) and _is_none(text)}
    left.extend(none.items())
    return dict.fromkeys(none, "")


def _published_by(record: Record, left: list[Pair]) -> dict[str, str]:
    """Return the school, or whoever else stands for the venue of what has none, as the publisher."""
    said = [text for text in (record.venue, record.acronym) if text]
    publisher = record.publisher or (said.pop(0) if said else "")
    left.extend(("venue", text) for text in said)
    return {"venue": "", "acronym": "", "publisher": _short("publisher", one_line(publisher), left)}


def _is_none(text: str) -> bool:
    return bool(NO_VENUE.fullmatch(text))


def _links(record: Record, left: list[Pair]) -> Iterator[RecordLink]:
    """Yield the links that lead somewhere, each address once, those of one kind under labels of their own."""
    addresses: set[str] = set()
    names: set[Pair] = set()
    for link in chain(record.links, _own_address(record)):
        link = replace(link, url=link.url.strip(), label=link.label[: longest(Link, "label")])
        if not _is_address(link.url):
            left.append((link.kind if link.kind != "page" else "url", link.url))
        elif link.url not in addresses and not _follows(link, record):
            kind = link.kind if link.kind in Link.Kind.values else "other"
            label = free_label(link.label, kind, names)
            addresses.add(link.url)
            yield RecordLink(kind, link.url, label)


def _is_address(url: str) -> bool:
    try:
        LINK_URL.run_validators(url)
    except ValidationError:
        return False
    return True


def _own_address(record: Record) -> list[RecordLink]:
    return [RecordLink(link_kind(record.url), record.url)] if record.url.strip() else []


def _follows(link: RecordLink, record: Record) -> bool:
    """Whether the page follows from the DOI or the arXiv id."""
    url = link.url.casefold()
    is_derived = record.doi and url.endswith(f"doi.org/{record.doi.casefold()}")
    return link.kind == "page" and bool(is_derived or (record.arxiv_id and f"arxiv.org/abs/{record.arxiv_id}" in url))


def free_label(label: str, kind: str, taken: set[Pair]) -> str:
    """Return a label under which a link of a kind can stand beside the others, and take it."""
    tries = chain([label], (f"{label or Link.Kind(kind).label} {number}" for number in count(2)))
    free = next(each for each in tries if (kind, each) not in taken)
    taken.add((kind, free))
    return free


def _identifiers(ids: Iterable[Pair], left: list[Pair]) -> Iterator[Pair]:
    for scheme, value in dict.fromkeys(ids):
        fits = scheme in Identifier.Scheme.values and len(value) <= longest(Identifier, "value")
        if fits and value:
            yield scheme, value
        elif value:
            left.append((scheme, value))


def _extra(extra: Iterable[Pair], left: list[Pair]) -> tuple[Pair, ...]:
    """Return all extra fields under names of their own."""
    found: dict[str, str] = {}
    room = longest(ExtraField, "name") - 5
    for name, text in (*extra, *left):
        name = name[:room] or "field"
        if text and text not in (found.get(name), *(found.get(f"{name} {n}") for n in range(2, 4))):
            found[next(each for each in chain([name], (f"{name} {n}" for n in count(2))) if each not in found)] = text
    return tuple(found.items())


def writable(record: Record) -> Record:
    """Return a record without characters that no database keeps."""
    values = {name: _kept(value) for name, value in vars(record).items()}
    return record if values == vars(record) else replace(record, **values)


def _kept(value: Any) -> Any:
    if isinstance(value, str):
        fine = value.isascii() and "\0" not in value
        return value if fine else value.encode(errors="ignore").decode().replace("\0", "")
    if isinstance(value, tuple):
        return tuple(map(_kept, value))
    return replace(value, **{k: _kept(v) for k, v in vars(value).items()}) if hasattr(value, "__dict__") else value
