"""Records out of BibTeX, as other people and their programs write it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from publications.entry import Entry
from publications.formats.latex import plain
from publications.record import MEETINGS, Record, Unreadable, acronym_of, status_of

from .blocks import Block, blocks_of, month_of
from .names import ends_with_others, names_of
from .words import KINDS, PAGE_RANGE, Fields

PRINTED = re.compile(r"\bProc\b|\bProceedings\b|\d")  # of one edition, rather than of the series
ARXIV = re.compile(r"\b(?:arxiv|corr)\b", re.IGNORECASE)
ARXIV_ID = re.compile(r"(?<![\d.])(\d{4}\.\d{4,5}|[a-z.-]+/\d{7})(?:v\d+)?(?![\d.]*\d)", re.IGNORECASE)
DOI_PREFIX = re.compile(r"^\s*(?:https?://(?:dx\.)?doi\.org/|doi:)\s*", re.IGNORECASE)
AND = re.compile(r"\band\b")
MOST_AUTHORS = 1000
ADDRESS = re.compile(r"https?://\S+")
STATUSES = {
    "accepted": re.compile(r"\b(?:to appear|in ?press|forthcoming|accepted)\b", re.IGNORECASE),
    "submitted": re.compile(r"\b(?:in submission|submitted|under review)\b", re.IGNORECASE),
}
# Fields whose value becomes something else than their text, and those that say nothing of the paper.
TAKEN = {"author", "month", "date", "archiveprefix", "eprinttype", "crossref", "orcid-numbers", "primaryclass"}


def parse(text: str) -> list[Record]:
    """Return the records of a BibTeX file. Raises Unreadable for any other text."""
    entries = read(text)
    for entry in entries:
        if entry.problem:
            raise Unreadable(entry.problem)
    if text.strip() and not entries:
        raise Unreadable("There is no BibTeX entry in this text.")
    records = [entry.record for entry in entries if entry.record]
    keys = [record.key for record in records]
    for place, entry in enumerate(entries):
        if keys[place] in keys[:place]:
            raise Unreadable(f"{entry.place.capitalize()}: another entry has the key “{keys[place]}” too.")
    return records


def read(text: str) -> list[Entry]:
    """Return what each entry of a text says, without those that others refer to; a broken one stops no other."""
    blocks = blocks_of(text)
    parents = {block.key.lower(): block.fields for block in blocks if block.key}
    referred = {block.fields["crossref"].lower() for block in blocks if "crossref" in block.fields}
    return [
        _entry(block, parents)
        for block in blocks
        if not (block.entry_type == "proceedings" and block.key.lower() in referred)
    ]


def _entry(block: Block, parents: dict[str, Fields]) -> Entry:
    fields = _inherited(block.fields, parents)
    place = f"line {block.line}"
    problem = block.problem or _too_much(block.line, fields)
    if problem:
        return Entry(place, problem=problem)
    try:
        record = _record(block.key, block.entry_type, fields)
    except RecursionError:
        return Entry(place, problem=f"Line {block.line}: the commands of this entry are nested too deeply.")
    return Entry(
        place,
        replace(record, extra=tuple(_left_over(block.fields, record))),
        names_all_authors=not ends_with_others(fields.get("author", "")),
    )


def _too_much(line: int, fields: Fields) -> str:
    if len(AND.findall(fields.get("author", ""))) < MOST_AUTHORS:
        return ""
    return f"Line {line}: this entry has more than {MOST_AUTHORS:,} authors. Keep those that matter here."


def _inherited(fields: Fields, parents: dict[str, Fields]) -> Fields:
    """Return an entry's fields with those of the proceedings that it refers to, whose title is its book's title."""
    parent = parents.get(fields.get("crossref", "").lower(), {})
    own_title = {"booktitle" if name == "title" else name: value for name, value in parent.items()}
    return own_title | {name: value for name, value in parent.items() if name == "booktitle"} | fields


def _left_over(fields: Fields, record: Record) -> Iterator[tuple[str, str]]:
    """Yield the fields, as plain text, whose value is nowhere in the record."""
    held = {_comparable(str(value)) for value in vars(record).values() if value}
    for name, value in fields.items():
        text = plain(value)
        said = _comparable(text)
        is_held = {said, _comparable(acronym_of(text, record.year))} & held
        if text and name not in TAKEN and not is_held and not _names_arxiv(said, record):
            yield name, text


def _comparable(text: str) -> str:
    return DOI_PREFIX.sub("", PAGE_RANGE.sub("–", text)).casefold()


def _names_arxiv(said: str, record: Record) -> bool:
    return bool(record.arxiv_id) and record.arxiv_id.casefold() in said


def _record(key: str, entry_type: str, fields: Fields) -> Record:
    def text(*names: str) -> str:
        return next((found for name in names if (found := plain(fields.get(name, "")))), "")

    found = re.match(r"\d{4}\b", text("year", "date"))
    year = int(found[0]) if found else None
    arxiv_id = _arxiv_id(fields, text)
    kind = _kind(entry_type, text, arxiv_id)
    return Record(
        key=key,
        title=text("title"),
        kind=kind,
        status=_status(text, kind),
        authors=tuple(names_of(fields.get("author", ""), fields.get("orcid-numbers", ""))),
        year=year,
        month=month_of(text("month") or fields.get("date", "")[5:7]) if year else None,
        **{"acronym": acronym_of(text("series"), year)} | _placed(kind, text),
        volume="" if arxiv_id and arxiv_id in text("volume") else text("volume"),
        number=text("number"),
        article=text("articleno", "article-number", "eid"),
        pages="" if ARXIV.search(text("pages")) else PAGE_RANGE.sub("–", text("pages")),
        doi=_doi(fields),
        arxiv_id=arxiv_id,
        url=fields.get("url", "").strip() or _address_in(fields.get("howpublished", "")),
        note=text("note"),
        abstract=text("abstract"),
    )


def _doi(fields: Fields) -> str:
    doi = fields.get("doi", "")
    if not doi and DOI_PREFIX.match(fields.get("url", "")):
        doi = fields["url"]
    return DOI_PREFIX.sub("", doi).strip().replace("\\_", "_")


def _arxiv_id(fields: Fields, text: Callable[..., str]) -> str:
    """Return the id out of the field for it, or out of a journal such as ``arXiv preprint arXiv:2406.18485``."""
    eprint = fields.get("eprint", "").strip()
    if eprint and text("archiveprefix", "eprinttype").casefold() == "arxiv":
        found = ARXIV_ID.search(eprint)
        return found[1] if found else eprint
    for name in ("journal", "journaltitle", "howpublished", "note", "volume", "pages", "eprint"):
        if ARXIV.search(f"{text(name)} {text('journal', 'journaltitle')}") and (found := ARXIV_ID.search(text(name))):
            return found[1]
    found = re.match(r"https?://arxiv\.org/(?:abs|pdf)/", fields.get("url", "").strip())
    inside = found and ARXIV_ID.search(fields["url"].strip(), found.end())
    return inside[1] if inside else ""


def _kind(entry_type: str, text: Callable[..., str], arxiv_id: str) -> str:
    kind = KINDS.get(entry_type, "preprint" if arxiv_id else "other")
    if kind == "journal" and ARXIV.match(text("journal", "journaltitle")):
        return "preprint"
    is_workshop = kind == "conference" and "workshop" in text("booktitle", "series").casefold()
    return "workshop" if is_workshop else kind


def _status(text: Callable[..., str], kind: str) -> str:
    words = " ".join((text("note"), text("year"), text("pubstate"), text("journal", "booktitle")))
    said = next((status for status, pattern in STATUSES.items() if pattern.search(words)), "")
    return said or status_of(text("note"), kind)


def _placed(kind: str, text: Callable[..., str]) -> dict[str, Any]:
    """Return the fields of a record that say where it appeared and who published it."""
    place = text("booktitle", "journal", "journaltitle") or ADDRESS.sub("", text("howpublished")).strip()
    publisher = text("publisher", "school", "institution", "organization")
    if kind == "preprint" and (not place or ARXIV.match(place)):
        return {"venue": "arXiv", "acronym": "arXiv"}
    if kind == "software":
        return {"publisher": publisher or place}
    if kind in MEETINGS and PRINTED.search(place):
        return {"proceedings": place, "publisher": publisher}
    return {"venue": place, "publisher": publisher}


def _address_in(written: str) -> str:
    found = ADDRESS.search(plain(written))
    return found[0] if found else ""
