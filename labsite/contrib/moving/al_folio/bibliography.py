"""Papers: BibTeX files with fields that only this template knows.

https://github.com/alshedivat/al-folio/blob/main/CUSTOMIZE.md#adding-a-new-publication
"""

import posixpath
import re
from dataclasses import replace

from labsite.contrib.moving.citations import acronym_in
from labsite.contrib.moving.outcomes import DEMO_CONTENT
from labsite.contrib.moving.site import SiteFile, SitePaper, SitePerson, SiteVenue
from labsite.contrib.moving.words import by_name
from labsite.contrib.reading.career import StatedAward, StatedOccasion, StatedTalk
from labsite.contrib.reading.front_matter import lines_in, mapping_in, plain
from labsite.modelling.periods import partial_date
from publications import formats
from publications.citations.entry import Entry
from publications.citations.identifiers import find_arxiv_ids
from publications.citations.names import without_marks
from publications.citations.record import Record, RecordLink

from .settings import DEMO, AlFolioReading, is_demo_paper

TAG = re.compile(r"\{%-?\s*bibliography\b(?P<options>.*?)-?%\}", re.DOTALL)
FILE = re.compile(r"(?:-f|--file)[\s=]+(?P<name>\{\{.*?\}\}|[^\s%]+)")
TALKS = re.compile(r"talk|seminar|presentation|lectures?\b", re.IGNORECASE)
NO_PAPERS = re.compile(r"teaching|course|service|review", re.IGNORECASE)
UNBADGED = ("thesis", "preprint", "software", "dataset", "report", "book")  # kinds whose badge is of no venue
NO_ACRONYMS = re.compile(r"preprint|thesis|dissertation|submi|review|journal|patent|report|in press", re.IGNORECASE)
# What a field leads to, and what to call what has no kind of its own; and where its files are kept.
LINKS, LABELS = by_name("links", "al_folio"), {"supp": "Supplement", "openreview": "OpenReview"}
FOLDERS = ("assets/pdf", "assets/img", "assets/video", "assets/html", "assets", "")
PREVIEWS = ("assets/img/publication_preview", "assets/img", "assets", "")
# What only says how the template shows a paper.
SWITCHES = {"bibtex_show", "selected", "hidden", "show", "badge", "badges", "altmetric", "dimensions", "preview_fit"}
AWARD_FIELDS = ("award", "award_name")
NUMBERS = ("altmetric", "dimensions")
YES_OR_NO = {"true", "false", "yes", "no"}


class Bibliography:
    """The BibTeX files that the pages of a site show, and what is in them."""

    def __init__(self, site: AlFolioReading) -> None:
        self.site = site
        self.papers: list[SitePaper] = []
        self.talks: list[StatedTalk] = []
        self.acronyms: set[str] = set()
        for path in self._shown():
            with site.reading(path):
                entries = formats.read(site.source.text(path), form="bib")
                own = [entry for entry in entries if not (entry.record and is_demo_paper(entry.record))]
                if len(own) < len(entries):
                    count = len(entries) - len(own)
                    site.left_out(path, f"entries by Einstein ({count}): {DEMO_CONTENT}")
                for entry in own:
                    self._add(path, entry)

    @property
    def authors(self) -> list[tuple[str, str]]:
        """The authors of all papers by given and family name, each once, in order."""
        records = (paper.entry.record for paper in self.papers)
        names = (without_marks(record.authors)[0] for record in records if record)
        return list(dict.fromkeys((name.given, name.family) for printed in names for name in printed))

    def _shown(self) -> list[str]:
        """Return the files that pages show and report the others; all if no page names one, or one makes its name."""
        source, endings = self.site.source, (".md", ".html", ".liquid")
        folders = ("_pages", "_layouts", "_includes", "_projects", "_people", "_members")
        pages = [path for folder in folders for path in source.files(folder, *endings)]
        pages += [path for path in source.files("", *endings) if "/" not in path]
        by_default = lines_in(self.site.scholar.get("bibliography") or "papers.bib")
        names: list[str] = []
        for path in pages:
            with self.site.reading(path):
                for options in TAG.findall(source.text(path)):
                    names += FILE.findall(options) or by_default
        stems = set() if any(set(name) & set("{}*") for name in names) else set(map(_stem, names))
        folder = str(self.site.scholar.get("source") or "_bibliography").strip("./")
        paths = source.files(folder or "_bibliography", ".bib")
        shown = [path for path in paths if _stem(path) in stems] or paths
        for path in (path for path in paths if path not in shown):
            self.site.left_out(path, "no page shows it; if you want its papers, import it as a file")
        return shown

    def _add(self, path: str, entry: Entry) -> None:
        name = _stem(path)
        if entry.record and TALKS.search(name):
            record, fields = entry.record, dict(entry.record.extra)
            date = partial_date(f"{record.year}-{record.month:02}" if record.year and record.month else record.year)
            host = record.container or fields.get("howpublished", "") or record.publisher or fields.get("abbr", "")
            occasion = StatedOccasion(host, fields.get("address", "") or fields.get("location", ""), str(date))
            self.talks.append(StatedTalk(record.title, [occasion], text=record.abstract, path=path))
            self.papers.append(SitePaper(replace(entry, record=None, no_paper="It is a talk."), path=path))
        elif entry.record and NO_PAPERS.search(name):
            no_paper = f"It is of {name}, no paper."
            self.papers.append(SitePaper(replace(entry, record=None, no_paper=no_paper), path=path))
        else:
            paper = _paper(self.site, path, entry, entry.record) if entry.record else SitePaper(entry, path=path)
            self.acronyms |= {paper.entry.record.acronym} - {""} if paper.entry.record else set()
            self.papers.append(paper)


