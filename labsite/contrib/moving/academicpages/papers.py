"""Papers: one file each, whose authors are often named only in a printed citation; BibTeX files and tables.

The page of a paper is taken apart: abstract, authors, citation, links and the rest.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from io import StringIO
from pathlib import PurePath
from typing import Any

from labsite.contrib.moving.citations import NUMBERS, arxiv_of, doi_of, names_in, placed, plain_words, read_citation
from labsite.contrib.moving.completing import completed
from labsite.contrib.moving.outcomes import DEMO_CONTENT, SiteReading, SourcePage
from labsite.contrib.moving.site import SiteFile, SitePaper, SitePerson
from labsite.contrib.moving.texts import MarkdownReference, plain_markdown, references, with_addresses
from labsite.contrib.moving.words import WORDS, by_name, shapes
from labsite.contrib.reading.front_matter import PageFields, line_of, year_in
from labsite.contrib.reading.networks import full_address, split_address
from labsite.contrib.reading.typed_papers import kind_in
from labsite.contrib.reading.words import first_in
from labsite.modelling.documents import CHECKS
from labsite.texts.folding import fold
from publications import formats
from publications.citations.dates import YEAR_FORM
from publications.citations.entry import Entry
from publications.citations.identifiers import is_resolver
from publications.citations.names import Likeness, likeness, parts_of
from publications.citations.record import Name, Record, RecordLink, status_of

from .pages import DEMO, is_demo_title, pages_in, picture_of

HEADING = re.compile(r"#{1,6}\s*(?P<words>.*?)\s*#*")
ABSTRACT = re.compile(
    r"(?:\*\*|__|\*|_)?abstract(?:\s*:\s*|\s*[.—–-]\s+)?(?:\*\*|__|\*|_)?\s*:?\s*(?P<text>.*)",
    re.IGNORECASE | re.DOTALL,
)
CITATION = re.compile(
    r"(?:recommended citation|citation|cite as|reference)s?\s*:\s*(?P<text>.+)", re.IGNORECASE | re.DOTALL
)
AUTHORS = re.compile(r"(?:\*\*|__)?authors?(?:\*\*|__)?\s*:\s*(?:\*\*|__)?\s*(?P<text>.+)", re.IGNORECASE | re.DOTALL)
WORDS_AROUND_LINKS = 25  # characters of a paragraph that is there for its links


@dataclass
class PaperText:
    """``links`` stand there for themselves, ``mentioned`` are those within sentences."""

    abstract: str = ""
    authors: str = ""
    citation: str = ""
    rest: str = ""
    links: list[MarkdownReference] = field(default_factory=list)
    mentioned: list[MarkdownReference] = field(default_factory=list)


def read_text(body: str) -> PaperText:
    """Return what the text of a paper's page says, by its headings and by how its paragraphs begin."""
    text = PaperText()
    section = ""
    for piece in re.split(r"\n\s*\n|\n(?=#)|(?<=^)(?=#)", plain_markdown(body).text):
        first, _, rest = piece.strip().partition("\n")
        heading = HEADING.fullmatch(first.strip()) if first.startswith("#") else None
        if heading:
            section = heading["words"].strip(" :*").lower()
        paragraph = (rest if heading else piece).strip()
        bare = with_addresses(paragraph, lambda match: "" if match.is_picture else match.words)
        around = with_addresses(paragraph, lambda match: "")
        is_about_links = around != paragraph and len(re.sub(r"[\W_]+", "", around)) <= WORDS_AROUND_LINKS
        if is_about_links or not bare.strip():
            text.links += references(paragraph)
            continue
        text.mentioned += references(paragraph)
        if match := CITATION.fullmatch(bare):
            text.citation, section = match["text"], ""
        elif match := AUTHORS.fullmatch(bare):
            text.authors = match["text"]
        elif section in ("authors", "author"):
            text.authors = ", ".join(filter(None, [text.authors, " ".join(bare.split("\n"))]))
        elif (match := ABSTRACT.fullmatch(paragraph)) and bare[:12].strip(" *_").lower().startswith("abstract"):
            section = "abstract"
            text.abstract = f"{text.abstract}\n\n{match['text']}".strip()
        elif section.startswith(("abstract", "summary", "overview")):
            text.abstract = f"{text.abstract}\n\n{paragraph}".strip()
        elif not section.startswith(("download", "bibtex", "citation", "links", "reference")):
            text.rest = f"{text.rest}\n\n{bare}".strip()
    return text


