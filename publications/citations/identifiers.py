"""Identifiers of papers and people: what a DOI, an arXiv id, an ISBN or an ORCID iD looks like, and what leads to one.

This is the only module of the project that recognises them, and it imports nothing but the standard library.
``…_in(text)`` expects the text to be one identifier or its address; ``find_…(text)`` searches running text.
"""

import re
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import quote_plus, unquote

DOI_FORM = r"10\.\d{4,9}/\S+"
ORCID_FORM = r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]"
# Archives of the ids from before April 2007: https://info.arxiv.org/help/arxiv_identifier.html
ARCHIVES = (
    r"(?:acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|cs"
    r"|dg-ga|funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math|math-ph|mtrl-th|nlin|nucl-ex|nucl-th|patt-sol|physics"
    r"|plasm-ph|q-alg|q-bio|quant-ph|solv-int|supr-con)(?:\.[A-Za-z]{2})?"
)
# Ids of both kinds begin with a year and a month.
ARXIV_FORM = rf"\d\d(?:0[1-9]|1[0-2])\.\d{{4,5}}|{ARCHIVES}/\d\d(?:0[1-9]|1[0-2])\d{{3}}"

# Where everyone puts what no editor took: by name, and by the beginning of DOIs.
OPEN_ARCHIVES = {
    "preprint": (
        re.compile(
            r"(?:available at )?"
            r"(?:\w{2,8}xiv|research square|ssrn(?: electronic journal)?|preprints(?:\.org)?|osf preprints"
            r"|cold spring harbor laboratory)(?: preprints?)?(?:\s*[:(\[].*)?",
            re.IGNORECASE,
        ),
        re.compile(
            r"10\.(?:1101/\d|64898/|48550/|21203/rs|26434/|312(?:19|2[0-9]|3[0-9])/|20944/|36227/|2139/ssrn)",
            re.IGNORECASE,
        ),
    ),
    "dataset": (
        re.compile(
            r"dryad(?: digital repository)?|(?:harvard )?dataverse|mendeley data|gigascience database|gigadb",
            re.IGNORECASE,
        ),
        re.compile(r"10\.(?:5061/dryad|7910/dvn|17632/|5524/)", re.IGNORECASE),
    ),
    # Which hold data, software, posters and what not.
    "other": (
        re.compile(r"zenodo|figshare|osf|open science framework", re.IGNORECASE),
        re.compile(r"10\.(?:5281/zenodo|6084/m9\.figshare|17605/osf)", re.IGNORECASE),
    ),
}
ARXIV = re.compile(rf"(?:(?:arxiv\s*:|abs/)\s*)*({ARXIV_FORM})(?:v\d+)?(?:\.pdf)?", re.IGNORECASE)
ARXIV_IN_WORDS = re.compile(
    rf"(?:(?<![\d.])(?=\d)|(?<![a-z-])(?=[a-z]))({ARXIV_FORM})(?:v\d+)?(?![\d.]*\d)", re.IGNORECASE
)
ARXIV_BY_NAME = re.compile(
    rf"arxiv(?:\.org/(?:abs|pdf)/|[\s:./]|preprint|arxiv)*({ARXIV_FORM})(?:v\d+)?", re.IGNORECASE
)
ARXIV_PAGE = re.compile(
    r"(?:https?://)?(?:\w+\.)?arxiv\.org/(?:abs|pdf|html|format|e-print|ps|src)/([^?#]+?)/?(?:[?#].*)?", re.IGNORECASE
)
ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+)", re.IGNORECASE)
VERSION = re.compile(r"(?<=\d)v\d+$", re.IGNORECASE)

DOI = re.compile(DOI_FORM)
DOI_IN_WORDS = re.compile(r"(?:https?://[^\s\"'<>]*?)?10\.\d{4,9}/[^\s\"'<>]+", re.IGNORECASE)
DOI_PREFIX = re.compile(r"(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi\s*:?\s*", re.IGNORECASE)
# Publishers' addresses contain the DOI, often followed by a word for the form of the paper.
FORM_OF_PAPER = re.compile(r"(?:\.pdf|/(?:full|pdf|abstract|html|epdf|meta|summary))$", re.IGNORECASE)
BRACKETS = {")": "(", "]": "[", "}": "{", ">": "<"}
# The addresses that resolve a DOI or an arXiv id.
RESOLVER = re.compile(r"https?://(?:(?:(?:dx|www)\.)?doi\.org|(?:\w+\.)?arxiv\.org/abs)/", re.IGNORECASE)

