"""What BibTeX calls things: what writing and reading share."""

import re

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
KINDS = {entry_type: kind for kind, entry_type in reversed(ENTRY_TYPES.items())} | {
    "conference": "conference",
    "mastersthesis": "thesis",
    "thesis": "thesis",
    "inbook": "chapter",
    "report": "report",
}

KEY = r"""[^\s"#%'(),={}~\\@]+"""
PAGE_RANGE = re.compile(r"\s*[–—]\s*|(?<=\d)\s*-+\s*(?=\d)")

Fields = dict[str, str]
