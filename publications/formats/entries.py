"""What the readers of all formats share: the fields of an entry, its identifiers and addresses, and its problems."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, TypeVar

from publications.citations.entry import Entry
from publications.citations.identifiers import DOI_PREFIX, arxiv_in, doi_in, isbn_in, other_id_in
from publications.citations.record import Record, RecordLink, gettext_noop, one_line

Block = TypeVar("Block")

ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)
WITHOUT_SCHEME = re.compile(r"(?://)?(?=(?:www\.|(?:[\w-]+\.)+[a-z]{2,}/)\S+$)", re.IGNORECASE)
SCHEMES = ("doi", "dblp", "isbn", "pmid", "pmcid", "openalex", "hal")
MAX_AUTHORS = 1000
# Where an entry stands in its source, and what is wrong there.
LINE, ROW, ITEM = gettext_noop("line {number}"), gettext_noop("row {number}"), gettext_noop("item {number}")
IN_LINE = gettext_noop("Line {number}: {why}")
IN_ROW, IN_ITEM = gettext_noop("Row {number}: {why}"), gettext_noop("Item {number}: {why}")
IS_NO_PAPER = gettext_noop("“{title}” is {why}")
TOO_MANY_AUTHORS = gettext_noop("this entry has more than {number} authors. Keep only those that matter here.").format(
    number=f"{MAX_AUTHORS:,}"
)
PRINTED = re.compile(r"\bProc\b|\bProceedings\b|\d")  # in the name of one edition, rather than of the series
ARXIV_AS_VENUE = re.compile(r"(?:arxiv(?: e-?prints?| preprint)?|corr)\b[\s,:]*(.*)", re.IGNORECASE)
NOTICE = re.compile(
    r"""(?:publisher['’]?s?\s|author['’]?s?\s)?(?:
    (?:corrections?|corrigend(?:um|a)|errat(?:um|a)|addend(?:um|a)|retraction(?:\s(?:note|notice))?)(?:\s(?:to|for|of))?
    \s*(?::|["“«]|$)
    |(?:corrigend(?:um|a)|errat(?:um|a)|retraction\s(?:note|notice))\s(?:to|for|of)\b)""",
    re.IGNORECASE | re.VERBOSE,
)
MARKUP = re.compile(r"</?(?:i|b|em|strong|sub|sup|sc|scp|span|jats:\w+)\b[^<>]*>", re.IGNORECASE)
TAKEN_BACK = re.compile(r"(?:retracted|withdrawn)(?:\s(?:article|paper))?\s*[:.]", re.IGNORECASE)


class TooManyEntries(ValueError):
    """Raised for a text with more entries than its reader was to take."""


def at_most(blocks: Iterable[Block], most: int | None) -> Iterator[Block]:
    """Yield the entries of a text one by one. Raises TooManyEntries before the next one is looked for."""
    for number, block in enumerate(blocks):
        if number == most:
            raise TooManyEntries
        yield block


class SourceFields:
    """The names and values of one entry. A reader takes each value once; the rest becomes extra fields."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._values: dict[str, list[str]] = {}
        for name, value in pairs:
            self.add(name, value)

    def add(self, name: str, value: str) -> None:
        if value:
            self._values.setdefault(name, []).append(value)

    def values(self, *names: str) -> list[str]:
        """Return all values of these names, in the order of the names, without taking them."""
        return [value for name in names for value in self._values.get(name, ())]

    def take(self, *names: str, fits: Callable[[str], object] = bool) -> str:
        """Take and return the first value that fits; an empty string if none does."""
        for name in names:
            for index, value in enumerate(self._values.get(name, ())):
                if fits(value):
                    return self._values[name].pop(index)
        return ""

    def take_each(self, *names: str, **renamed: str) -> dict[str, Any]:
        """Take and return a value for each field of a record, as in ``take_each("volume", number="IS")``."""
        return {field: self.take(name) for field, name in ({name: name for name in names} | renamed).items()}

    def take_all(self, *names: str, fits: Callable[[str], object] = bool) -> list[str]:
        """Take and return all values that fit."""
        taken: list[str] = []
        for name in names:
            left: list[str] = []
            for value in self._values.pop(name, []):
                (taken if fits(value) else left).append(value)
            self._values[name] = left
        return taken

    def forget(self, taken: str, *names: str) -> None:
        """Drop values that only repeat one that was taken."""
        if taken:
            self.take_all(*names, fits=lambda value: value.casefold() == taken.casefold())

    def left(self, prefix: str = "") -> tuple[tuple[str, str], ...]:
        """Return the names and values that nobody took; several values of one name stand on a line each.

        The ``prefix`` tells them from fields of other formats whose names are the same.
        """
        return tuple(sorted((prefix + name, "\n".join(values)) for name, values in self._values.items() if values))


@dataclass
class Located:
    """The identifiers and addresses of one entry, as far as they are read; the first value of a field wins."""

    doi: str = ""
    arxiv_id: str = ""
    url: str = ""
    ids: set[tuple[str, str]] = field(default_factory=set)
    links: list[RecordLink] = field(default_factory=list)
    visited: set[str] = field(default_factory=set)

    def know(self, text: str) -> bool:
        """Record a DOI, an arXiv id or an address of either, and return whether the text was one."""
        text = text.strip()
        if arxiv_id := arxiv_in(text):
            self.arxiv_id = self.arxiv_id or arxiv_id
            return arxiv_id == self.arxiv_id
        is_page = text.casefold().startswith(("http", "//")) and not DOI_PREFIX.match(text)
        doi = "" if is_page else doi_in(text)
        if doi and self.doi and doi.casefold() != self.doi.casefold():
            self.ids.add(("doi", doi))
        self.doi = self.doi or doi
        return bool(doi)

    def identify(self, scheme: str, value: str) -> bool:
        """Record an identifier of one of SCHEMES, and return whether it can be one."""
        value = isbn_in(value) if scheme == "isbn" else value.strip()
        if value and scheme == "doi":
            return self.know(value)
        if value and scheme in SCHEMES:
            self.ids.add((scheme, value))
        return bool(value) and scheme in SCHEMES

    def identify_in(self, text: str) -> bool:
        """Record the identifier that an address or a text such as ``123 [pmid]`` is; return whether it is one."""
        return self.identify(*(other_id_in(text) or ("", "")))

    def identify_all(self, scheme: str, text: str) -> bool:
        """Record identifiers between spaces or commas, or the address of one; return whether all were understood."""
        is_one = self.identify_in(text) or (bool(isbn_in(text)) and self.identify(scheme, text))
        return is_one or self.identify_each(scheme, re.split(r"[\s,;]+", text))

    def identify_each(self, scheme: str, values: Iterable[str]) -> bool:
        """Record the identifiers of a scheme among values; return whether all are such, but for empty ones."""
        unknown = [value for value in values if value.strip() and not self.identify(scheme, value)]
        return not unknown

    def read_at(self, text: str) -> bool:
        """Record the address of the paper, which may be its page at arXiv; return whether the text was an address."""
        if arxiv_in(text) and not self.url:
            self.url = address_in(text)
        return self.visit(text)

    def visit(self, text: str, kind: str = "") -> bool:
        """Record an address as an identifier, the paper's page or a link; return whether the text was an address."""
        if self.know(text):
            return True
        if not (address := address_in(text)):
            return False
        self.identify_in(address)
        kind = kind or ("pdf" if address.casefold().endswith(".pdf") else "page")
        if kind == "page" and not self.url:
            self.url = address
        elif address != self.url and address not in self.visited:
            self.links.append(RecordLink(kind, address))
        self.visited.add(address)
        return True

    def link(self, text: str, kind: str, label: str = "") -> str:
        """Record an address as a link of a kind, and return it; an empty string if the text is no address."""
        if address := address_in(text):
            self.links.append(RecordLink(kind, address, label))
        return address

    def fields(self) -> dict[str, Any]:
        """Return the fields that a record is made with."""
        ids = tuple(sorted(self.ids))
        links = tuple(sorted(self.links, key=attrgetter("kind")))
        return {"doi": self.doi, "arxiv_id": self.arxiv_id, "url": self.url, "ids": ids, "links": links}


def address_in(text: str) -> str:
    """Return the address that a text is, with its scheme; an empty string for any other text."""
    match = WITHOUT_SCHEME.match(text.strip())
    address = f"https://{text.strip()[match.end() :]}" if match else text.strip()
    return address if ADDRESS.fullmatch(address) else ""


@dataclass
class TaggedEntry:
    """An entry of a format with a tag on each line, as written; lines are counted from 1.

    If there is a ``problem``, its tags mean nothing.
    """

    line: int
    problem: str = ""
    tags: list[tuple[str, list[str]]] = field(default_factory=list)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        return [(tag, one_line(" ".join(lines))) for tag, lines in self.tags]


def entry_of(location: str, record: Record, names_all_authors: bool = True) -> Entry:
    """Return an entry with its record, or with a problem if the record can't be a paper on the site."""
    if not record.title:
        return broken(location, gettext_noop("this entry has no title."))
    if len(record.authors) > MAX_AUTHORS:
        return broken(location, TOO_MANY_AUTHORS)
    return Entry(location, record, names_all_authors=names_all_authors)


def notice(title: str) -> str:
    """Return why a title is that of a publisher's notice rather than of a paper; an empty string if it isn't."""
    if TAKEN_BACK.match(title):
        return gettext_noop("a paper that was withdrawn.")
    return gettext_noop("a notice about another paper, not a paper itself.") if NOTICE.match(title) else ""


def at_arxiv(venue: str, kind: str) -> re.Match[str] | None:
    """Return arXiv's name in the place of a venue, with what follows it, if the kind may be that of a preprint."""
    return ARXIV_AS_VENUE.fullmatch(venue) if kind in ("", "journal", "preprint", "other") else None


def without_markup(text: str) -> str:
    """Return a text without its markup, unless removing it would form new markup."""
    plain = one_line(MARKUP.sub("", text))
    return text if MARKUP.search(plain) else plain


def broken(location: str, problem: str) -> Entry:
    """Return an entry that can't be read, with its place at the beginning of the problem."""
    return Entry(location, problem=f"{location[:1].upper()}{location[1:]}: {problem}")
