"""Papers: BibTeX files with fields that only this template knows.

https://github.com/alshedivat/al-folio/blob/main/CUSTOMIZE.md#adding-a-new-publication
"""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import replace

from labsite.moving.outcomes import DEMO_CONTENT, FileOutcomes
from labsite.moving.plain_values import lines_in, partial_date
from labsite.moving.site import SiteAward, SiteFile, SiteOccasion, SitePaper, SitePerson, SiteTalk
from labsite.moving.source import SiteSource
from labsite.moving.texts.html import plain
from publications import formats
from publications.citations.entry import Entry
from publications.citations.identifiers import find_arxiv_ids
from publications.citations.record import Record, RecordLink, acronym_of
from publications.matching import without_marks

from . import demo
from .settings import AlFolioSettings

TAG = re.compile(r"\{%-?\s*bibliography\b(?P<options>.*?)-?%\}", re.DOTALL)
FILE = re.compile(r"(?:-f|--file)[\s=]+(?P<name>\{\{.*?\}\}|[^\s%]+)")
TALKS = re.compile(r"talk|seminar|presentation|lectures?\b", re.IGNORECASE)
NO_PAPERS = re.compile(r"teaching|course|service|review", re.IGNORECASE)
ACRONYM = re.compile(r"(?=(?:[^A-Z]*[A-Z]){2})[\w&+/@-]+(?: [\w&+/@-]+){0,2}")
NO_ACRONYMS = re.compile(r"preprint|thesis|dissertation|submi|review|journal|patent|report|in press", re.IGNORECASE)
# What a field leads to, where its files are kept, and what to call what has no kind of its own.
LINKS = {
    "pdf": ("pdf", ""),
    "paper": ("pdf", ""),
    "code": ("code", ""),
    "data": ("data", ""),
    "dataset": ("data", ""),
    "slides": ("slides", ""),
    "poster": ("poster", ""),
    "video": ("video", ""),
    "talk": ("video", ""),
    "website": ("project", ""),
    "project": ("project", ""),
    "html": ("page", ""),
    "supp": ("other", "Supplement"),
    "blog": ("other", "Blog"),
    "demo": ("other", "Demo"),
    "openreview": ("other", "OpenReview"),
}
FOLDERS = ("assets/pdf", "assets/img", "assets/video", "assets/html", "assets", "")
PREVIEWS = ("assets/img/publication_preview", "assets/img", "assets", "")
# What only says how the template shows a paper.
SWITCHES = {"bibtex_show", "selected", "hidden", "show", "badge", "badges", "altmetric", "dimensions", "preview_fit"}
AWARD_FIELDS = ("award", "award_name")
NUMBERS = ("altmetric", "dimensions")
YES_OR_NO = {"true", "false", "yes", "no"}


class Bibliography:
    """The BibTeX files that the pages of a site show, and what is in them."""

    def __init__(self, source: SiteSource, outcomes: FileOutcomes, settings: AlFolioSettings) -> None:
        self.source, self.outcomes, self.settings = source, outcomes, settings
        self.papers: list[SitePaper] = []
        self.talks: list[SiteTalk] = []
        self.acronyms: set[str] = set()
        for path in self._shown():
            with outcomes.reading(path):
                entries = formats.read(self.source.text(path), form="bib")
                kept = [entry for entry in entries if not (entry.record and demo.is_demo_paper(entry.record))]
                if len(kept) < len(entries):
                    count = len(entries) - len(kept)
                    self.outcomes.left_out(path, f"entries of Einstein’s, {count} of them: {DEMO_CONTENT}")
                for entry in kept:
                    self._add(path, entry)

    @property
    def authors(self) -> list[tuple[str, str]]:
        """The authors of all papers by given and family name, each once, in order."""
        records = (paper.entry.record for paper in self.papers)
        names = (without_marks(record.authors)[0] for record in records if record)
        return list(dict.fromkeys((name.given, name.family) for printed in names for name in printed))

    def _files(self) -> list[str]:
        folder = str(self.settings.scholar.get("source") or "_bibliography").strip("./")
        return self.source.files(folder or "_bibliography", ".bib")

    def _shown(self) -> Iterator[str]:
        """Yield the files that pages show and report the others; yield all if no page names one."""
        names = self._names_on_pages()
        shown = [path for path in self._files() if _stem(path) in names]
        for path in self._files():
            if path in shown or not shown:
                yield path
            else:
                self.outcomes.left_out(path, "no page shows it; bring it by itself if its papers are wanted")

    def _names_on_pages(self) -> set[str]:
        """Return the names of the files that pages show."""
        by_default = {_stem(name) for name in lines_in(self.settings.scholar.get("bibliography") or "papers.bib")}
        names: set[str] = set()
        for options in self._tags():
            found = FILE.findall(options)
            names |= {_stem(name) for name in found} or by_default
        is_told = names and not any(set(name) & set("{}*") for name in names)
        return names if is_told else set()

    def _tags(self) -> Iterator[str]:
        folders = ("_pages", "_layouts", "_includes", "_projects", "_people", "_members")
        endings = (".md", ".html", ".liquid")
        pages = [path for folder in folders for path in self.source.files(folder, *endings)]
        pages += [path for path in self.source.files("", *endings) if "/" not in path]
        for path in pages:
            with self.outcomes.reading(path):
                yield from TAG.findall(self.source.text(path))

    def _add(self, path: str, entry: Entry) -> None:
        name = _stem(path)
        if entry.record and TALKS.search(name):
            self.talks.append(_talk(entry.record, path))
            self.papers.append(SitePaper(replace(entry, record=None, no_paper="It is a talk."), path=path))
        elif entry.record and NO_PAPERS.search(name):
            self.papers.append(
                SitePaper(replace(entry, record=None, no_paper=f"It is of {name}, no paper."), path=path)
            )
        else:
            self.papers.append(self._paper(path, entry))

    def _paper(self, path: str, entry: Entry) -> SitePaper:
        if not entry.record:
            return SitePaper(entry, path=path)
        fields = _Fields(self.source, self.outcomes, path, entry.record)
        record = fields.record
        self.acronyms |= {record.acronym} - {""}
        return SitePaper(
            replace(entry, record=record),
            teaser=fields.teaser,
            files=fields.files,
            awards=fields.awards,
            is_selected=fields.is_selected,
            path=path,
        )


