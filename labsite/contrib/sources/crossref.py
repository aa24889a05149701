"""Papers by their DOIs: Crossref has most of them, doi.org sends for the others to DataCite and further registers.

https://api.crossref.org/swagger-ui/index.html and https://citation.doi.org/docs.html
"""

import html
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import quote, urlencode

from labsite.texts.stored import gettext_noop
from publications.citations.entry import Entry
from publications.citations.identifiers import doi_url
from publications.citations.record import KIND_NAMES, Name, Record, one_line
from publications.formats import FORMATS

from .client import JSON, Get, NotKnown

PLACE = "Crossref"
NOT_KNOWN = gettext_noop("Neither Crossref nor another registry knows the DOI {}. Check it for typing errors.")
CSL = "application/vnd.citationstyles.csl+json"
FOUND = 3  # papers of a search
MAX_NAMED = 3  # authors that are looked for
AT_ONCE = 40  # DOIs asked for at once, which an address has room for

# https://api.crossref.org/types; what isn't here is a document.
TYPES = {
    "journal-article": "article-journal",
    "proceedings-article": "paper-conference",
    "posted-content": "article",
    "dissertation": "thesis",
    **dict.fromkeys(("book-chapter", "book-section", "book-part", "reference-entry"), "chapter"),
    **dict.fromkeys(("monograph", "edited-book", "reference-book", "book"), "book"),
    **dict.fromkeys(("report", "report-component"), "report"),
    "dataset": "dataset",
}
NO_PAPERS = {
    "journal": gettext_noop("This is a journal, not a paper."),
    "journal-volume": gettext_noop("This is a volume of a journal, not a paper."),
    "journal-issue": gettext_noop("This is an issue of a journal, not a paper."),
    "proceedings": gettext_noop("These are proceedings, not a paper."),
    "proceedings-series": gettext_noop("This is a series of proceedings, not a paper."),
    "book-series": gettext_noop("This is a series of books, not a paper."),
    "book-set": gettext_noop("This is a set of books, not a paper."),
    "report-series": gettext_noop("This is a series of reports, not a paper."),
    "component": gettext_noop("This is a part of a paper, such as a figure, not a paper."),
    "peer-review": gettext_noop("This is a review of a paper, not a paper."),
    "grant": gettext_noop("This is a grant, not a paper."),
}
ALONE = {"title": "title", "container-title": "container-title", "short-container-title": "container-title-short"}
AS_THEY_ARE = ("DOI", "publisher", "volume", "issue", "page", "author", "language", "ISBN", "ISSN", "genre")
DATES = ("issued", "posted", "approved")  # whichever there is; of a thesis only the last
OF_YEAR = re.compile(r"\s*(?:['’]\d{2}|\b\d{4})$")  # behind the acronym of a meeting, which may appear a year later
TAG = re.compile(r"</?[a-z][^<>]*>", re.IGNORECASE)
HEADING = re.compile(r"<jats:title>.*?</jats:title>", re.DOTALL)
INTRODUCED = re.compile(r"abstract[:.]?\s+(?=\S)", re.IGNORECASE)

Item = Mapping[str, Any]


def fetch(doi: str, get: Get) -> bytes:
    """Return what Crossref says of a DOI, else another register. Raises NotKnown if none knows it."""
    try:
        return get(PLACE, f"https://api.crossref.org/works/{quote(doi, safe='')}", JSON)
    except NotKnown:
        return get("doi.org", doi_url(quote(doi)), CSL)


def search(record: Record, get: Get) -> list[Entry]:
    """Return the few papers nearest to a record; the one of its DOI, if it has one."""
    if record.doi:
        return entries(fetch(record.doi, get))
    families = " ".join(name.family or name.literal for name in record.authors[:MAX_NAMED])
    query = {"query.bibliographic": record.title, "query.author": families, "rows": FOUND}
    works = json.loads(get(PLACE, f"https://api.crossref.org/works?{urlencode(query)}", JSON))["message"]["items"]
    return [entry for item in works for entry in entries(json.dumps({"message": item}).encode())]


