"""Reads records from BibTeX as written by people and programs."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from labsite.texts.stored import gettext_noop
from publications.citations.entry import Entry
from publications.citations.record import MEETINGS, Record, acronym_of, status_of
from publications.formats.dates import YEAR, month_of
from publications.formats.entries import LINE, MAX_AUTHORS, PRINTED, TOO_MANY_AUTHORS, broken

from .entries import CrossReferences, entries_of
from .fields import KINDS, NO_PAPERS, PAGE_RANGE, EntryFields, Fields, address_in, text_of
from .identifiers import ARXIV, arxiv_id_of, doi_of, ids_of, links_of
from .names import ends_with_others, names_of
from .scanning import BibtexEntry
from .writing import entry_type_of, fields_of

ADDRESS = re.compile(r"\s*\(\s*(https?://[^\s()]+)\s*\)|[\s,;:.]*(https?://\S+)")
# The fields for what a paper appeared in, the most reliable first; for some kinds in another order.
CONTAINERS = ("booktitle", "journal", "journaltitle", "howpublished")
CONTAINERS_OF = {
    **dict.fromkeys(("journal", "preprint"), ("journal", "journaltitle", "booktitle", "howpublished")),
    **dict.fromkeys(("thesis", "report", "book", "dataset"), ()),
}
PUBLISHERS = ("publisher", "institution", "school", "organization")
PUBLISHERS_OF = {
    "journal": ("publisher",),
    "thesis": ("school", "institution", "publisher", "organization"),
    "report": ("institution", "school", "publisher", "organization"),
}
# Software has one field for container and publisher.
SOFTWARE_FIELDS = {*CONTAINERS, *PUBLISHERS}
SHORT = re.compile(r"[\w&+/-]{2,20}")
AND = re.compile(r"\band\b", re.IGNORECASE)
DATE = re.compile(r"(\d{4})(?:-(\d{2}))?")
STATUSES = {
    "accepted": re.compile(r"\b(?:to appear|in ?press|forthcoming|accepted)\b", re.IGNORECASE),
    "submitted": re.compile(r"\b(?:in submission|submitted|under review)\b", re.IGNORECASE),
}
# Fields that replace a missing title for entries that aren't papers.
OTHER_NAMES = ("maintitle", "booktitle", "issuetitle", "shorttitle", "name")
PAPERS = ("conference", "journal", "thesis", "chapter", "report")
REFERRED_TO = gettext_noop("Its papers are in this file: they say what it is, and it is no paper itself.")


def read(text: str, *, most: int | None = None) -> list[Entry]:
    """Return the entries of a text; a broken one doesn't affect the others."""
    blocks = entries_of(text, most)
    family = CrossReferences(blocks)
    referred = {block.fields["crossref"].strip().lower() for block in blocks if "crossref" in block.fields}
    return [_entry(block, family, block.key.lower() in referred) for block in blocks]


def _entry(block: BibtexEntry, family: CrossReferences, is_referred_to: bool) -> Entry:
    location = LINE.format(number=block.line)
    if block.problem:
        return Entry(location, problem=block.problem)
    fields = family.fields_of(block)
    if len(AND.findall(fields.get("author", ""))) >= MAX_AUTHORS:
        return broken(location, TOO_MANY_AUTHORS)
    if is_referred_to and block.entry_type.removeprefix("mv") == "proceedings":
        return Entry(location, no_paper=REFERRED_TO)
    if block.entry_type in NO_PAPERS:
        return Entry(location, no_paper=NO_PAPERS[block.entry_type])
    record = _record(block, fields)
    if not record.title:
        return broken(location, gettext_noop("this entry has no title. Add one."))
    return Entry(location, record, names_all_authors=not ends_with_others(fields.get("author", "")))


def _record(block: BibtexEntry, fields: Fields) -> Record:
    """Return a record of all fields that a record has. The order matters, because each field is taken once."""
    source = EntryFields(fields)
    doi = doi_of(source)
    arxiv_id = arxiv_id_of(source, doi)
    kind = _kind(block.entry_type, source, arxiv_id)
    year, month = _date(source)
    url = _address(source)
    title = _title(source, kind)
    placed = _placed(source, kind, year, url)
    source.drop("author", "orcid-numbers")
    record = Record(
        key=block.key,
        title=title,
        kind=kind,
        authors=tuple(names_of(source.raw("author"), source.raw("orcid-numbers"))),
        year=year,
        month=month,
        url=url,
        **placed,
        volume=source.take("volume"),
        number=source.take("number", "issue"),
        article=source.take("articleno", "article-number", "eid", "artnum"),
        pages=PAGE_RANGE.sub("–", source.take("pages")),
        doi=doi,
        arxiv_id=arxiv_id,
        note=source.take("note"),
        abstract=source.plain("abstract"),
        ids=ids_of(source, block.key),
        links=links_of(source, (url, doi, arxiv_id)),
    )
    record = replace(record, status=_status(source, record))
    record = replace(record, entry_type="" if entry_type_of(record) == block.entry_type else block.entry_type)
    return replace(record, extra=tuple(_extra(source, block, record)))


def _title(source: EntryFields, kind: str) -> str:
    title = source.take("title") or ("" if kind in PAPERS else source.take(*OTHER_NAMES))
    subtitle = source.take("subtitle") if title else ""
    if not subtitle or title.endswith(subtitle):
        return title
    return f"{title}{'' if title[-1] in '.:?!–—' else ':'} {subtitle}"


