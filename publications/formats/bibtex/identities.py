"""What identifies an entry elsewhere, and where its links lead, in the many fields that people use for them."""

import re
from collections.abc import Iterator

from publications.citations.identifiers import arxiv_in, dblp_in, doi_in, isbn_in
from publications.citations.record import RecordLink

from .source import Source
from .words import ID_FIELDS, LINKS, unnumbered

ARXIV = re.compile(r"\b(?:arxiv|corr)\b", re.IGNORECASE)
ARXIV_ID = re.compile(r"(?<![\d.])(\d{4}\.\d{4,5}|[a-z.-]{2,20}/\d{7})(?:v\d+)?(?![\d.]*\d)", re.IGNORECASE)
ARXIV_ADDRESS = re.compile(r"https?://(?:\w+\.)?arxiv\.org/(?:abs|pdf)/", re.IGNORECASE)
ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+)", re.IGNORECASE)
SAYS_ARXIV = (
    *("journal", "journaltitle", "booktitle", "howpublished", "publisher", "institution", "school", "organization"),
    *("note", "volume", "pages", "eprint", "number"),
)
MAX_WORD_OF_ARXIV_LENGTH = 80  # characters of a field that says the arXiv id and nothing else

DOI = re.compile(r"10\.\d{4,9}/\S+")
DOI_HOST = re.compile(r"https?://(?:(?:dx|www)\.)?doi\.", re.IGNORECASE)
ADDRESSES = ("ee", "eprint", "paper", "html", "pdf", "link")
PDF = re.compile(r"\.pdf$|/pdf/", re.IGNORECASE)
DBLP_KEY = re.compile(r"DBLP:(.+)", re.IGNORECASE)
FORMS = {
    "isbn": re.compile(r"(?:ISBN(?:-1[03])?:?\s*)?((?:97[89][- –]?)?(?:\d[- –]?){9}[\dX])", re.IGNORECASE),
    "pmid": re.compile(r"(?:PMID:?\s*)?(\d{1,9})", re.IGNORECASE),
    "pmcid": re.compile(r"(?:PMCID:?\s*)?(PMC\d+)", re.IGNORECASE),
    "openalex": re.compile(r"(?:https?://openalex\.org/)?(W\d+)", re.IGNORECASE),
    "hal": re.compile(r"(?<![a-z])([a-z]{2,20}-\d{5,})(?:v\d+)?", re.IGNORECASE),
    "doi": re.compile(r"(10\.\d{4,9}/\S+)"),
}
READ = {"isbn": isbn_in, "pmcid": str.upper, "openalex": str.upper}
OTHER_FIELDS = {"pmid": ("pubmed",), "pmcid": ("pmc",), "hal": ("hal", "halid", "hal-id")}
EPRINTS = {"pubmed": "pmid", "pmid": "pmid", "hal": "hal", "pmcid": "pmcid"}

Ids = tuple[tuple[str, str], ...]


def doi_of(source: Source) -> str:
    """Return the DOI, out of its field or of the address of the publisher's page."""
    found = doi_in(_bare(source.raw("doi"))) or _arxiv_doi(source)
    if found:
        source.drop("doi")
    return found or next(filter(None, (doi_in(each) for each in _addresses(source) if DOI_HOST.match(each))), "")


def _addresses(source: Source) -> Iterator[str]:
    """Yield the addresses that may be those of a DOI or of an arXiv id."""
    yield source.address("url")
    yield from (source.address(name) for name in source.fields if unnumbered(name) in ADDRESSES)


def _arxiv_doi(source: Source) -> str:
    found = DOI.search(_bare(source.raw("doi")))
    return found[0] if found and ARXIV_DOI.fullmatch(found[0]) else ""


def _bare(written: str) -> str:
    return re.sub(r"\{?\\([_%&#$])(?:\{\})?\}?", r"\1", " ".join(written.split()))


def arxiv_id_of(source: Source, doi: str) -> str:
    """Return the id out of the field for it, or out of a journal such as ``arXiv preprint arXiv:2406.18485``."""
    found = next(_arxiv_ids(source, doi), "")
    if found:
        _drop_what_says(source, found)
    return found


