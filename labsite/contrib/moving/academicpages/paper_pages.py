"""The page of a paper, taken apart: abstract, authors, citation, links and the rest."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any

from labsite.contrib.moving.citations import arxiv_of, doi_of
from labsite.contrib.moving.outcomes import SiteReading, SourcePage
from labsite.contrib.moving.site import SiteFile
from labsite.contrib.moving.texts import MarkdownReference, plain_markdown, references, with_addresses
from labsite.contrib.reading.networks import full_address, split_address
from labsite.modelling.documents import CHECKS
from publications.citations.identifiers import is_resolver
from publications.citations.record import RecordLink

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
    in_fields = ((words, page.line(name)) for name, words in FIELDS.items() if page.line(name))
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
    return next((kind for text in texts for kind, shape in KINDS if shape.search(text)), "")


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
