"""Preprints by their arXiv identifiers: https://info.arxiv.org/help/api/user-manual.html"""

from collections.abc import Iterator
from urllib.parse import quote
from xml.etree import ElementTree

from publications.entry import Entry
from publications.formats.dates import date_in
from publications.formats.entries import entry_of
from publications.formats.names import in_order
from publications.identifiers import arxiv_in, doi_in
from publications.record import Record, one_line

from .asking import Get

PLACE = "arXiv"
NOT_KNOWN = "arXiv has no paper {}. Look for a slip in it."
ADDRESS = "https://export.arxiv.org/api/query?max_results=1&id_list={}"

ATOM = "{http://www.w3.org/2005/Atom}"
ARXIV = "{http://arxiv.org/schemas/atom}"
# What arXiv says beside the fields of a record, by the name that biblatex or arXiv has for it.
EXTRA = {"comment": "comment", "journal_ref": "journal_ref"}


def fetch(identifier: str, get: Get) -> bytes:
    """Return the feed with the one paper, or with none."""
    return get(PLACE, ADDRESS.format(quote(identifier)), "application/atom+xml")


def entries(payload: bytes) -> list[Entry]:
    """Return the entries of a feed; an entry that only reports a mistake is none."""
    feed = ElementTree.fromstring(payload)
    return [_entry(entry) for entry in feed.iter(f"{ATOM}entry") if arxiv_in(_text(entry, f"{ATOM}id"))]


def _entry(entry: ElementTree.Element) -> Entry:
    identifier = arxiv_in(_text(entry, f"{ATOM}id"))
    year, month = date_in(_text(entry, f"{ATOM}published"))
    record = Record(
        key="",
        title=_text(entry, f"{ATOM}title"),
        kind="preprint",
        status="preprint",
        authors=tuple(in_order(_text(author, f"{ATOM}name")) for author in entry.iter(f"{ATOM}author")),
        year=year,
        month=month,
        venue="arXiv",
        acronym="arXiv",
        doi=doi_in(_text(entry, f"{ARXIV}doi")),
        arxiv_id=identifier,
        abstract=_text(entry, f"{ATOM}summary"),
        extra=tuple(sorted(_extra(entry))),
    )
    return entry_of(f"arXiv:{identifier}", record)


def _extra(entry: ElementTree.Element) -> Iterator[tuple[str, str]]:
    for name, field in EXTRA.items():
        if text := _text(entry, f"{ARXIV}{field}"):
            yield name, text
    category = entry.find(f"{ARXIV}primary_category")
    if category is not None and category.get("term"):
        yield "primaryclass", category.get("term", "")


def _text(element: ElementTree.Element, name: str) -> str:
    return one_line(element.findtext(name) or "")
