"""Preprints by their arXiv identifiers: https://info.arxiv.org/help/api/user-manual.html"""

import json
from dataclasses import replace
from urllib.parse import quote, urlencode

from labsite.texts.folding import fold
from labsite.texts.stored import gettext_noop
from publications.citations.dates import date_in
from publications.citations.entry import Entry
from publications.citations.identifiers import arxiv_in, doi_in
from publications.citations.names import in_order
from publications.citations.record import Record
from publications.formats import decode
from publications.formats.entries import entry_of
from publications.formats.safe_parsing import xml_elements

from . import crossref
from .client import MALFORMED, Get, Unavailable

PLACE = "arXiv"
NOT_KNOWN = gettext_noop("arXiv has no paper {}. Check it for typing errors.")
ADDRESS = "https://export.arxiv.org/api/query?max_results=1&id_list={}"

EXTRA = ("comment", "journal_ref")  # what arXiv says beside the fields of a record


def fetch(identifier: str, get: Get) -> bytes:
    """Return the feed with the one paper, or with none; and what Crossref says of it once it is published."""
    feed = get(PLACE, ADDRESS.format(quote(identifier)), "application/atom+xml")
    doi = next((entry.record.doi for entry in _preprints(feed) if entry.record), "")
    try:
        published = crossref.fetch(doi, get) if doi else b""
        is_readable = bool(published and crossref.entries(published))
    except (Unavailable, *MALFORMED):
        is_readable = False
    return json.dumps({"feed": decode(feed), "published": decode(published) if is_readable else ""}).encode()


def search(record: Record, get: Get) -> list[Entry]:
    """Return the few preprints nearest to a record by its title; the one of its arXiv id, if it has one."""
    if record.arxiv_id:
        return _preprints(get(PLACE, ADDRESS.format(quote(record.arxiv_id)), "application/atom+xml"))
    query = urlencode({"search_query": f'ti:"{fold(record.title)}"', "max_results": crossref.FOUND})
    return _preprints(get(PLACE, f"https://export.arxiv.org/api/query?{query}", "application/atom+xml"))


def entries(payload: bytes) -> list[Entry]:
    """Return the preprint, or the published paper with what identifies it at arXiv; both if their titles differ."""
    reply = json.loads(payload)
    preprints = _preprints(reply["feed"].encode())
    published = crossref.entries(reply["published"].encode()) if reply["published"] else []
    one = published[0].record if len(published) == 1 else None
    other = preprints[0].record if len(preprints) == 1 else None
    if not one or not other:
        return preprints
    if fold(one.title) != fold(other.title):
        return [*published, *preprints]
    extra = tuple(sorted({*one.extra, *other.extra}))
    record = replace(one, arxiv_id=other.arxiv_id, abstract=one.abstract or other.abstract, extra=extra)
    return [replace(published[0], record=record)]


def _preprints(feed: bytes) -> list[Entry]:
    """Return the entries of a feed; an entry that only reports a mistake is none."""
    entries = []
    for entry in (element for element in xml_elements(decode(feed), {"feed"}) if element.tag == "entry"):
        identifier = arxiv_in(entry.text_of("id"))
        if not identifier:
            continue
        year, month = date_in(entry.text_of("published"))
        extra = [(name, text) for name in EXTRA if (text := entry.text_of(f"arxiv:{name}"))]
        categories = [
            ("primaryclass", each.attributes.get("term", "")) for each in entry.all("arxiv:primary_category")
        ]
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
            extra=tuple(sorted([*extra, *categories])),
        )
        entries.append(entry_of(f"arXiv:{identifier}", record))
    return entries