class _Fields:
    """The template's own fields of one entry, and the record without them."""

    def __init__(self, source: SiteSource, outcomes: FileOutcomes, path: str, record: Record) -> None:
        self.source, self.outcomes, self.path = source, outcomes, path
        self.all = dict(record.extra)
        self.left = {name: value for name, value in self.all.items() if name not in AWARD_FIELDS}
        self.key = record.key
        self.files: list[SiteFile] = []
        self.links: list[RecordLink] = []
        self.is_selected = self.left.pop("selected", "").casefold() == "true"
        self.teaser = self._teaser()
        own = [link for link in record.links if not self._is_file(link)]
        for name in LINKS:
            self._link(name)
        links = {(link.kind, link.url.rstrip("/")): link for link in (*own, *self.links)}
        self.record = self._without_template(replace(record, links=tuple(links.values())))
        self.awards = list(self._awards())

    def _without_template(self, record: Record) -> Record:
        """Return the record with the id and the acronym that the template's fields give it."""
        found = find_arxiv_ids(self.left.pop("arxiv", ""))
        if NO_ACRONYMS.search(record.acronym):
            self.left["abbr"] = record.acronym
            record = replace(record, acronym="")
        if badge := record.acronym or _acronym(self.left.get("abbr", ""), record):
            self.left.pop("abbr", "")
        extra = ((name, value) for name, value in self.left.items() if not _is_switch(name, value))
        arxiv_id = record.arxiv_id or next(iter(found), "")
        return replace(record, arxiv_id=arxiv_id, acronym=badge, extra=tuple(extra))

    def _awards(self) -> Iterator[SiteAward]:
        """Yield the award of the paper: by its name, or else in the words about it."""
        said, name = (plain(self.all.get(each, "")) for each in ("award", "award_name"))
        if title := name or said:
            place = self.record.acronym or self.record.container
            yield SiteAward(title[:200], place[:200], self.record.year, note=said[:300] if name else "")

    def _teaser(self) -> str:
        name = self.left.get("preview", "")
        found = self.source.resolve(name, roots=PREVIEWS) if name else ""
        if found or name in YES_OR_NO:
            del self.left["preview"]
        elif name:
            self.outcomes.not_understood(self.path, f"{self.key}: the picture “{name[:100]}” isn’t in the source")
        return found

    def _is_file(self, link: RecordLink) -> bool:
        """Take a link to a file of the source for that."""
        path = self.source.resolve(link.url, roots=FOLDERS)
        if path:
            self.files.append(SiteFile(link.kind, path, link.label))
        return bool(path)

    def _link(self, name: str) -> None:
        address = self.left.get(name, "").strip()
        if not address:
            return
        kind, label = LINKS[name]
        if path := self.source.resolve(address, roots=FOLDERS):
            self.files.append(SiteFile(kind, path, label))
        elif address.startswith(("http://", "https://")):
            self.links.append(RecordLink(kind, address, label))
        elif "/" in address or "." in address:
            self.outcomes.not_understood(self.path, f"{self.key}: the file “{address[:100]}” isn’t in the source")
            return
        else:
            return
        del self.left[name]


def _is_switch(name: str, value: str) -> bool:
    is_number = name in NUMBERS and value.casefold() not in YES_OR_NO
    return name in SWITCHES and not is_number


def _acronym(abbr: str, record: Record) -> str:
    """Return the acronym of a venue in a badge such as "CVPR 2021"; badges may say something else too."""
    bare = acronym_of(abbr, record.year) or re.sub(r"\s*['’]?\d{2,4}$", "", abbr)
    is_of_place = record.kind not in ("thesis", "preprint", "software", "dataset", "report", "book")
    is_acronym = len(bare) <= 20 and ACRONYM.fullmatch(bare) and not NO_ACRONYMS.search(bare)
    return bare if is_of_place and is_acronym else ""


def _stem(path: str) -> str:
    return posixpath.basename(path.strip("'\"")).removesuffix(".bib").casefold()


def _talk(record: Record, path: str) -> SiteTalk:
    fields = dict(record.extra)
    date = partial_date(f"{record.year}-{record.month:02}" if record.year and record.month else record.year)
    host = record.container or fields.get("howpublished", "") or record.publisher or fields.get("abbr", "")
    occasion = SiteOccasion(host, fields.get("address", "") or fields.get("location", ""), str(date))
    return SiteTalk(record.title, [occasion], text=record.abstract, path=path)


def add_talks(bibliography: Bibliography, owner: SitePerson | None) -> None:
    """Give the owner of a personal site the talks that a bibliography lists; those of a lab are noted."""
    if owner:
        owner.talks += bibliography.talks
        return
    for talk in bibliography.talks:
        bibliography.outcomes.left_out(
            talk.path, f"a talk, “{talk.title[:100]}”: it doesn’t say who of the lab gave it"
        )
