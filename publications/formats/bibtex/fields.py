"""The names, meanings and text of BibTeX's types and fields, for reading and for writing: see fields.toml."""

import html
import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from publications.citations.record import gettext_noop
from publications.formats.latex import escape, in_letters, plain

_NAMES = tomllib.loads(Path(__file__).with_name("fields.toml").read_text(encoding="utf-8"))
ENTRY_TYPES: dict[str, str] = _NAMES["entry_types"]
KINDS = {entry_type: kind for kind, entry_type in reversed(ENTRY_TYPES.items())}
KINDS |= {entry_type: kind for kind, entry_types in _NAMES["kinds"].items() for entry_type in entry_types.split()}
TELLS_A_STYLE = gettext_noop("It is an instruction for citation styles, not a paper.")
NO_PAPERS = {
    "xdata": gettext_noop("It only holds fields for other entries; it isn’t a paper."),
    "set": gettext_noop("It only groups other entries; it isn’t a paper."),
    **dict.fromkeys(("control", "ieeetranbstctl"), TELLS_A_STYLE),
}
ID_FIELDS: dict[str, str] = _NAMES["ids"]
# By kind and label.
LINK_NAMES: dict[tuple[str, str], list[str]] = {
    (link["kind"], link.get("label", "")): link["fields"].split() for link in _NAMES["links"]
}
LINKS = {name: meaning for meaning, names in LINK_NAMES.items() for name in names}
PAGE_RANGE = re.compile(r"\s*[–—]\s*|(?<=\d)\s*-+\s*(?=\d)")
# Notes of programs for their users, and settings of sites for how they show an entry: not for publication.
PRIVATE = re.compile(
    r"file|owner|timestamp|groups|username|comments?|annote|annotation|remarks?|review|printed|rating|ranking|priority"
    r"|readstatus|qualityassured|relevance|creationdate|modificationdate|created|modified|bibsource|citeulike-.*"
    r"|__markedentry|date-(?:added|modified)|local-url|bdsk-.*|mendeley-.*|posted-at|read|keywords-private|msbib-.*"
    r"|abbr|bibtex_show|selected|preview|altmetric|dimensions|google_scholar_id|inspirehep_id|award_name"
    r"|pdf|slides|poster|supp"  # files of a site; otherwise they would be links
    r"|labsite|labsite-.*"  # what the site's own files say beside it
)
# Addresses, paths and codes, in which the special characters of LaTeX mean themselves.
AS_WRITTEN = re.compile(
    r"file|url|.*-url|journal-url|ee|preview|biburl|bdsk-.*|local-url|google_scholar_id|doi|eprint|" + "|".join(LINKS)
)
NUMBER = re.compile(r"[-_]?\d+$")
Fields = dict[str, str]
NEXT_ADDRESS = re.compile(r"[;,]?%20(?=https?://)")
LINK = re.compile(r"\\(?:url|path|nolinkurl)\s*\{(.*)\}")
ESCAPED = re.compile(r"\{?\\([_%&#$~{}])(?:\{\})?\}?|\{_\}")
TILDE = re.compile(r"\{?\\textasciitilde\s*(?:\{\})?\}?|\{?\$\\sim\$\}?")
# Characters that would break the entry are percent-encoded.
BREAKING = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C"})
# Fields that a citation prints. HTML stays in all others: a mover knows what the site does with it.
PRINTED = {
    *("title", "subtitle", "booktitle", "journal", "journaltitle", "howpublished", "series", "publisher", "school"),
    *("institution", "organization", "note"),
}
# HTML that people write for their web pages.
ANCHOR = re.compile(r"<a\s[^<>]*?href\s*=\s*[\"']?([^\"'\s<>{}]+)[^<>]*>([^<>]*)</a>", re.IGNORECASE)
TAG = re.compile(
    r"</?(?:a|b|i|u|em|strong|br|p|span|div|font|small|tt|code|center|mark|sc|scp)\b[^<>]*>", re.IGNORECASE
)
SCRIPT = re.compile(r"<(sub|sup)>([^<>{}$\\]*)</\1>", re.IGNORECASE)
SIGNS = {"sub": "_", "sup": "^"}
ENTITY = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|ndash|mdash|#\d{2,6}|#x[0-9a-f]{2,5});", re.IGNORECASE)
WHOLE = re.compile(r"(?:https?|ftp)://[^\s{}\\]+", re.IGNORECASE)


