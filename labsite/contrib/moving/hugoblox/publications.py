"""Papers: a page of front matter each, and often a cite.bib beside it.

Who wrote one stands there as usernames of profiles and names as printed, with notes about them.
"""

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from labsite.contrib.moving.citations import ARXIV, acronym_in, placed
from labsite.contrib.moving.completing import completed
from labsite.contrib.moving.site import SiteFile, SitePaper
from labsite.contrib.moving.words import by_name
from labsite.contrib.reading.career import StatedAward
from labsite.contrib.reading.front_matter import PageFields, line_of, lines_in, year_in
from labsite.contrib.reading.typed_papers import with_marks
from labsite.texts.folding import fold
from publications import formats
from publications.citations.containers import with_numbers
from publications.citations.entry import Entry
from publications.citations.identifiers import archived_as, arxiv_in, doi_in, find_arxiv_ids
from publications.citations.names import NATIVE, Likeness, likeness, listed_names, parts_of
from publications.citations.record import Name, Record, RecordLink, status_of
from publications.formats.bibtex.names import names_of
from publications.formats.csl_json import KINDS as CSL_KINDS

from .content import HugoContent, HugoPage, is_unwritten

SECTIONS = ("publication", "publications", "papers", "paper")
IDS = ("pmid", "pmcid", "isbn", "dblp", "openalex", "hal")
USERNAME = re.compile(r"[a-z]+(?:[-_][a-z]+)+")
# Names of people by what stands for them: the folded name of their folder, their name and other spellings of it.
Usernames = Mapping[str, str]


def read_papers(content: HugoContent, usernames: Usernames) -> tuple[list[SitePaper], dict[str, list[str]]]:
    """Return the papers of a site, and the keys of those that belong to each project."""
    papers: list[SitePaper] = []
    of_projects: dict[str, list[str]] = defaultdict(list)
    for page in content.articles(*SECTIONS):
        paper = _paper(content, page, usernames)
        papers.append(paper)
        if record := paper.entry.record:
            for project in page.fields.lines("projects"):
                of_projects[fold(project)].append(record.key)
    have_pages = bool(papers)
    # In newer versions pages are made of one file.
    for path in filter(content.source.exists, ("publications.bib", "publication.bib")):
        if have_pages:
            content.not_needed(path, "what the pages of papers are made of")
            continue
        with content.reading(path):
            papers += [SitePaper(entry, path=path) for entry in formats.read(content.source.text(path), form="bib")]
            break
    return papers, of_projects


def _paper(content: HugoContent, page: HugoPage, usernames: Usernames) -> SitePaper:
    """Return the paper of a page and the files beside it."""
    entry = _cited(content, page)
    authors, are_all, differences = authors_of(page.fields, entry, usernames)
    links, files, ids = links_of(content, page)
    own = Entry(page.path, _own(page, authors, links, ids), names_all_authors=are_all)
    own = completed(own, entry, content, page.path, guesses_kind=False)
    for words in differences:
        content.left_out(page.path, words)
    record = own.record
    if record and not record.year and (published := page.fields.date("publishDate")):
        record = replace(record, year=int(published[:4]))  # when the page appeared, if nothing says more
    if not record or not record.title:
        problem = f"{page.path}: this page of a paper has no title. Add one, and import it again."
        return SitePaper(Entry(page.path, problem=problem), path=page.path)
    if page.body and not is_unwritten(page.body):
        content.left_out(page.path, "its text: papers only have an abstract here")
    # The templates look for a PDF by the name of the page.
    pdf = f"{page.folder}/{page.slug}.pdf" if page.folder else ""
    has_pdf = content.source.exists(pdf) and pdf not in [file.path for file in files]
    image = content.resolve(page.line("image_preview", "image"), page)
    awards = [  # a field of newer versions
        StatedAward(
            held.line("name", "title")[:200],
            (record.acronym or record.container)[:200],
            year_in(held.line("date")) or record.year,
            note=held.line("note")[:300],
        )
        for held in page.fields.mappings("awards")
        if held.line("name", "title")
    ]
    return SitePaper(
        replace(own, record=record),
        teaser=content.image_of(page, "featured", "cover") or image,
        teaser_alt=page.fields.mapping("image").line("alt_text"),
        files=[*([SiteFile("pdf", pdf)] if has_pdf else []), *files],
        awards=awards,
        is_selected=page.fields.is_set("featured") or page.fields.is_set("selected"),
        path=page.path,
    )


def _cited(content: HugoContent, page: HugoPage) -> Entry | None:
    """Return the entry in the BibTeX file beside the page."""
    beside = [path for path in content.files_of(page) if path.lower().endswith(".bib")]
    beside.sort(key=lambda path: posixpath.basename(path) != "cite.bib")
    paths = [*beside, *filter(content.source.exists, [f"static/files/citations/{page.slug}.bib"])]
    for path in paths[:1]:
        with content.reading(path):
            entries = formats.read(content.source.text(path), form="bib")
            for entry in entries:
                if entry.problem:
                    content.not_understood(path, entry.problem)
            complete = [entry for entry in entries if entry.record]
            for other in complete[1:]:
                content.left_out(path, f"another entry, {other.place}: a page has only one citation")
            if complete:
                content.brought(path, "the citation of a paper")
                return complete[0]
    return None