def _kind(entry_type: str, source: EntryFields, arxiv_id: str) -> str:
    kind = KINDS.get(entry_type, "preprint" if arxiv_id else "other")
    container = next((name for name in CONTAINERS_OF["journal"] if source.text(name)), "")
    if kind == "journal" and (container in source.taken or ARXIV.match(source.text(container))):
        return "preprint"
    is_workshop = kind == "conference" and "workshop" in source.text(*CONTAINERS, "series").casefold()
    return "workshop" if is_workshop else kind


def _status(source: EntryFields, record: Record) -> str:
    """Return the status that any words of the entry tell, also the name of a journal such as ``Submitted to Rest``."""
    publisher = record.publisher if record.kind == "software" else ""
    words = " ".join((source.text("note"), source.text("pubstate"), record.venue, record.proceedings, publisher))
    words += "" if record.year else " " + source.text("year")
    stated = next((status for status, pattern in STATUSES.items() if pattern.search(words)), "")
    return stated or status_of(source.text("note"), record.kind)


def _extra(source: EntryFields, block: BibtexEntry, record: Record) -> Iterator[tuple[str, str]]:
    """Yield the fields that weren't taken, under names that differ from those with which the record is written."""
    if block.entry_type == "phdthesis" and source.text("type") == "Thesis":
        source.drop("type")  # which the writer adds
    taken = {name.lower() for name, _ in fields_of(record)} - {"type"}
    if "howpublished" in taken:  # which is easily confused with them
        taken |= SOFTWARE_FIELDS if record.kind == "software" else {*CONTAINERS}
    again = ((name, text_of(name, value)) for name, value in block.repeated)
    numbers: Counter[str] = Counter()
    for name, text in (*source.left(), *((name, text) for name, text in again if text != source.text(name))):
        own = name
        while own in taken:
            numbers[name] += 1
            own = f"{name}-{numbers[name] + 1}"
        taken.add(own)
        yield own, text


def _date(source: EntryFields) -> tuple[int | None, int | None]:
    """Return year and month. A field that holds more, such as a day or a range, isn't taken."""
    year, date, written = _year(source), DATE.match(source.text("date")), source.text("month")
    if not year:
        return None, None
    month = month_of(written)
    if month and re.fullmatch(r"\d+|[^\W\d]+\.?", written):
        source.drop("month")
    dated = int(date[2]) if date and date[2] and int(date[1]) == year else 0
    month = month or (dated if 1 <= dated <= 12 else None)
    if date and date[0] == source.text("date") and int(date[1]) == year and (not date[2] or int(date[2]) == month):
        source.drop("date")
    return year, month


def _year(source: EntryFields) -> int | None:
    for name in ("year", "date"):
        text = source.text(name)
        if (match := YEAR.search(text)) and not text.startswith("-"):  # a year BC
            if text == match[0]:
                source.drop(name)
            return int(match[0])
    return None


def _placed(source: EntryFields, kind: str, year: int | None, url: str) -> dict[str, Any]:
    """Return the record's fields for where the paper appeared; fields that hold more than that aren't taken."""
    if kind == "preprint":
        if ARXIV.match(source.text("publisher")):
            source.drop("publisher")
        server = _container(source, CONTAINERS_OF[kind], url)
        is_arxiv = not server or ARXIV.match(server)
        return {"venue": "arXiv", "acronym": "arXiv"} if is_arxiv else {"venue": server}
    names = (name for name in PUBLISHERS_OF.get(kind, PUBLISHERS) if not ADDRESS.search(source.text(name)))
    publisher = source.take(*names)
    if kind == "software":
        return {"publisher": publisher or _container(source, CONTAINERS, url)}
    container = _container(source, CONTAINERS_OF.get(kind, CONTAINERS), url)
    acronym = ""
    is_printed = kind in MEETINGS and PRINTED.search(container)
    if kind in MEETINGS:
        acronym = _series(source, "" if is_printed else container, year) or _abbreviation(source, year)
    elif kind == "journal":
        acronym = _abbreviation(source, year)
    return {"proceedings" if is_printed else "venue": container, "acronym": acronym, "publisher": publisher}


def _address(source: EntryFields) -> str:
    """Take and return the address of the paper."""
    url, inside = source.address("url"), ADDRESS.search(source.text("howpublished"))
    if url:
        source.drop("url")
    return url or (address_in(inside[1] or inside[2]) if inside else "")


def _container(source: EntryFields, names: tuple[str, ...], url: str) -> str:
    """Return the container. Its field isn't taken if it has an address other than the record's."""
    for name in (name for name in names if name not in source.taken):
        text = source.text(name)
        address, container = ADDRESS.search(text), ADDRESS.sub("", text).strip()
        if not address or address_in(address[1] or address[2]) == url:
            source.drop(name)
        if container:
            return container
    return ""


def _series(source: EntryFields, venue: str, year: int | None) -> str:
    """Take and return the acronym in the series, unless it is the venue's full name."""
    series = source.text("series")
    acronym = series if series and series == source.text("abbr") else acronym_of(series, year)
    if not acronym or acronym == venue:
        return ""
    source.drop("series")
    return acronym


def _abbreviation(source: EntryFields, year: int | None) -> str:
    """Return the short name that sites give the venue. The field isn't taken, because sites have other uses for it."""
    short = source.text("shortjournal", "abbr")
    acronym = (acronym_of(short, year) if year else "") or short
    return acronym if SHORT.fullmatch(acronym) else ""
