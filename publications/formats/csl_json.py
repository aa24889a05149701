"""CSL-JSON, which citeproc, Pandoc and Zotero read.

Schema: https://github.com/citation-style-language/schema/blob/master/schemas/input/csl-data.json; types and variables:
https://docs.citationstyles.org/en/stable/specification.html#appendix-iii-types
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import zip_longest
from typing import Any

from publications.citations.dates import date_in
from publications.citations.entry import Entry
from publications.citations.identifiers import orcid_in
from publications.citations.names import OTHERS, plain_signs
from publications.citations.record import (
    KIND_NAMES,
    MAX_ENTRIES,
    MEETINGS,
    Name,
    Record,
    Unreadable,
    acronym_of,
    gettext_noop,
    one_line,
    status_of,
)

from .entries import PRINTED, SCHEMES, Located, SourceFields, at_arxiv, broken, entry_of, without_markup
from .safe_parsing import entries_in

TYPES = {
    "conference": "paper-conference",
    "workshop": "paper-conference",
    "poster": "paper-conference",
    "journal": "article-journal",
    "preprint": "article",
    "thesis": "thesis",
    "book": "book",
    "chapter": "chapter",
    "report": "report",
    "software": "software",
    "dataset": "dataset",
    "other": "document",
}
# With the types that Crossref uses in its CSL-JSON.
KINDS = {csl_type: kind for kind, csl_type in reversed(TYPES.items())} | {
    **dict.fromkeys(("article-magazine", "journal-article"), "journal"),
    "proceedings-article": "conference",
    "book-chapter": "chapter",
    **dict.fromkeys(("monograph", "edited-book"), "book"),
    "posted-content": "preprint",
    "dissertation": "thesis",
}
STANDARD = {
    *TYPES.values(),
    *("article-magazine", "article-newspaper", "bill", "broadcast", "classic", "collection", "entry"),
    *("entry-dictionary", "entry-encyclopedia", "event", "figure", "graphic", "hearing", "interview", "legal_case"),
    *("legislation", "manuscript", "map", "motion_picture", "musical_score", "pamphlet", "patent", "performance"),
    *("periodical", "personal_communication", "post", "post-weblog", "regulation", "review", "review-book", "song"),
    *("speech", "standard", "treaty", "webpage"),
}
NAMED_KINDS = {name.casefold(): kind for kind, name in KIND_NAMES.items() if name}
STATUSES = {"accepted": "in press", "submitted": "submitted", "preprint": "preprint"}
KNOWN_STATUSES = {csl_status: status for status, csl_status in STATUSES.items()}
# Identifiers with a CSL variable of their own; the others go under ``custom`` with all else that CSL has no name for.
ID_VARIABLES = {"isbn": "ISBN", "pmid": "PMID", "pmcid": "PMCID"}
Item = dict[str, Any]
# Kinds that CSL tells apart by the genre: a preprint has the type of a newspaper's article.
GENRES = ("workshop", "poster", "preprint")
# Prefixes of extra fields that no citation needs, such as when dblp last changed its entry.
NO_ITEM = gettext_noop("this isn’t an item of CSL-JSON, which would be in braces, but {}.")
OF_ELSEWHERE = ("dblp ", "ORCID ", "PubMed ")
NAME_PARTS = ("family", "given", "suffix", "literal")
PARTICLES = ("non-dropping-particle", "dropping-particle")
encode = json.JSONEncoder(ensure_ascii=False).encode
HYPHEN_OF_RANGE = re.compile(r"(?<=\d)-(?=\w*[\d:])|(?<=[ivxlc])-(?=[ivxlc]+\b)")
DASH_OF_RANGE = re.compile(r"\s*[–—]\s*")
ARXIV_NUMBER = re.compile(r"(arXiv:\S+)(?: \[[\w.-]+\])?", re.IGNORECASE)  # Zotero adds the subject
TELLING = ("type", "author", "issued", "container-title", "DOI")  # an object with a title and one of these is an item
LISTS = ("items", "references")  # where files that contain more than items keep them
OUR_OWN = ("arxiv", "type", "orcids", "links", *SCHEMES)


def printed_type(record: Record) -> str:
    """Return the type with which the record was read, as long as it means the record's kind."""
    is_usual = record.entry_type in STANDARD and KINDS.get(record.entry_type, "other") == record.kind
    return record.entry_type if is_usual else TYPES.get(record.kind, "document")


def render(records: Iterable[Record]) -> str:
    """Return the records as a JSON list with a variable on each line; letters of all scripts stay as they are."""
    items = ",".join(map(_item, records))
    return f"[{items}\n]\n" if items else "[]\n"


@lru_cache(MAX_ENTRIES)
def _item(record: Record) -> str:
    lines = [f'    "{name}": {encode(value)}' for name, value in _variables(record) if value]
    return "\n  {\n" + ",\n".join(lines) + "\n  }"


