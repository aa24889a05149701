"""Where something is and by what it is known: what the addresses and identifiers of an entry say."""

import re
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from publications.citations.identifiers import DOI_PREFIX, arxiv_in, doi_in, isbn_in, other_id_in
from publications.citations.record import RecordLink

ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)
WITHOUT_SCHEME = re.compile(r"(?://)?(?=(?:www\.|(?:[\w-]+\.)+[a-z]{2,}/)\S+$)", re.IGNORECASE)
SCHEMES = ("doi", "dblp", "isbn", "pmid", "pmcid", "openalex", "hal")


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
