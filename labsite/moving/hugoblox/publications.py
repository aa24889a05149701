"""Papers: a page of front matter each, and often a cite.bib beside it."""

import posixpath
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from labsite.moving.outcomes import DEMO_CONTENT
from labsite.moving.plain_values import (
    is_set,
    line_of,
    lines_in,
    mapping_in,
    mappings_in,
    partial_date,
    text_of,
    words_in,
    year_in,
)
from labsite.moving.site import SiteAward, SiteFile, SitePaper
from labsite.texts.folding import fold
from publications import formats
from publications.citations.entry import Entry
from publications.citations.identifiers import arxiv_in, doi_in
from publications.citations.record import Record

from .content import HugoContent, HugoPage, is_demo, is_unwritten
from .paper_fields import PageLinks, Usernames, authors_of, kind_of, links_of, placed

SECTIONS = ("publication", "publications", "papers", "paper")
IDS = ("pmid", "pmcid", "isbn", "dblp", "openalex", "hal")
# What the union of both takes from front matter first: what a page shows; all else is a citation's business.
SHOWN = ("title", "authors", "abstract")


def read_papers(content: HugoContent, usernames: Usernames) -> tuple[list[SitePaper], dict[str, list[str]]]:
    """Return the papers of a site, and the keys of those that belong to each project."""
    papers: list[SitePaper] = []
    of_projects: dict[str, list[str]] = defaultdict(list)
    for page in content.articles(*SECTIONS):
        if is_demo(page):
            content.leave_out(page, DEMO_CONTENT)
            continue
        paper = _Paper(content, page, usernames).read()
        papers.append(paper)
        if record := paper.entry.record:
            for project in lines_in(page.fields.get("projects")):
                of_projects[fold(project)].append(record.key)
    return papers + _of_one_file(content, bool(papers)), of_projects


def _of_one_file(content: HugoContent, have_pages: bool) -> list[SitePaper]:
    """Return the papers of the file that pages are made of in newer versions, where no page is made yet."""
    for path in filter(content.source.exists, ("publications.bib", "publication.bib")):
        if have_pages:
            content.outcomes.not_needed(path, "what the pages of papers are made of")
            continue
        with content.outcomes.reading(path):
            entries = formats.read(content.source.text(path), form="bib")
            return [SitePaper(entry, path=path) for entry in entries]
    return []