def _arxiv_ids(source: Source, doi: str) -> Iterator[str]:
    of_arxiv = source.text("archiveprefix", "eprinttype").casefold() == "arxiv"
    yield from filter(None, (_id_in(source.raw("eprint")) if of_arxiv else "", _id_in(source.raw("arxiv"))))
    for name in SAYS_ARXIV:
        if ARXIV.search(f"{source.text(name)} {source.text('journal', 'journaltitle')}"):
            yield from filter(None, [_id_in(source.text(name))])
    yield from filter(None, (arxiv_in(address) for address in _addresses(source) if ARXIV_ADDRESS.match(address)))
    if found := ARXIV_DOI.fullmatch(doi):
        yield from filter(None, [arxiv_in(found[1])])


def _id_in(text: str) -> str:
    found = ARXIV_ID.search(text)
    return arxiv_in(found[1]) if found else ""


def _drop_what_says(source: Source, arxiv_id: str) -> None:
    """Take the fields that say the arXiv id and little else; their version, which changes, isn't kept."""
    for name in ("eprint", "arxiv", *SAYS_ARXIV):
        text = source.text(name)
        if arxiv_id.casefold() in text.casefold() and len(text) <= MAX_WORD_OF_ARXIV_LENGTH and name != "note":
            source.drop(name)
    source.drop(*(name for name in ("archiveprefix", "eprinttype") if source.text(name).casefold() == "arxiv"))


def ids_of(source: Source, key: str) -> Ids:
    """Return schemes and values, without the DOI and the arXiv id."""
    found = [(scheme, value) for scheme in ID_FIELDS for value in _values(source, scheme, key)]
    return tuple(dict.fromkeys(found))


def _values(source: Source, scheme: str, key: str) -> Iterator[str]:
    if scheme == "dblp":
        yield from _dblp_keys(source, key)
        return
    for name in (ID_FIELDS[scheme], *OTHER_FIELDS.get(scheme, ())):
        yield from _all_in(source, name, scheme)
    if EPRINTS.get(source.text("eprinttype", "archiveprefix").casefold()) == scheme and "eprint" not in source.taken:
        values = _all_in(source, "eprint", scheme)
        source.drop(*(["eprinttype", "archiveprefix"] if values else []))
        yield from values


def _all_in(source: Source, name: str, scheme: str) -> list[str]:
    """Return the identifiers of a field that says nothing else."""
    text = source.text(name)
    values = [READ.get(scheme, str)(found[1]) for found in FORMS[scheme].finditer(text)]
    if not text or not all(values) or re.search(r"\w", FORMS[scheme].sub("", text)):
        return []
    source.drop(name)
    return values


def _dblp_keys(source: Source, key: str) -> Iterator[str]:
    addresses = source.text("biburl").split()
    keys = [dblp_in(address) for address in addresses if "/rec/" in address]
    if keys and all(keys) and len(keys) == len(addresses):
        source.drop("biburl")
        yield from keys
    if found := DBLP_KEY.fullmatch(key):
        yield from filter(None, [dblp_in(found[1]) if "/" in found[1] else ""])


def links_of(source: Source, known: tuple[str, ...]) -> tuple[RecordLink, ...]:
    """Return the links with whole addresses; a path is left, because only its own site knows what it leads to.

    Where a page is that the record's address, DOI or arXiv id lead to is ``known``.
    """
    links = []
    for name in source.fields:
        meaning = LINKS.get(unnumbered(name))
        if meaning and name not in source.taken and (url := source.address(name)):
            source.drop(name)
            links.append(RecordLink(meaning[0] or ("pdf" if PDF.search(url) else "page"), url, meaning[1]))
    return tuple(link for link in dict.fromkeys(links) if link.kind != "page" or not _leads_to(link.url, known))


def _leads_to(url: str, known: tuple[str, ...]) -> bool:
    return url in known or bool({doi_in(url), arxiv_in(url)} & {*filter(None, known)})
