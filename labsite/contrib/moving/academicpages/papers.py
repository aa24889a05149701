"""Papers: one file each, whose authors are often named only in a printed citation; BibTeX files and tables."""

import csv
import re
from collections import Counter
from dataclasses import replace
from io import StringIO
from pathlib import PurePath
from typing import Any

from labsite.contrib.moving.citations import (
    NUMBERS,
    arxiv_of,
    doi_of,
    names_in,
    placed,
    plain_words,
    read_citation,
)
from labsite.contrib.moving.completing import completed
from labsite.contrib.moving.outcomes import DEMO_CONTENT, SiteReading, SourcePage
from labsite.contrib.moving.site import SitePaper, SitePerson
from labsite.contrib.reading.plain_values import PageFields, line_of, year_in
from labsite.contrib.reading.typed_papers import kind_in
from labsite.texts.folding import fold
from publications import formats
from publications.citations.dates import YEAR_FORM
from publications.citations.entry import Entry
from publications.citations.names import Likeness, likeness, parts_of
from publications.citations.record import Name, Record, status_of

from .pages import DEMO_FILE, is_demo_title, pages_in, picture_of
from .paper_pages import PaperLinks, PaperText, read_text, split_links

MAX_NOTE_LENGTH = 300  # characters


def read_papers(site: SiteReading, owner: SitePerson | None) -> list[SitePaper]:
    """Return the papers, with what BibTeX files of the site say of them; the owner learns how they spell the name."""
    books = BibtexFiles(site)
    papers = [paper_of(site, page, books) for page in pages_in(site, "_publications") if page.fields.get("title")]
    papers += books.papers() if not papers else []
    books.settle()
    if owner:  # whose site it is, so that who may be meant is
        own = parts_of(next(iter(names_in(owner.name)[0]), Name(literal=owner.name)))
        names = {str(name): name for paper in papers if paper.entry.record for name in paper.entry.record.authors}
        for text, name in names.items():
            # Somebody who married, as Lindqvist-Sato, goes by one half of the name.
            halves = [replace(name, family=half) for half in name.family.split("-")] if "-" in name.family else []
            is_meant = any(likeness(own, parts_of(each)) is not Likeness.NONE for each in (name, *halves))
            owner.other_spellings += [text] if text != owner.name and is_meant else []
    return papers


def paper_of(site: SiteReading, page: SourcePage, books: "BibtexFiles | None" = None) -> SitePaper:
    """Return the paper described by a page's fields and text."""
    title, text = plain_words(page.line("title")), read_text(page.body)
    citation = read_citation(page.line("citation") or text.citation, title)
    cited = citation.record or Record("", title)
    links = split_links(site, page, text)
    entry = Entry("", _record(title, page, text, cited, links), names_all_authors=citation.names_all_authors)
    more = books.entry_of(title, links.bibtex) if books else None
    return SitePaper(
        completed(entry, more, site, page.path),
        picture_of(site.source, page),
        files=list(links.here),
        is_selected=page.fields.is_set("selected") or page.fields.is_set("featured"),
        path=page.path,
    )


def _record(title: str, page: SourcePage, text: PaperText, cited: Record, links: PaperLinks) -> Record:
    citation, url = page.line("citation"), page.line("paperurl")
    venue = plain_words(page.line("venue", "journal")) or cited.container or cited.acronym
    kind = kind_of(venue, page.line("category"), f"{cited.container} {citation}", title, has_volume=bool(cited.volume))
    # The template requires a full date, so that 1 January means the year alone.
    date, is_month_known = page.date, len(page.date) > 4 and not page.date.endswith("-01-01")
    named = re.match(rf"{YEAR_FORM}(?=[-_.])", PurePath(page.path).name)
    stated = year_in(page.line("year")) or cited.year or (int(named[0]) if named else None)
    year = date.first.year if date else stated
    given = page.fields.get("authors") or page.fields.get("author")
    listed = ", ".join(map(line_of, given)) if isinstance(given, list) else line_of(given)
    authors = (names_in(plain_words(each))[0] for each in (listed, text.authors) if each)
    excerpt = plain_words(page.line("excerpt"))
    abstract = text.abstract or text.rest or excerpt
    rest = text.rest if text.abstract else ""
    # What no other field of a paper holds, so that none of it is lost.
    extra = {
        "excerpt": "" if excerpt == abstract else excerpt,
        "text": rest if len(rest) > MAX_NOTE_LENGTH else "",
        "citation": plain_words(citation),
    }
    return Record(
        key="",
        title=title,
        kind=kind,
        status=status_of("", kind),
        authors=next(filter(None, authors), ()) or cited.authors,
        year=year,
        month=int(date[5:7]) if is_month_known else None,
        doi=doi_of(page.line("doi")) or cited.doi or doi_of(url) or links.doi,
        arxiv_id=cited.arxiv_id or arxiv_of(url) or links.arxiv_id or arxiv_of(venue),
        abstract=abstract,
        note=rest if len(rest) <= MAX_NOTE_LENGTH else "",
        links=links.elsewhere,
        extra=tuple((name, value) for name, value in extra.items() if value),
        **placed(venue, kind, year, pages=page.line("pages"))
        | {name: value for name in NUMBERS if (value := getattr(cited, name))},
    )


