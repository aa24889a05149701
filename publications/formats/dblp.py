"""dblp's XML for a person (``/pid/….xml``) and a paper (``/rec/….xml``), and the results of its search.

Records and fields: https://dblp.org/xml/docu/dblpxml.pdf and https://dblp.org/xml/dblp.dtd; the search:
https://dblp.org/faq/How+to+use+the+dblp+search+API.html
"""

import re
from dataclasses import replace
from functools import partial

from publications.citations.containers import with_dash
from publications.citations.dates import month_in, year_in
from publications.citations.entry import Entry
from publications.citations.identifiers import orcid_in
from publications.citations.names import in_order
from publications.citations.record import MEETINGS, Name, Record, Unreadable, gettext_noop, status_of

from .entries import IS_NO_PAPER, LINE, Located, SourceFields, at_most, entry_of, notice
from .safe_parsing import XmlElement, xml_elements

RECORDS_STAND_IN = {"r", "dblp", "hit"}
KINDS = {
    "article": "journal",
    "inproceedings": "conference",
    "incollection": "chapter",
    "book": "book",
    **dict.fromkeys(("phdthesis", "mastersthesis"), "thesis"),
    "data": "dataset",
}
# The types of records in results of the search.
SEARCHED = {
    **dict.fromkeys(("Journal Articles", "Informal and Other Publications", "Informal Publications"), "article"),
    "Conference and Workshop Papers": "inproceedings",
    **dict.fromkeys(("Parts in Books or Collections", "Reference Works"), "incollection"),
    "Books and Theses": "book",
    "Editorship": "proceedings",
    "Data and Artifacts": "data",
}
ARXIV = ("corr", "arxiv")
PREFIX = "dblp "  # of extra fields, because some names mean something else in other formats

NUMBERED = re.compile(r"\s+[0-9]{4}$")  # after names that several people share
VOLUME_OF_SERIES = re.compile(r"\s*\([0-9]+\)$")  # ECCV (12)
WORKSHOP = re.compile(r"workshop|@", re.IGNORECASE)
CATALOGUE = re.compile(r"https?://(?:www\.)?(?:wikidata\.org|worldcat\.org|d-nb\.info)/")
MAX_ACRONYM_LENGTH = 12
APART = ("author", "authors", "editor", "title", "ee", "cite")


def read(text: str, *, most: int | None = None) -> list[Entry]:
    """Return the entries of a text; if the text breaks off, those before that point."""
    entries = []
    try:
        elements = map(_searched, xml_elements(text, RECORDS_STAND_IN))
        records = (element for element in elements if element.tag in (*KINDS, "proceedings", "www"))
        for record in at_most(records, most):
            location = LINE.format(number=record.line)
            if reason := _no_paper(record):
                entries.append(Entry(location, no_paper=IS_NO_PAPER.format(title=_title(record), why=reason)))
            else:
                entries.append(entry_of(location, _record(record)))
    except Unreadable as error:
        entries.append(Entry(problem=str(error)))
    return entries


def _searched(info: XmlElement) -> XmlElement:
    """Return a result of the search as an element of the kind that dblp's records have, and others as they are."""
    if info.tag != "info":
        return info
    type_name = info.text_of("type")
    attributes = {"key": info.text_of("key"), "publtype": "informal" if type_name.startswith("Informal") else ""}
    return replace(info, tag=SEARCHED.get(type_name, "article"), attributes=attributes)


def _no_paper(element: XmlElement) -> str:
    if element.tag == "www":
        return gettext_noop("a homepage, not a paper.")
    if element.tag == "proceedings" or (element.all("editor") and not _authors(element)):
        return gettext_noop("an edited volume, not a paper.")
    if "withdrawn" in element.attributes.get("publtype", ""):
        return gettext_noop("a paper that was withdrawn, according to dblp.")
    return notice(_title(element))


def _title(element: XmlElement) -> str:
    """Return the title without the full stop that dblp adds to every title."""
    title = element.text_of("title")
    return title[:-1] if title.endswith(".") and not title.endswith("..") else title


def _authors(element: XmlElement) -> list[XmlElement]:
    return [author for group in (element, *element.all("authors")) for author in group.all("author")]


def _name(author: XmlElement) -> Name:
    return replace(in_order(NUMBERED.sub("", author.text)), orcid=orcid_in(author.attributes.get("orcid", "")))


def _record(element: XmlElement) -> Record:
    fields = SourceFields((child.tag, child.text) for child in element.children if child.tag not in APART)
    for name in ("mdate", "publtype"):
        fields.add(name, element.attributes.get(name, ""))
    fields.add("editor", "; ".join(str(_name(editor)) for editor in element.all("editor") if editor.text))
    key = element.attributes.get("key", "") or fields.take("key")
    fields.take_all("key", "type", "access", "stream")
    kind = _kind(element, fields)
    # dblp names meetings by acronyms.
    venue = VOLUME_OF_SERIES.sub("", fields.take("journal", "booktitle", "venue"))
    is_acronym = kind in MEETINGS and len(venue) <= MAX_ACRONYM_LENGTH
    if kind == "preprint" and venue.casefold() in ARXIV:
        venue, is_acronym = "arXiv", True
    located = _located(element, fields, kind)
    located.identify("dblp", key)
    return Record(
        key=f"DBLP:{key}" if key else "",
        title=_title(element),
        kind=kind,
        status=status_of("", kind),
        authors=tuple(_name(author) for author in _authors(element) if author.text),
        year=year_in(fields.take("year")),
        month=month_in(fields.take("month", fits=month_in)),
        venue=venue,
        acronym=venue if is_acronym else "",
        publisher=fields.take("publisher", "school"),
        **fields.take_each("volume", "number"),
        pages=with_dash(fields.take("pages")),
        **located.fields(),
        extra=fields.left(PREFIX),
    )


def _kind(element: XmlElement, fields: SourceFields) -> str:
    is_at_arxiv = any(value.casefold() in ARXIV for value in fields.values("journal", "venue"))
    informal = fields.take("publtype", fits="informal".__eq__)
    if element.tag == "article" and (informal or is_at_arxiv):
        return "preprint"
    if "software" in fields.values("publtype"):
        return "software"
    kind = KINDS[element.tag]
    is_workshop = kind == "conference" and any(map(WORKSHOP.search, fields.values("booktitle", "venue")))
    return "workshop" if is_workshop else kind


def _located(element: XmlElement, fields: SourceFields, kind: str) -> Located:
    located = Located()
    located.know(fields.take("doi"))
    for ee in element.all("ee"):
        is_elsewhere = CATALOGUE.match(ee.text) or ee.attributes.get("type") == "archive"
        if is_elsewhere or not located.visit(ee.text):
            fields.add("ee", ee.text)
    if kind == "preprint":
        fields.take_all("volume", fits=located.know)
    if kind in ("book", "thesis"):
        fields.take_all("isbn", fits=partial(located.identify, "isbn"))
    return located