class _Paper:
    """Reads one page of a paper and the files beside it."""

    def __init__(self, content: HugoContent, page: HugoPage, usernames: Usernames) -> None:
        self.content, self.page, self.outcomes = content, page, content.outcomes
        self.fields = page.fields
        cited = self._cited()
        self.cited = cited.record if cited else None
        self.names = authors_of(page.fields, cited, usernames)

    def read(self) -> SitePaper:
        links = links_of(self.content, self.page)
        record = self._merged(self._own(links))
        if not record.title:
            problem = f"{self.page.path}: this page of a paper has no title. Give it one, and bring it again."
            return SitePaper(Entry(self.page.path, problem=problem), path=self.page.path)
        if self.page.body and not is_unwritten(self.page.body):
            self.outcomes.left_out(self.page.path, "the words below its head: a paper has an abstract only")
        return SitePaper(
            Entry(self.page.path, record, names_all_authors=self.names.are_all),
            teaser=self._teaser(),
            teaser_alt=line_of(mapping_in(self.fields.get("image")).get("alt_text")),
            files=self._files(links),
            awards=list(self._awards(record)),
            is_selected=is_set(self.fields.get("featured")) or is_set(self.fields.get("selected")),
            path=self.page.path,
        )

    def _own(self, links: PageLinks) -> Record:
        """What the front matter says."""
        date = partial_date(self.fields.get("date") or self.fields.get("publishDate"))
        kind = kind_of(lines_in(self.fields.get("publication_types")))
        year = int(date[:4]) if date else None
        ids = self._ids(links)
        return Record(
            key=self.page.slug,
            title=line_of(self.fields.get("title")),
            kind=kind,
            status="preprint" if kind == "preprint" else "published",
            authors=self.names.authors,
            year=year,
            month=int(date[5:7]) if len(date) > 4 and date[4:] != "-01-01" else None,
            doi=ids.get("doi", ""),
            arxiv_id=ids.get("arxiv", ""),
            abstract=text_of(self.fields.get("abstract")) or self._summary(),
            ids=tuple((scheme, ids[scheme]) for scheme in IDS if scheme in ids),
            links=links.elsewhere,
            extra=tuple(self._extra()),
            **placed(self.fields, kind, year),
        )

    def _summary(self) -> str:
        summary = text_of(self.fields.get("summary") or self.fields.get("abstract_short"))
        return "" if is_unwritten(summary) else summary

    def _ids(self, links: PageLinks) -> dict[str, str]:
        """The identifiers of a paper, wherever its version of the template keeps them."""
        held = mapping_in(mapping_in(self.fields.get("hugoblox")).get("ids"))
        ids = {name.casefold(): line_of(value) for name, value in held.items()} | links.ids
        doi = line_of(self.fields.get("doi")) or ids.get("doi", "")
        ids["doi"], ids["arxiv"] = doi_in(doi), arxiv_in(ids.get("arxiv", "")) or arxiv_in(doi)
        return {scheme: value for scheme, value in ids.items() if value}

    def _extra(self) -> Iterator[tuple[str, str]]:
        """Yield what front matter says and no field of a record holds."""
        tags = [*words_in(self.fields.get("tags")), *words_in(self.fields.get("categories"))]
        grants = [
            " ".join(filter(None, (line_of(each.get("funder")), line_of(each.get("grant")))))
            for each in mappings_in(self.fields.get("funding"))
        ]
        pairs = {"keywords": ", ".join(tags), "funding": "; ".join(filter(None, grants))}
        yield from ((name, value) for name, value in pairs.items() if value)

    def _merged(self, own: Record) -> Record:
        """Return the union of front matter and cite.bib, reporting where they disagree."""
        cited = self.cited
        if not cited:
            return own
        said = {name: getattr(own, name) for name in vars(own) if name not in (*SHOWN, "key", "links", "extra", "ids")}
        gaps = {name: value for name, value in said.items() if value and getattr(cited, name) in ("", None, "other")}
        if cited.proceedings or cited.venue:
            gaps = {name: value for name, value in gaps.items() if name not in ("venue", "proceedings")}
        if own.year != cited.year and cited.year:
            gaps.pop("month", None)
        shown = {name: getattr(own, name) for name in SHOWN if getattr(own, name)}
        self._compare(own, cited)
        return replace(
            cited,
            **gaps | shown,
            key=cited.key or own.key,
            links=tuple({(link.kind, link.url.rstrip("/")): link for link in (*cited.links, *own.links)}.values()),
            ids=tuple(dict.fromkeys((*cited.ids, *own.ids))),
            extra=tuple((dict(own.extra) | dict(cited.extra)).items()),
        )

    def _compare(self, own: Record, cited: Record) -> None:
        pairs = (
            ("title", own.title, cited.title, "that of the page is taken"),
            ("DOI", own.doi, cited.doi, "that of the citation is taken"),
            ("year", own.year, cited.year, "that of the citation is taken"),
        )
        for name, here, there, taken in pairs:
            if here and there and _squeezed(here) != _squeezed(there):
                self.outcomes.left_out(
                    self.page.path, f"{name}: “{here}” on the page, “{there}” in its BibTeX; {taken}"
                )
        for words in self.names.differences:
            self.outcomes.left_out(self.page.path, words)

    def _cited(self) -> Entry | None:
        """Return the entry in the BibTeX file beside the page."""
        path = next((each for each in self._citation_files() if self.content.source.exists(each)), "")
        if not path:
            return None
        with self.outcomes.reading(path):
            entries = formats.read(self.content.source.text(path), form="bib")
            for entry in entries:
                if entry.problem:
                    self.outcomes.not_understood(path, entry.problem)
            whole = [entry for entry in entries if entry.record]
            for other in whole[1:]:
                self.outcomes.left_out(path, f"another entry, {other.place}: a page has one citation")
            if whole:
                self.outcomes.brought(path, "the citation of a paper")
                return whole[0]
        return None

    def _citation_files(self) -> list[str]:
        beside = [path for path in self.content.files_of(self.page) if path.lower().endswith(".bib")]
        beside.sort(key=lambda path: posixpath.basename(path) != "cite.bib")
        return [*beside, f"static/files/citations/{self.page.slug}.bib"]

    def _teaser(self) -> str:
        set_image = line_of(self.fields.get("image_preview") or self.fields.get("image"))
        return self.content.image_of(self.page, "featured", "cover") or self.content.resolve(set_image, self.page)

    def _files(self, links: PageLinks) -> list[SiteFile]:
        """The files that a paper links to, and the PDF that the templates look for by the page's name."""
        own = f"{self.page.folder}/{self.page.slug}.pdf" if self.page.folder else ""
        if own and self.content.source.exists(own) and own not in [file.path for file in links.files]:
            return [SiteFile("pdf", own), *links.files]
        return list(links.files)

    def _awards(self, record: Record) -> Iterator[SiteAward]:
        """Yield the paper's awards, a field of newer versions."""
        for held in mappings_in(self.fields.get("awards")):
            if title := line_of(held.get("name") or held.get("title")):
                place = record.acronym or record.container
                year = year_in(held.get("date")) or record.year
                yield SiteAward(title[:200], place[:200], year, note=line_of(held.get("note"))[:300])


def _squeezed(value: object) -> str:
    return fold(str(value)).replace(" ", "")
