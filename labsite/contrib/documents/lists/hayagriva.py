"""Records as Typst's bibliographies take them: Hayagriva's YAML, written as JSON, which YAML includes.

The format: https://github.com/typst/hayagriva/blob/main/docs/file-format.md. A plain text in it may have formulas and
braces; every text of a record goes in as a verbatim chunk, in which nothing means anything and no letter changes case.
"""

from typing import Any

from labsite.contrib.documents.lists.styles import CitationStyle
from publications.citations.record import Name, Record
from publications.formats.styles import volume_number

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
    return _filled(_general(record, style) | _placed(record, style))


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


def _placed(record: Record, style: CitationStyle) -> Entry:
    """Return the type, and where it appeared."""
    types = style.types
    if record.status == "submitted" and not record.arxiv_id:
        return {"type": types.get("manuscript", "manuscript"), "genre": _verbatim(SUBMITTED)}
    if not record.is_out:
        server = {"publisher": _named(record.server)}
        if record.arxiv_id:
            return {"type": "article"} | server | _serial(record, f"arXiv:{record.arxiv_id}")
        return {"type": types.get("preprint", "article")} | server
    if record.is_article:
        issue = _issue(record, style)
        parent = _filled({"type": "periodical", "title": _verbatim(record.container), **issue})
        return {"type": "article", "parent": parent} | _location(record, style.article)
    if record.is_part:
        is_chapter = record.kind == "chapter"
        kind = "chapter" if is_chapter else types.get("meeting", "article")
        container = "proceedings" if kind == "article" else "book"
        return {"type": kind, "parent": _whole(container, record, style)} | _location(record, style.article_of_part)
    usual, genre = ALONE.get(record.kind, ("misc", ""))
    number = record.number if record.kind == "report" else ""
    issuer = record.issuer
    if number and "report" in style.omits:
        number, issuer = "", ", ".join(filter(None, (f"Tech. Rep. {number}", issuer)))
    alone = {
        "type": types.get(record.kind) or types.get(usual, usual),
        "genre": _verbatim(genre),
        "publisher": _named(issuer),
    }
    return alone | (_serial(record, number) if number else {})


def _issue(record: Record, style: CitationStyle) -> Entry:
    """Return volume and issue of a periodical; together where the engine would leave out the issue."""
    if "issue" in style.omits:
        return {"volume": record.volume + (f"({record.number})" if record.number else "")}
    return {"volume": record.volume or (record.number if style.volume_alone else ""), "issue": record.number}


def _location(record: Record, form: str) -> Entry:
    """Return an article number as a style prints it, in place of pages unless these begin with it, as 12:1–12:25."""
    if not form:
        return _serial(record, record.article)
    is_in_pages = not record.article or record.pages.startswith(f"{record.article}:")
    return {} if is_in_pages else {"page-range": form.format(record.article)}


def _whole(kind: str, record: Record, style: CitationStyle) -> Entry:
    """Return proceedings or a book; with the numbers in its name that the engine would leave out."""
    imprint = {"type": kind, "publisher": _named(record.publisher)}
    if record.number or "volume" in style.omits:
        title = ", ".join((record.container, *volume_number(record, "vol.", "no.")))
        return _filled(imprint | {"title": _verbatim(title)})
    return _filled(imprint | {"title": _verbatim(record.container), "volume": record.volume})


def _serial(record: Record, number: str) -> Entry:
    return {"serial-number": _filled({**_doi(record), "serial": number})}


def _doi(record: Record) -> Entry:
    return {"doi": DOI} if record.doi else {}


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
