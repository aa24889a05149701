"""In which format a text is: by what it says first of all, since files are named as people like."""

import re
from pathlib import PurePath

from publications.formats.tables import is_table

# What a text in each format has in it; of several, the one that is found first in the text or here.
CONTENTS = {
    "dblp": re.compile(r"<(?:dblpperson|dblp)[\s>]|<result>\s*<query\b"),
    "orcid": re.compile(r"\A\s*[\[{](?=.*?\"(?:put-code|work-summary|bulk|group)\"\s*:)", re.DOTALL),
    "json": re.compile(r"\A\s*[\[{]\s*[{\"]"),
    "ris": re.compile(r"^TY  ?-", re.MULTILINE),
    "nbib": re.compile(r"^PMID ?- ?\d+\s*$", re.MULTILINE),
    "bib": re.compile(r"@\s*\w+\s*[{(]|^[ \t]*@\w+", re.MULTILINE),
}
EXTENSIONS = {"bib": "bib", "bibtex": "bib", "biblatex": "bib", "ris": "ris", "json": "json"}
EXTENSIONS |= {"nbib": "nbib", "csv": "csv", "tsv": "csv"}


def detect(text: str, name: str = "") -> str:
    """Return the key of a text's format in FORMATS, by its content or else by its file's name; empty if unknown."""
    if is_table(text):
        return "csv"
    found = {form: match.start() for form, pattern in CONTENTS.items() if (match := pattern.search(text))}
    return min(found, key=lambda form: found[form]) if found else _by_name(name)


def _by_name(name: str) -> str:
    return EXTENSIONS.get(PurePath(name).suffix.removeprefix(".").lower(), "")
