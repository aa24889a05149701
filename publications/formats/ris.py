"""RIS, which most reference managers read and write.

Tags and types: the RIS format specification of Research Information Systems (2001) and its tables of 2011, kept at
https://en.wikipedia.org/wiki/RIS_(file_format); where these leave a choice, tags are used as Zotero and EndNote do.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import zip_longest
from typing import Any

from publications.citations.dates import date_in, month_in, year_in
from publications.citations.entry import Entry
from publications.citations.names import inverted, listed_names, plain_signs, without_html
from publications.citations.record import (
    KIND_NAMES,
    MAX_ENTRIES,
    MEETINGS,
    Record,
    acronym_of,
    gettext_noop,
    one_line,
    status_of,
)

from .entries import LINE, PRINTED, SCHEMES, Located, SourceFields, TaggedEntry, at_arxiv, at_most, broken, entry_of

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
    **dict.fromkeys(("EJOUR", "MGZN", "INPR"), "journal"),
    "ECHAP": "chapter",
    **dict.fromkeys(("EBOOK", "EDBOOK"), "book"),
    **dict.fromkeys(("DBASE", "AGGR"), "dataset"),
}
OTHER = "Other"
NAMED_KINDS = {(name or OTHER).casefold(): kind for kind, name in KIND_NAMES.items()}
IN_PRESS = "INPR"
# The kinds of links by tag; what the tag can't express follows the address, as in ``… [code: on GitHub]``.
LINK_TAGS = {"L1": "pdf", "L2": "page", "L3": "other", "L4": "figure"}
PAGE_RANGE = re.compile(r"([^\s–—,]+?)\s*(?:[–—]|(?<=\d)-+(?=\w*[\d:]))\s*([^\s–—,-]+)")
FIELD = r"[a-z][\w.-]*"  # of BibTeX, which Zotero's *Extra* and programs that read it call tex.…
OF_BIBTEX = re.compile(rf"tex\.({FIELD}): (.+)")
ARXIV = "arXiv:"
LINE_END = "\r\n"
TAGGED = re.compile(rf"[\s\ufeff]*({TAG})  ?-(?: (.*)|\s*)$", re.DOTALL)
# Lines around the entries in files of ISI, Ovid and ProQuest that belong to none of them; numbers, too.
FRAME = re.compile(r"(?:EF|FN|VR|Provider|Database|Content|Link to)\b.*|[<(\[]?[0-9]+[.>)\] ]*", re.DOTALL)
AFTER_END = "NL"  # follows the ER of Ovid's entries
WITHOUT_TYPE = gettext_noop("an entry begins with TY, which is missing here. Add “TY  - JOUR” above this line.")
STRAY = gettext_noop("this line belongs to no entry: an entry begins with TY.")
DATES = ("PY", "Y1", "DA")
BARE_DATE = re.compile(r"[0-9]{4}(?:[/-]+[0-9]{1,2})?[/ -]*")
ACRONYMS = ("J2", "JA", "J1", "JO")
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
    entry_type, kind = record.entry_type, record.kind if record.is_out else "preprint"
    is_known = re.fullmatch(r"[A-Z][A-Z0-9 _-]*", entry_type) and KINDS.get(entry_type, "other") == kind
    return entry_type if is_known else type_of(record)


def render(records: Iterable[Record]) -> str:
    """Return the records as RIS."""
    return LINE_END.join(map(_entry, records))


@lru_cache(MAX_ENTRIES)
def _entry(record: Record) -> str:
    lines = [f"{tag}  - {one_line(value)}" for tag, value in _tagged(record) if value.strip()]
    return "".join(f"{line}{LINE_END}" for line in [*lines, "ER  - "])


def _tagged(record: Record) -> Iterator[tuple[str, str]]:
    """Yield tags and values in the order in which they are printed, including empty ones."""
    extra = dict(record.extra)
    yield "TY", printed_type(record)
    yield "ID", record.key
    for author in record.authors:  # a comma within a part is doubled, as EndNote asks
        parts = (author.in_one_piece,) if author.in_one_piece else (author.family, author.given, author.suffix)
        yield "AU", ", ".join(part.replace(",", ",,") for part in parts if part)
    yield "TI", record.title
    yield "T2", record.venue or record.proceedings
    yield "C3", record.proceedings
    yield ("T3", record.series) if record.kind in MEETINGS else ("J2", record.acronym)
    yield "PB", record.publisher
    yield "M3", "" if KINDS[type_of(record)] == record.kind else KIND_NAMES.get(record.kind) or OTHER
    yield "PY", str(record.year or "")
    date = f"{record.year}/{record.month:02}/" if record.year and record.month else ""
    # The extra fields may have the same date with its day.
    yield "DA", f"{date}/" if date and not extra.get("DA", "").startswith(date) else ""
    yield "VL", record.volume
    yield "IS", record.number
    yield "C7", record.article
    pages = PAGE_RANGE.fullmatch(record.pages.strip())
    yield from zip(("SP", "EP"), pages.groups() if pages else (record.pages,), strict=False)
    yield "DO", record.doi
    yield from (("DO", value) for scheme, value in record.ids if scheme == "doi")
    yield from (("SN", value) for scheme, value in record.ids if scheme == "isbn")
    yield "AN", f"{ARXIV}{record.arxiv_id}" if record.arxiv_id else ""
    yield from (("AN", f"{scheme}:{value}") for scheme, value in record.ids if scheme not in ("doi", "isbn"))
    yield "UR", record.url
    for link in record.links:
        tag = next((tag for tag, kind in LINK_TAGS.items() if kind == link.kind), "L3")
        label = f"{link.kind}: {link.label}" if link.label else link.kind
        yield tag, link.url if LINK_TAGS[tag] == label else f"{link.url} [{label}]"
    yield "N1", record.note
    yield "AB", record.abstract
    for name in extra:
        if re.fullmatch(TAG, name) and name not in ("TY", "ER"):
            yield from ((name, each) for each in extra[name].split("\n"))
        elif re.fullmatch(FIELD, name):
            yield from (("M2", f"tex.{name}: {each}") for each in extra[name].split("\n"))


def read(text: str, *, most: int | None = None) -> list[Entry]:
    """Return the entries of a text; a broken one doesn't affect the others."""
    entries = []
    for tagged in at_most(_tagged_entries(text), most):
        location, fields = LINE.format(number=tagged.line), SourceFields(tagged.pairs)
        if tagged.problem:
            entries.append(broken(location, tagged.problem))
            continue
        authors = (plain_signs(without_html(value)) for value in fields.take_all("AU", "A1"))
        names, is_complete = listed_names(name for each in authors for name in each.split(";"))
        entries.append(entry_of(location, _record(fields, names), names_all_authors=is_complete))
    return entries