KINDS = shapes("links_of_papers")
PASSED_OVER = re.compile(r"scholar\.google\.[\w.]+/scholar\?|#|mailto:|javascript:", re.IGNORECASE)
TYPED = {"slides", "poster", "video", "code", "data", "pdf"}
MAX_LABEL_LENGTH = 100


@dataclass(frozen=True)
class PaperLinks:
    """``here`` are files of the site, ``elsewhere`` addresses; ``bibtex`` is the path of a BibTeX file."""

    here: tuple[SiteFile, ...] = ()
    elsewhere: tuple[RecordLink, ...] = ()
    bibtex: str = ""
    doi: str = ""
    arxiv_id: str = ""


def split_links(site: SiteReading, page: SourcePage, text: PaperText) -> PaperLinks:
    """Sort the links of a page into files, pages elsewhere and identifiers, each address once."""
    files: dict[str, SiteFile] = {}
    met: dict[str, RecordLink] = {}
    bibtex = doi = arxiv_id = ""
    typed = (link for link in text.mentioned if _kind(link.words, link.address) in TYPED)
    shown = (link for link in (*text.links, *typed) if not link.is_picture)
    in_fields = ((words, page.line(name)) for name, words in WORDS["fields"].items() if page.line(name))
    for words, address in (*in_fields, *((link.words, link.address) for link in shown)):
        path, full = site.source.resolve(address, page.path), re.sub(r"\{\{.*?\}\}", "", address).strip()
        if re.match(r"[\w.-]+\.\w{2,}/", full) and not full.startswith("."):
            full = f"https://{full}"
        elif not split_address(full).scheme:
            full = full_address(site.source.own_address, full)
        full = full if re.match("https?://", full) else ""
        name, kind = PurePath(split_address(address).path).name, _kind(words, "") or "pdf"
        if path.lower().endswith(".bib"):
            bibtex = path
        elif path and PurePath(path).suffix.lower() in CHECKS:
            files.setdefault(path, SiteFile("pdf" if kind in ("page", "other") else kind, path, words))
        elif path:
            site.left_out(path, "a paper’s page links to it, but papers only have PDFs and slides")
        elif site.source.is_own(address) and name in {PurePath(each).name for each in files}:
            continue  # a file that the page also links by its path
        elif full and not PASSED_OVER.match(split_address(full)._replace(scheme="").geturl().lstrip("/")):
            of_link = doi_of(full), arxiv_of(full)
            doi, arxiv_id = doi or of_link[0], arxiv_id or of_link[1]
            if not is_resolver(full) or not any(of_link):
                met.setdefault(full, RecordLink(_kind(words, full) or "other", full, " ".join(words.split())))
            if full != address:
                words = f"the file {address} isn’t in the source: the paper links to the old site instead"
                site.not_understood(page.path, words)
    here = tuple(_labelled(files.values()))
    elsewhere = tuple(_labelled(met.values(), {file.kind for file in here}))
    return PaperLinks(here, elsewhere, bibtex, doi, arxiv_id)


def _kind(words: str, address: str) -> str:
    """Return what kind of link it is, by its words and else by where it leads."""
    if split_address(address).path.lower().endswith(".pdf") and not re.search(
        r"slides|poster", f"{words} {address}", re.IGNORECASE
    ):
        return "pdf"
    says_more = re.search(r"\.pdf\b|github|youtu", address, re.IGNORECASE) and len(words) < 8
    texts = [address, words] if says_more else [words, address]
    return first_in(KINDS, *texts)


def _labelled(links: Iterable[Any], taken: Iterable[str] = ()) -> Iterator[Any]:
    """Yield links whose kind and label are unique together: the first of a kind needs no label."""
    met = {(kind, "") for kind in taken}
    for link in links:
        is_file = isinstance(link, SiteFile)
        host = PurePath(link.path).name if is_file else (split_address(link.url).hostname or "").removeprefix("www.")
        labels = ("", link.label, host, *(f"{link.label} {number}".strip() for number in range(2, 50)))
        label = next(each[:MAX_LABEL_LENGTH] for each in labels if (link.kind, each) not in met)
        met.add((link.kind, label))
        yield replace(link, label=label)


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
            if not DEMO["file"].fullmatch(path) and "/." not in path:
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


CATEGORIES = by_name("kinds", "academicpages")
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