def is_private(name: str) -> bool:
    """Return whether a field is only for those who maintain the bibliography."""
    return bool(PRIVATE.fullmatch(unnumbered(name).lower()))


@lru_cache(maxsize=1024)
def unnumbered(name: str) -> str:
    """Return the name of a field without the number that makes it unique, as in ``pdf-2``."""
    return NUMBER.sub("", name)


class EntryFields:
    """The fields of one entry, and which of them the reader has taken."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields
        self.taken: set[str] = set()

    def text(self, *names: str) -> str:
        """Return the text of the first of these fields that isn't empty, on one line."""
        return next((text for name in names if (text := text_of(name, self.raw(name)))), "")

    def take(self, *names: str) -> str:
        """Take and return the text of the first of these fields that isn't empty or taken."""
        first = next((name for name in names if name not in self.taken and self.text(name)), "")
        self.taken.add(first)
        return self.text(first)

    def drop(self, *names: str) -> None:
        """Mark fields as taken whose text is known already."""
        self.taken.update(names)

    def left(self) -> Iterator[tuple[str, str]]:
        """Yield the names and texts of the fields that weren't taken."""
        for name in self.fields:
            if name not in self.taken and (text := self.text(name)):
                yield name, text

    def plain(self, name: str) -> str:
        """Take and return a field with its formulas as written."""
        self.drop(name)
        return plain(self.raw(name))

    def raw(self, name: str) -> str:
        return self.fields.get(name, "")

    def address(self, name: str) -> str:
        """Return the addresses in a field, mostly one, as a browser would use them; nothing for a relative path."""
        address = address_in(self.raw(name)) if "//" in self.raw(name) else ""
        return address if all(map(WHOLE.fullmatch, address.split())) else ""


def text_of(name: str, written: str) -> str:
    """Return the text of a field."""
    if not written or _is_as_written(name):
        return _as_written(written)
    if name not in PRINTED:
        return in_letters(written)
    if "<" in written:  # the address of a link follows its words
        written = ANCHOR.sub(lambda link: f"{link[2]} (\\url{{{link[1]}}})" if "//" in link[1] else link[2], written)
        written = TAG.sub("", SCRIPT.sub(lambda script: f"${SIGNS[script[1].lower()]}{{{script[2]}}}$", written))
    text = in_letters(written)
    while (bare := ENTITY.sub(lambda match: html.unescape(match[0]), text)) != text:
        text = " ".join(bare.split())
    return text


def value_of(name: str, text: str) -> str:
    """Return a text as the value of a field, in LaTeX unless special characters mean themselves there."""
    return _as_written(text) if _is_as_written(name) else escape(text)


@lru_cache(maxsize=1024)
def _is_as_written(name: str) -> bool:
    """Return whether the special characters of LaTeX mean themselves in a field, as in addresses and paths."""
    return bool(AS_WRITTEN.fullmatch(unnumbered(name)))


def _as_written(text: str) -> str:
    """Return a text on one line, percent-encoded if it would break the entry."""
    line, depth = " ".join(text.split()), 0
    for mark in re.findall(r"\\.?|[{}]", line):
        depth += {"{": 1, "}": -1}.get(mark, 0)
        if depth < 0 or mark == "\\":
            return line.translate(BREAKING)
    return line.translate(BREAKING) if depth else line


def address_in(written: str) -> str:
    """Return an address without the LaTeX or HTML around it and the escapes in it; of several a space apart."""
    link = ANCHOR.search(written) or LINK.fullmatch(written.strip())
    bare = ESCAPED.sub(lambda sign: sign[1] or "_", TILDE.sub("~", link[1] if link else written))
    return NEXT_ADDRESS.sub(" ", "%20".join(bare.translate(BREAKING).split()))
