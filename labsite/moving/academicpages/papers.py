"""Papers: one file each, whose authors are often named only in a printed citation; BibTeX files and tables."""

import csv
import re
from collections.abc import Iterable
from dataclasses import replace
from io import StringIO
from pathlib import PurePath
from typing import Any

from labsite.modelling.periods import PartialDate
from labsite.moving.citations import PrintedCitation, arxiv_of, doi_of, names_in, plain_words, read_citation
from labsite.moving.outcomes import DEMO_CONTENT, FileOutcomes
from labsite.moving.plain_values import is_set, line_of
from labsite.moving.site import SitePaper, SitePerson
from labsite.moving.source import SiteSource
from labsite.texts.folding import fold
from publications import formats
from publications.citations.entry import Entry
from publications.citations.names import Likeness, likeness, parts_of
from publications.citations.record import MEETINGS, Name, Record, acronym_of

from .pages import date_of, is_demo_file, is_demo_title, picture_of, read_pages_of
from .paper_pages import PaperLinks, PaperText, read_text, split_links

FOLDER = "_publications"
SHORT = re.compile(r"(?:[A-Z][\w-]*[A-Z][\w+-]*|[A-Z]{2,})(?:\s*['’]?\d{2,4})?")
SHORT_PROCEEDINGS = re.compile(r"(?:Proceedings of|Proc\.(?: of)?) (?:the )?([A-Z][\w-]{1,14})(?: \(.*\))?")
MAX_NOTE_LENGTH = 300  # characters


def read_papers(source: SiteSource, outcomes: FileOutcomes, owner: SitePerson | None) -> list[SitePaper]:
    """Return the papers, with what BibTeX files of the site say of them; the owner learns how they spell the name."""
    books = BibtexFiles(source, outcomes)
    paths = source.files(FOLDER, ".md", ".markdown", ".html")
    papers = [
        paper_of(source, outcomes, path, fields, body, books)
        for path, fields, body in read_pages_of(source, outcomes, paths)
        if fields.get("title")
    ]
    papers += books.papers() if not papers else []
    books.settle()
    if owner:
        owner.other_spellings += _spellings(owner, papers)
    return papers


def paper_of(
    source: SiteSource,
    outcomes: FileOutcomes,
    path: str,
    fields: dict[str, Any],
    body: str,
    books: "BibtexFiles | None" = None,
) -> SitePaper:
    """Return the paper described by a file's fields and text."""
    title = plain_words(line_of(fields["title"]))
    text = read_text(body)
    cited = read_citation(line_of(fields.get("citation")) or text.citation, title)
    links = split_links(source, outcomes, path, fields, text)
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


def _record(title: str, fields: dict[str, Any], text: PaperText, cited: PrintedCitation, date: PartialDate) -> Record:
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
    """Return a venue's name under the field of a record that it belongs in."""
    if kind == "preprint" and re.search(r"\barxiv\b", place, re.IGNORECASE):
        return {"venue": "arXiv", "acronym": "arXiv"}
    if kind in MEETINGS and SHORT.fullmatch(place):
        return {"acronym": acronym_of(place, year) or place}
    short = SHORT_PROCEEDINGS.fullmatch(place) if kind in MEETINGS else None
    return {"acronym": short[1]} if short else {"proceedings" if kind in MEETINGS else "venue": place}


def year_and_month(date: PartialDate, cited: PrintedCitation) -> tuple[int | None, int | None]:
    """Return when a paper appeared. The template requires a full date, so 1 January means the year alone."""
    if not date:
        return cited.year, None
    is_month_known = len(date) > 4 and not date.endswith("-01-01")
    return date.year, int(date[5:7]) if is_month_known else None


def _authors(fields: dict[str, Any], text: PaperText, cited: PrintedCitation) -> tuple[Name, ...]:
    given = fields.get("authors") or fields.get("author")
    listed = ", ".join(map(line_of, given)) if isinstance(given, list) else line_of(given)
    lists = (names_in(plain_words(each))[0] for each in (listed, text.authors) if each)
    return next(filter(None, lists), ()) or cited.authors


def _identifiers(fields: dict[str, Any], text: PaperText, cited: PrintedCitation, links: PaperLinks) -> dict[str, Any]:
    dois = (doi_of(line_of(fields.get("doi"))), cited.doi, doi_of(line_of(fields.get("paperurl"))), links.doi)
    arxiv = (cited.arxiv_id, arxiv_of(line_of(fields.get("paperurl"))), links.arxiv_id)
    return {"doi": next(filter(None, dois), ""), "arxiv_id": next(filter(None, arxiv), "")}


def _completed(record: Record, told: Entry, names_all: bool) -> tuple[Record, bool]:
    """Return a record completed from BibTeX, and whether it names all authors."""
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
    """Return the kind and the full name of the venue where BibTeX knows them better."""
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


