"""Citation formats, one file each: text on one side, records on the other; no database, no request, no network."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from publications.formats import acm, apa, bibtex, csl_json, ieee, ris
from publications.record import Record


@dataclass(frozen=True)
class Format:
    """A format of files: what people call it, how a server announces it, and how to write and read it."""

    label: str
    media_type: str
    render: Callable[[Iterable[Record]], str]
    parse: Callable[[str], list[Record]]


@dataclass(frozen=True)
class Style:
    """A style of references in words: what people call it, and how to write it."""

    label: str
    render: Callable[[Iterable[Record]], str]


# By the extension of their files.
FORMATS = {
    "bib": Format("BibTeX", "application/x-bibtex", bibtex.render, bibtex.parse),
    "ris": Format("RIS", "application/x-research-info-systems", ris.render, ris.parse),
    "json": Format("CSL-JSON", "application/vnd.citationstyles.csl+json", csl_json.render, csl_json.parse),
}

STYLES = {
    "acm": Style("ACM", acm.render),
    "ieee": Style("IEEE", ieee.render),
    "apa": Style("APA", apa.render),
}
