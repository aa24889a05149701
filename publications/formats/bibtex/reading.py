"""Reads records from BibTeX as written by people and programs."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from publications.citations.dates import YEAR, month_of
from publications.citations.entry import Entry
from publications.citations.identifiers import (
    arxiv_in,
    dblp_in,
    doi_in,
    find_arxiv_ids,
    find_dois,
    ids_listed,
    is_resolver,
)
from publications.citations.record import MEETINGS, Record, RecordLink, acronym_of, gettext_noop, status_of
from publications.formats.entries import LINE, MAX_AUTHORS, PRINTED, TOO_MANY_AUTHORS, broken
from publications.formats.program_fields import FACTS

from .entries import BibtexEntry, CrossReferences, entries_of
from .fields import (
    ID_FIELDS,
    KINDS,
    LINKS,
    NO_PAPERS,
    PAGE_RANGE,
    EntryFields,
    Fields,
    address_in,
    text_of,
    unnumbered,
)
from .names import ends_with_others, names_of
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
ARXIV = re.compile(r"\b(?:arxiv|corr)\b", re.IGNORECASE)
FIELDS_WITH_ARXIV = (
    *("journal", "journaltitle", "booktitle", "howpublished", "publisher", "institution", "school", "organization"),
    *("note", "volume", "pages", "eprint", "number"),
)
MAX_ARXIV_FIELD_LENGTH = 80  # characters of a field that holds little more than the arXiv id

ADDRESSES = ("ee", "eprint", "paper", "html", "pdf", "link")
PDF = re.compile(r"\.pdf$|/pdf/", re.IGNORECASE)
DBLP_KEY = re.compile(r"DBLP:(.+)", re.IGNORECASE)
OTHER_FIELDS = {"pmid": ("pubmed",), "pmcid": ("pmc",), "hal": ("hal", "halid", "hal-id")}
EPRINTS = {"pubmed": "pmid", "pmid": "pmid", "hal": "hal", "pmcid": "pmcid"}
REFERRED_TO = gettext_noop("Papers in this file appeared in it and give its details; it isn’t a paper itself.")


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
    url, inside = source.address("url"), ADDRESS.search(source.text("howpublished"))
    if url:
        source.drop("url")
    elif inside:
        url = address_in(inside[1] or inside[2])
    title = source.take("title") or ("" if kind in PAPERS else source.take(*OTHER_NAMES))
    subtitle = source.take("subtitle") if title else ""
    if subtitle and not title.endswith(subtitle):
        title += f"{'' if title[-1] in '.:?!–—' else ':'} {subtitle}"
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
    year = None
    for name in ("year", "date"):
        text = source.text(name)
        if not year and (match := YEAR.search(text)) and not text.startswith("-"):  # a year BC
            year = int(match[0])
            source.drop(*([name] if text == match[0] else []))
    if not year:
        return None, None
    date, written = DATE.match(source.text("date")), source.text("month")
    month = month_of(written)
    if month and re.fullmatch(r"\d+|[^\W\d]+\.?", written):
        source.drop("month")
    dated = int(date[2]) if date and date[2] and int(date[1]) == year else 0
    month = month or (dated if 1 <= dated <= 12 else None)
    if date and date[0] == source.text("date") and int(date[1]) == year and (not date[2] or int(date[2]) == month):
        source.drop("date")
    return year, month


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
        series = source.text("series")
        acronym = series if series and series == source.text("abbr") else acronym_of(series, year)
        if acronym and acronym != ("" if is_printed else container):
            source.drop("series")
        else:
            acronym = _abbreviation(source, year)
    elif kind == "journal":
        acronym = _abbreviation(source, year)
    return {"proceedings" if is_printed else "venue": container, "acronym": acronym, "publisher": publisher}


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


def _abbreviation(source: EntryFields, year: int | None) -> str:
    """Return the short name that sites give the venue. The field isn't taken, because sites have other uses for it."""
    short = source.text("shortjournal", "abbr")
    acronym = (acronym_of(short, year) if year else "") or short
    return acronym if SHORT.fullmatch(acronym) else ""


def doi_of(source: EntryFields) -> str:
    """Return the DOI from its field or from an address at doi.org."""
    written = re.sub(r"\{?\\([_%&#$])(?:\{\})?\}?", r"\1", " ".join(source.raw("doi").split()))
    doi = doi_in(written) or next(filter(arxiv_in, find_dois(written)), "")
    if doi:
        source.drop("doi")
    return doi or next(filter(None, (doi_in(each) for each in _addresses(source) if is_resolver(each))), "")