def _own(page: HugoPage, authors: tuple[Name, ...], links: Iterable[RecordLink], ids: dict[str, str]) -> Record:
    """Return what the front matter says; ``ids`` are those among its links, by their schemes."""
    date = page.fields.date("date")
    kind = kind_in(page.fields)
    year = int(date[:4]) if date else None
    # Identifiers, wherever its version of the template keeps them.
    held = page.fields.mapping("hugoblox").mapping("ids")
    ids = {name.casefold(): line_of(value) for name, value in held.items()} | ids
    doi = page.line("doi") or ids.get("doi", "")
    ids["doi"], ids["arxiv"] = doi_in(doi), arxiv_in(ids.get("arxiv", "")) or arxiv_in(doi)
    ids["arxiv"] = ids["arxiv"] or next(iter(find_arxiv_ids(page.line("publication"), is_named=True)), "")
    summary = page.fields.text("summary", "abstract_short")
    tags = [*page.fields.words("tags"), *page.fields.words("categories")]
    funding = [(each.line("funder"), each.line("grant")) for each in page.fields.mappings("funding")]
    grants = [" ".join(filter(None, pair)) for pair in funding]
    extra = {"keywords": ", ".join(tags), "funding": "; ".join(filter(None, grants))}
    record = Record(
        key=page.slug,
        title=page.line("title"),
        kind=kind,
        status=status_of("", kind),
        authors=authors,
        year=year,
        month=int(date[5:7]) if len(date) > 4 and date[4:] != "-01-01" else None,
        doi=ids["doi"],
        arxiv_id=ids["arxiv"],
        abstract=page.fields.text("abstract") or ("" if is_unwritten(summary) else summary),
        ids=tuple((scheme, ids[scheme]) for scheme in IDS if ids.get(scheme)),
        links=tuple(links),
        extra=tuple((name, value) for name, value in extra.items() if value),
        **placed_in(page.fields, kind, year),
    )
    return with_numbers(record)


def authors_of(
    fields: PageFields, entry: Entry | None, usernames: Usernames
) -> tuple[tuple[Name, ...], bool, tuple[str, ...]]:
    """Return the authors that front matter names, or else those of the BibTeX, and whether they are all.

    What both don't agree on is said in words.
    """
    cited = entry.record.authors if entry and entry.record else ()
    cites_all = bool(entry and entry.names_all_authors)
    given = fields.get("authors") or fields.get("author")
    if isinstance(given, str):
        given = re.split(r"\s*(?:,|;|\band\b)\s*", given)
    # Older versions give an author as a mapping.
    held = [each.get("name") if isinstance(each, dict) else each for each in given] if isinstance(given, list) else []
    listed = [line_of(each or "").strip("*_ ") for each in held]
    named, are_all = listed_names(listed)
    printed: list[str] = []
    for text in named:  # which should hold one name and may hold a whole list
        names = [] if fold(text) in usernames else [str(name) for name in names_of(text)]
        printed += names if len(names) > 1 else [text]
    if not printed:
        return cited, cites_all, ()
    beside: list[Name | None] = list(cited) if len(cited) == len(printed) else [None] * len(printed)
    authors = [_name(text, other, usernames) for text, other in zip(printed, beside, strict=True)]
    value = fields.get("author_notes")
    notes = [line_of(each) for each in value] if isinstance(value, list) else lines_in(value)
    # Signs for what notes say stand behind the names, as copied lists of authors have them.
    differences = tuple(_differences(authors, cited if cites_all else (), notes))
    if len(listed) != len(authors):  # one of which named several, so that nobody knows of whom each note is
        return tuple(authors), are_all, (*differences, *filter(_signs, notes))
    marked = [with_marks(name, _signs(note)) for name, note in zip(authors, notes, strict=False)]
    return (*marked, *authors[len(notes) :]), are_all, differences


def _name(text: str, cited: Name | None, usernames: Usernames) -> Name:
    """Return the name of an author, in the parts that the BibTeX gives it where that prints the same person's."""
    person = usernames.get(fold(text), "")
    if USERNAME.fullmatch(text) or (person and fold(person) != fold(text) and not NATIVE.fullmatch(text)):
        text = person or (str(cited) if cited else text.replace("-", " ").replace("_", " ").title())
    name = next(names_of(text), Name(literal=text))
    if not cited:
        return name
    known, other = usernames.get(fold(str(name))), usernames.get(fold(str(cited)))
    is_same = (known is not None and known == other) or parts_of(cited).whole == parts_of(name).whole
    return cited if is_same else name


def _signs(note: str) -> str:
    return with_marks(Name(literal="-"), note).literal[1:]


