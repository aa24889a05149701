"""What papers and entries are known by: identifiers in one form, and what title, year and authors come to."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from labsite.texts.folding import fold
from publications.citations.identifiers import arxiv_in, doi_in, plain_id
from publications.citations.record import Name, Record

from .marks import without_marks

Id = tuple[str, str]  # scheme and value, in the one form in which they are compared

WHOLE_BOOK = "book"  # the only kind whose ISBN is its own; a paper has its proceedings' one
RESOLVERS = ("doi.org/", "arxiv.org/")  # whose addresses name a paper
IDS_IN_WORDS = {
    "doi": "DOI",
    "arxiv": "arXiv id",
    "dblp": "dblp key",
    "isbn": "ISBN",
    "pmid": "PubMed id",
    "pmcid": "PubMed Central id",
    "openalex": "OpenAlex id",
    "hal": "HAL id",
}


def ids_of(record: Record) -> frozenset[Id]:
    """Return all that identifies a paper for sure."""
    pairs = (("doi", record.doi), ("arxiv", record.arxiv_id), *record.ids)
    return ids_in(pairs, record.kind)


def ids_in(pairs: Iterable[Id], kind: str) -> frozenset[Id]:
    """Return the pairs that identify a paper of a kind."""
    known = (plain_id(scheme, value) for scheme, value in pairs if value)
    return frozenset(found for found in known if found[1] and (found[0] != "isbn" or kind == WHOLE_BOOK))


def ids_in_addresses(addresses: Iterable[str]) -> frozenset[Id]:
    """Return the DOIs and arXiv ids whose pages these are."""
    telling = [each.strip() for each in addresses if any(resolver in each.casefold() for resolver in RESOLVERS)]
    pairs = [("arxiv", arxiv_in(each)) for each in telling] + [("doi", doi_in(each)) for each in telling]
    return frozenset(plain_id(scheme, value) for scheme, value in pairs if value)


def identity_of(record: Record) -> str:
    """Return which paper an entry means by what everyone sees of it: title, year and the families of its authors."""
    names, _ = without_marks(record.authors)
    told = (folded(record.title), str(record.year or ""), *(family_of(name) for name in names))
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:32]


def identities(records: Sequence[Record | None]) -> list[str]:
    """Return the identity of each entry of a source, where it says the same of several with a number behind."""
    met: Counter[str] = Counter()
    found = []
    for record in records:
        identity = identity_of(record) if record else ""
        met[identity] += 1
        found.append(f"{identity}-{met[identity]}" if identity and met[identity] > 1 else identity)
    return found


def folded(title: str) -> str:
    """Return a title for comparing; one of signs only as it stands."""
    return fold(title) or title.strip()


@lru_cache(maxsize=65536)
def family_of(name: Name) -> str:
    """Return the family name folded; of a collaboration, all of it."""
    return fold(name.family or name.literal) or str(name)
