"""The page of a paper, taken apart: abstract, authors, citation, links and the rest."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any
from urllib.parse import urljoin, urlsplit

from labsite.modelling.documents import CHECKS
from labsite.moving.citations import arxiv_of, doi_of
from labsite.moving.outcomes import FileOutcomes
from labsite.moving.plain_values import line_of
from labsite.moving.site import SiteFile
from labsite.moving.source import SiteSource
from labsite.moving.texts import MarkdownReference, plain_markdown, references, with_addresses
from publications.citations.identifiers import is_resolver
from publications.citations.record import RecordLink

HEADING = re.compile(r"#{1,6}\s*(?P<words>.*?)\s*#*")
ABSTRACT = re.compile(
    r"(?:\*\*|__|\*|_)?abstract(?:\s*:\s*|\s*[.—–-]\s+)?(?:\*\*|__|\*|_)?\s*:?\s*(?P<text>.*)", re.I | re.S
)
CITATION = re.compile(r"(?:recommended citation|citation|cite as|reference)s?\s*:\s*(?P<text>.+)", re.I | re.S)
AUTHORS = re.compile(r"(?:\*\*|__)?authors?(?:\*\*|__)?\s*:\s*(?:\*\*|__)?\s*(?P<text>.+)", re.I | re.S)
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
    told = PaperText()
    section = ""
    for paragraph in re.split(r"\n\s*\n|\n(?=#)|(?<=^)(?=#)", plain_markdown(body).text):
        lines = paragraph.strip().split("\n", 1)
        heading = HEADING.fullmatch(lines[0].strip()) if lines[0].startswith("#") else None
        if heading:
            section = heading["words"].strip(" :*").lower()
        rest = (lines[1] if len(lines) > 1 else "") if heading else paragraph
        section = _sort(rest.strip(), section, told)
    return told


def _sort(paragraph: str, section: str, told: PaperText) -> str:
    """Put a paragraph where it belongs; return the section that the next one is in."""
    bare = with_addresses(paragraph, lambda found: "" if found.is_picture else found.words)
    is_there_for_links = not bare.strip() or _is_there_for_links(paragraph)
    (told.links if is_there_for_links else told.mentioned).extend(references(paragraph))
    if is_there_for_links:
        return section
    if found := CITATION.fullmatch(bare):
        told.citation = found["text"]
        return ""
    if found := AUTHORS.fullmatch(bare):
        told.authors = found["text"]
    elif section in ("authors", "author"):
        told.authors = ", ".join(filter(None, [told.authors, " ".join(bare.split("\n"))]))
    elif (found := ABSTRACT.fullmatch(paragraph)) and bare[:12].strip(" *_").lower().startswith("abstract"):
        section = "abstract"
        told.abstract = _joined(told.abstract, found["text"])
    elif section.startswith(("abstract", "summary", "overview")):
        told.abstract = _joined(told.abstract, paragraph)
    elif not section.startswith(("download", "bibtex", "citation", "links", "reference")):
        told.rest = _joined(told.rest, bare)
    return section


def _is_there_for_links(paragraph: str) -> bool:
    around = with_addresses(paragraph, lambda found: "")
    return around != paragraph and len(re.sub(r"[\W_]+", "", around)) <= WORDS_AROUND_LINKS


def _joined(text: str, paragraph: str) -> str:
    return f"{text}\n\n{paragraph}".strip()


# What fields of a file are about, in the words of links.
FIELDS = {
    **{"paperurl": "paper", "link": "paper", "url": "paper", "pdf": "pdf", "pdfurl": "pdf", "slidesurl": "slides"},
    **{"slides": "slides", "posterurl": "poster", "poster": "poster", "videourl": "video", "video": "video"},
    **{"codeurl": "code", "code": "code", "github": "code", "dataurl": "data", "dataset": "data", "arxiv": "paper"},
    **{"projecturl": "project", "project": "project", "website": "project", "bibtexurl": "bibtex"},
}
KINDS = [
    (kind, re.compile(shape, re.IGNORECASE))
    for kind, shape in (
        ("slides", r"slide|presentation"),
        ("poster", r"poster"),
        ("video", r"video|watch|youtu\.?be|vimeo|recording|\btalk\b"),
        ("code", r"\bcode|github|gitlab|software|implementation|repository"),
        ("data", r"\bdata|zenodo|figshare|osf\.io"),
        ("pdf", r"\.pdf\b|\bpdf\b|preprint|/pdf/"),
        ("project", r"project|website|web\s?page|homepage"),
        ("page", r"paper|article|official|publisher|link|doi|here|version|publication|read"),
    )
]
PASSED_OVER = re.compile(r"scholar\.google\.[\w.]+/scholar\?|#|mailto:|javascript:", re.IGNORECASE)
TYPED = {"slides", "poster", "video", "code", "data", "pdf"}
MAX_LABEL_LENGTH = 100


@dataclass
class PaperLinks:
    """``here`` are files of the site, ``elsewhere`` addresses; ``bibtex`` is the path of a BibTeX file."""

    here: list[SiteFile] = field(default_factory=list)
    elsewhere: tuple[RecordLink, ...] = ()
    bibtex: str = ""
    doi: str = ""
    arxiv_id: str = ""


def split_links(
    source: SiteSource, outcomes: FileOutcomes, path: str, fields: dict[str, Any], text: PaperText
) -> PaperLinks:
    """Sort the links of a page into files, pages elsewhere and identifiers, each address once."""
    found = PaperLinks()
    met: dict[str, RecordLink] = {}
    files: dict[str, SiteFile] = {}
    for words, address in _named(fields, text):
        inner = source.resolve(address, path)
        full = _full(source, address)
        if not inner and _is_copy(source, address, files):
            continue
        if inner:
            _sort_file(inner, words, found, files, outcomes)
        elif full and not PASSED_OVER.match(urlsplit(full)._replace(scheme="").geturl().lstrip("/")):
            doi, arxiv_id = doi_of(full), arxiv_of(full)
            found.doi, found.arxiv_id = found.doi or doi, found.arxiv_id or arxiv_id
            if not is_resolver(full) or not (doi or arxiv_id):
                met.setdefault(full, RecordLink(_kind(words, full) or "other", full, " ".join(words.split())))
            if full != address:
                outcomes.not_understood(path, f"the file {address} isn’t in the source: a link leads to the old site")
    found.here = list(_labelled(files.values()))
    found.elsewhere = tuple(_labelled(met.values(), {file.kind for file in found.here}))
    return found


def _is_copy(source: SiteSource, address: str, files: Iterable[str]) -> bool:
    """Return whether a URL of the old site leads to a file that the page also links by its path."""
    name = PurePath(urlsplit(address).path).name
    return source.is_own(address) and name in {PurePath(path).name for path in files}


def _named(fields: dict[str, Any], text: PaperText) -> Iterator[tuple[str, str]]:
    for name, words in FIELDS.items():
        if line_of(fields.get(name)):
            yield words, line_of(fields[name])
    yield from ((link.words, link.address) for link in text.links if not link.is_picture)
    for link in text.mentioned:
        if not link.is_picture and _kind(link.words, link.address) in TYPED:
            yield link.words, link.address


def _full(source: SiteSource, address: str) -> str:
    """Return an absolute URL; an empty string for anything else."""
    address = re.sub(r"\{\{.*?\}\}", "", address).strip()
    if re.match(r"[\w.-]+\.\w{2,}/", address) and not address.startswith("."):
        return f"https://{address}"
    full = address if urlsplit(address).scheme else urljoin(f"{source.own_address.rstrip('/')}/", address.lstrip("/"))
    return full if re.match("https?://", full) else ""


def _sort_file(path: str, words: str, found: PaperLinks, files: dict[str, SiteFile], outcomes: FileOutcomes) -> None:
    ending = PurePath(path).suffix.lower()
    if ending == ".bib":
        found.bibtex = path
    elif ending in CHECKS:
        kind = _kind(words, "") or "pdf"
        files.setdefault(path, SiteFile("pdf" if kind in ("page", "other") else kind, path, words))
    else:
        outcomes.left_out(path, "a paper’s page links to it, and papers have PDFs and slides only")


def _kind(words: str, address: str) -> str:
    """Return what kind of link it is, by its words and else by where it leads."""
    if urlsplit(address).path.lower().endswith(".pdf") and not re.search(r"slides|poster", f"{words} {address}", re.I):
        return "pdf"
    texts = (
        [address, words] if re.search(r"\.pdf\b|github|youtu", address, re.I) and len(words) < 8 else [words, address]
    )
    return next((kind for text in texts for kind, shape in KINDS if shape.search(text)), "")


def _labelled(links: Iterable[Any], taken: Iterable[str] = ()) -> Iterator[Any]:
    """Yield links whose kind and label are unique together: the first of a kind needs no label."""
    met = {(kind, "") for kind in taken}
    for link in links:
        host = (urlsplit(getattr(link, "url", "")).hostname or PurePath(getattr(link, "path", "")).name).removeprefix(
            "www."
        )
        labels = ("", link.label, host, *(f"{link.label} {number}".strip() for number in range(2, 50)))
        label = next(each[:MAX_LABEL_LENGTH] for each in labels if (link.kind, each) not in met)
        met.add((link.kind, label))
        made = type(link)
        yield made(link.kind, link.path, label) if made is SiteFile else made(link.kind, link.url, label)