def _differences(names: list[Name], cited: tuple[Name, ...], notes: list[str]) -> Iterator[str]:
    yield from (f"a note about an author: {note}" for note in notes if note and not _signs(note))
    yield from (f"the author “{name}”, who has no profile" for name in names if str(name) in ("admin", "me"))
    if cited and len(cited) != len(names):
        yield f"{len(names)} authors on the page, {len(cited)} in its BibTeX; those of the page are taken"
    elif cited:
        for one, other in zip(names, cited, strict=True):
            if likeness(parts_of(one), parts_of(other)) is Likeness.NONE:
                yield f"the author “{one}” on the page is “{other}” in its BibTeX; that of the page is used"


LINK_KINDS = by_name("links", "hugoblox")
LABELS = {"source": "Source", "preprint": "Preprint"}
FIELDS = ("pdf", "preprint", "code", "dataset", "poster", "project", "slides", "source", "video")
IDENTIFIERS = ("doi", "arxiv", "pmid", "isbn", "dblp", "openalex")
MAX_IN_ADDRESS = 500  # characters


def links_of(content: HugoContent, page: HugoPage) -> tuple[list[RecordLink], list[SiteFile], dict[str, str]]:
    """Return where the links of a page lead and the identifiers among them, reporting those that lead nowhere."""
    ids: dict[str, str] = {}
    named = [(name, address, "") for name in FIELDS for address in page.fields.lines(f"url_{name}")]
    for held in page.fields.mappings("links") + page.fields.mappings("url_custom"):
        label, address = held.line("label", "name"), held.line("url", "link")
        kind = held.line("type").casefold() or label.casefold()
        # Some links are identifiers rather than addresses.
        schemes = [each for each in (held.line("provider").casefold(), kind) if each in IDENTIFIERS]
        identifier = held.line("id") or address
        if schemes and identifier:
            ids.setdefault(schemes[0], identifier)
        else:
            named.append((kind, address, label))
    elsewhere, files = [], []
    # From the top of the old site an address leads there still.
    own = content.source.own_address.rstrip("/")
    for name, address, label in named:
        kind = LINK_KINDS.get(name, "other")
        label = LABELS.get(name, "") or (label if kind == "other" else "")
        full = f"{own}{address}" if own and address.startswith("/") else address
        if not address.strip("#"):
            continue
        if path := content.resolve(address, page):
            files.append(SiteFile(kind, path, label))
        elif full.startswith(("http://", "https://")) and len(full) <= MAX_IN_ADDRESS:
            elsewhere.append(RecordLink(kind, full, label))
        else:
            content.not_understood(page.path, f"a link to “{address[:100]}”, which is not in the source")
    return elsewhere, files, ids


# By the numbers of older versions and the words of CSL that newer ones use.
# https://docs.citationstyles.org/en/stable/specification.html#appendix-iii-types
PUBLICATION_KINDS = CSL_KINDS | by_name("kinds", "hugoblox")
EMPHASIS = re.compile(r"(?<![\\\w])([*_]{1,3})(\S(?:.*?\S)?)\1(?!\w)")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def kind_of(types: list[str]) -> str:
    """Return the kind that the types of a paper name; "other" for none."""
    kinds = (PUBLICATION_KINDS.get(each.strip().casefold(), "") for each in types)
    return next(filter(None, kinds), "other")


def kind_in(fields: PageFields) -> str:
    """Return the kind of a paper, which is a preprint where it appeared in an archive, whatever the page calls it.

    Many call an article of a journal what CSL calls an article: a preprint. CSL has no word for a workshop.
    """
    types = [each.strip().casefold() for each in fields.lines("publication_types")]
    name = _bare(fields.mapping("publication").line("name") or fields.line("publication"))
    if ARXIV.match(name) or archived_as("", name) == "preprint":
        return "preprint"
    kind = "other" if name and types == ["article"] else kind_of(types)
    return "workshop" if kind == "conference" and "workshop" in name.casefold() else kind


def placed_in(fields: PageFields, kind: str, year: int | None) -> dict[str, Any]:
    """Return the fields of a record that say where a paper appeared, which newer versions give in parts."""
    parts = fields.mapping("publication")
    return placed(
        _bare(parts.line("name") or fields.line("publication")),
        kind,
        year,
        volume=parts.line("volume"),
        number=parts.line("issue"),
        pages=re.sub(r"\s*[-–—]+\s*", "–", parts.line("page", "pages")),
        publisher=parts.line("publisher"),
        acronym=acronym_in(_bare(parts.line("short_name") or fields.line("publication_short")), year),
    )


def _bare(text: str) -> str:
    """Return a line of Markdown without emphasis, links and the word "In" before a venue."""
    bare = LINK.sub(r"\1", text)
    while (cut := EMPHASIS.sub(r"\2", bare)) != bare:
        bare = cut
    bare = re.sub(r"^In:?\s+", "", bare.strip(" ,"))
    return bare if re.search(r"\w\.\s", bare) else bare.rstrip(" .")  # the last word of ACM Trans. Inf. Syst. too
