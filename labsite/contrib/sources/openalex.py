"""Papers of an author at OpenAlex, by its identifier or by ORCID iD, or one work: https://developers.openalex.org

A free key, in the setting OPENALEX_KEY, lets one ask more often.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.conf import settings

from labsite.texts.folding import fold
from labsite.texts.stored import gettext_noop
from publications.citations.dates import month_in
from publications.citations.entry import Entry
from publications.citations.identifiers import doi_in, orcid_in
from publications.citations.names import in_order
from publications.citations.record import MEETINGS, Name, Record, RecordLink, status_of
from publications.formats.entries import Located, broken, entry_of
from publications.formats.safe_parsing import json_in

from .client import JSON, MALFORMED, AccessRefused, Get
from .crossref import FOUND, plain_text

PLACE = "OpenAlex"
NOT_KNOWN = gettext_noop("OpenAlex has no author or paper under {}.")
WORK, IN_WORK = gettext_noop("work {number}"), gettext_noop("Work {number}: {why}")
UNREADABLE = gettext_noop("OpenAlex describes it in a form that can’t be read.")
WITHOUT_KEY = gettext_noop(
    "The person who runs this site can get a free key there and set OPENALEX_KEY, which allows more requests."
)
FIELDS = (
    *("id", "doi", "title", "type", "publication_year", "publication_date", "ids", "biblio", "authorships"),
    *("primary_location", "locations", "abstract_inverted_index"),
)
PAGE = 100  # works of an answer
MAX_PAGES = 50
AT_ONCE = 50  # DOIs in a question
MAX_AUTHORSHIPS = 100  # of a work in a list; who comes later isn't named there

# https://developers.openalex.org/api-entities/works: what isn't here is something else.
KINDS = {
    **dict.fromkeys(("article", "review", "letter"), "journal"),
    "conference-paper": "conference",
    "book-chapter": "chapter",
    "dissertation": "thesis",
    **{kind: kind for kind in ("preprint", "book", "report", "dataset", "software")},
}
MEETING = re.compile(r"\b(?:Conference|Proceedings|Symposium|Workshop)\b", re.IGNORECASE)
NO_PAPERS = {
    "paratext": gettext_noop("This is a cover or a list of contents, not a paper."),
    "peer-review": gettext_noop("This is a review of a paper, not a paper."),
    "grant": gettext_noop("This is a grant, not a paper."),
    "supplementary-materials": gettext_noop("This belongs to a paper, but isn’t one itself."),
}

Item = Mapping[str, Any]


def fetch(identifier: str, get: Get) -> bytes:
    """Return an author with all works, page by page, or one work."""
    if identifier.startswith("W"):
        return json.dumps({"results": [_get_json(get, f"works/{identifier}", select=",".join(FIELDS))]}).encode()
    author = _get_json(get, f"authors/{identifier if identifier.startswith('A') else f'orcid:{identifier}'}")
    query = {"filter": f"authorships.author.id:{_identifier_in(author['id'])}", "per_page": PAGE}
    works: list[Any] = []
    cursor = "*"
    for _ in range(MAX_PAGES):
        page = _get_json(get, "works", cursor=cursor, **query, select=",".join(FIELDS))
        works += page["results"]
        cursor = page["meta"].get("next_cursor")
        if not cursor or not page["results"]:
            break
    return json.dumps({"author": author, "results": works}).encode()


def search(record: Record, get: Get) -> list[Entry]:
    """Return the few works nearest to a record, or of its DOI, each with the address of a PDF that is free to read."""
    sought = f"doi:{record.doi}" if record.doi else f"title.search:{fold(record.title)}"
    works = _get_json(get, "works", filter=sought, per_page=FOUND, select=",".join(FIELDS))["results"]
    entries = []
    for work in works:
        entry = _entry(work, "")
        if entry.record:
            free = [_text(each, "pdf_url") for each in work.get("locations") or () if each.get("is_oa")]
            pdfs = [RecordLink("pdf", address) for address in free if address][:1]
            entries.append(replace(entry, record=replace(entry.record, links=(*entry.record.links, *pdfs))))
    return entries


def affiliations(dois: Sequence[str], get: Get) -> Iterator[tuple[str, str, list[tuple[Name, str]]]]:
    """Yield the DOI of each work, the date, and the authors in order, each with where the paper says they are."""
    for first in range(0, len(dois), AT_ONCE):
        some = "|".join(dois[first : first + AT_ONCE])
        found = _get_json(
            get, "works", filter=f"doi:{some}", per_page=AT_ONCE, select="doi,publication_date,authorships"
        )
        for work in found["results"]:
            date = _text(work, "publication_date").removesuffix("-01-01")
            authors = [(_name(each, ""), _institutions(each)) for each in work.get("authorships") or ()]
            yield doi_in(_text(work, "doi")), date, authors


def entries(payload: bytes) -> list[Entry]:
    """Return what each work says; one in an unknown form stops no other."""
    reply = json_in(payload.decode())
    author = _text(reply.get("author") or {}, "id")
    entries = []
    for number, work in enumerate(reply["results"], start=1):
        try:
            entries.append(_entry(work, author))
        except MALFORMED:
            entries.append(broken(WORK.format(number=number), UNREADABLE))
    return entries


def names(payload: bytes) -> tuple[str, ...]:
    """Return the names that are printed for the author."""
    reply = json_in(payload.decode())
    identifier = (reply.get("author") or {}).get("id")
    of_works = (authorship for work in reply["results"] for authorship in work.get("authorships") or ())
    own = (_printed(each) for each in of_works if identifier and (each.get("author") or {}).get("id") == identifier)
    return tuple(dict.fromkeys(filter(None, own)))


def _get_json(get: Get, what: str, **parameters: Any) -> Any:
    if settings.OPENALEX_KEY:
        parameters["api_key"] = settings.OPENALEX_KEY
    query = f"?{urlencode(parameters)}" if parameters else ""
    try:
        return json.loads(get(PLACE, f"https://api.openalex.org/{what}{query}", JSON))
    except AccessRefused as error:
        raise AccessRefused(str(error) if settings.OPENALEX_KEY else f"{error} {WITHOUT_KEY}") from error


def _entry(work: Item, author: str) -> Entry:
    location = _identifier_in(_text(work, "id"))
    if why := NO_PAPERS.get(_text(work, "type")):
        return Entry(location, no_paper=why)
    authorships, biblio = work.get("authorships") or (), work.get("biblio") or {}
    placed = _placed(work)
    date = _text(work, "publication_date")
    words = sorted(
        (at, word) for word, positions in (work.get("abstract_inverted_index") or {}).items() for at in positions
    )
    record = Record(
        key="",
        title=plain_text(_text(work, "title")),
        status=status_of("", placed["kind"]),
        authors=tuple(_name(each, author) for each in authorships if _printed(each)),
        year=int(work["publication_year"]) if work.get("publication_year") else None,
        # The first of January is what OpenAlex says where it only knows the year.
        month=None if date.endswith("-01-01") else month_in(date),
        volume=_text(biblio, "volume"),
        number=_text(biblio, "issue"),
        pages="–".join(dict.fromkeys(filter(None, (_text(biblio, "first_page"), _text(biblio, "last_page"))))),
        abstract=plain_text(" ".join(word for _, word in words)),
        **placed,
        **_located(work).fields(),
    )
    return entry_of(location, record, names_all_authors=len(authorships) < MAX_AUTHORSHIPS)


def _placed(work: Item) -> dict[str, Any]:
    """Return the kind, and the fields of a record that say where it appeared."""
    primary = work.get("primary_location") or {}
    source = primary.get("source") or {}
    venue, printed = _text(source, "display_name"), _text(primary, "raw_source_name")
    kind = KINDS.get(_text(work, "type"), "other")
    if source.get("type") == "conference" or primary.get("raw_type") == "proceedings-article":
        kind = "conference"
    elif kind == "journal" and source.get("type") == "repository":
        kind = "preprint"
    elif kind == "journal" and not venue:  # OpenAlex calls whatever is short an article
        kind = "conference" if MEETING.search(printed) else kind if printed else "other"
    if kind == "preprint" and "arxiv" in venue.casefold():
        return {"kind": kind, "venue": "arXiv", "acronym": "arXiv"}
    if kind not in MEETINGS:
        return {"kind": kind, "venue": venue or printed}
    proceedings = printed if printed != venue else ""
    return {"kind": kind, "venue": "" if source.get("type") == "book series" else venue, "proceedings": proceedings}


def _located(work: Item) -> Located:
    located = Located()
    located.know(_text(work, "doi"))
    located.identify("openalex", _identifier_in(_text(work, "id")))
    ids = work.get("ids") or {}
    located.identify("pmid", _identifier_in(_text(ids, "pmid")))
    if pmcid := _identifier_in(_text(ids, "pmcid")):
        located.identify("pmcid", f"PMC{pmcid.upper().removeprefix('PMC')}")
    for location in work.get("locations") or ():
        located.know(_text(location, "landing_page_url"))
    return located


def _text(item: Item, name: str) -> str:
    """Return a text; nothing where OpenAlex says nothing, or not in a text."""
    value = item.get(name)
    return str(value) if isinstance(value, str | int) else ""


def _identifier_in(address: str) -> str:
    """Return the identifier at the end of an address."""
    return address.rstrip("/").rpartition("/")[2]


def _name(authorship: Item, author: str) -> Name:
    """Return a name with the ORCID iD that the paper gives; what OpenAlex guesses may be a namesake's.

    Only for the ``author`` who was asked for somebody here has said that OpenAlex means the right one.
    """
    name, guessed = in_order(_printed(authorship)), authorship.get("author") or {}
    is_asked_for = bool(author) and _text(guessed, "id") == author
    orcid = orcid_in(_text(authorship, "raw_orcid") or (_text(guessed, "orcid") if is_asked_for else ""))
    return Name(name.given, name.family, name.suffix, name.literal, orcid)


def _institutions(authorship: Item) -> str:
    """Return the institutions that OpenAlex recognises, else the first affiliation as it is printed."""
    names = [_text(each, "display_name") for each in authorship.get("institutions") or ()]
    return "; ".join(filter(None, names)) or next(iter(authorship.get("raw_affiliation_strings") or ()), "")


def _printed(authorship: Item) -> str:
    """Return an author's name as the paper prints it, if OpenAlex says so."""
    name = _text(authorship, "raw_author_name") or _text(authorship.get("author") or {}, "display_name")
    family, comma, given = name.partition(", ")
    return f"{given} {family}" if comma and "," not in given else name
