"""Writes records as BibTeX."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from publications.citations.record import MEETINGS, Name, Record
from publications.formats.latex import escape

from .fields import (
    BREAKING,
    ENTRY_TYPES,
    ID_FIELDS,
    KEY,
    KINDS,
    LINKS,
    MONTHS,
    NO_PAPERS,
    PAGE_RANGE,
    as_written,
    is_as_written,
)

# The field for the container of each kind. Without it an entry is incomplete, and every style complains.
CONTAINERS = {
    "conference": "booktitle",
    "chapter": "booktitle",
    "journal": "journal",
    "thesis": "school",
    "report": "institution",
}
INSTITUTIONS = ("thesis", "report")

ENTRY_TYPE = re.compile(r"[a-z]\w*")  # those of other formats are in capitals or have several words
FIELD_NAME = re.compile(r"[^\s=,{}()\"#%\\]+")
NAMES_OF_LINKS = {meaning: name for name, meaning in reversed(LINKS.items())}
SYSTEM = re.compile(r"[^\W_][^\s:]*[A-Z][^\s:]*(?=:\s)")  # the name in "Slow-Queue: A Study"
WORD = re.compile(r"[^\W_]+(?:(?:['’.]|\\&)[^\W_]+)*")
SENTENCE_START = re.compile(r"(?:^|[:?!.–—]\s+)\W*$")


def render(records: Iterable[Record]) -> str:
    """Return the records as BibTeX. Raises ValueError for one without a title, or without a key of its own."""
    records = list(records)
    keys = [record.key for record in records]
    if len(set(keys)) < len(keys):
        raise ValueError(f"two records have the same key: {sorted(keys)}")
    return "\n".join(map(_entry, records))


def _entry(record: Record) -> str:
    if not re.fullmatch(KEY, record.key):
        raise ValueError(f"{record.key!r} can't be a BibTeX key: {record.title!r}")
    if not record.title.strip():
        raise ValueError(f"{record.key!r} has no title")
    lines = [f"  {name} = {value},\n" for name, value in fields_of(record)]
    return f"@{entry_type_of(record)}{{{record.key},\n{''.join(lines)}}}\n"


def entry_type_of(record: Record) -> str:
    """Return the type in the record's source, or else the usual type of its kind.

    That is ``misc`` for what hasn't appeared in the container that the kind's own type needs.
    """
    if _source_type_fits(record):
        return record.entry_type
    entry_type = ENTRY_TYPES.get(record.kind, "misc")
    complete = KINDS.get(entry_type) not in CONTAINERS or _container(record)
    return entry_type if record.is_out and complete else "misc"


def _source_type_fits(record: Record) -> bool:
    """Return whether the source's type still agrees with the kind, which may have been corrected."""
    said = record.entry_type
    if not ENTRY_TYPE.fullmatch(said) or said in NO_PAPERS:
        return False
    kinds = {"conference": MEETINGS, "journal": ("journal", "preprint"), "": ("other", "preprint")}
    kind = KINDS.get(said, "")
    return record.kind in kinds.get(kind, (kind,))


