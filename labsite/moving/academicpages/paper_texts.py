"""The text of a paper's page, told apart: abstract, authors, reference, links, and the rest."""

import re
from dataclasses import dataclass, field

from labsite.moving.texts import Reference, plain_markdown, references, with_addresses

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
    links: list[Reference] = field(default_factory=list)
    mentioned: list[Reference] = field(default_factory=list)


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