ORCID = re.compile(r"(?:(?:https?://)?(?:\w+\.)?orcid\.org/)?(\d{4})-?(\d{4})-?(\d{4})-?(\d{3}[\dXx])(?:[/?#].*)?")
OPENALEX = re.compile(
    r"(?:(?:https?://)?(?:\w+\.)?openalex\.org/)?(?:(?:authors|people|works)/)?([AW]\d{4,})(?:[?#].*)?", re.IGNORECASE
)

DBLP_PAGE = re.compile(
    r"(?:https?://)?(?:\w+\.)*dblp(?:\.uni-trier|\.dagstuhl)?\.(?:org|de)/(pid|rec)/(?:(?:xml|html|bib|rdf|bibtex)/)?"
    r"([^?#]+?)(?:\.(?:html|xml|bib|rdf|ttl|ris|nt|rss))?(?:[?#].*)?",
    re.IGNORECASE,
)
DBLP_PERSON = re.compile(r"\d{1,3}/[\w-]+|[a-z]/[A-Z][\w.:=-]+", re.ASCII)
DBLP_PAPER = re.compile(r"(?:conf|journals|books|phd|tr|series|reference|ms|data|persons)/[\w./:=+-]+", re.ASCII)

PUBMED_PAGE = re.compile(
    r"(?:https?://)?(?:pubmed|(?:www\.)?ncbi)\.(?:ncbi\.)?nlm\.nih\.gov/(?:pubmed/)?(\d{1,9})/?(?:[?#].*)?"
    r"|(\d{1,9})\s?\[pmid\]",
    re.IGNORECASE,
)
PMC_PAGE = re.compile(
    r"(?:https?://)?(?:www\.|pmc\.)?(?:ncbi\.nlm\.nih\.gov/(?:pmc/)?|europepmc\.org/)articles/(PMC\d+)(?:/.*)?"
    r"|(PMC\d+)(?:\s?\[pmcid\])?",
    re.IGNORECASE,
)
HAL_PAGE = re.compile(
    r"(?:https?://)?(?:[\w-]+\.)?(?:hal\.science|archives-ouvertes\.fr|hal\.\w+\.fr)/([a-z]+-\d{8})(?:v\d+)?(?:/.*)?"
)
ISBN = re.compile(r"(?:97[89])?\d{9}[\dX]")

# Prefixes of identifiers before a colon, also those in which the site notes the source of a paper.
PREFIXES = {"crossref": "doi", "doi": "doi", "arxiv": "arxiv", "orcid": "orcid", "orcid id": "orcid"}
PREFIXES |= {"openalex": "openalex", "dblp": "dblp"}
PREFIX = re.compile(r"\s*([a-z ]+?)\s*:\s*(?!//)(.+)", re.IGNORECASE)


def recognise(text: str) -> tuple[str, str] | None:
    """Return the source that knows the identifier in a text, and the identifier; None for any other text.

    The sources are "doi", "arxiv", "orcid", "openalex" and "dblp".
    """
    text = text.strip().strip("<>").strip()
    prefix = PREFIX.fullmatch(text)
    if prefix and (source := PREFIXES.get(prefix[1].casefold())):
        text = prefix[2].strip()
        if source == "openalex" and (orcid := orcid_in(text)):  # which also knows people by their ORCID iDs
            return source, orcid
        fitting = {"doi", "arxiv"} if source in ("doi", "arxiv") else {source}
    else:
        fitting = {source for source, _ in READINGS}
    readings = ((source, reading(text)) for source, reading in READINGS if source in fitting)
    return next((each for each in readings if each[1]), None)


def arxiv_in(text: str) -> str:
    """Return the arXiv id that a text, a DOI or an address is, without its version.

    Its archive is in lower case and its subject in capitals, as arXiv writes them: math.GT/0309136.
    """
    text = text.strip()
    page, doi = ARXIV_PAGE.fullmatch(text), ARXIV_DOI.fullmatch(_plain_doi(text))
    match = ARXIV.fullmatch((page or doi or [text, text])[1])
    archive, slash, number = match[1].rpartition("/") if match else ("", "", "")
    name, point, subject = archive.partition(".")
    return f"{name.lower()}{point}{subject.upper()}{slash}{number}"


def find_arxiv_ids(text: str, is_named: bool = False) -> list[str]:
    """Return the arXiv ids in running text without versions; with ``is_named``, only those after the word arXiv."""
    pattern = ARXIV_BY_NAME if is_named else ARXIV_IN_WORDS
    return [arxiv_in(match) for match in pattern.findall(text)]


def arxiv_year(arxiv_id: str) -> int:
    """Return the year with which an arXiv id begins, 1991 at the earliest."""
    year = int(arxiv_id.rpartition("/")[2][:2])
    return year + (1900 if year > 90 else 2000)