def fields_of(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the names and values of the fields that aren't empty, in the order in which they are printed."""
    for name, value in (
        ("author", " and ".join(map(_author, record.authors))),
        ("orcid-numbers", "; ".join(f"{_author(name)}/{name.orcid}" for name in record.authors if name.orcid)),
        ("title", _protect(escape(record.title))),
        *_container_fields(record),
        ("volume", escape(record.volume)),
        ("number", escape(record.number)),
        ("articleno", escape(record.article)),
        ("pages", "--".join(map(escape, PAGE_RANGE.split(record.pages)))),
        ("year", str(record.year or "")),
        ("note", escape(record.note)),
        ("doi", _address(record.doi)),
        ("eprint", _address(record.arxiv_id)),
        ("archivePrefix", "arXiv" if record.arxiv_id else ""),
        ("url", _address(record.url)),
        *_ids(record),
        *_links(record),
        *_extra(record),
    ):
        if value:
            yield name, f"{{{value}}}"
        if name == "year" and record.month:
            yield "month", MONTHS[record.month - 1]


def _container_fields(record: Record) -> Iterator[tuple[str, str]]:
    """Yield container and publisher in the fields of the entry type."""
    entry_type = entry_type_of(record)
    kind = KINDS.get(entry_type, "")
    if entry_type == "misc" or kind in ("", "software"):
        # The eprint field says arXiv already.
        place = "" if record.arxiv_id and record.acronym.casefold() == "arxiv" else record.venue
        yield "howpublished", escape(record.publisher if kind == "software" else place)
        yield "publisher", escape("" if kind == "software" else record.publisher)
        return
    if kind in CONTAINERS:
        yield "institution" if entry_type in INSTITUTIONS else CONTAINERS[kind], escape(_container(record))
    if entry_type == "phdthesis" and "type" not in dict(record.extra):
        yield "type", "Thesis"  # otherwise a style prints PhD thesis, which it may not be
    if kind == "conference" and record.acronym != record.venue:
        yield "series", escape(record.series)
    if kind not in ("journal", "thesis", "report"):
        yield "publisher", escape(record.publisher)


def _ids(record: Record) -> Iterator[tuple[str, str]]:
    for scheme, name in ID_FIELDS.items():
        values = [value for known, value in record.ids if known == scheme]
        written = [f"https://dblp.org/rec/{value}.bib" for value in values] if scheme == "dblp" else values
        yield name, " ".join(map(_address, written))


def _links(record: Record) -> Iterator[tuple[str, str]]:
    """Yield each link under the name that sites know; the second of a name gets a number."""
    seen: Counter[str] = Counter()
    for link in record.links:
        name = NAMES_OF_LINKS.get((link.kind, link.label)) or NAMES_OF_LINKS.get((link.kind, ""), "link")
        seen[name] += 1
        yield (name if seen[name] == 1 else f"{name}-{seen[name]}"), _address(link.url)


def _extra(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the extra fields, without those whose names belong to another format."""
    for name, text in record.extra:
        if FIELD_NAME.fullmatch(name) and not name.isupper():
            yield name, as_written(text) if is_as_written(name) else escape(text)


def _container(record: Record) -> str:
    if record.kind in ("thesis", "report"):
        return record.venue or record.publisher
    return record.container


def _author(name: Name) -> str:
    """Return ``Family, Suffix, Given``; BibTeX itself recognises particles by their lower case."""
    if not name.family or not name.given:
        return f"{{{escape(name.literal or name.family or name.given)}}}"
    suffix = f"{{{escape(name.suffix)}}}" if " " in name.suffix else _braced(name.suffix)
    return ", ".join(filter(None, (_braced(name.family), suffix, _braced(name.given))))


def _braced(part: str) -> str:
    """Return part of a name, in braces if BibTeX would split it."""
    text = escape(part)
    return f"{{{text}}}" if re.search(r",|\band\b", text, re.IGNORECASE) else text


def _address(text: str) -> str:
    return "%20".join(text.translate(BREAKING).split())


def _protect(title: str) -> str:
    """Put braces around the words of an escaped title that styles must not turn into lower case."""
    if name := SYSTEM.match(title):
        return f"{{{name[0]}}}{_protect(title[name.end() :])}"
    return WORD.sub(lambda word: f"{{{word[0]}}}" if _is_case_fixed(word) else word[0], title)


def _is_case_fixed(word: re.Match[str]) -> bool:
    """Return whether a word is an acronym, a symbol or a name such as PyTorch or H100."""
    text = word[0]
    if text == "A":
        return not SENTENCE_START.search(word.string[: word.start()])
    capitals = sum(map(str.isupper, text))
    return capitals > text[0].isupper() or (capitals == 1 and (len(text) == 1 or any(map(str.isdigit, text))))
