"""Records as BibTeX."""

import re
from collections.abc import Iterable, Iterator

from publications.formats.latex import escape
from publications.record import Name, Record

from .words import ENTRY_TYPES, KEY, MONTHS, PAGE_RANGE

LIKE_MISC = ("misc", "software")
# Without its container such an entry is incomplete, and every style complains.
CONTAINERS = {
    "inproceedings": "booktitle",
    "incollection": "booktitle",
    "article": "journal",
    "phdthesis": "school",
    "techreport": "institution",
}

# An address or DOI is printed as it stands; only what would break the entry itself is percent-encoded.
ADDRESS_ESCAPES = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C"})
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
    lines = [f"  {name} = {value},\n" for name, value in _fields(record)]
    return f"@{_entry_type(record)}{{{record.key},\n{''.join(lines)}}}\n"


def _entry_type(record: Record) -> str:
    """Return the kind's own type, or ``misc`` for what hasn't appeared in the container that the type needs."""
    entry_type = ENTRY_TYPES.get(record.kind, "misc")
    complete = entry_type not in CONTAINERS or _container(record)
    return entry_type if record.is_out and complete else "misc"


def _fields(record: Record) -> Iterator[tuple[str, str]]:
    """Yield names and values in their order of printing, without the empty ones."""
    for name, value in (
        ("author", " and ".join(map(_author, record.authors))),
        ("title", _protect(escape(record.title))),
        *_place(record),
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
    ):
        if value:
            yield name, f"{{{value}}}"
        if name == "year" and record.month:
            yield "month", MONTHS[record.month - 1]


def _place(record: Record) -> Iterator[tuple[str, str]]:
    """Yield where it appeared and who published it, in the fields of its entry type."""
    entry_type = _entry_type(record)
    if entry_type in LIKE_MISC:
        # The eprint field says arXiv already.
        place = "" if record.arxiv_id and record.acronym.casefold() == "arxiv" else record.venue
        yield "howpublished", escape(place or record.publisher)
        return
    if entry_type in CONTAINERS:
        yield CONTAINERS[entry_type], escape(_container(record))
    if entry_type == "phdthesis":
        yield "type", "Thesis"  # a style would print PhD thesis, which nobody said
    if entry_type == "inproceedings" and record.acronym != record.venue:
        yield "series", escape(record.series)
    if entry_type not in ("article", "phdthesis", "techreport"):
        yield "publisher", escape(record.publisher)


def _container(record: Record) -> str:
    if record.kind in ("thesis", "report"):
        return record.venue or record.publisher
    return record.container


def _author(name: Name) -> str:
    """Return ``Family, Suffix, Given``, in which BibTeX itself finds a particle by its lower case."""
    if not name.family or not name.given:
        return f"{{{escape(name.literal or name.family or name.given)}}}"
    return ", ".join(_whole(part) for part in (name.family, name.suffix, name.given) if part)


def _whole(part: str) -> str:
    """Return part of a name, in braces where BibTeX would cut it in two."""
    text = escape(part)
    return f"{{{text}}}" if re.search(r",|\band\b", text, re.IGNORECASE) else text


def _address(text: str) -> str:
    return "%20".join(text.translate(ADDRESS_ESCAPES).split())


def _protect(title: str) -> str:
    """Put braces around the words of an escaped title that a style must not put into lower case."""
    if name := SYSTEM.match(title):
        return f"{{{name[0]}}}{_protect(title[name.end() :])}"
    return WORD.sub(lambda word: f"{{{word[0]}}}" if _is_case_fixed(word) else word[0], title)


def _is_case_fixed(word: re.Match[str]) -> bool:
    """Say whether a word is an acronym, a symbol or a name such as PyTorch or H100, rather than a plain word."""
    text = word[0]
    if text == "A":
        return not SENTENCE_START.search(word.string[: word.start()])
    capitals = sum(map(str.isupper, text))
    return capitals > text[0].isupper() or (capitals == 1 and (len(text) == 1 or any(map(str.isdigit, text))))
