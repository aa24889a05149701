"""Papers: boxes and items of lists, each with title, authors, venue and links in prose; some with their BibTeX."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from labsite.contrib.moving.completing import completed
from labsite.contrib.moving.outcomes import DEMO_CONTENT, SiteReading
from labsite.contrib.moving.site import SiteFile, SitePaper, SitePerson
from labsite.texts.folding import fold
from publications import formats
from publications.citations.entry import Entry
from publications.citations.identifiers import arxiv_in, arxiv_year, doi_in
from publications.citations.record import Record, RecordLink

from .owner import is_unwritten
from .page import LINK, PageSection, PaperBlock, blocks_of, words
from .printed import CODE, SURE, PrintedAuthors, authors_in, place_of

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
# What can't belong to the line before it: emphasis, links and code begin something else.
NEW_PART = re.compile(r"(?!\*\*)[\[`*_(<]{0,3}(?:\*\w|_\w|\[|`)")
BADGES = re.compile(r"shields\.io|google.*scholar|scholar\.google", re.IGNORECASE)
QUOTED = re.compile(r"[“\"](.{12,300}?)[,.]?[”\"]")


def read_papers(site: SiteReading, sections: list[PageSection], owner: SitePerson | None) -> Iterator[SitePaper]:
    """Yield the papers of all sections about papers."""
    own = {fold(owner.name), fold(" ".join(reversed(owner.name.split())))} if owner else set()
    number = 1
    for section in (section for section in sections if section.kind == "papers"):
        for block in blocks_of(section.body):
            if paper := _paper(site, section, block, own, f"item {number}"):
                number += 1
                yield paper


def _paper(
    site: SiteReading, section: PageSection, block: PaperBlock, own: set[str], location: str
) -> SitePaper | None:
    """Return the paper of a block; None for words between papers. ``own`` are the owner's folded spellings."""
    if is_unwritten(block.text):
        site.left_out(section.path, DEMO_CONTENT)
        return None
    title, after = _titled(block.text)
    authors, rest = _authors(after, own)
    is_named = authors.weight(own) >= SURE if block.is_prose else bool(authors.names)
    text = words(block.text)
    if not is_named and not block.bibtex:
        if len(text.split()) > MIN_TITLE_WORDS:
            site.left_out(section.path, f"not a paper: {text[:80]}")
        return None
    read_entry = Entry(location, _record(block, section, title, authors, rest), names_all_authors=authors.are_all)
    entries = formats.read(block.bibtex, form="bib") if block.bibtex else []
    entry = completed(read_entry, next((each for each in entries if each.record), None), site, section.path)
    record = entry.record
    if record and not record.year and record.arxiv_id:
        record = replace(record, year=arxiv_year(record.arxiv_id))
    if not record or not record.title:
        problem = f"{location}: it isn’t clear what the title of this paper is: “{text[:80]}”."
        return SitePaper(Entry(location, problem=problem), path=section.path)
    teaser = site.source.resolve(block.picture, base=section.path)
    linked = [(name, url, site.source.resolve(url)) for name, url in _links(block.text)]
    return SitePaper(
        replace(entry, record=record),
        teaser=teaser if teaser.lower().endswith((".png", ".jpg", ".jpeg", ".webp")) else "",
        files=[
            SiteFile("pdf" if name == title else _kind_of(name, url), path)
            for name, url, path in linked
            if path.lower().endswith((".pdf", ".pptx", ".odp"))
        ],
        is_selected="selected" in fold(section.heading),
        path=section.path,
    )


def _record(block: PaperBlock, section: PageSection, title: str, authors: PrintedAuthors, rest: str) -> Record:
    """Return what the page says."""
    placed = place_of(block, rest, section.heading)
    addresses = [url for _, url in _links(block.text)]
    arxiv_id = next(filter(None, map(arxiv_in, addresses)), "")
    kind = placed.kind or ("preprint" if arxiv_id and not placed.name else "other")
    return Record(
        key="",
        title=title,
        kind=kind,
        status=placed.status or ("preprint" if kind == "preprint" else "published"),
        authors=authors.names,
        year=placed.year,
        venue="" if kind == "preprint" else placed.name,
        acronym="" if kind == "preprint" else placed.acronym,
        doi=next(filter(None, map(doi_in, addresses)), ""),
        arxiv_id=arxiv_id,
        note=placed.note,
        links=tuple(_record_links(block.text, title)),
    )


def _titled(text: str) -> tuple[str, str]:
    """Part a title from what follows: the first link of several words, what is bold or quoted, or the first line."""
    for match in LINK.finditer(text):
        title = words(match["words"])
        if len(title.split()) >= MIN_TITLE_WORDS or (len(title) > 12 and not CITE.search(title)):
            return title.rstrip(" .,"), text[match.end() :]
    if quoted := QUOTED.search(text):
        return words(quoted[1]).rstrip(" .,"), text[: quoted.start()] + "\n" + text[quoted.end() :]
    line, _, after = CODE.sub("", text).strip().partition("\n")
    bold = re.match(r"\s*\*\*(.+?)\*\*[.,]?", line)
    if bold and len(bold[1].split()) >= MIN_TITLE_WORDS:
        return words(bold[1]).rstrip(" .,"), f"{line[bold.end() :]}\n{after}"
    # Where a list of names begins behind a comma or a point; else all of the line is the title.
    parted = ((line[: match.start()], line[match.end() :]) for match in re.finditer(r"[,.]\s+", line))
    before_names = (
        (title, rest)
        for title, rest in parted
        if len(authors_in(rest).names) > 1 and len(title.split()) >= MIN_TITLE_WORDS
    )
    title, rest = next(before_names, line.partition(". ")[::2])
    return words(title).rstrip(" .,"), f"{rest}\n{after}"


def _authors(after: str, own: set[str]) -> tuple[PrintedAuthors, str]:
    """Return the authors named in the lines after a title, and the rest of these lines."""
    lines = [line.strip(" ,.\t|") for line in BULLET.split(after)[0].split("\n")]
    best, rest = PrintedAuthors(), lines
    for index, line in enumerate(lines):
        # A list of names may be broken anywhere.
        run = [line, *takewhile(lambda line: line and not NEW_PART.match(line), lines[index + 1 :])]
        names = authors_in(" ".join(run))
        if names.weight(own) > best.weight(own) and (len(names.names) > 1 or names.weight(own) > SURE):
            best, rest = names, [*lines[:index], names.rest, *lines[index + len(run) :]]
    return best, "\n".join(rest)


def _links(text: str) -> list[tuple[str, str]]:
    return [(words(match["words"]).strip("[]() "), match["url"]) for match in LINK.finditer(text)]


def _record_links(text: str, title: str) -> Iterator[RecordLink]:
    """Yield what the words about a paper link to, but for what its identifiers say; addresses in full alone."""
    seen = set()
    for name, url in _links(text):
        is_said = doi_in(url) or arxiv_in(url) or url in seen
        if is_said or "://" not in url or BADGES.search(url) or CITE.search(name):
            continue
        seen.add(url)
        kind = _kind_of(name, url)
        if name.rstrip(" .,") == title:
            kind = "pdf" if url.lower().split("?")[0].endswith(".pdf") else "page"
        yield RecordLink(kind, url, name[:100] if kind == "other" else "")


def _kind_of(name: str, url: str) -> str:
    if "github.com" in url and not re.search(r"project|page|slides|poster", name, re.IGNORECASE):
        return "code"
    return next(kind for kind, pattern in LINKS if re.search(pattern, name, re.IGNORECASE))
