"""What the readers of all formats share: the fields of one entry, what identifies it, and what comes of it."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from publications.citations.entry import Entry
from publications.citations.identifiers import DOI_PREFIX, arxiv_in, doi_in, isbn_in, other_id_in
from publications.citations.record import Record, RecordLink, Unreadable, one_line

ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)
WITHOUT_SCHEME = re.compile(r"(?://)?(?=(?:www\.|(?:[\w-]+\.)+[a-z]{2,}/)\S+$)", re.IGNORECASE)
SCHEMES = ("doi", "dblp", "isbn", "pmid", "pmcid", "openalex", "hal")
MAX_AUTHORS = 1000
PRINTED = re.compile(r"\bProc\b|\bProceedings\b|\d")  # the name of one edition, rather than of the series
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


def anything(value: str) -> bool:
    return True


class Fields:
    """Names and values of one entry. Each value is taken once; what nobody took is left over in the end."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._values: dict[str, list[str]] = {}
        for name, value in pairs:
            self.add(name, value)

    def add(self, name: str, value: str) -> None:
        if value:
            self._values.setdefault(name, []).append(value)

    def values(self, *names: str) -> list[str]:
        """Return all values of the names, in the order of the names, and leave them."""
        return [value for name in names for value in self._values.get(name, ())]

    def take(self, *names: str, fits: Callable[[str], object] = anything) -> str:
        """Return the first value that fits, and take it out; an empty text if there is none."""
        for name in names:
            for place, value in enumerate(self._values.get(name, ())):
                if fits(value):
                    return self._values[name].pop(place)
        return ""

    def take_all(self, *names: str, fits: Callable[[str], object] = anything) -> list[str]:
        """Return all values that fit, and take them out."""
        taken = []
        for name in names:
            values = self._values.pop(name, [])
            fitting = [bool(fits(value)) for value in values]
            taken += [value for value, is_taken in zip(values, fitting, strict=True) if is_taken]
            self._values[name] = [value for value, is_taken in zip(values, fitting, strict=True) if not is_taken]
        return taken

    def forget(self, said: str, *names: str) -> None:
        """Drop what only repeats a value that was taken."""
        if said:
            self.take_all(*names, fits=lambda value: value.casefold() == said.casefold())

    def left(self) -> tuple[tuple[str, str], ...]:
        """Return what nobody took, by its names: several values of one name on a line each."""
        return tuple(sorted((name, "\n".join(values)) for name, values in self._values.items() if values))


@dataclass
class Located:
    """What is known so far; of several values of one field the first stays."""

    doi: str = ""
    arxiv_id: str = ""
    url: str = ""
    ids: set[tuple[str, str]] = field(default_factory=set)
    links: list[RecordLink] = field(default_factory=list)
    visited: set[str] = field(default_factory=set)

    def know(self, text: str) -> bool:
        """Take in a DOI, an arXiv id, or an address that says either; say whether it was one."""
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
        """Take in an identifier of one of SCHEMES; say whether it can be one."""
        value = isbn_in(value) if scheme == "isbn" else value.strip()
        if value and scheme == "doi":
            return self.know(value)
        if value and scheme in SCHEMES:
            self.ids.add((scheme, value))
        return bool(value) and scheme in SCHEMES

    def identify_all(self, scheme: str, text: str) -> bool:
        """Take in identifiers with spaces or commas between them, or the address of one; say whether that is all."""
        if self.identify(*(other_id_in(text) or (scheme, text if isbn_in(text) else ""))):
            return True
        unknown = [part for part in re.split(r"[\s,;]+", text) if not self.identify(scheme, part)]
        return not unknown

    def read_at(self, text: str) -> bool:
        """Take in the address of the paper, which its page at arXiv is, too; say whether it was one."""
        if arxiv_in(text) and not self.url:
            self.url = address_in(text)
        return self.visit(text)

    def visit(self, text: str, kind: str = "") -> bool:
        """Take in an address: what it identifies, then its page, or else a link; say whether it was one."""
        if self.know(text):
            return True
        if not (address := address_in(text)):
            return False
        if found := other_id_in(address):
            self.ids.add(found)
        kind = kind or ("pdf" if address.casefold().endswith(".pdf") else "page")
        if kind == "page" and not self.url:
            self.url = address
        elif address != self.url and address not in self.visited:
            self.links.append(RecordLink(kind, address))
        self.visited.add(address)
        return True

    def fields(self) -> dict[str, Any]:
        """Return the fields of a record."""
        ids = tuple(sorted(self.ids))
        links = tuple(sorted(self.links, key=attrgetter("kind")))
        return {"doi": self.doi, "arxiv_id": self.arxiv_id, "url": self.url, "ids": ids, "links": links}


def address_in(text: str) -> str:
    """Return the address that a text is, with its scheme; nothing for any other text."""
    found = WITHOUT_SCHEME.match(text.strip())
    whole = f"https://{text.strip()[found.end() :]}" if found else text.strip()
    return whole if ADDRESS.fullmatch(whole) else ""


@dataclass
class TaggedEntry:
    """An entry of a format with a tag on each line, as it stands in the text, first line 1.

    With a ``problem`` in plain words, its tags say nothing.
    """

    line: int
    problem: str = ""
    tags: list[tuple[str, list[str]]] = field(default_factory=list)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        return [(tag, one_line(" ".join(lines))) for tag, lines in self.tags]


def entry_of(place: str, record: Record, names_all_authors: bool = True) -> Entry:
    """Return an entry with its record, or what is wrong with it if that can't be a paper on the site."""
    if not record.title:
        return broken(place, "this entry has no title.")
    if len(record.authors) > MAX_AUTHORS:
        return broken(place, f"this entry has more than {MAX_AUTHORS:,} authors. Keep those that matter here.")
    return Entry(place, record, names_all_authors=names_all_authors)


def notice(title: str) -> str:
    """Return what a publisher's notice is in place of a paper, as its title tells; empty for all other titles."""
    if TAKEN_BACK.match(title):
        return "a paper that was taken back."
    return "a notice about another paper, no paper of its own." if NOTICE.match(title) else ""


def without_markup(text: str) -> str:
    """Return a text without its markup, unless taking that out would make other markup of what stands around it."""
    plain = one_line(MARKUP.sub("", text))
    return text if MARKUP.search(plain) else plain


def broken(place: str, problem: str) -> Entry:
    """Return an entry that can't be read, whose problem begins with its place."""
    return Entry(place, problem=f"{place[:1].upper()}{place[1:]}: {problem}")


def records_of(entries: Iterable[Entry]) -> list[Record]:
    """Return the records of entries. Raises Unreadable if one of them can't be read."""
    entries = list(entries)
    for entry in entries:
        if entry.problem:
            raise Unreadable(entry.problem)
    return [entry.record for entry in entries if entry.record]
