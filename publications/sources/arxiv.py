"""Preprints by their arXiv identifiers: https://info.arxiv.org/help/api/user-manual.html"""

import json
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import quote

from labsite.texts.folding import fold
from publications.citations.entry import Entry
from publications.citations.identifiers import arxiv_in, doi_in
from publications.citations.names import in_order
from publications.citations.record import Record
from publications.formats import decode
from publications.formats.dates import date_in
from publications.formats.entries import entry_of
from publications.formats.safe_parsing import XmlElement, xml_elements

from . import crossref
from .client import MALFORMED, Get, Unavailable

PLACE = "arXiv"
NOT_KNOWN = "arXiv has no paper {}. Look for a slip in it."
ADDRESS = "https://export.arxiv.org/api/query?max_results=1&id_list={}"

EXTRA = ("comment", "journal_ref")  # what arXiv says beside the fields of a record


def fetch(identifier: str, get: Get) -> bytes:
    """Return the feed with the one paper, or with none; and what Crossref says of it once it is published."""
    feed = get(PLACE, ADDRESS.format(quote(identifier)), "application/atom+xml")
    doi = next((entry.record.doi for entry in _preprints(feed) if entry.record), "")
    return json.dumps({"feed": decode(feed), "published": decode(_published(doi, get))}).encode()


def entries(payload: bytes) -> list[Entry]:
    """Return the preprint, or the published paper with what identifies it at arXiv; both if their titles differ."""
    reply = json.loads(payload)
    preprints = _preprints(reply["feed"].encode())
    published = crossref.entries(reply["published"].encode()) if reply["published"] else []
    return _as_one(*published, *preprints) if len(published) == len(preprints) == 1 else preprints


def _as_one(published: Entry, preprint: Entry) -> list[Entry]:
    one, other = published.record, preprint.record
    if not one or not other:
        return [preprint]
    if fold(one.title) != fold(other.title):
        return [published, preprint]
    abstract, extra = one.abstract or other.abstract, tuple(sorted({*one.extra, *other.extra}))
    return [replace(published, record=replace(one, arxiv_id=other.arxiv_id, abstract=abstract, extra=extra))]


def _published(doi: str, get: Get) -> bytes:
    """Return what Crossref says of a DOI, if it says anything that can be read."""
    try:
        published = crossref.fetch(doi, get) if doi else b""
        return published if published and crossref.entries(published) else b""
    except (Unavailable, *MALFORMED):
        return b""


def _preprints(feed: bytes) -> list[Entry]:
    """Return the entries of a feed; an entry that only reports a mistake is none."""
    found = (element for element in xml_elements(decode(feed), {"feed"}) if element.tag == "entry")
    return [_entry(entry) for entry in found if arxiv_in(entry.text_of("id"))]


def _entry(entry: XmlElement) -> Entry:
    identifier = arxiv_in(entry.text_of("id"))
    year, month = date_in(entry.text_of("published"))
    record = Record(
        key="",
        title=entry.text_of("title"),
        kind="preprint",
        status="preprint",
        authors=tuple(in_order(author.text_of("name")) for author in entry.all("author")),
        year=year,
        month=month,
        venue="arXiv",
        acronym="arXiv",
        doi=doi_in(entry.text_of("arxiv:doi")),
        arxiv_id=identifier,
        abstract=entry.text_of("summary"),
        extra=tuple(sorted(_extra(entry))),
    )
    return entry_of(f"arXiv:{identifier}", record)


def _extra(entry: XmlElement) -> Iterator[tuple[str, str]]:
    for name in EXTRA:
        if text := entry.text_of(f"arxiv:{name}"):
            yield name, text
    for category in entry.all("arxiv:primary_category"):
        yield "primaryclass", category.attributes.get("term", "")
