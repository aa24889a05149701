"""Records as RIS.

Lines end in CRLF, because the specification asks for both characters and old readers see one long line otherwise.
"""

import re
from collections.abc import Iterable, Iterator

from publications.citations.record import KIND_NAMES, MEETINGS, Name, Record, RecordLink, one_line

from .tags import ARXIV, KINDS, LINK_TAGS, OTHER, PAGE_RANGE, TAG, printed_type, type_of

LINE_END = "\r\n"


def render(records: Iterable[Record]) -> str:
    """Return the records as RIS."""
    return LINE_END.join(map(_entry, records))


def _entry(record: Record) -> str:
    lines = [f"{tag}  - {one_line(value)}" for tag, value in _tagged(record) if value.strip()]
    return "".join(f"{line}{LINE_END}" for line in [*lines, "ER  - "])


def _tagged(record: Record) -> Iterator[tuple[str, str]]:
    """Yield tags and values in their order of printing, the empty ones among them."""
    extra = dict(record.extra)
    yield "TY", printed_type(record)
    yield "ID", record.key
    yield from (("AU", _author(name)) for name in record.authors)
    yield "TI", record.title
    yield from _place(record)
    yield "PY", str(record.year or "")
    yield "DA", _date(record, extra.get("DA", ""))
    yield "VL", record.volume
    yield "IS", record.number
    yield "C7", record.article
    pages = PAGE_RANGE.fullmatch(record.pages.strip())
    yield from zip(("SP", "EP"), pages.groups() if pages else (record.pages,), strict=False)
    yield from _identified(record)
    yield from map(_link, record.links)
    yield "N1", record.note
    yield "AB", record.abstract
    for tag in filter(_is_tag, extra):
        yield from ((tag, each) for each in extra[tag].split("\n"))


def _is_tag(name: str) -> bool:
    return bool(re.fullmatch(TAG, name)) and name not in ("TY", "ER")


def _place(record: Record) -> Iterator[tuple[str, str]]:
    yield "T2", record.venue or record.proceedings
    yield "C3", record.proceedings
    yield ("T3", record.series) if record.kind in MEETINGS else ("J2", record.acronym)
    yield "PB", record.publisher
    telling = KINDS[type_of(record)] == record.kind
    yield "M3", "" if telling else KIND_NAMES.get(record.kind) or OTHER


def _date(record: Record, exactly: str) -> str:
    """Return year and month, unless what is left of the source says the day, too."""
    date = f"{record.year}/{record.month:02}/" if record.year and record.month else ""
    return "" if not date or exactly.startswith(date) else f"{date}/"


def _identified(record: Record) -> Iterator[tuple[str, str]]:
    yield "DO", record.doi
    yield from (("DO", value) for scheme, value in record.ids if scheme == "doi")
    yield from (("SN", value) for scheme, value in record.ids if scheme == "isbn")
    yield "AN", f"{ARXIV}{record.arxiv_id}" if record.arxiv_id else ""
    yield from (("AN", f"{scheme}:{value}") for scheme, value in record.ids if scheme not in ("doi", "isbn"))
    yield "UR", record.url


def _link(link: RecordLink) -> tuple[str, str]:
    tag = next((tag for tag, kind in LINK_TAGS.items() if kind == link.kind), "L3")
    said = "" if LINK_TAGS[tag] == link.kind and not link.label else f" [{link.kind}]"
    return tag, f"{link.url}{said[:-1]}: {link.label}]" if link.label else f"{link.url}{said}"


def _author(name: Name) -> str:
    """Return ``Family, Given, Suffix``; a comma that parts nothing is doubled, as EndNote asks."""
    if not name.family or not name.given:
        return (name.literal or name.family or name.given).replace(",", ",,")
    return ", ".join(part.replace(",", ",,") for part in (name.family, name.given, name.suffix) if part)
