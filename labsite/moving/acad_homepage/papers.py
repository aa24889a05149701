"""Papers: boxes and items of lists, each with title, authors, venue and links in prose; some with their BibTeX."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from labsite.moving.outcomes import DEMO_CONTENT, FileOutcomes
from labsite.moving.site import SiteFile, SitePaper, SitePerson
from labsite.moving.source import SiteSource
from labsite.texts.folding import fold
from publications import formats
from publications.citations.entry import Entry
from publications.citations.identifiers import arxiv_in, arxiv_year, doi_in
from publications.citations.record import Record, RecordLink

from .owner import is_unwritten
from .page import LINK, PageSection, PaperBlock, blocks_of, words
from .printed import CODE, SURE, PrintedAuthors, PrintedVenue, authors_in, place_of, rest_after

LINKS = (
    ("code", r"code|github|official implementation|software|源码|代码"),
    ("slides", r"slides?|ppt"),
    ("poster", r"poster"),
    ("video", r"video|youtube|bilibili|talk|recording"),
    ("data", r"data|dataset|benchmark|hugging ?face"),
    ("pdf", r"pdf|arxiv|paper|preprint|full text|论文"),
    ("project", r"project|web ?(?:page|site)?|homepage|page|demo|主页"),
    ("other", r""),
)
CITE = re.compile(r"bib(?:tex)?|cite|citation|引用", re.IGNORECASE)
MIN_TITLE_WORDS = 3  # of a link: a shorter one names what it leads to
BULLET = re.compile(r"^\s*[-*+•]\s", re.MULTILINE)
BADGES = re.compile(r"shields\.io|google.*scholar|scholar\.google", re.IGNORECASE)
QUOTED = re.compile(r"[“\"](.{12,300}?)[,.]?[”\"]")


@dataclass(frozen=True)
class PaperReader:
    """Reads the papers of one page; ``own`` holds the folded spellings of its owner's name."""

    source: SiteSource
    outcomes: FileOutcomes
    own: set[str]

    def paper(self, block: PaperBlock, section: PageSection, number: int) -> SitePaper | None:
        """Return the paper of a block; None for words between papers."""
        place = f"{section.path}, item {number}"
        title, after = _titled(block.text)
        if is_unwritten(block.text):
            self.outcomes.left_out(section.path, DEMO_CONTENT)
            return None
        authors, rest = _authors(after, self.own)
        is_named = authors.weight(self.own) >= SURE if block.is_prose else bool(authors.names)
        if not is_named and not block.bibtex:
            said = words(block.text)
            if len(said.split()) > MIN_TITLE_WORDS:
                self.outcomes.left_out(section.path, f"no paper: {said[:80]}")
            return None
        record = self._record(block, section, title, authors, rest)
        if not record.title:
            problem = f"{place}: it isn’t clear what the title of this paper is: “{words(block.text)[:80]}”."
            return SitePaper(Entry(place, problem=problem), path=section.path)
        teaser = self.source.resolve(block.picture, base=section.path)
        return SitePaper(
            Entry(place, record, names_all_authors=authors.are_all or bool(block.bibtex)),
            teaser=teaser if teaser.lower().endswith((".png", ".jpg", ".jpeg", ".webp")) else "",
            files=list(self._files(block, title)),
            is_selected="selected" in fold(section.heading),
            path=section.path,
        )

    def _record(
        self, block: PaperBlock, section: PageSection, title: str, authors: PrintedAuthors, rest: str
    ) -> Record:
        placed = place_of(block, rest, section.heading)
        addresses = [url for _, url in _links(block.text)]
        arxiv_id = next(filter(None, map(arxiv_in, addresses)), "")
        doi = next(filter(None, map(doi_in, addresses)), "")
        said = Record(
            key="",
            title=title,
            authors=authors.names,
            year=placed.year or (arxiv_year(arxiv_id) if arxiv_id else None),
            doi=doi,
            arxiv_id=arxiv_id,
            note=placed.note,
            links=tuple(_record_links(block.text, title)),
            **_kind_and_place(placed, arxiv_id),
        )
        return _with_bibtex(said, block.bibtex)

    def _files(self, block: PaperBlock, title: str) -> Iterator[SiteFile]:
        for name, url in _links(block.text):
            path = self.source.resolve(url)
            if path and path.lower().endswith((".pdf", ".pptx", ".odp")):
                yield SiteFile("pdf" if name == title else _kind_of(name, url), path)


def read_papers(
    source: SiteSource, outcomes: FileOutcomes, sections: list[PageSection], owner: SitePerson | None
) -> Iterator[SitePaper]:
    """Yield the papers of all sections about papers."""
    own = {fold(owner.name), fold(" ".join(reversed(owner.name.split())))} if owner else set()
    reader, number = PaperReader(source, outcomes, own), 0
    for section in sections:
        for block in blocks_of(section.body) if section.kind == "papers" else ():
            if paper := reader.paper(block, section, number + 1):
                number += 1
                yield paper