def _variables(record: Record) -> Iterator[tuple[str, Any]]:
    """Yield variables and values in the order in which they are printed, including empty ones."""
    yield "id", record.key
    yield "type", printed_type(record)
    yield "genre", KIND_NAMES[record.kind] if record.kind in GENRES else ""
    is_implied = record.kind == "preprint" and record.status == status_of(record.note, record.kind)
    yield "status", "" if is_implied else STATUSES.get(record.status)
    yield "title", one_line(record.title)
    yield "author", [_filled({part: getattr(name, part) for part in NAME_PARTS}) for name in record.authors]
    date = [part for part in (record.year, record.year and record.month, _day(record)) if part]
    yield "issued", {"date-parts": [date]} if date else None
    # The server of a preprint is its publisher in CSL.
    is_served = record.kind == "preprint" and not record.publisher and not record.proceedings
    yield "container-title", "" if is_served else one_line(record.container)
    yield "container-title-short", record.acronym
    yield "collection-title", record.series
    yield "event-title", one_line(record.venue) if record.kind in MEETINGS else ""
    yield "publisher", record.venue if is_served else record.publisher
    yield "volume", record.volume
    yield "issue", record.number
    yield "number", record.article
    yield "page", DASH_OF_RANGE.sub("-", record.pages)
    yield "DOI", record.doi
    yield from ((variable, _ids(record, scheme)) for scheme, variable in ID_VARIABLES.items())
    yield "URL", record.url
    yield "note", one_line(record.note)
    yield "abstract", one_line(record.abstract)
    yield "custom", dict(_custom(record))


def _filled(item: Item) -> Item:
    return {name: value for name, value in item.items() if value}