def _tagged_entries(text: str) -> Iterator[TaggedEntry]:
    """Yield the entries, from TY to ER or to the next TY. A line without a tag continues the one before."""
    entry: TaggedEntry | None = None
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
        match = TAGGED.match(line)
        tag, value = (match[1], (match[2] or "").strip()) if match else ("", line.strip("\ufeff \t"))
        if entry and tag in ("TY", "ER"):
            yield entry
            entry = None
        if tag == "ER":
            continue
        if not entry and tag == "TY":
            entry = TaggedEntry(number)
        elif not entry and tag and tag != AFTER_END:
            entry = TaggedEntry(number, WITHOUT_TYPE)
        elif not entry and not tag and value and not FRAME.fullmatch(value):
            entry = TaggedEntry(number, STRAY)
        if entry and tag:
            entry.tags.append((tag, [value]))
        elif entry and entry.tags:
            entry.tags[-1][1].append(value)
    if entry:
        yield entry


def _record(fields: SourceFields, names: list[str]) -> Record:
    entry_type, key = fields.take("TY").upper(), fields.take("ID")
    for value in fields.take_all("M2", fits=OF_BIBTEX.fullmatch):
        fields.add(*OF_BIBTEX.findall(value)[0])
    first_year, _ = date_in(*fields.values(*DATES))
    year, month = date_in(str(first_year or ""), *fields.values("DA", *DATES))
    dates = ((year, month), (year, None))  # a more precise one, with a day, stays in the fields
    fields.take_all(
        *DATES, fits=lambda value: BARE_DATE.fullmatch(value) and (year_in(value), month_in(value)) in dates
    )
    located = _located(fields, key)
    named = fields.take_all("M3", fits=lambda value: value.casefold() in NAMED_KINDS)
    kind = KINDS.get(entry_type) or NAMED_KINDS.get(entry_type.casefold(), "other")
    kind = NAMED_KINDS[named[0].casefold()] if named else kind
    placed = _placed(fields, kind, year, located)
    note = fields.take("N1", fits=lambda value: not NOISE.match(value))
    status = status_of(note, "preprint" if entry_type == UNPUBLISHED else placed["kind"])
    pairs = zip_longest(fields.take_all("SP"), fields.take_all("EP"), fillvalue="")
    pages = ", ".join("–".join(filter(None, pair)) for pair in pairs)
    page_range = PAGE_RANGE.fullmatch(pages)
    record = Record(
        key=key,
        title=_once(fields, "TI", "T1", *(["BT"] if placed["kind"] == "book" else []), "ST"),
        status="accepted" if (entry_type, status) == (IN_PRESS, "published") else status,
        authors=tuple(map(inverted, names)),
        year=year,
        month=month,
        **fields.take_each(volume="VL", number="IS", article="C7", publisher="PB"),
        pages="–".join(page_range.groups()) if page_range else pages,
        note=note,
        abstract=_once(fields, "AB", "N2"),
        **located.fields(),
        **placed,
    )
    record = replace(record, entry_type=entry_type, extra=fields.left())
    return record if printed_type(record) != type_of(record) else replace(record, entry_type="")


