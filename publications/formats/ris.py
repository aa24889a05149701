"""RIS, which most reference managers read and write.

Tags and types: the RIS format specification of Research Information Systems (2001) and its tables of 2011, kept at
https://en.wikipedia.org/wiki/RIS_(file_format); where these leave a choice, tags are used as Zotero and EndNote do.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import Any

from publications.citations.entry import Entry
from publications.citations.identifiers import other_id_in
from publications.citations.names import inverted, listed_names
from publications.citations.record import (
    KIND_NAMES,
    MEETINGS,
    Name,
    Record,
    RecordLink,
    acronym_of,
    one_line,
    status_of,
)
from publications.formats.dates import date_in, month_in, year_in
from publications.formats.entries import (
    ARXIV_AS_VENUE,
    PRINTED,
    SCHEMES,
    Fields,
    Located,
    TaggedEntry,
    address_in,
    broken,
    entry_of,
)

TAG = r"[A-Z][A-Z0-9]"
UNPUBLISHED = "UNPB"
TYPES = {
    "conference": "CPAPER",
    "workshop": "CPAPER",
    "poster": "CPAPER",
    "journal": "JOUR",
    "preprint": UNPUBLISHED,
    "thesis": "THES",
    "book": "BOOK",
    "chapter": "CHAP",
    "report": "RPRT",
    "software": "COMP",
    "dataset": "DATA",
    "other": "GEN",
}
KINDS = {ris_type: kind for kind, ris_type in reversed(TYPES.items())} | {
    "CONF": "conference",
    "EJOUR": "journal",
    "MGZN": "journal",
    "INPR": "journal",
    "ECHAP": "chapter",
    "EBOOK": "book",
    "EDBOOK": "book",
    "DBASE": "dataset",
    "AGGR": "dataset",
}
OTHER = "Other"
NAMED_KINDS = {(name or OTHER).casefold(): kind for kind, name in KIND_NAMES.items()}
IN_PRESS = "INPR"
# The kinds of links by tag; what the tag can't express follows the address, as in ``… [code: on GitHub]``.
LINK_TAGS = {"L1": "pdf", "L2": "page", "L3": "other", "L4": "figure"}
PAGE_RANGE = re.compile(r"([^\s–—,]+?)\s*(?:[–—]|(?<=\d)-+(?=\w*[\d:]))\s*([^\s–—,-]+)")
ARXIV = "arXiv:"
LINE_END = "\r\n"
TAGGED = re.compile(rf"[\s\ufeff]*({TAG})  ?-(?: (.*)|\s*)$", re.DOTALL)
# Lines around the entries in files of ISI, Ovid and ProQuest that belong to none of them; numbers, too.
FRAME = re.compile(r"(?:EF|FN|VR|Provider|Database|Content|Link to)\b.*|[<(\[]?[0-9]+[.>)\] ]*", re.DOTALL)
AFTER_END = "NL"  # follows the ER of Ovid's entries
WITHOUT_TYPE = "an entry begins with TY, which is missing here. Add “TY  - JOUR” above this line."
STRAY = "this line belongs to no entry: an entry begins with TY."
DATES = ("PY", "Y1", "DA")
BARE_DATE = re.compile(r"[0-9]{4}(?:[/-]+[0-9]{1,2})?[/ -]*")
ACCESSION = re.compile(rf"({'|'.join(SCHEMES)}):\s*(\S+)", re.IGNORECASE)
SERIAL = re.compile(r"\s*\((?:e|p|online|print)?-?(?:ISSN|ISBN)\)|[;,]", re.IGNORECASE)
LINK = re.compile(r"(\S+)(?: \[(\w+)(?:: (.*))?\])?")
# What databases note about their export rather than about the paper.
NOISE = re.compile(r"Cited By|Export Date|Times Cited|Cited Reference|doi:|Correspondence Address", re.IGNORECASE)


def type_of(record: Record) -> str:
    """Return the RIS type of the record's kind; what hasn't appeared is unpublished."""
    return TYPES.get(record.kind, "GEN") if record.is_out else UNPUBLISHED


def printed_type(record: Record) -> str:
    """Return the type with which the record was read, as long as it means the record's kind."""
    said, kind = record.entry_type, record.kind if record.is_out else "preprint"
    is_known = re.fullmatch(r"[A-Z][A-Z0-9 _-]*", said) and KINDS.get(said, "other") == kind
    return said if is_known else type_of(record)


def render(records: Iterable[Record]) -> str:
    """Return the records as RIS."""
    return LINE_END.join(map(_render_entry, records))


def _render_entry(record: Record) -> str:
    lines = [f"{tag}  - {one_line(value)}" for tag, value in _tagged(record) if value.strip()]
    return "".join(f"{line}{LINE_END}" for line in [*lines, "ER  - "])


