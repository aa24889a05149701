"""Papers: a page of front matter each, and often a cite.bib beside it."""

import posixpath
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from labsite.contrib.moving.completing import completed
from labsite.contrib.moving.site import SiteFile, SitePaper
from labsite.contrib.reading.career import StatedAward
from labsite.contrib.reading.plain_values import line_of, year_in
from labsite.texts.folding import fold
from publications import formats
from publications.citations.entry import Entry
from publications.citations.identifiers import arxiv_in, doi_in
from publications.citations.record import Record

from .content import HugoContent, HugoPage, is_unwritten
from .paper_fields import PageLinks, PaperAuthors, Usernames, authors_of, kind_in, links_of, placed

SECTIONS = ("publication", "publications", "papers", "paper")
IDS = ("pmid", "pmcid", "isbn", "dblp", "openalex", "hal")


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
    names = authors_of(page.fields, entry, usernames)
    links = links_of(content, page)
    own = Entry(page.path, _own(page, names, links), names_all_authors=names.are_all)
    own = completed(own, entry, content, page.path, guesses_kind=False)
    for words in names.differences if entry and entry.record else ():
        content.left_out(page.path, words)
    record = own.record
    if record and not record.year and (published := page.fields.date("publishDate")):
        record = replace(record, year=int(published[:4]))  # when the page appeared, if nothing says more
    if not record or not record.title:
        problem = f"{page.path}: this page of a paper has no title. Give it one, and bring it again."
        return SitePaper(Entry(page.path, problem=problem), path=page.path)
    if page.body and not is_unwritten(page.body):
        content.left_out(page.path, "the words below its head: a paper has an abstract only")
    # The templates look for a PDF by the name of the page.
    pdf = f"{page.folder}/{page.slug}.pdf" if page.folder else ""
    has_pdf = content.source.exists(pdf) and pdf not in [file.path for file in links.files]
    image = content.resolve(page.line("image_preview", "image"), page)
    return SitePaper(
        replace(own, record=record),
        teaser=content.image_of(page, "featured", "cover") or image,
        teaser_alt=page.fields.mapping("image").line("alt_text"),
        files=[*([SiteFile("pdf", pdf)] if has_pdf else []), *links.files],
        awards=list(_awards(page, record)),
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
                content.left_out(path, f"another entry, {other.place}: a page has one citation")
            if complete:
                content.brought(path, "the citation of a paper")
                return complete[0]
    return None


def _own(page: HugoPage, names: PaperAuthors, links: PageLinks) -> Record:
    """Return what the front matter says."""
    date = page.fields.date("date")
    kind = kind_in(page.fields)
    year = int(date[:4]) if date else None
    ids = _ids(page, links)
    summary = page.fields.text("summary", "abstract_short")
    tags = [*page.fields.words("tags"), *page.fields.words("categories")]
    funding = [(each.line("funder"), each.line("grant")) for each in page.fields.mappings("funding")]
    grants = [" ".join(filter(None, pair)) for pair in funding]
    extra = {"keywords": ", ".join(tags), "funding": "; ".join(filter(None, grants))}
    return Record(
        key=page.slug,
        title=page.line("title"),
        kind=kind,
        status="preprint" if kind == "preprint" else "published",
        authors=names.authors,
        year=year,
        month=int(date[5:7]) if len(date) > 4 and date[4:] != "-01-01" else None,
        doi=ids.get("doi", ""),
        arxiv_id=ids.get("arxiv", ""),
        abstract=page.fields.text("abstract") or ("" if is_unwritten(summary) else summary),
        ids=tuple((scheme, ids[scheme]) for scheme in IDS if scheme in ids),
        links=links.elsewhere,
        extra=tuple((name, value) for name, value in extra.items() if value),
        **placed(page.fields, kind, year),
    )


def _ids(page: HugoPage, links: PageLinks) -> dict[str, str]:
    """Return the identifiers of a paper, wherever its version of the template keeps them."""
    held = page.fields.mapping("hugoblox").mapping("ids")
    ids = {name.casefold(): line_of(value) for name, value in held.items()} | links.ids
    doi = page.line("doi") or ids.get("doi", "")
    ids["doi"], ids["arxiv"] = doi_in(doi), arxiv_in(ids.get("arxiv", "")) or arxiv_in(doi)
    return {scheme: value for scheme, value in ids.items() if value}


def _awards(page: HugoPage, record: Record) -> Iterator[StatedAward]:
    """Yield the paper's awards, a field of newer versions."""
    for held in page.fields.mappings("awards"):
        if title := held.line("name", "title"):
            venue = record.acronym or record.container
            year = year_in(held.line("date")) or record.year
            yield StatedAward(title[:200], venue[:200], year, note=held.line("note")[:300])
