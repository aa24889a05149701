"""What BibTeX calls things: what writing and reading share."""

import re
from functools import lru_cache

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
ENTRY_TYPES = {
    "conference": "inproceedings",
    "workshop": "inproceedings",
    "poster": "inproceedings",
    "journal": "article",
    "thesis": "phdthesis",
    "book": "book",
    "chapter": "incollection",
    "report": "techreport",
    # BibTeX's own styles print these two as they print ``misc``; biblatex and the ACM's styles know them.
    "software": "software",
    "dataset": "dataset",
}
# The types of biblatex: https://ctan.org/pkg/biblatex, section 2.1.
KINDS = {entry_type: kind for kind, entry_type in reversed(ENTRY_TYPES.items())} | {
    "conference": "conference",
    "suppperiodical": "journal",
    "mastersthesis": "thesis",
    "thesis": "thesis",
    **dict.fromkeys(("mvbook", "collection", "mvcollection", "proceedings", "mvproceedings", "booklet"), "book"),
    **dict.fromkeys(("inbook", "bookinbook", "suppbook", "suppcollection", "inreference"), "chapter"),
    "report": "report",
    **dict.fromkeys(("softwareversion", "softwaremodule", "codefragment"), "software"),
}
# Entries that say something of other entries or of the printing, not of a paper.
NO_PAPERS = {
    "xdata": "It holds fields for other entries, and is no paper.",
    "set": "It puts other entries together, and is no paper.",
    **dict.fromkeys(("control", "ieeetranbstctl"), "It tells a style how to print, and is no paper."),
}

KEY = r"""[^\s"#%'(),={}~\\@]+"""
PAGE_RANGE = re.compile(r"\s*[–—]\s*|(?<=\d)\s*-+\s*(?=\d)")

# Links as the sites and the programs that read BibTeX call them; the first of each kind and label is written.
LINKS = {
    "pdf": ("pdf", ""),
    "fulltext": ("pdf", ""),
    "code": ("code", ""),
    "github": ("code", ""),
    "repository": ("code", ""),
    "data": ("data", ""),
    "dataset": ("data", ""),
    "slides": ("slides", ""),
    "presentation": ("slides", ""),
    "poster": ("poster", ""),
    "video": ("video", ""),
    "talk": ("video", ""),
    "website": ("project", ""),
    "project": ("project", ""),
    "projectpage": ("project", ""),
    "project_page": ("project", ""),
    "html": ("page", ""),
    "supp": ("other", "Supplement"),
    "supplement": ("other", "Supplement"),
    "supplementary": ("other", "Supplement"),
    "appendix": ("other", "Appendix"),
    "blog": ("other", "Blog"),
    "demo": ("other", "Demo"),
    "figure": ("figure", ""),
    "link": ("other", ""),
    # Of these the address says what is there.
    **dict.fromkeys(("paper", "ee", "eprint"), ("", "")),
}
# Where a publication has other identifiers.
ID_FIELDS = {
    "doi": "otherdoi",
    "dblp": "biburl",
    "isbn": "isbn",
    "pmid": "pmid",
    "pmcid": "pmcid",
    "openalex": "openalex",
    "hal": "hal_id",
}

# What programs keep for those who use them, and sites for how they show an entry: nobody else is to see it.
PRIVATE = re.compile(
    r"file|owner|timestamp|groups|username|comments?|annote|annotation|remarks?|review|printed|rating|ranking|priority"
    r"|readstatus|qualityassured|relevance|creationdate|modificationdate|created|modified|bibsource|citeulike-.*"
    r"|__markedentry|date-(?:added|modified)|local-url|bdsk-.*|mendeley-.*|posted-at|read|keywords-private|msbib-.*"
    r"|abbr|bibtex_show|selected|preview|altmetric|dimensions|google_scholar_id|inspirehep_id|award_name"
    r"|pdf|slides|poster|supp"  # which are files of a site, or else they would be links
)
# Addresses, paths and codes, in which LaTeX's signs mean themselves.
AS_WRITTEN = re.compile(
    r"file|url|.*-url|journal-url|ee|preview|biburl|bdsk-.*|local-url|google_scholar_id|doi|eprint|" + "|".join(LINKS)
)

NUMBER = re.compile(r"[-_]?\d+$")

Fields = dict[str, str]


def is_private(name: str) -> bool:
    """Say whether a field is for those only who keep the bibliography."""
    return bool(PRIVATE.fullmatch(unnumbered(name).lower()))


@lru_cache(maxsize=1024)
def unnumbered(name: str) -> str:
    """Return the name of a field without the number that tells it from others of the same name: ``pdf-2``."""
    return NUMBER.sub("", name)
