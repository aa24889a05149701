"""Papers of a site: one file each, whose authors often stand in a reference in words only."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from labsite.modelling.periods import PartialDate
from labsite.moving.citations import Cited, arxiv_of, doi_of, names_in, plain_words, read_citation
from labsite.moving.fates import Fates
from labsite.moving.kinds import kind_of
from labsite.moving.plain_values import is_set, line_of
from labsite.moving.site import SitePaper, SitePerson
from labsite.moving.source import Source
from publications.citations.entry import Entry
from publications.citations.names import Likeness, likeness, parts_of
from publications.citations.record import MEETINGS, Name, Record, acronym_of

from .activities import date_of, picture_of, read_pages_of
from .bibliography import Bibliography
from .paper_links import PaperLinks, split_links
from .paper_texts import PaperText, read_text

FOLDER = "_publications"
SHORT = re.compile(r"(?:[A-Z][\w-]*[A-Z][\w+-]*|[A-Z]{2,})(?:\s*['’]?\d{2,4})?")
SHORT_PROCEEDINGS = re.compile(r"(?:Proceedings of|Proc\.(?: of)?) (?:the )?([A-Z][\w-]{1,14})(?: \(.*\))?")
MAX_NOTE_LENGTH = 300  # characters


def read_papers(source: Source, fates: Fates, owner: SitePerson | None) -> list[SitePaper]:
    """Return the papers, with what BibTeX files of the site say of them; the owner learns how they spell the name."""
    books = Bibliography(source, fates)
    paths = source.files(FOLDER, ".md", ".markdown", ".html")
    papers = [
        paper_of(source, fates, path, fields, body, books)
        for path, fields, body in read_pages_of(source, fates, paths)
        if fields.get("title")
    ]
    papers += books.papers() if not papers else []
    books.settle()
    if owner:
        owner.other_spellings += _spellings(owner, papers)
    return papers


def paper_of(
    source: Source, fates: Fates, path: str, fields: dict[str, Any], body: str, books: Bibliography | None = None
) -> SitePaper:
    """Return the paper that the fields and the text of a file tell of."""
    title = plain_words(line_of(fields["title"]))
    text = read_text(body)
    cited = read_citation(line_of(fields.get("citation")) or text.citation, title)
    links = split_links(source, fates, path, fields, text)
    record = _record(title, fields, text, cited, date_of(path, fields))
    record = replace(record, links=links.elsewhere, **_identifiers(fields, text, cited, links))
    names_all = not cited.has_others
    told = books.told_of(title, links.bibtex) if books else None
    if told:
        record, names_all = _completed(record, told, names_all)
    return SitePaper(
        Entry("", record, names_all_authors=names_all),
        picture_of(source, path, fields),
        files=links.here,
        is_selected=is_set(fields.get("selected")) or is_set(fields.get("featured")),
        path=path,
    )


def _record(title: str, fields: dict[str, Any], text: PaperText, cited: Cited, date: PartialDate) -> Record:
    place = plain_words(line_of(fields.get("venue")) or line_of(fields.get("journal"))) or cited.place
    told = f"{cited.place} {line_of(fields.get('citation'))}"
    kind = kind_of(place, line_of(fields.get("category")), told, title, has_volume=bool(cited.volume))
    year, month = year_and_month(date, cited)
    excerpt = plain_words(line_of(fields.get("excerpt")))
    abstract = text.abstract or text.rest or excerpt
    rest = text.rest if text.abstract else ""
    return Record(
        key="",
        title=title,
        kind=kind,
        status="preprint" if kind == "preprint" else "published",
        authors=_authors(fields, text, cited),
        year=year,
        month=month,
        volume=cited.volume,
        number=cited.number,
        article=cited.article,
        pages=cited.pages,
        abstract=abstract,
        note=rest if len(rest) <= MAX_NOTE_LENGTH else "",
        extra=_extra(excerpt, rest, abstract, line_of(fields.get("citation"))),
        **_placed(place, kind, year),
    )


def _extra(excerpt: str, rest: str, abstract: str, citation: str) -> tuple[tuple[str, str], ...]:
    """Return what no other field of a paper holds, so that none of it is lost."""
    long_rest = rest if len(rest) > MAX_NOTE_LENGTH else ""
    told = (
        ("excerpt", "" if excerpt == abstract else excerpt),
        ("text", long_rest),
        ("citation", plain_words(citation)),
    )
    return tuple((name, value) for name, value in told if value)


def _placed(place: str, kind: str, year: int | None) -> dict[str, Any]:
    """Return in which fields of a record the name of a place goes."""
    if kind == "preprint" and re.search(r"\barxiv\b", place, re.IGNORECASE):
        return {"venue": "arXiv", "acronym": "arXiv"}
    if kind in MEETINGS and SHORT.fullmatch(place):
        return {"acronym": acronym_of(place, year) or place}
    short = SHORT_PROCEEDINGS.fullmatch(place) if kind in MEETINGS else None
    return {"acronym": short[1]} if short else {"proceedings" if kind in MEETINGS else "venue": place}


def year_and_month(date: PartialDate, cited: Cited) -> tuple[int | None, int | None]:
    """Return when a paper appeared. The template wants a whole date: the first of January is nobody's month."""
    if not date:
        return cited.year, None
    is_month_known = len(date) > 4 and not date.endswith("-01-01")
    return date.year, int(date[5:7]) if is_month_known else None


