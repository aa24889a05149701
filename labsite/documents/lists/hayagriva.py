"""Records as Typst's bibliographies take them: Hayagriva's YAML, written as JSON, which YAML includes.

The format: https://github.com/typst/hayagriva/blob/main/docs/file-format.md. A plain text in it may have formulas and
braces; every text of a record goes in as a verbatim chunk, in which nothing means anything and no letter changes case.
"""

from collections.abc import Mapping
from typing import Any

from labsite.documents.lists.styles import CitationStyle
from publications.citations.record import MEETINGS, Name, Record

Entry = dict[str, Any]

# Around the family name of a person, so that their name is found in what an engine makes of it; of no other use.
BEGIN, END = "\ue000", "\ue001"
# Before the others: else particles such as "van" would be cut off and put elsewhere, where it isn't known to be one.
OTHER = "\ue002"
# In the place of an address and of a DOI, which the engine would rewrite.
ADDRESS, DOI = "https://address.invalid/", "10.0000/doi"
SINGLE_QUOTES = str.maketrans("“”", "‘’")
SUBMITTED = "Manuscript submitted for publication"
# Kinds that appear by themselves: their types in Hayagriva, and what is said of their kind.
ALONE = {
    "thesis": ("thesis", "Thesis"),
    "report": ("report", ""),
    "book": ("book", ""),
    "software": ("repository", ""),
    "dataset": ("misc", "Data set"),
}


def entry(record: Record, style: CitationStyle) -> Entry:
    """Return a record as an entry, of the types that a style takes kinds for."""
    return _filled(_general(record, style) | _placed(record, style.types))


def _general(record: Record, style: CitationStyle) -> Entry:
    month = f"-{record.month:02}" if record.month else ""
    return {
        "title": _verbatim(record.title.translate(SINGLE_QUOTES) if style.quotes else record.title),
        "author": list(map(_person, record.authors)),
        "date": f"{record.year:04}{month}" if record.year else "",
        "page-range": record.pages.replace("–", "-"),
        "serial-number": _doi(record),
        "url": ADDRESS if record.url.startswith("http") and not record.doi else "",
    }


def _placed(record: Record, types: Mapping[str, str]) -> Entry:
    """Return the type, and where it appeared."""
    imprint = {"publisher": _named(record.publisher)}
    if record.status == "submitted" and not record.arxiv_id:
        return {"type": types.get("manuscript", "manuscript"), "genre": _verbatim(SUBMITTED)}
    if not record.is_out:
        server = {"publisher": _named(record.venue)}
        if record.arxiv_id:
            return {"type": "article"} | server | _serial(record, f"arXiv:{record.arxiv_id}")
        return {"type": types.get("preprint", "article")} | server
    if record.kind == "journal":
        issue = {"volume": record.volume, "issue": record.number}
        return {"type": "article", "parent": _within("periodical", record, issue | imprint)} | _article(record, types)
    if record.kind in MEETINGS and record.container:
        kind = types.get("meeting", "article")
        parent = "proceedings" if kind == "article" else "book"
        return {"type": kind, "parent": _within(parent, record, imprint)} | _article(record, types)
    if record.kind == "chapter" and record.container:
        return {"type": "chapter", "parent": _within("book", record, imprint)}
    usual, genre = ALONE.get(record.kind, ("misc", ""))
    publisher = record.publisher or (record.venue if record.kind in ("thesis", "report") else "")
    alone = {
        "type": types.get(record.kind) or types.get(usual, usual),
        "genre": _verbatim(genre),
        "publisher": _named(publisher),
    }
    return alone | (_serial(record, record.number) if record.kind == "report" else {})


def _article(record: Record, types: Mapping[str, str]) -> Entry:
    return _serial(record, record.article) if types.get("article") != "" else {}


def _serial(record: Record, number: str) -> Entry:
    return {"serial-number": _filled({**_doi(record), "serial": number})}


def _doi(record: Record) -> Entry:
    return {"doi": DOI} if record.doi else {}


def _within(kind: str, record: Record, more: Entry) -> Entry:
    return _filled({"type": kind, "title": _verbatim(record.container), **more})


def _person(name: Name) -> Entry:
    """Return a name; one without parts, or in a script that has no initials, is one whole."""
    if not (name.given and name.family):
        return {"name": name.literal or name.family or name.given}
    if name.family.upper() == name.family.lower():
        return {"name": name.family + name.given}
    family = name.family if BEGIN in name.family else OTHER + name.family
    return _filled({"name": family, "given-name": name.given.replace("‐", "-"), "suffix": name.suffix})


def _verbatim(text: str) -> Entry:
    return {"value": {"value": text, "verbatim": True}} if text else {}


def _named(publisher: str) -> Entry:
    return {"name": _verbatim(publisher)} if publisher else {}


def _filled(values: Entry) -> Entry:
    return {name: value for name, value in values.items() if value}
