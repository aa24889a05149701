"""Files that people bring and that can't be read here: what they are, and what to bring instead."""

import re
from pathlib import PurePath

INSTEAD = "This is {what}, which can’t be read here. {advice}"
EXPORT = "Export BibTeX or RIS instead."
SAVE_TABLE = "Save the table as CSV, and bring that."

# By how they begin; before any of these, a text is looked at for the formats that can be read.
BEGINNINGS = {
    r"<(?:!doctype\s+)?html\b": ("a web page", "Look there for a link to export citations, as BibTeX or RIS."),
    r"%PDF-": ("a PDF", "Bring a file of citations, or type the paper’s DOI."),
    r"\{\\rtf": ("a text document (RTF)", "Export BibTeX or RIS from the program that it comes from."),
    r"<xml>\s*<records>|<records>\s*<record>": ("EndNote XML", EXPORT),
    r"(?-i:%[0A-Z] [^\n]*(?:\s*%[0-9A-Z] |\s*\Z))": ("EndNote’s or Refer’s own format", EXPORT),
    r"<Pubmed\w+|<MedlineCitation": (
        "PubMed’s XML",
        "At PubMed choose Send to, then Citation manager, which saves .nbib.",
    ),
    r"<(?:\w+:)?mods(?:Collection)?\b": ("MODS XML", EXPORT),
    r"<[^>]*(?:MARC21|searchRetrieve)": ("the XML of a library’s catalogue", EXPORT),
    r"<(?:b:)?Sources\b": (
        "Word’s list of sources",
        "Export BibTeX or RIS from the program that you keep your papers in.",
    ),
    r"FN (?:ISI|Clarivate|Thomson)": (
        "Web of Science’s own format",
        "Choose RIS or a tab-delimited file when you export.",
    ),
    r"(?:[^\n]*\n)*?cff-version:": (
        "CITATION.cff",
        "The repository’s page on GitHub gives BibTeX: Cite this repository.",
    ),
    r"<OAI-PMH\b|<oai_dc": ("an OAI reply", EXPORT),
    r"<feed\b": ("an Atom feed", "Type the identifier of a paper or an author instead."),
}
# Atomic, since what may repeat in front of an element could be parted in very many ways.
PREAMBLE = r"(?>(?:\s|<\?[^>]*>|<!--(?:(?!-->).)*-->|<!DOCTYPE(?!\s+html)[^>\[]*>)*)"
KNOWN = {
    re.compile(PREAMBLE + f"(?:{begins})", re.IGNORECASE | re.DOTALL): said for begins, said in BEGINNINGS.items()
}
LOOKED_AT = 10_000  # characters

NAMES = {
    **dict.fromkeys((".xls", ".xlsx", ".ods", ".numbers"), ("a spreadsheet", SAVE_TABLE)),
    **dict.fromkeys((".doc", ".docx", ".odt", ".pages", ".rtf"), ("a text document", EXPORT)),
    **dict.fromkeys((".enl", ".enlx", ".enw", ".ref"), ("EndNote’s own format", EXPORT)),
    **dict.fromkeys(
        (".zip", ".gz", ".tgz", ".7z", ".rar"), ("an archive", "Unpack it, and bring the file that is in it.")
    ),
}


def why_unread(text: str, name: str = "") -> str:
    """Return what a text is and what to bring instead, in a sentence; an empty text for what isn't known."""
    beginning = text[:LOOKED_AT].lstrip("\ufeff")
    found = next((said for pattern, said in KNOWN.items() if pattern.match(beginning)), None)
    what, advice = found or NAMES.get(PurePath(name).suffix.lower(), ("", ""))
    return INSTEAD.format(what=what, advice=advice) if what else ""
