"""Records out of BibTeX, as other people and their programs write it."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from publications.citations.entry import Entry
from publications.citations.record import Record, Unreadable, status_of

from .blocks import Block, blocks_of
from .dates import dated
from .identities import ARXIV, arxiv_id_of, doi_of, ids_of, links_of
from .inheritance import Family
from .names import ends_with_others, names_of
from .places import CONTAINERS, CONTAINERS_OF, SOFTWARE_FIELDS, Place, address_of, placed
from .source import Source, text_of
from .words import KINDS, NO_PAPERS, PAGE_RANGE, Fields
from .writing import entry_type_of, fields_of

AND = re.compile(r"\band\b", re.IGNORECASE)
MAX_AUTHORS = 1000
STATUSES = {
    "accepted": re.compile(r"\b(?:to appear|in ?press|forthcoming|accepted)\b", re.IGNORECASE),
    "submitted": re.compile(r"\b(?:in submission|submitted|under review)\b", re.IGNORECASE),
}
# What to call an entry that isn't a paper with a title.
OTHER_NAMES = ("maintitle", "booktitle", "issuetitle", "shorttitle", "name")
PAPERS = ("conference", "journal", "thesis", "chapter", "report")
REFERRED_TO = "Its papers are in this file: they say what it is, and it is no paper itself."


def parse(text: str) -> list[Record]:
    """Return the records of a BibTeX file without any fault. Raises Unreadable for any other text."""
    blocks = blocks_of(text)
    for fault in (fault for block in blocks for fault in (block.problem, *block.faults) if fault):
        raise Unreadable(fault)
    entries = _entries(blocks)
    for problem in (entry.problem for entry in entries if entry.problem):
        raise Unreadable(problem)
    if text.strip() and not entries:
        raise Unreadable("There is no BibTeX entry in this text.")
    _expect_own_keys(entries)
    return [entry.record for entry in entries if entry.record]


def read(text: str) -> list[Entry]:
    """Return what each entry of a text says; a broken one stops no other."""
    return _entries(blocks_of(text))


def _expect_own_keys(entries: list[Entry]) -> None:
    seen = set()
    for entry in entries:
        key = entry.record.key if entry.record else ""
        if key and key in seen:
            raise Unreadable(f"{entry.place.capitalize()}: another entry has the key “{key}” too.")
        seen.add(key)


def _entries(blocks: list[Block]) -> list[Entry]:
    family = Family(blocks)
    referred = {block.fields["crossref"].strip().lower() for block in blocks if "crossref" in block.fields}
    return [_entry(block, family, block.key.lower() in referred) for block in blocks]


def _entry(block: Block, family: Family, is_referred_to: bool) -> Entry:
    place = f"line {block.line}"
    no_paper = NO_PAPERS.get(block.entry_type, "")
    if is_referred_to and block.entry_type.removeprefix("mv") == "proceedings":
        no_paper = REFERRED_TO
    fields = {} if block.problem else family.fields_of(block)
    problem = block.problem or _too_much(block.line, fields)
    if problem or no_paper:
        return Entry(place, problem=problem, no_paper="" if problem else no_paper)
    record = _record(block, fields)
    if not record.title:
        return Entry(place, problem=f"Line {block.line}: this entry has no title. Add one.")
    return Entry(place, record, names_all_authors=not ends_with_others(fields.get("author", "")))


def _too_much(line: int, fields: Fields) -> str:
    if len(AND.findall(fields.get("author", ""))) < MAX_AUTHORS:
        return ""
    return f"Line {line}: this entry has more than {MAX_AUTHORS:,} authors. Keep those that matter here."


def _record(block: Block, fields: Fields) -> Record:
    source = Source(fields)
    told = _told(source, block)
    usual = entry_type_of(told)
    record = replace(told, entry_type="" if usual == block.entry_type else block.entry_type)
    return replace(record, extra=tuple(_extra(source, block, record)))


def _told(source: Source, block: Block) -> Record:
    """Return what the fields say that a record has a place for. The order matters: each field is taken once."""
    doi = doi_of(source)
    arxiv_id = arxiv_id_of(source, doi)
    kind = _kind(block.entry_type, source, arxiv_id)
    year, month = dated(source)
    url = address_of(source)
    title = _title(source, kind)
    place = placed(source, kind, year, url)
    source.drop("author", "orcid-numbers")
    return Record(
        key=block.key,
        title=title,
        kind=kind,
        status=_status(source, kind, year, place),
        authors=tuple(names_of(source.raw("author"), source.raw("orcid-numbers"))),
        year=year,
        month=month,
        url=url,
        **place._asdict(),
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


def _title(source: Source, kind: str) -> str:
    title = source.take("title") or ("" if kind in PAPERS else source.take(*OTHER_NAMES))
    subtitle = source.take("subtitle") if title else ""
    if not subtitle or title.endswith(subtitle):
        return title
    return f"{title}{'' if title[-1] in '.:?!–—' else ':'} {subtitle}"


def _kind(entry_type: str, source: Source, arxiv_id: str) -> str:
    kind = KINDS.get(entry_type, "preprint" if arxiv_id else "other")
    container = next((name for name in CONTAINERS_OF["journal"] if source.text(name)), "")
    if kind == "journal" and (container in source.taken or ARXIV.match(source.text(container))):
        return "preprint"
    is_workshop = kind == "conference" and "workshop" in source.text(*CONTAINERS, "series").casefold()
    return "workshop" if is_workshop else kind


def _status(source: Source, kind: str, year: int | None, place: Place) -> str:
    """Return the status in what an entry says in words: in a journal's name, too, as in ``Submitted to Rest``."""
    publisher = place.publisher if kind == "software" else ""
    words = " ".join((source.text("note"), source.text("pubstate"), place.venue, place.proceedings, publisher))
    words += "" if year else " " + source.text("year")
    said = next((status for status, pattern in STATUSES.items() if pattern.search(words)), "")
    return said or status_of(source.text("note"), kind)


def _extra(source: Source, block: Block, record: Record) -> Iterator[tuple[str, str]]:
    """Yield what is left, each under a name of its own beside those of the fields that writing the record takes."""
    if block.entry_type == "phdthesis" and source.text("type") == "Thesis":
        source.drop("type")  # what writing puts there
    taken = _taken(record)
    again = ((name, text_of(name, value)) for name, value in block.repeated)
    numbers: Counter[str] = Counter()
    for name, text in (*source.left(), *((name, text) for name, text in again if text != source.text(name))):
        own = name
        while own in taken:
            numbers[name] += 1
            own = f"{name}-{numbers[name] + 1}"
        taken.add(own)
        yield own, text


def _taken(record: Record) -> set[str]:
    """Return the names of fields that mean something else beside those that writing the record takes."""
    names = {name.lower() for name, _ in fields_of(record)} - {"type"}
    if "howpublished" in names:
        names |= SOFTWARE_FIELDS if record.kind == "software" else {*CONTAINERS}
    return names