def _tagged(record: Record) -> Iterator[tuple[str, str]]:
    """Yield tags and values in the order in which they are printed, including empty ones."""
    extra = dict(record.extra)
    yield "TY", printed_type(record)
    yield "ID", record.key
    yield from (("AU", _render_author(name)) for name in record.authors)
    yield "TI", record.title
    yield from _place(record)
    yield "PY", str(record.year or "")
    yield "DA", _render_date(record, extra.get("DA", ""))
    yield "VL", record.volume
    yield "IS", record.number
    yield "C7", record.article
    pages = PAGE_RANGE.fullmatch(record.pages.strip())
    yield from zip(("SP", "EP"), pages.groups() if pages else (record.pages,), strict=False)
    yield from _identified(record)
    yield from map(_render_link, record.links)
    yield "N1", record.note
    yield "AB", record.abstract
    for tag in extra:
        if re.fullmatch(TAG, tag) and tag not in ("TY", "ER"):
            yield from ((tag, each) for each in extra[tag].split("\n"))


def _place(record: Record) -> Iterator[tuple[str, str]]:
    yield "T2", record.venue or record.proceedings
    yield "C3", record.proceedings
    yield ("T3", record.series) if record.kind in MEETINGS else ("J2", record.acronym)
    yield "PB", record.publisher
    telling = KINDS[type_of(record)] == record.kind
    yield "M3", "" if telling else KIND_NAMES.get(record.kind) or OTHER


def _render_date(record: Record, exactly: str) -> str:
    """Return year and month, unless the record's extra fields have the same date with its day."""
    date = f"{record.year}/{record.month:02}/" if record.year and record.month else ""
    return "" if not date or exactly.startswith(date) else f"{date}/"


def _identified(record: Record) -> Iterator[tuple[str, str]]:
    yield "DO", record.doi
    yield from (("DO", value) for scheme, value in record.ids if scheme == "doi")
    yield from (("SN", value) for scheme, value in record.ids if scheme == "isbn")
    yield "AN", f"{ARXIV}{record.arxiv_id}" if record.arxiv_id else ""
    yield from (("AN", f"{scheme}:{value}") for scheme, value in record.ids if scheme not in ("doi", "isbn"))
    yield "UR", record.url


def _render_link(link: RecordLink) -> tuple[str, str]:
    tag = next((tag for tag, kind in LINK_TAGS.items() if kind == link.kind), "L3")
    said = "" if LINK_TAGS[tag] == link.kind and not link.label else f" [{link.kind}]"
    return tag, f"{link.url}{said[:-1]}: {link.label}]" if link.label else f"{link.url}{said}"


def _render_author(name: Name) -> str:
    """Return ``Family, Given, Suffix``; a comma within a part is doubled, as EndNote asks."""
    if not name.family or not name.given:
        return (name.literal or name.family or name.given).replace(",", ",,")
    return ", ".join(part.replace(",", ",,") for part in (name.family, name.given, name.suffix) if part)


def _tagged_entries(text: str) -> Iterator[TaggedEntry]:
    """Yield the entries, from TY to ER or to the next TY. A line without a tag continues the one before."""
    entry: TaggedEntry | None = None
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
        found = TAGGED.match(line)
        tag, value = (found[1], (found[2] or "").strip()) if found else ("", line.strip("\ufeff \t"))
        if entry and tag in ("TY", "ER"):
            yield entry
            entry = None
        if tag == "ER":
            continue
        entry = entry or _begun(number, tag, value)
        if entry and tag:
            entry.tags.append((tag, [value]))
        elif entry and entry.tags:
            entry.tags[-1][1].append(value)
    if entry:
        yield entry


def _begun(number: int, tag: str, value: str) -> TaggedEntry | None:
    """Return the entry that begins with a line outside any entry; None if the line begins none."""
    if tag == "TY":
        return TaggedEntry(number)
    if tag:
        return TaggedEntry(number, WITHOUT_TYPE) if tag != AFTER_END else None
    return TaggedEntry(number, STRAY) if value and not FRAME.fullmatch(value) else None


def read(text: str) -> list[Entry]:
    """Return the entries of a text; a broken one doesn't affect the others."""
    return list(map(_parse_entry, _tagged_entries(text)))


def _parse_entry(entry: TaggedEntry) -> Entry:
    place = f"line {entry.line}"
    if entry.problem:
        return broken(place, entry.problem)
    fields = Fields(entry.pairs)
    names, is_complete = listed_names(name for value in fields.take_all("AU", "A1") for name in value.split(";"))
    return entry_of(place, _record(fields, names), names_all_authors=is_complete)


def _record(fields: Fields, names: list[str]) -> Record:
    entry_type, key = fields.take("TY").upper(), fields.take("ID")
    year, month = _date(fields)
    located = _located(fields, key)
    placed = _placed(fields, _kind(fields, entry_type), year, located)
    note = fields.take("N1", fits=lambda value: not NOISE.match(value))
    record = Record(
        key=key,
        title=_once(fields, "TI", "T1", *(["BT"] if placed["kind"] == "book" else []), "ST"),
        status=_status(entry_type, note, placed["kind"]),
        authors=tuple(map(inverted, names)),
        year=year,
        month=month,
        volume=fields.take("VL"),
        number=fields.take("IS"),
        article=fields.take("C7"),
        pages=_pages(fields),
        publisher=fields.take("PB"),
        note=note,
        abstract=_once(fields, "AB", "N2"),
        **located.fields(),
        **placed,
    )
    record = replace(record, entry_type=entry_type, extra=fields.left())
    return record if printed_type(record) != type_of(record) else replace(record, entry_type="")