def doi_in(text: str) -> str:
    """Return the DOI that a text is, or the one in a publisher's address; an empty string for arXiv's own DOIs."""
    return "" if ARXIV_DOI.fullmatch(doi := _plain_doi(text.strip())) else doi


def find_dois(text: str) -> list[str]:
    """Return the DOIs in running text, including arXiv's own."""
    return list(filter(None, map(_plain_doi, DOI_IN_WORDS.findall(text))))


def _plain_doi(text: str) -> str:
    is_resolver = DOI_PREFIX.match(text)
    bare = text[is_resolver.end() :] if is_resolver else text
    is_address = bool(is_resolver and "/" in is_resolver[0]) or "//" in text
    bare = unquote(re.split(r"[?#]", bare)[0]) if is_address else bare
    match = DOI.search(bare) if "//" in text and not is_resolver else DOI.match(bare)
    if not match or (match.end() != len(bare)):
        return ""
    doi = match[0]
    # Without the punctuation of the sentence around it.
    while doi[-1] in ".,;:'\"" or (doi[-1] in BRACKETS and doi.count(doi[-1]) > doi.count(BRACKETS[doi[-1]])):
        doi = doi[:-1]
    return FORM_OF_PAPER.sub("", doi) if "//" in text and not is_resolver else doi


def archived_as(doi: str, place: str = "") -> str:
    """Return what stands in an archive, as far as that tells, by its name, or by the DOI where none is given."""
    for kind, (names, dois) in OPEN_ARCHIVES.items():
        if names.fullmatch(place.strip()) if place else dois.match(doi):
            return kind
    return ""


def doi_url(doi: str) -> str:
    """Return the address that a DOI leads to; an empty string without one."""
    return f"https://doi.org/{doi}" if doi else ""


def arxiv_url(arxiv_id: str) -> str:
    """Return the address of the page of an arXiv id; an empty string without one."""
    return f"https://arxiv.org/abs/{arxiv_id}" if arxiv_id else ""


def is_resolver(address: str) -> bool:
    """Return whether an address is that of a DOI or an arXiv id itself."""
    return bool(RESOLVER.match(address))


def orcid_in(text: str) -> str:
    """Return the ORCID iD that a text is, or the address of its page."""
    written = _orcid_as_written(text)
    return written if written and is_orcid(written) else ""


def find_orcid(text: str) -> str:
    """Return the first valid ORCID iD in running text."""
    return next(filter(is_orcid, re.findall(ORCID_FORM, text)), "")


def is_orcid(identifier: str) -> bool:
    """Return whether the check digit of an ORCID iD is right (ISO 7064, MOD 11-2)."""
    digits = identifier.replace("-", "")
    total = 0
    for digit in digits[:-1]:
        total = (total + int(digit)) * 2
    return digits[-1] == "0123456789X"[(12 - total % 11) % 11]


def mistyped_orcid(text: str) -> str:
    """Return a text that looks like an ORCID iD but has a wrong check digit; an empty string for any other text."""
    written = _orcid_as_written(text.strip())
    return written if written and not is_orcid(written) else ""


def _orcid_as_written(text: str) -> str:
    match = ORCID.fullmatch(text)
    return "-".join(match.groups()).upper() if match else ""


def is_of_somebody(source: str, identifier: str) -> bool:
    """Return whether an identifier means an author and not a paper."""
    is_paper = {"openalex": identifier.startswith("W"), "dblp": not DBLP_PERSON.fullmatch(identifier)}
    return source == "orcid" or not is_paper.get(source, True)


def openalex_in(text: str) -> str:
    """Return the identifier of an author or of a work at OpenAlex."""
    match = OPENALEX.fullmatch(text)
    return match[1].upper() if match else ""


def dblp_in(text: str) -> str:
    """Return the identifier of a person at dblp, such as 65/9612, or the key of a paper."""
    page = DBLP_PAGE.fullmatch(text)
    bare = page[2] if page else text
    if (not page or page[1] == "pid") and DBLP_PERSON.fullmatch(bare):
        return bare
    return bare if (not page or page[1] == "rec") and DBLP_PAPER.fullmatch(bare) else ""


def isbn_in(text: str) -> str:
    """Return the ISBN that a text is, in its form of thirteen digits, if its check digit is right."""
    bare = re.sub(r"^(?:e-?|p-?)?isbn(?:-1[03])?:?|[\s‐–-]", "", text.strip(), flags=re.IGNORECASE).upper()
    if not ISBN.fullmatch(bare):
        return ""
    digits = bare if len(bare) == 13 else f"978{bare[:9]}"
    last = str(-sum(int(digit) * (3 if index % 2 else 1) for index, digit in enumerate(digits[:12])) % 10)
    if len(bare) == 13:
        return bare if bare[-1] == last else ""
    total = sum((10 - index) * (10 if digit == "X" else int(digit)) for index, digit in enumerate(bare))
    return "" if total % 11 else digits + last