def _authors(fields: dict[str, Any], text: PaperText, cited: Cited) -> tuple[Name, ...]:
    given = fields.get("authors") or fields.get("author")
    listed = ", ".join(map(line_of, given)) if isinstance(given, list) else line_of(given)
    lists = (names_in(plain_words(each))[0] for each in (listed, text.authors) if each)
    return next(filter(None, lists), ()) or cited.authors


def _identifiers(fields: dict[str, Any], text: PaperText, cited: Cited, links: PaperLinks) -> dict[str, Any]:
    dois = (doi_of(line_of(fields.get("doi"))), cited.doi, doi_of(line_of(fields.get("paperurl"))), links.doi)
    arxiv = (cited.arxiv_id, arxiv_of(line_of(fields.get("paperurl"))), links.arxiv_id)
    return {"doi": next(filter(None, dois), ""), "arxiv_id": next(filter(None, arxiv), "")}


def _completed(record: Record, told: Entry, names_all: bool) -> tuple[Record, bool]:
    """Return a record with what BibTeX says more, and whether all authors are named."""
    more = told.record
    assert more
    takes_authors = len(more.authors) > len(record.authors) or not names_all or not record.authors
    names = ("volume", "number", "article", "pages", "publisher", "doi", "arxiv_id", "key", "ids")
    filled = {name: getattr(more, name) for name in names if not getattr(record, name)}
    filled |= _better_placed(record, more)
    if takes_authors:
        return replace(record, authors=more.authors, **filled), told.names_all_authors
    return replace(record, **filled), names_all


def _better_placed(record: Record, more: Record) -> dict[str, Any]:
    """Return what BibTeX knows better of where a paper appeared: of which kind that is, and its whole name."""
    is_older = more.kind == "preprint" and record.kind != "other"
    kind = record.kind if more.kind == "other" or is_older else more.kind
    place = record.proceedings or record.venue or record.acronym
    placed = _placed(place, kind, record.year) if place else {"venue": more.venue, "acronym": more.acronym}
    if kind in MEETINGS and len(more.proceedings) > len(placed.get("proceedings", "")):
        placed["proceedings"] = more.proceedings
    status = record.status if kind == record.kind else more.status
    return {"venue": "", "acronym": "", "proceedings": "", "kind": kind, "status": status, **placed}


def _spellings(owner: SitePerson, papers: Iterable[SitePaper]) -> list[str]:
    """Return how papers print the owner's name: it is their site, so that who may be meant is."""
    own = read_name(owner)
    names = {str(name): name for paper in papers if paper.entry.record for name in paper.entry.record.authors}
    return [text for text, name in names.items() if text != owner.name and _is_meant(own, name)]


def read_name(owner: SitePerson) -> Name:
    [name], _ = names_in(owner.name) if names_in(owner.name)[0] else ([Name(literal=owner.name)], False)
    return name


def _is_meant(own: Name, name: Name) -> bool:
    if likeness(parts_of(own), parts_of(name)) is not Likeness.NONE:
        return True
    # Somebody who married, as Lindqvist-Sato, goes by one half of the name.
    halves = [replace(name, family=half) for half in name.family.split("-")] if "-" in name.family else []
    return any(likeness(parts_of(own), parts_of(half)) is not Likeness.NONE for half in halves)
