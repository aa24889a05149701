"""Papers: boxes and items of lists, each with title, authors, venue and links in prose; some with their BibTeX."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from labsite.contrib.moving.completing import completed
from labsite.contrib.moving.outcomes import DEMO_CONTENT, SiteReading
from labsite.contrib.moving.site import SiteFile, SitePaper, SitePerson
from labsite.contrib.moving.words import shapes
from labsite.contrib.reading.typed_papers import authors_at
from labsite.contrib.reading.words import first_in
from labsite.texts.folding import fold
from publications import formats
from publications.citations.dates import YEAR_FORM
from publications.citations.entry import Entry
from publications.citations.identifiers import arxiv_in, arxiv_year, doi_in
from publications.citations.record import Name, Record, RecordLink

from .page import LINK, WORDING, PageSection, PaperBlock, blocks_of, is_unwritten, words

LINKS = shapes("links_on_homepages")
CITE = re.compile(r"bib(?:tex)?|cite|citation|引用", re.IGNORECASE)
MIN_TITLE_WORDS = 3  # of a link: a shorter one names what it leads to
BULLET = re.compile(r"^\s*[-*+•]\s", re.MULTILINE)
# What can't belong to the line before it: emphasis, links and code begin something else.
NEW_PART = re.compile(r"(?!\*\*)[\[`*_(<]{0,3}(?:\*\w|_\w|\[|`)")
BADGES = re.compile(r"shields\.io|google.*scholar|scholar\.google", re.IGNORECASE)
QUOTED = re.compile(r"[“\"](.{12,300}?)[,.]?[”\"]")


LABEL = "\0"  # stands before the words of a link that are no name
SIGNS = r"*†‡§#¶✉📧∗\\\d^+~⁎²³¹⁰-⁹"
SURE = 1000  # names that would weigh as much as the one whose page it is


@dataclass(frozen=True)
class PrintedAuthors:
    """The names in order, the text behind them, and whether the list is complete."""

    names: tuple[Name, ...] = ()
    rest: str = ""
    are_all: bool = True

    def weight(self, own: set[str]) -> int:
        """Return how likely these are the authors; the owner of the page among them counts most."""
        is_own = any(fold(re.sub(rf"[{SIGNS}]", "", str(name))) in own for name in self.names)
        return len(self.names) + (SURE if is_own else 0)


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
    addresses = [url for _, url in _links(block.text)]
    arxiv_id = next(filter(None, map(arxiv_in, addresses)), "")
    return Record(
        key="",
        title=title,
        authors=authors.names,
        doi=next(filter(None, map(doi_in, addresses)), ""),
        arxiv_id=arxiv_id,
        links=tuple(_record_links(block.text, title)),
        **place_of(block, rest, section.heading, arxiv_id),
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
    return first_in(LINKS, name) or "other"


def authors_in(text: str) -> PrintedAuthors:
    """Return the names that a text begins with."""
    # Without bold and italic signs, but for a star behind a name, which is a mark; no link is part of a name unless
    # its words are one.
    linked = LINK.sub(
        lambda link: link["words"] if is_name(link["words"].strip("*_` ")) else f" {LABEL}{link['words']}",
        text.replace("![", "["),
    )
    bare = re.sub(r"\*\*|__", "", linked.strip()).replace("`", "")
    emphasised = re.fullmatch(r"([*_])(.*)\1[.,]?", bare, re.DOTALL)
    bare = " ".join((emphasised[2] if emphasised else bare).replace("\\", "").split())
    read = authors_at(bare)
    return PrintedAuthors(read.names, bare[read.end :].replace(LABEL, ""), read.are_all)


def is_name(text: str) -> bool:
    """Whether a text is nothing but a name."""
    read = authors_at(text)
    return len(read.names) == 1 and read.is_sure and not text[read.end :].strip(" .*†")


YEAR = re.compile(rf"(?<!\d)({YEAR_FORM})(?!\d)|['’](\d\d)\b")
CODE = re.compile(r"`+([^`]+)`+")
EMPHASISED = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3})(?=\S)(.+?)(?<=\S)\1(?![\w*])")
BRACKETED = re.compile(rf"^\W*[\[(【]([^\[\]()]{{2,60}}?{YEAR_FORM}[^\[\]()]{{0,30}})[\])】](?!\()")
INSIDE = re.compile(r"\s*\(([A-Z][\w&/ -]{1,14})\)")
ACRONYM = re.compile(r"[A-Za-z][\w&/+-]*(?:[ -](?:MM|TR|IS|RSJ|W))?")
ASIDE = re.compile(
    r"\(?\s*(?:IF|impact factor|CCF|JCR|SCI|Q\d|中科院)\b[^,;()]*\)?|[\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F]",
    re.IGNORECASE,
)


def place_of(block: PaperBlock, rest: str, heading: str, arxiv_id: str = "") -> dict[str, Any]:
    """Return a record's fields about where a paper appeared: from its badge, else from words after the authors."""
    # A list item marks the venue as code or puts it in brackets before the title.
    marked = CODE.search(block.text) or BRACKETED.search(block.text)
    badge = block.badge or (" ".join(marked[1].split()) if marked else "")
    named = _said_in(rest)
    text = f"{badge} {named}"
    name, acronym = _named(badge, named)
    note = WORDING["notes"].search(f"{text} {words(LINK.sub('', rest))}")
    kind = _kind(text, bool(name or acronym)) or ("preprint" if arxiv_id and not name else "other")
    status = (
        "submitted" if WORDING["submitted"].search(text) else "accepted" if WORDING["accepted"].search(text) else ""
    )
    return {
        "venue": "" if kind == "preprint" else name,
        "acronym": "" if kind == "preprint" else acronym,
        "year": next(filter(None, map(year_in, (badge, named, rest, heading))), None),
        "kind": kind,
        "status": status or ("preprint" if kind == "preprint" else "published"),
        "note": note[0].strip() if note else "",
    }


