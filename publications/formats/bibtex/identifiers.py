"""The identifiers and links of an entry, in the many fields that people use for them."""

import re
from collections.abc import Iterator

from publications.citations.identifiers import (
    arxiv_in,
    dblp_in,
    doi_in,
    find_arxiv_ids,
    find_dois,
    ids_listed,
    is_resolver,
)
from publications.citations.record import RecordLink

from .fields import ID_FIELDS, LINKS, EntryFields, unnumbered

ARXIV = re.compile(r"\b(?:arxiv|corr)\b", re.IGNORECASE)
FIELDS_WITH_ARXIV = (
    *("journal", "journaltitle", "booktitle", "howpublished", "publisher", "institution", "school", "organization"),
    *("note", "volume", "pages", "eprint", "number"),
)
MAX_ARXIV_FIELD_LENGTH = 80  # characters of a field that holds little more than the arXiv id

ADDRESSES = ("ee", "eprint", "paper", "html", "pdf", "link")
PDF = re.compile(r"\.pdf$|/pdf/", re.IGNORECASE)
DBLP_KEY = re.compile(r"DBLP:(.+)", re.IGNORECASE)
OTHER_FIELDS = {"pmid": ("pubmed",), "pmcid": ("pmc",), "hal": ("hal", "halid", "hal-id")}
EPRINTS = {"pubmed": "pmid", "pmid": "pmid", "hal": "hal", "pmcid": "pmcid"}


def doi_of(source: EntryFields) -> str:
    """Return the DOI from its field or from an address at doi.org."""
    written = re.sub(r"\{?\\([_%&#$])(?:\{\})?\}?", r"\1", " ".join(source.raw("doi").split()))
    doi = doi_in(written) or next(filter(arxiv_in, find_dois(written)), "")
    if doi:
        source.drop("doi")
    return doi or next(filter(None, (doi_in(each) for each in _addresses(source) if is_resolver(each))), "")


def _addresses(source: EntryFields) -> Iterator[str]:
    """Yield the addresses that may contain a DOI or an arXiv id."""
    yield source.address("url")
    yield from (source.address(name) for name in source.fields if unnumbered(name) in ADDRESSES)


def arxiv_id_of(source: EntryFields, doi: str) -> str:
    """Return the arXiv id from its field, or from a journal such as ``arXiv preprint arXiv:2406.18485``.

    It takes the fields that hold the id and little else, such as its version, which changes.
    """
    arxiv_id = next(_arxiv_ids(source, doi), "")
    if not arxiv_id:
        return ""
    for name in ("eprint", "arxiv", *FIELDS_WITH_ARXIV):
        text = source.text(name)
        if arxiv_id.casefold() in text.casefold() and len(text) <= MAX_ARXIV_FIELD_LENGTH and name != "note":
            source.drop(name)
    source.drop(*(name for name in ("archiveprefix", "eprinttype") if source.text(name).casefold() == "arxiv"))
    return arxiv_id


def _arxiv_ids(source: EntryFields, doi: str) -> Iterator[str]:
    of_arxiv = source.text("archiveprefix", "eprinttype").casefold() == "arxiv"
    yield from find_arxiv_ids(source.raw("eprint")) if of_arxiv else ()
    yield from find_arxiv_ids(source.raw("arxiv"))
    for name in FIELDS_WITH_ARXIV:
        if ARXIV.search(f"{source.text(name)} {source.text('journal', 'journaltitle')}"):
            yield from find_arxiv_ids(source.text(name))
    yield from filter(None, map(arxiv_in, (*_addresses(source), doi)))


def ids_of(source: EntryFields, key: str) -> tuple[tuple[str, str], ...]:
    """Return schemes and values of the identifiers other than the DOI and the arXiv id."""
    ids: list[tuple[str, str]] = []
    scheme_of_eprint = EPRINTS.get(source.text("eprinttype", "archiveprefix").casefold())
    for scheme, field in ID_FIELDS.items():
        if scheme == "dblp":
            ids += [(scheme, value) for value in _dblp_keys(source, key)]
            continue
        for name in (field, *OTHER_FIELDS.get(scheme, ())):
            ids += _all_in(source, name, scheme)
        if scheme == scheme_of_eprint and "eprint" not in source.taken:
            eprints = _all_in(source, "eprint", scheme)
            source.drop(*(["eprinttype", "archiveprefix"] if eprints else []))
            ids += eprints
    return tuple(dict.fromkeys(ids))


def _all_in(source: EntryFields, name: str, scheme: str) -> list[tuple[str, str]]:
    """Take and return the identifiers of a field that holds nothing else."""
    values = ids_listed(scheme, source.text(name))
    source.drop(*([name] if values else []))
    return [(scheme, value) for value in values]


def _dblp_keys(source: EntryFields, key: str) -> Iterator[str]:
    addresses = source.text("biburl").split()
    keys = [dblp_in(address) for address in addresses if "/rec/" in address]
    if keys and all(keys) and len(keys) == len(addresses):
        source.drop("biburl")
        yield from keys
    if match := DBLP_KEY.fullmatch(key):
        yield from filter(None, [dblp_in(match[1]) if "/" in match[1] else ""])


def links_of(source: EntryFields, known: tuple[str, ...]) -> tuple[RecordLink, ...]:
    """Return the links with absolute addresses; relative ones are left, because only their own site can resolve them.

    Pages to which ``known`` leads, the record's address, DOI and arXiv id, are left out.
    """
    links = []
    for name in source.fields:
        meaning = LINKS.get(unnumbered(name))
        if meaning and name not in source.taken and (url := source.address(name)):
            source.drop(name)
            links.append(RecordLink(meaning[0] or ("pdf" if PDF.search(url) else "page"), url, meaning[1]))
    known = tuple(filter(None, known))
    return tuple(
        link
        for link in dict.fromkeys(links)
        if link.kind != "page" or {link.url, doi_in(link.url), arxiv_in(link.url)}.isdisjoint(known)
    )