def _once(fields: Fields, *names: str) -> str:
    """Take and return a value that files repeat under several tags."""
    value = fields.take(*names)
    fields.forget(value, *names)
    return value


def _kind(fields: Fields, entry_type: str) -> str:
    named = fields.take_all("M3", fits=_kind_named)
    return _kind_named(named[0]) if named else KINDS.get(entry_type) or _kind_named(entry_type) or "other"


def _kind_named(words: str) -> str:
    return NAMED_KINDS.get(words.casefold(), "")


def _status(entry_type: str, note: str, kind: str) -> str:
    status = status_of(note, "preprint" if entry_type == UNPUBLISHED else kind)
    return "accepted" if (entry_type, status) == (IN_PRESS, "published") else status


def _date(fields: Fields) -> tuple[int | None, int | None]:
    """Return year and month; a more precise date, with a day, stays in the fields."""
    year, _ = date_in(*fields.values(*DATES))
    date = date_in(str(year or ""), *fields.values("DA", *DATES))
    fields.take_all(*DATES, fits=lambda value: BARE_DATE.fullmatch(value) and _says_only(value, date))
    return date


def _says_only(value: str, date: tuple[int | None, int | None]) -> bool:
    return year_in(value) == date[0] and month_in(value) in (date[1], None)


def _pages(fields: Fields) -> str:
    pairs = zip_longest(fields.take_all("SP"), fields.take_all("EP"), fillvalue="")
    pages = ", ".join("–".join(filter(None, pair)) for pair in pairs)
    found = PAGE_RANGE.fullmatch(pages)
    return "–".join(found.groups()) if found else pages


def _placed(fields: Fields, kind: str, year: int | None, located: Located) -> dict[str, Any]:
    """Return the kind, which may show only here, and the record's fields for where the paper appeared."""
    proceedings = fields.take("C3")
    venue = _once(fields, "T2", "JF", *([] if kind == "book" else ["BT"]), "JO")
    fields.forget(venue, "JA")
    venue = "" if venue == proceedings else venue
    if (server := ARXIV_AS_VENUE.fullmatch(venue)) and kind in ("journal", "preprint", "other"):
        located.know(server[1])
        return {
            "kind": "preprint",
            "venue": "arXiv",
            "acronym": _acronym(fields) or "arXiv",
            "proceedings": proceedings,
        }
    if kind in MEETINGS and not proceedings and PRINTED.search(venue):
        venue, proceedings = "", venue
    acronym = _acronym(fields) if kind not in MEETINGS else _series(fields, year)
    return {"kind": kind, "venue": venue, "acronym": acronym, "proceedings": proceedings}


def _acronym(fields: Fields) -> str:
    return fields.take("J2", "JA", "J1", "JO")


def _series(fields: Fields, year: int | None) -> str:
    """Return the acronym of a meeting: from a series such as ``SUS '24`` rather than from the tags of journals."""
    written = fields.take("T3", fits=lambda value: acronym_of(value, year) and ("'" in value or not year))
    if acronym := acronym_of(written, year) or _acronym(fields):
        return acronym
    return acronym_of(fields.take("T3", fits=lambda value: acronym_of(value, year)), year)


def _located(fields: Fields, key: str) -> Located:
    located = Located()
    fields.take_all("AN", fits=lambda value: _accession(value, located))
    fields.take_all("DO", fits=located.know)
    fields.take_all("M3", "N1", fits=located.know)
    fields.take_all("UR", "LK", fits=located.read_at)
    for tag, kind in LINK_TAGS.items():
        fields.take_all(tag, fits=partial(_take_link, kind=kind, located=located))
    if key and not located.doi:
        located.know(key)
    fields.take_all("SN", fits=lambda value: _serials(value, located))
    fields.take_all("U1", "U2", fits=lambda value: _accession(value, located))
    return located


def _accession(value: str, located: Located) -> bool:
    """Record a database's accession number; return whether it is an identifier that the site knows."""
    if value.startswith(ARXIV):
        return located.know(value.removeprefix(ARXIV))
    if found := ACCESSION.fullmatch(value):
        return located.identify(found[1].lower(), found[2])
    return located.identify(*(other_id_in(value) or ("", "")))


def _take_link(value: str, kind: str, located: Located) -> bool:
    if located.know(value):
        return True
    found = LINK.fullmatch(value)
    if not found or not (address := address_in(found[1])):
        return False
    located.links.append(RecordLink(found[2] or kind, address, found[3] or ""))
    located.identify(*(other_id_in(address) or ("", "")))
    return True


def _serials(value: str, located: Located) -> bool:
    """Record the ISBNs of a value; return whether it has nothing else, such as an ISSN."""
    numbers = [number for number in SERIAL.sub(" ; ", value).split(" ; ") if number.strip()]
    unknown = [number for number in numbers if not located.identify("isbn", number)]
    return not unknown