def _paper(site: AlFolioReading, path: str, entry: Entry, record: Record) -> SitePaper:
    """Return a paper, with the template's own fields of its entry put where they belong."""
    fields = dict(record.extra)
    links, files, used = _links_and_files(site, path, record)
    preview = fields.get("preview", "")
    teaser = site.source.resolve(preview, roots=PREVIEWS) if preview else ""
    if teaser or preview in YES_OR_NO:
        used.add("preview")
    elif preview:
        site.not_understood(path, f"{record.key}: the picture “{preview[:100]}” isn’t in the source")
    if NO_ACRONYMS.search(record.acronym):
        fields["abbr"] = record.acronym
        record = replace(record, acronym="")
    acronym, abbr = record.acronym, fields.get("abbr", "")
    if not acronym and record.kind not in UNBADGED and not NO_ACRONYMS.search(abbr):
        acronym = acronym_in(abbr, record.year)
    used |= {"arxiv", *AWARD_FIELDS, *(["abbr"] if acronym else [])}
    # Of some switches the value may be a number that says more.
    used |= {name for name in SWITCHES if name not in NUMBERS or fields.get(name, "").casefold() in YES_OR_NO}
    arxiv_ids = find_arxiv_ids(fields.get("arxiv", ""))
    record = replace(
        record,
        links=links,
        arxiv_id=record.arxiv_id or next(iter(arxiv_ids), ""),
        acronym=acronym,
        extra=tuple((name, value) for name, value in fields.items() if name not in used),
    )
    # An award has a name, or is in the words about it.
    about, name = (plain(fields.get(each, "")) for each in AWARD_FIELDS)
    venue = (record.acronym or record.container)[:200]
    award = StatedAward((name or about)[:200], venue, record.year, note=about[:300] if name else "")
    return SitePaper(
        replace(entry, record=record),
        teaser=teaser,
        files=files,
        awards=[award] if award.title else [],
        is_selected=fields.get("selected", "").casefold() == "true",
        path=path,
    )


def _links_and_files(
    site: AlFolioReading, path: str, record: Record
) -> tuple[tuple[RecordLink, ...], list[SiteFile], set[str]]:
    """Return where a paper's links and the template's fields lead, and the names of these fields."""
    links, files, used = [], [], set()
    fields = dict(record.extra)
    own = [("", link.url, link.kind, link.label) for link in record.links]
    labels = {name: LABELS.get(name, name.capitalize()) if kind == "other" else "" for name, kind in LINKS.items()}
    named = ((name, fields.get(name, "").strip(), kind, labels[name]) for name, kind in LINKS.items())
    for name, address, kind, label in (*own, *named):
        if address and (inner := site.source.resolve(address, roots=FOLDERS)):
            files.append(SiteFile(kind, inner, label))
        elif not name or address.startswith(("http://", "https://")):
            links.append(RecordLink(kind, address, label))
        else:
            if "/" in address or "." in address:
                site.not_understood(path, f"{record.key}: the file “{address[:100]}” isn’t in the source")
            continue
        used.add(name)
    return tuple({(link.kind, link.url.rstrip("/")): link for link in links}.values()), files, used


def _stem(path: str) -> str:
    return posixpath.basename(path.strip("'\"")).removesuffix(".bib").casefold()


def add_talks(bibliography: Bibliography, owner: SitePerson | None) -> None:
    """Give the owner of a personal site the talks that a bibliography lists; those of a lab are noted."""
    if owner:
        owner.talks += bibliography.talks
        return
    for talk in bibliography.talks:
        words = f"a talk, “{talk.title[:100]}”, without a speaker from the lab"
        bibliography.site.left_out(talk.path, words)


def read_venues(bibliography: Bibliography) -> list[SiteVenue]:
    """Return the venues that papers name and the list of badges gives an address."""
    site, acronyms, venues = bibliography.site, bibliography.acronyms, []
    for path in site.source.files("_data", "venues.yml", "venues.yaml"):
        with site.reading(path):
            held = mapping_in(site.source.values(path))
            named = {name: mapping_in(fields) for name, fields in held.items() if name in acronyms}
            venues += [SiteVenue(name, url=fields.line("url"), path=path) for name, fields in named.items()]
            if unused := [name for name in held if name not in acronyms and name.casefold() not in DEMO["venues"]]:
                site.left_out(path, f"badges for venues without papers: {', '.join(unused)}")
            if not named:
                site.not_needed(path, "colours of badges")
    return venues