def entries(payload: bytes) -> list[Entry]:
    """Return the one entry of an answer."""
    reply = json.loads(payload)
    message = reply.get("message", reply)
    location = f"DOI {message['DOI'].lower()}"
    if why := NO_PAPERS.get(message.get("type", "")):
        return [Entry(location, no_paper=why)]
    item = as_csl(message) if message is not reply else _plain(message)
    item |= {"id": "", "DOI": item["DOI"].lower()}
    return [replace(entry, place=location) for entry in FORMATS["json"].read(json.dumps([item]))]


def authors_of(dois: Sequence[str], get: Get) -> dict[str, list[Any]]:
    """Return the authors of many papers, each as CSL has them, by DOIs in small letters."""
    works: list[Item] = []
    dois = [doi for doi in dois if "," not in doi]  # which parts them in the question
    for first in range(0, len(dois), AT_ONCE):
        some = ",".join(f"doi:{doi}" for doi in dois[first : first + AT_ONCE])
        query = urlencode({"filter": some, "rows": AT_ONCE, "select": "DOI,author"})
        works += json.loads(get(PLACE, f"https://api.crossref.org/works?{query}", JSON))["message"]["items"]
    return {each["DOI"].casefold(): [_author(author) for author in each.get("author") or ()] for each in works}


def names_of(authors: Sequence[Item]) -> tuple[Name, ...]:
    """Return the names of authors as CSL has them."""
    [entry] = FORMATS["json"].read(json.dumps([{"type": "article", "title": "-", "author": authors}]))
    return entry.record.authors if entry.record else ()


def as_csl(message: Item) -> dict[str, Any]:
    """Return what Crossref says of a work as CSL-JSON, without what is about its own book-keeping."""
    work_type, event = message.get("type", ""), message.get("event") or {}
    served_by = [each.get("name", "") for each in message.get("institution") or ()]
    subtitle = [text for text in message.get("subtitle") or () if text]
    names = (event.get("name", ""), *(message.get("container-title") or ()))
    is_preprint = work_type == "posted-content" and message.get("subtype", "preprint") == "preprint"
    is_workshop = work_type == "proceedings-article" and any("workshop" in name.lower() for name in names)
    # A date in which nothing is said is a year of nothing.
    dates = (date for date in map(message.get, DATES) if date and any(map(any, date.get("date-parts") or ())))
    item = {name: message.get(name) for name in AS_THEY_ARE}
    item |= {csl: texts[0] for name, csl in ALONE.items() if (texts := message.get(name))}
    known_otherwise = {
        "title": ": ".join([*message.get("title", ())[:1], *subtitle[:1]]),
        "abstract": message.get("abstract", ""),
        "number": message.get("article-number", ""),
        "event-title": event.get("name", "").removeprefix(f"{event.get('acronym')}: "),
        "container-title-short": OF_YEAR.sub("", event.get("acronym", "")),
        "publisher": served_by[0] if served_by and is_preprint else "",
        # CSL has one type for workshops and conferences, and the one of newspapers for preprints.
        "genre": KIND_NAMES["preprint"] if is_preprint else KIND_NAMES["workshop"] if is_workshop else "",
        "author": [_author(author) for author in message.get("author") or ()],
        "issued": next(dates, None),
    }
    item |= {name: value for name, value in known_otherwise.items() if value}
    return _plain({name: value for name, value in item.items() if value} | {"type": TYPES.get(work_type, "document")})


def _author(author: Item) -> dict[str, str]:
    """Return an author whose name is in one piece, such as a collaboration, as CSL has it."""
    literal = {"literal": author["name"]} if author.get("name") else {}
    parts = ("given", "family", "suffix", "ORCID")
    return literal | {part: author[part] for part in parts if author.get(part)}


def _plain(item: Item) -> dict[str, Any]:
    """Return an item without the tags in its texts: MathML, italics, and paragraphs of abstracts."""
    item = {name: plain_text(value) if isinstance(value, str) else value for name, value in item.items()}
    if isinstance(item.get("abstract"), str):
        item["abstract"] = INTRODUCED.sub("", item["abstract"], count=1)
    return item


def plain_text(text: str) -> str:
    """Return a text without tags and entities."""
    return one_line(html.unescape(TAG.sub("", HEADING.sub("", text))))