class BibtexFiles:
    """All entries of the site's BibTeX files, by title; ``used`` counts the entries used of each file."""

    def __init__(self, source: SiteSource, outcomes: FileOutcomes) -> None:
        self.outcomes = outcomes
        self.entries: dict[str, list[Entry]] = {}
        self.used: dict[str, int] = {}
        for path in source.files("", ".bib"):
            if is_demo_file(path) or "/." in path:
                continue
            with outcomes.reading(path):
                self.entries[path] = formats.read(source.data(path), form="bib", name=PurePath(path).name)
        self.by_title = {
            fold(entry.record.title): (path, entry)
            for path, entries in self.entries.items()
            for entry in entries
            if entry.record and not is_demo_title(entry.record.title)
        }

    def told_of(self, title: str, path: str = "") -> Entry | None:
        """Return the entry for a paper, found by its title or in the file that its page names."""
        own = [entry for entry in self.entries.get(path, []) if entry.record]
        found = self.by_title.get(fold(title)) or ((path, own[0]) if len(own) == 1 else None)
        if not found:
            return None
        self.used[found[0]] = self.used.get(found[0], 0) + 1
        return found[1]

    def papers(self) -> list[SitePaper]:
        """Return all entries as papers, for a site that has no others."""
        self.used |= {path: len(entries) for path, entries in self.entries.items()}
        return [SitePaper(entry, path=path) for path, entries in self.entries.items() for entry in entries]

    def settle(self) -> None:
        """Say what became of the files."""
        for path, entries in self.entries.items():
            count = self.used.get(path, 0)
            if count:
                self.outcomes.brought(path, f"what it says more of papers, {count} of them")
            if len(entries) > count:
                self.outcomes.left_out(path, f"papers that the site doesn’t show, {len(entries) - count} of them")


PUBLICATIONS = "markdown_generator/publications.tsv"
TALKS = "markdown_generator/talks.tsv"


def read_tables(source: SiteSource, outcomes: FileOutcomes, papers: list[SitePaper]) -> list[SitePaper]:
    """Return the papers in the template's table if the site has no files of papers; else report the table."""
    if source.exists(TALKS):
        outcomes.not_needed(TALKS, "the files of talks were made of it")
    if not source.exists(PUBLICATIONS):
        return []
    rows = [row for row in _rows(source, outcomes) if not is_demo_title(row.get("title"))]
    if not rows:
        outcomes.left_out(PUBLICATIONS, DEMO_CONTENT)
    elif papers:
        known = {fold(paper.entry.record.title) for paper in papers if paper.entry.record}
        missing = [row["title"] for row in rows if fold(row["title"]) not in known]
        outcomes.not_needed(PUBLICATIONS, "the files of papers were made of it")
        for title in missing:
            outcomes.left_out(PUBLICATIONS, f"a row that the site doesn’t show: {title}")
        return []
    return [_paper(source, outcomes, row, number) for number, row in enumerate(rows, start=2)]


def _rows(source: SiteSource, outcomes: FileOutcomes) -> list[dict[str, str]]:
    with outcomes.reading(PUBLICATIONS):
        rows = csv.DictReader(StringIO(source.text(PUBLICATIONS)), delimiter="\t")
        return [{str(name): str(value or "") for name, value in row.items()} for row in rows if row.get("title")]
    return []


def _paper(source: SiteSource, outcomes: FileOutcomes, row: dict[str, str], number: int) -> SitePaper:
    fields = {**row, "date": row.get("pub_date"), "paperurl": row.get("paper_url"), "slidesurl": row.get("slides_url")}
    paper = paper_of(source, outcomes, PUBLICATIONS, fields, "")
    return SitePaper(paper.entry, files=paper.files, path=f"{PUBLICATIONS}")


# The first that fits tells; values are those of the publication's kind.
PLACES = [
    (kind, re.compile(shape, re.IGNORECASE))
    for kind, shape in (
        ("preprint", r"arxiv|biorxiv|medrxiv|preprint|ssrn|techrxiv|psyarxiv|socarxiv|chemrxiv|openreview"),
        ("thesis", r"\bthesis\b|dissertation"),
        ("workshop", r"workshop"),
        ("poster", r"\bposter"),
        ("report", r"technical report|tech\. report|white\s?paper|working paper"),
        ("chapter", r"\bchapter\b|handbook|encyclop"),
        (
            "journal",
            r"journal|transactions|\btrans\.|letters|magazine|quarterly|annals|bulletin|proceedings of the acm on"
            r"|\bproc\. acm|proceedings of the national academy|proceedings of the ieee$|\breviews?\b|\bnature\b"
            r"|^science$|science advances|\bplos\b|frontiers in|astrophysics$",
        ),
        ("conference", r"proceedings|\bproc\b|conference|symposium|\bconf\b|meeting|congress|advances in neural"),
    )
]
CATEGORIES = {
    **{"conferences": "conference", "conference": "conference", "manuscripts": "journal", "journals": "journal"},
    **{"journal": "journal", "books": "book", "book": "book", "preprints": "preprint", "preprint": "preprint"},
    **{"workshops": "workshop", "workshop": "workshop", "theses": "thesis", "thesis": "thesis", "posters": "poster"},
}
MEETING = re.compile(r"[A-Z][A-Za-z]*[A-Z][A-Za-z+-]*(?:\s*['’]?\d{2,4})?")
TITLE = re.compile(r"\((?:extended abstract and |abstract and )?(poster|workshop)\)$", re.IGNORECASE)


def kind_of(place: str, category: str = "", reference: str = "", title: str = "", has_volume: bool = False) -> str:
    """Return a publication's kind by its venue; ``category`` is the one that the site files it under.

    Only journals have volumes and numbers at once.
    """
    named = TITLE.search(title)
    if named:
        return named[1].lower()
    found = next((kind for kind, shape in PLACES if shape.search(place)), "")
    if not found and MEETING.fullmatch(place.strip()):
        found = "conference"
    filed = CATEGORIES.get(category.strip().lower(), "")
    told = next((kind for kind, shape in PLACES if shape.search(reference)), "")
    return found or filed or told or ("journal" if has_volume else "other")
