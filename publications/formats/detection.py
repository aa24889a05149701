"""What a file is: its encoding, its format, or why it can't be read."""

import codecs
import re
from pathlib import PurePath

from publications.formats.tables import is_table

# The longer marks first: UTF-16's begins UTF-32's.
BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
SAMPLE_SIZE = 4096  # bytes, from which the encoding of the rest is guessed
# What a text in each format contains; if several match, the earliest match wins.
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
UNREAD = "This is {what}, which can’t be read here. {advice}"
EXPORT = "Export BibTeX or RIS instead."
SAVE_TABLE = "Save the table as CSV, and bring that."
# Formats that can't be read, by how their files begin.
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
# An atomic group, because what may repeat before an element could be split in very many ways.
PREAMBLE = r"(?>(?:\s|<\?[^>]*>|<!--(?:(?!-->).)*-->|<!DOCTYPE(?!\s+html)[^>\[]*>)*)"
UNREAD_BEGINNINGS = {
    re.compile(PREAMBLE + f"(?:{begins})", re.IGNORECASE | re.DOTALL): said for begins, said in BEGINNINGS.items()
}
MAX_BEGINNING_LENGTH = 10_000  # characters
UNREAD_EXTENSIONS = {
    **dict.fromkeys((".xls", ".xlsx", ".ods", ".numbers"), ("a spreadsheet", SAVE_TABLE)),
    **dict.fromkeys((".doc", ".docx", ".odt", ".pages", ".rtf"), ("a text document", EXPORT)),
    **dict.fromkeys((".enl", ".enlx", ".enw", ".ref"), ("EndNote’s own format", EXPORT)),
    **dict.fromkeys(
        (".zip", ".gz", ".tgz", ".7z", ".rar"), ("an archive", "Unpack it, and bring the file that is in it.")
    ),
}


def decode(data: bytes) -> str:
    """Return the text of a file: UTF-8, with Windows-1252 for invalid bytes, UTF-16 or UTF-32.

    NUL is left out: no text has it, and no database stores it.
    """
    mark = next((mark for mark in BYTE_ORDER_MARKS if data.startswith(mark)), b"")
    encoding = BYTE_ORDER_MARKS.get(mark) or _unmarked(data[:SAMPLE_SIZE])
    errors = "windows-1252" if encoding == "utf-8" else "replace"
    return data[len(mark) :].decode(encoding, errors).replace("\0", "")


def _unmarked(sample: bytes) -> str:
    """Return the encoding that the zero bytes of a mostly Latin text show."""
    quarters = [sample[place::4] for place in range(4)]
    zeros = "".join("0" if each.count(0) > len(each) / 4 else "a" for each in quarters)
    known = {"a000": "utf-32-le", "000a": "utf-32-be", "a0a0": "utf-16-le", "0a0a": "utf-16-be"}
    return known.get(zeros, "utf-8")


def _windows_1252(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("windows-1252", "replace"), error.end


codecs.register_error("windows-1252", _windows_1252)


def detect(text: str, name: str = "") -> str:
    """Return the key of a text's format in FORMATS, by its content or else by its file's name; empty if unknown."""
    if is_table(text):
        return "csv"
    found = {form: match.start() for form, pattern in CONTENTS.items() if (match := pattern.search(text))}
    return min(found, key=lambda form: found[form]) if found else EXTENSIONS.get(PurePath(name).suffix[1:].lower(), "")


def why_unread(text: str, name: str = "") -> str:
    """Return a sentence on what a text is and what to bring instead; an empty string if that isn't known."""
    beginning = text[:MAX_BEGINNING_LENGTH].lstrip("\ufeff")
    found = next((said for pattern, said in UNREAD_BEGINNINGS.items() if pattern.match(beginning)), None)
    what, advice = found or UNREAD_EXTENSIONS.get(PurePath(name).suffix.lower(), ("", ""))
    return UNREAD.format(what=what, advice=advice) if what else ""