def _day(record: Record) -> int | None:
    """Return the day of the date among the extra fields, as long as that date is in the record's month."""
    date = re.fullmatch(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", dict(record.extra).get("issued", ""))
    is_same = date and (int(date[1]), int(date[2])) == (record.year, record.month)
    return int(date[3]) if date and is_same else None


def _ids(record: Record, wanted: str) -> str:
    return " ".join(value for scheme, value in record.ids if scheme == wanted)


def _custom(record: Record) -> Iterator[tuple[str, Any]]:
    """Yield what CSL has no variable for."""
    if record.arxiv_id:
        yield "arxiv", record.arxiv_id
    if record.entry_type and record.entry_type not in STANDARD:
        yield "type", record.entry_type
    if any(name.orcid for name in record.authors):
        yield "orcids", [name.orcid for name in record.authors]
    for scheme in dict.fromkeys(scheme for scheme, _ in record.ids if scheme not in ID_VARIABLES):
        yield scheme, _ids(record, scheme)
    if record.links:
        yield "links", [_filled(vars(link)) for link in record.links]
    extra = ((name, value) for name, value in record.extra if not name.startswith(OF_ELSEWHERE))
    yield from ((name, value) for name, value in extra if name != "issued" or not _day(record))


def read(text: str, *, most: int | None = None) -> list[Entry]:
    """Return the entries of a text, one for each item; a bad one doesn't affect the others."""
    return entries_in(text, most, _items, _entry)


def _items(value: Any) -> list[Any]:
    if isinstance(value, dict):
        value = next((value[name] for name in LISTS if isinstance(value.get(name), list)), [value])
        objects = [each for each in value if isinstance(each, dict)]
        if not any("title" in each and not each.keys().isdisjoint(TELLING) for each in objects):
            raise Unreadable(gettext_noop("This is JSON, but not CSL-JSON: nothing in it has a title and a type."))
    if not isinstance(value, list):
        raise Unreadable(gettext_noop("CSL-JSON is a list of items."))
    return value


def _entry(location: str, item: Any) -> Entry:
    if not isinstance(item, dict):
        return broken(location, NO_ITEM.format(json.dumps(item)[:60]))
    custom = item["custom"] if isinstance(item.get("custom"), dict) else {}
    skipped = {"author", *OUR_OWN, *(["custom"] if custom else [])}
    own = {name: each[name] for each in (item, custom) for name in OUR_OWN if each.get(name)}
    fields = SourceFields((name, one_line(_text(value))) for name, value in item.items() if name not in skipped)
    authors = list(_names(item.get("author"), own.get("orcids")))
    named = tuple(name for name in authors if not OTHERS.fullmatch(name.literal))
    record = _record(fields, _text(item.get("type")), own)
    rest = ((name, _text(value)) for name, value in custom.items() if name not in OUR_OWN)
    extra = SourceFields([*fields.left(), *rest]).left()
    return entry_of(
        location, replace(record, authors=named, extra=extra), names_all_authors=len(named) == len(authors)
    )


def _text(value: Any) -> str:
    """Return a value as plain text: names separated by semicolons, a date in numbers."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        return "; ".join(value)
    known = "; ".join(map(str, _names(value, None)))
    if isinstance(value, dict):  # a date, as in 2024-06-03 or 2024-06/2024-07, or as written
        parts = value.get("date-parts")
        if isinstance(parts, list) and parts and all(isinstance(part, list) for part in parts):
            known = "/".join("-".join(f"{_text(number):0>2}" for number in part if number) for part in parts)
        else:
            known = next((str(value[name]) for name in ("literal", "raw") if value.get(name)), "")
    return known or ("" if value in (None, [], {}) else json.dumps(value, ensure_ascii=False))


def _record(fields: SourceFields, item_type: str, own: Item) -> Record:
    year, month = date_in(*fields.values("issued"))
    fields.take("issued", fits=lambda value: value in (str(year), f"{year}-{month or 0:02}"))
    located = _located(fields, own)
    genre = fields.take("genre", fits=lambda value: value.casefold() in NAMED_KINDS)
    kind = NAMED_KINDS.get(genre.casefold()) or KINDS.get(item_type, "other")
    placed = _placed(fields, kind, year, located)
    note = fields.take("note")
    status = fields.take("status", fits=KNOWN_STATUSES.get)
    record = Record(
        **fields.take_each("volume", key="id", number="issue", article="number"),
        title=without_markup(fields.take("title")),
        status=KNOWN_STATUSES.get(status) or status_of(note, placed["kind"]),
        year=year,
        month=month,
        pages=HYPHEN_OF_RANGE.sub("–", DASH_OF_RANGE.sub("-", fields.take("page"))),
        note=note,
        abstract=without_markup(fields.take("abstract")),
        entry_type=one_line(_text(own.get("type"))),
        **located.fields(),
        **placed,
    )
    is_implied = record.entry_type in STANDARD - {printed_type(record)} | {TYPES.get(record.kind)}
    return replace(record, entry_type="") if is_implied else record


def _located(fields: SourceFields, own: Item) -> Located:
    located = Located()
    located.know(f"arXiv:{_text(own.get('arxiv'))}")
    fields.take_all("DOI", fits=located.know)
    fields.take_all(
        "number", "note", fits=lambda value: (match := ARXIV_NUMBER.fullmatch(value)) and located.know(match[1])
    )
    fields.take_all("URL", fits=located.read_at)
    for scheme, variable in ID_VARIABLES.items():
        fields.take_all(variable, fits=partial(located.identify_all, scheme))
    for scheme in SCHEMES:
        located.identify_all(scheme, _text(own.get(scheme)))
    links = own.get("links")
    for link in links if isinstance(links, list) else ():
        if isinstance(link, dict):
            located.link(_text(link.get("url")), _text(link.get("kind")) or "other", _text(link.get("label")))
    return located


def _placed(fields: SourceFields, kind: str, year: int | None, located: Located) -> dict[str, Any]:
    """Return the kind, which may show only here, and the record's fields for where the paper appeared."""
    container = fields.take("container-title")
    acronym = fields.take("container-title-short", "journalAbbreviation")
    if server := at_arxiv(container, kind):
        located.know(server[1])
        return {"kind": "preprint", "venue": "arXiv", "acronym": acronym, "publisher": fields.take("publisher")}
    if kind == "preprint" and not container:
        return {"kind": kind, "venue": fields.take("publisher"), "acronym": acronym}
    placed = {"kind": kind, "venue": container, "acronym": acronym, "publisher": fields.take("publisher")}
    if kind not in MEETINGS:
        return placed
    series = fields.take(
        "collection-title", fits=lambda value: (written := acronym_of(value, year)) and acronym in (written, "")
    )
    placed["acronym"] = acronym or acronym_of(series, year)
    meeting = fields.take("event-title", "event")
    # Many files have only the meeting, or only its proceedings as printed.
    if meeting or PRINTED.search(container):
        return placed | {"venue": meeting, "proceedings": "" if container == meeting else container}
    return placed


def _names(authors: Any, orcids: Any) -> Iterator[Name]:
    """Yield the names in a list of authors; ``orcids`` are their iDs in the same order."""
    known = orcids if isinstance(orcids, list) else []
    for author, orcid in zip_longest(authors if isinstance(authors, list) else (), known):
        if not isinstance(author, dict):
            continue
        part = {name: one_line(plain_signs(_text(author.get(name)))) for name in (*NAME_PARTS, *PARTICLES)}
        family = " ".join(filter(None, (part["non-dropping-particle"] if part["family"] else "", part["family"])))
        orcid_id = orcid_in(_text(orcid or author.get("ORCID")))
        if part["given"] and family and not part["literal"]:
            given = f"{part['given']} {part['dropping-particle']}".strip()
            yield Name(given, family, part["suffix"], orcid=orcid_id)
        elif literal := part["literal"] or family or part["given"]:
            yield Name(literal=literal, orcid=orcid_id)