def _titled(text: str) -> tuple[str, str]:
    """Part a title from what follows: the first link of several words, what is bold or quoted, or the first line."""
    for found in LINK.finditer(text):
        title = words(found["words"])
        if len(title.split()) >= MIN_TITLE_WORDS or (len(title) > 12 and not CITE.search(title)):
            return title.rstrip(" .,"), text[found.end() :]
    if quoted := QUOTED.search(text):
        return words(quoted[1]).rstrip(" .,"), text[: quoted.start()] + "\n" + text[quoted.end() :]
    line, _, after = CODE.sub("", text).strip().partition("\n")
    bold = re.match(r"\s*\*\*(.+?)\*\*[.,]?", line)
    if bold and len(bold[1].split()) >= MIN_TITLE_WORDS:
        return words(bold[1]).rstrip(" .,"), f"{line[bold.end() :]}\n{after}"
    title, rest = _before_names(line)
    return words(title).rstrip(" .,"), f"{rest}\n{after}"


def _before_names(line: str) -> tuple[str, str]:
    """Part a line where a list of names begins behind a comma or a point; else all of it is the title."""
    for found in re.finditer(r"[,.]\s+", line):
        rest = line[found.end() :]
        if len(authors_in(rest).names) > 1 and len(line[: found.start()].split()) >= MIN_TITLE_WORDS:
            return line[: found.start()], rest
    title, point, rest = line.partition(". ")
    return (title, rest) if point else (line, "")


def _authors(after: str, own: set[str]) -> tuple[PrintedAuthors, str]:
    """Return the authors named in the lines after a title, and the rest of these lines."""
    lines = [line.strip(" ,.\t|") for line in BULLET.split(after)[0].split("\n")]
    best, chosen = PrintedAuthors(), -1
    for place in range(len(lines)):
        found = authors_in(_joined(lines, place))
        if found.weight(own) > best.weight(own) and (len(found.names) > 1 or found.weight(own) > SURE):
            best, chosen = found, place
    if chosen < 0:
        return best, "\n".join(lines)
    used = rest_after(_joined(lines, chosen), best)
    end = chosen + 1 + len(_going_on(lines, chosen))
    return best, "\n".join([*lines[:chosen], used, *lines[end:]])


def _joined(lines: list[str], place: int) -> str:
    """Return a line with those that go on with it: a list of names may be broken anywhere."""
    return " ".join([lines[place], *_going_on(lines, place)])


def _going_on(lines: list[str], place: int) -> list[str]:
    going_on = []
    for line in lines[place + 1 :]:
        if not line or re.match(r"[\[`*_(<]{0,3}(?:\*\w|_\w|\[|`)", line) and not line.startswith("**"):
            break
        going_on.append(line)
    return going_on


def _links(text: str) -> list[tuple[str, str]]:
    return [(words(found["words"]).strip("[]() "), found["url"]) for found in LINK.finditer(text)]


def _record_links(text: str, title: str) -> Iterator[RecordLink]:
    """Yield what the words about a paper link to, but for what its identifiers say; addresses in full alone."""
    seen = set()
    for name, url in _links(text):
        if "://" not in url or BADGES.search(url) or CITE.search(name) or doi_in(url) or url in seen:
            continue
        if arxiv_in(url):
            continue
        seen.add(url)
        kind = _kind_of(name, url)
        if name.rstrip(" .,") == title:
            kind = "pdf" if url.lower().split("?")[0].endswith(".pdf") else "page"
        yield RecordLink(kind, url, name[:100] if kind == "other" else "")


def _kind_of(name: str, url: str) -> str:
    if "github.com" in url and not re.search(r"project|page|slides|poster", name, re.IGNORECASE):
        return "code"
    return next(kind for kind, said in LINKS if re.search(said, name, re.IGNORECASE))


def _kind_and_place(placed: PrintedVenue, arxiv_id: str) -> dict[str, Any]:
    kind = placed.kind or ("preprint" if arxiv_id and not placed.name else "other")
    status = placed.status or ("preprint" if kind == "preprint" else "published")
    container = {} if kind == "preprint" else {"venue": placed.name, "acronym": placed.acronym}
    return {"kind": kind, "status": status, **container}


def _with_bibtex(said: Record, text: str) -> Record:
    """Return the union of what the page and its BibTeX say; the BibTeX's facts of the citation win."""
    entries = [entry.record for entry in formats.read(text, form="bib") if entry.record] if text else []
    if not entries:
        return said
    cited = entries[0]
    gaps = {name: value for name, value in vars(said).items() if value and getattr(cited, name) in ("", None, ())}
    own = {
        "title": said.title or cited.title,
        "authors": cited.authors or said.authors,
        "year": cited.year or said.year,
    }
    venue = {"acronym": said.acronym} if said.acronym and said.kind == cited.kind else {}
    return replace(cited, **gaps | own | venue | {"links": (*said.links, *cited.links)})