def other_id_in(text: str) -> tuple[str, str] | None:
    """Return scheme and value of a paper's identifier at PubMed, PubMed Central, HAL, OpenAlex or dblp.

    The text is an address or, for the first two, ``123 [pmid]`` or ``PMC45``.
    """
    text = text.strip()
    for scheme, page in PAGES.items():
        if match := page.fullmatch(text):
            value = next(filter(None, match.groups()))
            return scheme, value.upper() if scheme == "pmcid" else value
    if "//" in text and (work := openalex_in(text)).startswith("W"):
        return "openalex", work
    paper = DBLP_PAGE.fullmatch(text)
    return ("dblp", paper[2]) if paper and paper[1] == "rec" else None


def ids_listed(scheme: str, text: str) -> list[str]:
    """Return the identifiers of a scheme in a text; an empty list if it holds anything else or an invalid one."""
    values = [ONE_FORM.get(scheme, str)(value) for value in LISTED[scheme].findall(text)]
    return [] if not all(values) or re.search(r"\w", LISTED[scheme].sub("", text)) else values


def plain_id(scheme: str, value: str) -> tuple[str, str]:
    """Return scheme and value in the form in which identifiers are compared; arXiv's DOIs become arXiv ids."""
    value = value.strip()
    if scheme == "doi" and (arxiv_id := arxiv_in(value)):
        return "arxiv", arxiv_id
    return scheme, PLAIN.get(scheme, str)(value)


def _isbn_to_compare(value: str) -> str:
    """Return the first twelve of an ISBN's thirteen digits, the same for both forms of an ISBN."""
    digits = re.sub(r"[^\dXx]", "", value)
    return f"978{digits[:9]}" if len(digits) == 10 else digits[:12]


PAGES = {"pmid": PUBMED_PAGE, "pmcid": PMC_PAGE, "hal": HAL_PAGE}
LISTED = {
    "isbn": re.compile(r"(?:ISBN(?:-1[03])?:?\s*)?((?:97[89][- –]?)?(?:\d[- –]?){9}[\dX])", re.IGNORECASE),
    "pmid": re.compile(r"(?:PMID:?\s*)?(\d{1,9})", re.IGNORECASE),
    "pmcid": re.compile(r"(?:PMCID:?\s*)?(PMC\d+)", re.IGNORECASE),
    "openalex": re.compile(r"(?:https?://openalex\.org/)?(W\d+)", re.IGNORECASE),
    "hal": re.compile(r"(?<![a-z])([a-z]{2,20}-\d{5,})(?:v\d+)?", re.IGNORECASE),
    "doi": DOI,
}
ONE_FORM: dict[str, Callable[[str], str]] = {"isbn": isbn_in, "pmcid": str.upper, "openalex": str.upper}
PLAIN: dict[str, Callable[[str], str]] = {
    "doi": lambda value: (_plain_doi(value) or value).casefold(),
    "arxiv": lambda value: arxiv_in(value) or value.casefold(),
    "isbn": _isbn_to_compare,
    "pmid": lambda value: re.sub(r"\D", "", value),
    "pmcid": lambda value: value.upper().removeprefix("PMC"),
    "openalex": lambda value: value.upper().rpartition("/")[2],
    "hal": lambda value: VERSION.sub("", value.casefold()),
}

# In this order, because addresses at dblp and arXiv may contain numbers that look like other identifiers.
READINGS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("arxiv", arxiv_in),
    ("dblp", dblp_in),
    ("openalex", openalex_in),
    ("orcid", orcid_in),
    ("doi", doi_in),
)


class PaperIndex(NamedTuple):
    """An index by its name, and the address of a search there, up to the title that is looked for."""

    name: str
    search: str

    def address(self, title: str) -> str:
        """Return where a title is looked for."""
        return self.search + quote_plus(" ".join(title.translate(OPERATORS).split()))


OPERATORS = str.maketrans(",|!", "   ")  # between filters of OpenAlex, and within them
INDEXES = {
    "semantic-scholar": PaperIndex("Semantic Scholar", "https://www.semanticscholar.org/search?q="),
    "google-scholar": PaperIndex("Google Scholar", "https://scholar.google.com/scholar?q="),
    "openalex": PaperIndex("OpenAlex", "https://openalex.org/works?page=1&filter=default.search:"),
}