class BibtexFiles:
    """All entries of the site's BibTeX files, by title; ``used`` counts the entries used of each file."""

    def __init__(self, site: SiteReading) -> None:
        self.site = site
        self.entries: dict[str, list[Entry]] = {}
        self.used: Counter[str] = Counter()
        for path in site.source.files("", ".bib"):
            if not DEMO_FILE.fullmatch(path) and "/." not in path:
                with site.reading(path):
                    self.entries[path] = formats.read(site.source.data(path), form="bib", name=PurePath(path).name)
        self.by_title = {
            fold(entry.record.title): (path, entry)
            for path, entries in self.entries.items()
            for entry in entries
            if entry.record and not is_demo_title(entry.record.title)
        }

    def entry_of(self, title: str, path: str = "") -> Entry | None:
        """Return the entry for a paper, found by its title or in the file that its page names."""
        own = [entry for entry in self.entries.get(path, []) if entry.record]
        known = self.by_title.get(fold(title)) or ((path, own[0]) if len(own) == 1 else None)
        if not known:
            return None
        self.used[known[0]] += 1
        return known[1]

    def papers(self) -> list[SitePaper]:
        """Return all entries as papers, for a site that has no others."""
        self.used.update({path: len(entries) for path, entries in self.entries.items()})
        return [SitePaper(entry, path=path) for path, entries in self.entries.items() for entry in entries]

    def settle(self) -> None:
        """Say what became of the files."""
        for path, entries in self.entries.items():
            count = self.used[path]
            if count:
                self.site.brought(path, f"more about papers ({count})")
            if len(entries) > count:
                self.site.left_out(path, f"papers that the site doesn’t show ({len(entries) - count})")


PUBLICATIONS = "markdown_generator/publications.tsv"
TALKS = "markdown_generator/talks.tsv"


def read_tables(site: SiteReading, papers: list[SitePaper]) -> list[SitePaper]:
    """Return the papers in the template's table if the site has no files of papers; else report the table."""
    if site.source.exists(TALKS):
        site.not_needed(TALKS, "the files of talks were made from it")
    rows: list[dict[str, Any]] = []
    if site.source.exists(PUBLICATIONS):
        with site.reading(PUBLICATIONS):
            table = csv.DictReader(StringIO(site.source.text(PUBLICATIONS)), delimiter="\t")
            held = [{str(name): str(value or "") for name, value in row.items()} for row in table if row.get("title")]
            rows = [row for row in held if not is_demo_title(row["title"])]
        if not rows:
            site.left_out(PUBLICATIONS, DEMO_CONTENT)
    if rows and papers:
        known = {fold(paper.entry.record.title) for paper in papers if paper.entry.record}
        site.not_needed(PUBLICATIONS, "the files of papers were made from it")
        for row in rows:
            if fold(row["title"]) not in known:
                site.left_out(PUBLICATIONS, f"a row that the site doesn’t show: {row['title']}")
        return []
    read = []
    for row in rows:
        renamed = {"date": row.get("pub_date"), "paperurl": row.get("paper_url"), "slidesurl": row.get("slides_url")}
        read.append(paper_of(site, SourcePage(PUBLICATIONS, PageFields(row | renamed))))
    return read


CATEGORIES = {
    **{"conferences": "conference", "conference": "conference", "manuscripts": "journal", "journals": "journal"},
    **{"journal": "journal", "books": "book", "book": "book", "preprints": "preprint", "preprint": "preprint"},
    **{"workshops": "workshop", "workshop": "workshop", "theses": "thesis", "thesis": "thesis", "posters": "poster"},
}
MEETING = re.compile(r"[A-Z][A-Za-z]*[A-Z][A-Za-z+-]*(?:\s*['’]?\d{2,4})?")
TITLE = re.compile(r"\((?:extended abstract and |abstract and )?(poster|workshop)\)$", re.IGNORECASE)


def kind_of(venue: str, category: str = "", reference: str = "", title: str = "", has_volume: bool = False) -> str:
    """Return a publication's kind by its venue; ``category`` is the one that the site files it under.

    Only journals have volumes and numbers at once.
    """
    named = TITLE.search(title)
    if named:
        return named[1].lower()
    by_venue = kind_in(venue)
    if not by_venue and MEETING.fullmatch(venue.strip()):
        by_venue = "conference"
    filed = CATEGORIES.get(category.strip().lower(), "")
    return by_venue or filed or kind_in(reference) or ("journal" if has_volume else "other")