def _once(fields: SourceFields, *names: str) -> str:
    """Take and return a value that files repeat under several tags."""
    value = fields.take(*names)
    fields.forget(value, *names)
    return value


def _placed(fields: SourceFields, kind: str, year: int | None, located: Located) -> dict[str, Any]:
    """Return the kind, which may show only here, and the record's fields for where the paper appeared."""
    proceedings = fields.take("C3")
    venue = _once(fields, "T2", "JF", *([] if kind == "book" else ["BT"]), "JO")
    fields.forget(venue, "JA")
    venue = "" if venue == proceedings else venue
    if server := at_arxiv(venue, kind):
        located.know(server[1])
        acronym = fields.take(*ACRONYMS) or "arXiv"
        return {"kind": "preprint", "venue": "arXiv", "acronym": acronym, "proceedings": proceedings}
    if kind not in MEETINGS:
        return {"kind": kind, "venue": venue, "acronym": fields.take(*ACRONYMS), "proceedings": proceedings}
    if not proceedings and PRINTED.search(venue):
        venue, proceedings = "", venue
    # The acronym is in a series such as ``SUS '24`` rather than in the tags of journals.
    series = fields.take("T3", fits=lambda value: acronym_of(value, year) and ("'" in value or not year))
    acronym = acronym_of(series, year) or fields.take(*ACRONYMS)
    acronym = acronym or acronym_of(fields.take("T3", fits=lambda value: acronym_of(value, year)), year)
    return {"kind": kind, "venue": venue, "acronym": acronym, "proceedings": proceedings}


def _located(fields: SourceFields, key: str) -> Located:
    located = Located()
    fields.take_all("AN", fits=partial(_accession, located))
    fields.take_all("DO", fits=located.know)
    fields.take_all("M3", "N1", fits=located.know)
    fields.take_all("UR", "LK", fits=located.read_at)
    for tag, kind in LINK_TAGS.items():
        for value in fields.take_all(tag):
            is_known, match = located.know(value), LINK.fullmatch(value)
            if not is_known and match and located.link(match[1], match[2] or kind, match[3] or ""):
                located.identify_in(located.links[-1].url)
            elif not is_known:
                fields.add(tag, value)
    if key and not located.doi:
        located.know(key)
    # A value with anything else than ISBNs, such as an ISSN, stays.
    fields.take_all("SN", fits=lambda value: located.identify_each("isbn", SERIAL.split(value)))
    fields.take_all("U1", "U2", fits=partial(_accession, located))
    return located


def _accession(located: Located, value: str) -> bool:
    """Record a database's accession number; return whether it is an identifier that the site knows."""
    if value.startswith(ARXIV):
        return located.know(value.removeprefix(ARXIV))
    match = ACCESSION.fullmatch(value)
    return located.identify(match[1].lower(), match[2]) if match else located.identify_in(value)