def _addresses(source: EntryFields) -> Iterator[str]:
    """Yield the addresses that may contain a DOI or an arXiv id."""
    yield source.address("url")
    yield from (source.address(name) for name in source.fields if unnumbered(name) in ADDRESSES)


def arxiv_id_of(source: EntryFields, doi: str) -> str:
    """Return the arXiv id from its field, or from a journal such as ``arXiv preprint arXiv:2406.18485``.

    It takes the fields that hold the id and little else, such as its version, which changes.
    """
    arxiv_id = next(_arxiv_ids(source, doi), "")
    if not arxiv_id:
        return ""
    for name in ("eprint", "arxiv", *FIELDS_WITH_ARXIV):
        text = source.text(name)
        if arxiv_id.casefold() in text.casefold() and len(text) <= MAX_ARXIV_FIELD_LENGTH and name != "note":
            source.drop(name)
    source.drop(*(name for name in ("archiveprefix", "eprinttype") if source.text(name).casefold() == "arxiv"))
    return arxiv_id


def _arxiv_ids(source: EntryFields, doi: str) -> Iterator[str]:
    of_arxiv = source.text("archiveprefix", "eprinttype").casefold() == "arxiv"
    yield from find_arxiv_ids(source.raw("eprint")) if of_arxiv else ()
    yield from find_arxiv_ids(source.raw("arxiv"))
    for name in FIELDS_WITH_ARXIV:
        if ARXIV.search(f"{source.text(name)} {source.text('journal', 'journaltitle')}"):
            yield from find_arxiv_ids(source.text(name))
    # The site's own files name the number of what has one, and other addresses there are links.
    yield from filter(None, map(arxiv_in, (*(() if source.raw(FACTS) else _addresses(source)), doi)))


def ids_of(source: EntryFields, key: str) -> tuple[tuple[str, str], ...]:
    """Return schemes and values of the identifiers other than the DOI and the arXiv id."""
    ids: list[tuple[str, str]] = []
    scheme_of_eprint = EPRINTS.get(source.text("eprinttype", "archiveprefix").casefold())
    for scheme, field in ID_FIELDS.items():
        if scheme == "dblp":
            addresses = source.text("biburl").split()
            keys = [dblp_in(address) for address in addresses if "/rec/" in address]
            if keys and all(keys) and len(keys) == len(addresses):
                source.drop("biburl")
            else:
                keys = []
            if (match := DBLP_KEY.fullmatch(key)) and "/" in match[1] and (own := dblp_in(match[1])):
                keys.append(own)
            ids += [(scheme, value) for value in keys]
            continue
        for name in (field, *OTHER_FIELDS.get(scheme, ())):
            ids += _all_in(source, name, scheme)
        if scheme == scheme_of_eprint and "eprint" not in source.taken:
            eprints = _all_in(source, "eprint", scheme)
            source.drop(*(["eprinttype", "archiveprefix"] if eprints else []))
            ids += eprints
    return tuple(dict.fromkeys(ids))


def _all_in(source: EntryFields, name: str, scheme: str) -> list[tuple[str, str]]:
    """Take and return the identifiers of a field that holds nothing else."""
    values = ids_listed(scheme, source.text(name))
    source.drop(*([name] if values else []))
    return [(scheme, value) for value in values]


def links_of(source: EntryFields, known: tuple[str, ...]) -> tuple[RecordLink, ...]:
    """Return the links with absolute addresses; relative ones are left, because only their own site can resolve them.

    Pages to which ``known`` leads, the record's address, DOI and arXiv id, are left out.
    """
    links = []
    for name in source.fields:
        meaning = LINKS.get(unnumbered(name))
        if meaning and name not in source.taken and (url := source.address(name)):
            source.drop(name)
            links.append(RecordLink(meaning[0] or ("pdf" if PDF.search(url) else "page"), url, meaning[1]))
    known = tuple(filter(None, known))
    return tuple(
        link
        for link in dict.fromkeys(links)
        if link.kind != "page" or {link.url, doi_in(link.url), arxiv_in(link.url)}.isdisjoint(known)
    )
