"""RIS, which most reference managers read and write.

Tags and types: the RIS format specification of Research Information Systems (2001) and its tables of 2011, kept at
https://en.wikipedia.org/wiki/RIS_(file_format); where these leave a choice, tags are used as Zotero and EndNote do.
Lines end in CRLF, because the specification asks for both characters and old readers see one long line otherwise.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from publications.record import KIND_NAMES, MEETINGS, Name, Record, Unreadable, acronym_of, one_line, status_of

LINE_END = "\r\n"
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
NAMED_KINDS = {name: kind for kind, name in KIND_NAMES.items() if name}

TAGGED = re.compile(r"([A-Z][A-Z0-9])  ?-(?: (.*)|\s*)$")
PAGE_RANGE = re.compile(r"([^\s–—,]+?)\s*(?:[–—]|(?<=\d)-+(?=\w*[\d:]))\s*([^\s–—,-]+)")
DATE = re.compile(r"(\d{4})(?:\D+(\d{1,2}))?")
ARXIV = "arXiv:"

Tags = dict[str, list[str]]


def render(records: Iterable[Record]) -> str:
    """Return the records as RIS."""
    return LINE_END.join(map(_entry, records))


def parse(text: str) -> list[Record]:
    """Return the records of a RIS file. Raises Unreadable for any other text."""
    return [_record(tags) for tags in _entries(text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}"))]


def _entry(record: Record) -> str:
    lines = [f"{tag}  - {one_line(value)}" for tag, value in _tagged(record) if value.strip()]
    return "".join(f"{line}{LINE_END}" for line in [*lines, "ER  - "])


def _tagged(record: Record) -> Iterator[tuple[str, str]]:
    """Yield tags and values in their order of printing, the empty ones among them."""
    yield "TY", _type(record)
    yield "ID", record.key
    yield from (("AU", _author(name)) for name in record.authors)
    yield "TI", record.title
    yield from _place(record)
    yield "PY", str(record.year or "")
    yield "DA", f"{record.year}/{record.month:02}//" if record.year and record.month else ""
    yield "VL", record.volume
    yield "IS", record.number
    yield "C7", record.article
    pages = PAGE_RANGE.fullmatch(record.pages.strip())
    yield from zip(("SP", "EP"), pages.groups() if pages else (record.pages,), strict=False)
    yield "DO", record.doi
    yield "AN", f"{ARXIV}{record.arxiv_id}" if record.arxiv_id else ""
    yield "UR", record.url
    yield "N1", record.note
    yield "AB", record.abstract


def _type(record: Record) -> str:
    return TYPES.get(record.kind, "GEN") if record.is_out else UNPUBLISHED


def _place(record: Record) -> Iterator[tuple[str, str]]:
    yield "T2", record.venue or record.proceedings
    yield "C3", record.proceedings
    yield ("T3", record.series) if record.kind in MEETINGS else ("J2", record.acronym)
    yield "PB", record.publisher
    telling = KINDS[_type(record)] == record.kind
    yield "M3", "" if telling else KIND_NAMES.get(record.kind, "")


def _author(name: Name) -> str:
    """Return ``Family, Given, Suffix``; of a whole name each comma is doubled, as EndNote asks."""
    if not name.family or not name.given:
        return (name.literal or name.family or name.given).replace(",", ",,")
    return ", ".join(filter(None, (name.family, name.given, name.suffix)))


def _entries(text: str) -> Iterator[Tags]:
    """Yield the tags of each entry, from its TY to its ER. Lines without a tag continue the one before."""
    tags: Tags | None = None
    values: list[str] = []
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
        tag, value = _tag(line)
        if tag == "TY":
            _expect(tags is None, number, "a new entry begins before the last one has ended with ER")
            tags = defaultdict(list)
        _expect(tags is not None or not line.strip(), number, "an entry begins with TY, not with this line")
        if tags is None:
            continue
        if tag == "ER":
            yield tags
            tags = None
        elif tag:
            values = tags[tag]
            values.append(value)
        elif value:
            values[-1] = f"{values[-1]} {value}"
    _expect(tags is None, number, "the last entry does not end with ER")


def _tag(line: str) -> tuple[str, str]:
    found = TAGGED.match(line)
    return (found[1], (found[2] or "").strip()) if found else ("", line.strip())


def _expect(is_so: bool, number: int, otherwise: str) -> None:
    if not is_so:
        raise Unreadable(f"Line {number} is not RIS: {otherwise}.")


def _record(tags: Tags) -> Record:
    def first(*names: str) -> str:
        return next((value for name in names for value in tags.get(name, ()) if value), "")

    year, month = _date(first("PY", "Y1", "DA"), first("DA", "PY", "Y1"))
    kind = NAMED_KINDS.get(first("M3"), KINDS.get(first("TY"), "other"))
    venue, proceedings = first("T2", "JF", "JO", "BT"), first("C3")
    return Record(
        key=first("ID"),
        title=first("TI", "T1"),
        kind=kind,
        status=status_of(first("N1"), "preprint" if first("TY") == UNPUBLISHED else ""),
        authors=tuple(_name(author) for tag in ("AU", "A1") for author in tags.get(tag, ()) if author),
        year=year,
        month=month,
        venue="" if venue == proceedings else venue,
        acronym=first("J2", "JA") or (acronym_of(first("T3"), year) if kind in MEETINGS else ""),
        proceedings=proceedings,
        volume=first("VL"),
        number=first("IS"),
        article=first("C7"),
        pages="–".join(filter(None, (first("SP"), first("EP")))),
        publisher=first("PB"),
        doi=re.sub(r"^(https?://(dx\.)?doi\.org/|doi:\s*)", "", first("DO"), flags=re.IGNORECASE),
        arxiv_id=next((value.removeprefix(ARXIV) for value in tags.get("AN", ()) if value.startswith(ARXIV)), ""),
        url=first("UR"),
        note=first("N1"),
        abstract=first("AB", "N2"),
    )


def _date(year: str, full: str) -> tuple[int | None, int | None]:
    """Return year and month; the month only if the full date is of the same year and says a real one."""
    whole, dated = DATE.match(year), DATE.match(full)
    if not whole:
        return None, None
    month = int(dated[2]) if dated and dated[2] and dated[1] == whole[1] else 0
    return int(whole[1]), month if 1 <= month <= 12 else None


def _name(author: str) -> Name:
    whole = author.replace(",,", "\0")
    family, given, suffix = (*map(str.strip, whole.split(",", 2)), "", "")[:3]
    if not given:
        return Name(literal=family.replace("\0", ","))
    return Name(given, family, suffix)