def year_in(text: str) -> int | None:
    match = YEAR.search(text)
    return int(match[1] or f"20{match[2]}") if match else None


def _said_in(rest: str) -> str:
    """Return what is emphasised behind the authors, else the first words with a year."""
    bare = CODE.sub(" ", LINK.sub(" ", rest))
    for match in EMPHASISED.finditer(bare):
        text = words(match[0]).strip(" .,;")
        if (
            len(text) > 2
            and not WORDING["notes"].fullmatch(text)
            and not re.search(r"\btrack\W*$", text, re.IGNORECASE)
        ):
            return text
    lines = [words(line).strip(" .,;[]|") for line in bare.split("\n")]
    return next((line for line in lines if YEAR.search(line) and len(line) < 200), "")


def _named(badge: str, venue: str) -> tuple[str, str]:
    """Return the name of a venue in full, and its acronym."""
    inside = INSIDE.search(venue)
    short, name = _stripped(badge), _stripped(INSIDE.sub("", venue))
    if WORDING["thesis"].search(badge or venue):
        return "", ""
    if (
        WORDING["preprint"].search(badge)
        or (not badge and WORDING["preprint"].search(venue))
        or WORDING["submitted"].search(venue or badge)
    ):
        return "", ""
    if not short and len(name.split()) == 1:
        return "", name
    acronym = short if ACRONYM.fullmatch(short) else (inside[1] if inside and not short else "")
    if name == short or not name:
        name = "" if acronym else short
    return name, acronym


def _stripped(text: str) -> str:
    """Return a venue's name without year, state, prizes and figures of merit."""
    bare = ASIDE.sub("", WORDING["notes"].sub("", WORDING["accepted"].sub("", YEAR.sub("", words(text)))))
    bare = re.sub(
        r"\(\s*\)|\b(?:by|at|in)\s*$|^\s*(?:in|by|at)\b(?=\s)|\btrack\b|\bmain(?: conference)?\b",
        "",
        bare,
        flags=re.IGNORECASE,
    )
    return " ".join(bare.split()).strip(" .,;:|-–()[]")


def _kind(text: str, is_named: bool) -> str:
    if WORDING["thesis"].search(text):
        return "thesis"
    if WORDING["preprint"].search(text) and not is_named:
        return "preprint"
    if not is_named:
        return ""
    if re.search(r"workshop|\bw\b", text, re.IGNORECASE):
        return "workshop"
    return "journal" if WORDING["journal"].search(text) else "conference"
