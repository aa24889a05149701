"""Records out of RIS, as reference managers, publishers and databases write it."""

import re
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import Any

from publications.citations.entry import Entry
from publications.citations.identifiers import other_id_in
from publications.citations.record import MEETINGS, Record, RecordLink, Unreadable, acronym_of, status_of
from publications.formats.dates import date_in, month_in, year_in
from publications.formats.entries import ARXIV_AS_VENUE, PRINTED, broken, entry_of, records_of
from publications.formats.fields import Fields
from publications.formats.located import SCHEMES, Located, address_in
from publications.formats.names import inverted, told

from .blocks import Block, blocks_of
from .tags import ARXIV, IN_PRESS, KINDS, LINK_TAGS, NAMED_KINDS, PAGE_RANGE, UNPUBLISHED, printed_type, type_of

DATES = ("PY", "Y1", "DA")
BARE_DATE = re.compile(r"[0-9]{4}(?:[/-]+[0-9]{1,2})?[/ -]*")
ACCESSION = re.compile(rf"({'|'.join(SCHEMES)}):\s*(\S+)", re.IGNORECASE)
SERIAL = re.compile(r"\s*\((?:e|p|online|print)?-?(?:ISSN|ISBN)\)|[;,]", re.IGNORECASE)
LINK = re.compile(r"(\S+)(?: \[(\w+)(?:: (.*))?\])?")
# What databases note about their own export rather than about the paper.
NOISE = re.compile(r"Cited By|Export Date|Times Cited|Cited Reference|doi:|Correspondence Address", re.IGNORECASE)


def parse(text: str) -> list[Record]:
    """Return the records of a RIS file. Raises Unreadable for any other text."""
    records = records_of(read(text))
    if text.strip("\ufeff \r\n") and not records:
        raise Unreadable("There is no RIS entry in this text.")
    return records


def read(text: str) -> list[Entry]:
    """Return what each entry of a text says; a broken one stops no other."""
    return list(map(_entry, blocks_of(text)))


def _entry(block: Block) -> Entry:
    place = f"line {block.line}"
    if block.problem:
        return broken(place, block.problem)
    fields = Fields(block.pairs)
    names, is_whole = told(name for value in fields.take_all("AU", "A1") for name in value.split(";"))
    return entry_of(place, _record(fields, names), names_all_authors=is_whole)


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
    """Return a value that files repeat under several tags."""
    value = fields.take(*names)
    fields.forget(value, *names)
    return value


def _kind(fields: Fields, entry_type: str) -> str:
    said = fields.take_all("M3", fits=_kind_named)
    return _kind_named(said[0]) if said else KINDS.get(entry_type) or _kind_named(entry_type) or "other"


def _kind_named(words: str) -> str:
    return NAMED_KINDS.get(words.casefold(), "")


def _status(entry_type: str, note: str, kind: str) -> str:
    said = status_of(note, "preprint" if entry_type == UNPUBLISHED else kind)
    return "accepted" if (entry_type, said) == (IN_PRESS, "published") else said


def _date(fields: Fields) -> tuple[int | None, int | None]:
    """Return year and month; a date that says more, such as a day, stays in the fields."""
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
    """Return the kind, which may show only here, and the fields of a record that say where it appeared."""
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
    """Return the acronym of a meeting: of a series such as ``SUS '24`` rather than as journals have theirs."""
    written = fields.take("T3", fits=lambda value: acronym_of(value, year) and ("'" in value or not year))
    return acronym_of(written, year) or _acronym(fields) or acronym_of(_any_series(fields, year), year)


def _any_series(fields: Fields, year: int | None) -> str:
    return fields.take("T3", fits=lambda value: acronym_of(value, year))


def _located(fields: Fields, key: str) -> Located:
    located = Located()
    fields.take_all("AN", fits=lambda value: _accession(value, located))
    fields.take_all("DO", fits=located.know)
    fields.take_all("M3", "N1", fits=located.know)
    fields.take_all("UR", "LK", fits=located.read_at)
    for tag, kind in LINK_TAGS.items():
        fields.take_all(tag, fits=partial(_link, kind=kind, located=located))
    if key and not located.doi:
        located.know(key)
    fields.take_all("SN", fits=lambda value: _serials(value, located))
    fields.take_all("U1", "U2", fits=lambda value: _accession(value, located))
    return located


def _accession(value: str, located: Located) -> bool:
    """Take in what a database calls the entry; say whether it is an identifier that the site knows."""
    if value.startswith(ARXIV):
        return located.know(value.removeprefix(ARXIV))
    if found := ACCESSION.fullmatch(value):
        return located.identify(found[1].lower(), found[2])
    return located.identify(*(other_id_in(value) or ("", "")))


def _link(value: str, kind: str, located: Located) -> bool:
    if located.know(value):
        return True
    found = LINK.fullmatch(value)
    if not found or not (address := address_in(found[1])):
        return False
    located.links.append(RecordLink(found[2] or kind, address, found[3] or ""))
    located.identify(*(other_id_in(address) or ("", "")))
    return True


def _serials(value: str, located: Located) -> bool:
    """Take in the ISBNs of a value; say whether there is nothing else in it, such as an ISSN."""
    numbers = [number for number in SERIAL.sub(" ; ", value).split(" ; ") if number.strip()]
    unknown = [number for number in numbers if not located.identify("isbn", number)]
    return not unknown
