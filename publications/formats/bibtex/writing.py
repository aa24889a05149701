"""Writes records as BibTeX."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from publications.citations.record import KEY, MAX_ENTRIES, MEETINGS, MONTHS, Name, Record
from publications.formats.latex import escape

from .fields import BREAKING, ENTRY_TYPES, ID_FIELDS, KINDS, LINK_NAMES, NO_PAPERS, PAGE_RANGE, value_of

# The field for the container of each kind. Without it an entry is incomplete, and every style complains.
CONTAINERS = {
    "conference": "booktitle",
    "chapter": "booktitle",
    "journal": "journal",
    "thesis": "school",
    "report": "institution",
}
INSTITUTIONS = ("thesis", "report")
# The kinds with which an entry's type still agrees although its own is another: kinds may have been corrected.
SIMILAR_KINDS = {"conference": MEETINGS, "journal": ("journal", "preprint"), "": ("other", "preprint")}

ENTRY_TYPE = re.compile(r"[a-z]\w*")  # those of other formats are in capitals or have several words
FIELD_NAME = re.compile(r"[^\s=,{}()\"#%\\]+")
NAMES_OF_LINKS = {meaning: names[0] for meaning, names in LINK_NAMES.items()}
SPLITTING = re.compile(r",|\band\b", re.IGNORECASE)  # where BibTeX would split a name
SPLITTING_SUFFIX = re.compile(r"[, ]|\band\b", re.IGNORECASE)
# The name of a system before a colon, as in "Slow-Queue: A Study", or any word, without Chinese or Japanese beside it.
LETTER = r"[^\W_\u3040-\u30ff\u3400-\u9fff]"
WORD = re.compile(rf"^(?P<system>[^\W_][^\s:]*[A-Z][^\s:]*)(?=:\s)|{LETTER}+(?:(?:['’.]|\\&){LETTER}+)*")
SENTENCE_START = re.compile(r"(?:^|[:?!.–—]\s+)\W*$")


def render(records: Iterable[Record]) -> str:
    """Return the records as BibTeX. Raises ValueError for one without a title, or without a key of its own."""
    entries: dict[str, str] = {}
    for record in records:
        if record.key in entries:
            raise ValueError(f"two records have the same key: {record.key}")
        if not re.fullmatch(KEY, record.key):
            raise ValueError(f"{record.key!r} can't be a BibTeX key: {record.title!r}")
        if not record.title.strip():
            raise ValueError(f"{record.key!r} has no title")
        entries[record.key] = _entry(record)
    return "\n".join(entries.values())


@lru_cache(MAX_ENTRIES)
def _entry(record: Record) -> str:
    lines = [f"  {name} = {value},\n" for name, value in fields_of(record)]
    return f"@{entry_type_of(record)}{{{record.key},\n{''.join(lines)}}}\n"


def entry_type_of(record: Record) -> str:
    """Return the type in the record's source if it still agrees with the kind, or else the usual type of its kind.

    That is ``misc`` for what hasn't appeared in the container that the kind's own type needs.
    """
    entry_type = record.entry_type
    if ENTRY_TYPE.fullmatch(entry_type) and entry_type not in NO_PAPERS:
        kind = KINDS.get(entry_type, "")
        if record.kind in SIMILAR_KINDS.get(kind, (kind,)):
            return entry_type
    usual = ENTRY_TYPES.get(record.kind, "misc")
    container = (record.venue, record.publisher if record.kind in INSTITUTIONS else record.proceedings)
    is_complete = KINDS.get(usual) not in CONTAINERS or any(container)
    return usual if record.is_out and is_complete else "misc"


def fields_of(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the names and values of the fields that aren't empty, in the order in which they are printed."""
    for name, value in (
        ("author", " and ".join(map(_author, record.authors))),
        ("orcid-numbers", "; ".join(f"{_author(name)}/{name.orcid}" for name in record.authors if name.orcid)),
        ("title", WORD.sub(_protected, escape(record.title))),
        *_container_fields(record),
        ("volume", escape(record.volume)),
        ("number", escape(record.number)),
        ("articleno", escape(record.article)),
        ("pages", "--".join(map(escape, PAGE_RANGE.split(record.pages)))),
        ("year", str(record.year or "")),
    ):
        if value:
            yield name, f"{{{value}}}"
    if record.month:
        yield "month", MONTHS[record.month - 1][:3].lower()
    if note := escape(record.note):
        yield "note", f"{{{note}}}"
    addresses = [("doi", [record.doi]), ("eprint", [record.arxiv_id])]
    addresses += [("archivePrefix", ["arXiv"] if record.arxiv_id else []), ("url", [record.url])]
    for scheme, name in ID_FIELDS.items():
        form = "https://dblp.org/rec/{}.bib" if scheme == "dblp" else "{}"
        addresses.append((name, [form.format(value) for known, value in record.ids if known == scheme]))
    seen: Counter[str] = Counter()
    for link in record.links:  # under the name that sites know; the second of a name gets a number
        name = NAMES_OF_LINKS.get((link.kind, link.label)) or NAMES_OF_LINKS.get((link.kind, ""), "link")
        seen[name] += 1
        addresses.append((name if seen[name] == 1 else f"{name}-{seen[name]}", [link.url]))
    for name, texts in addresses:
        if value := " ".join("%20".join(text.translate(BREAKING).split()) for text in texts):
            yield name, f"{{{value}}}"
    for name, text in record.extra:  # without those whose names belong to another format
        if FIELD_NAME.fullmatch(name) and not name.isupper() and text.strip():
            yield name, f"{{{value_of(name, text)}}}"


def _container_fields(record: Record) -> Iterator[tuple[str, str]]:
    """Yield container and publisher in the fields of the entry type."""
    entry_type = entry_type_of(record)
    kind = KINDS.get(entry_type, "")
    if kind == "software":
        yield "howpublished", escape(record.publisher)
        return
    if entry_type == "misc" or not kind:
        # The eprint field says arXiv already.
        is_said = record.arxiv_id and record.acronym.casefold() == "arxiv"
        yield "howpublished", "" if is_said else escape(record.venue)
        yield "publisher", escape(record.publisher)
        return
    if kind in CONTAINERS:
        container = record.venue or record.publisher if record.kind in INSTITUTIONS else record.container
        yield "institution" if entry_type in INSTITUTIONS else CONTAINERS[kind], escape(container)
    if entry_type == "phdthesis" and "type" not in dict(record.extra):
        yield "type", "Thesis"  # otherwise a style prints PhD thesis, which it may not be
    if kind == "conference" and record.acronym != record.venue:
        yield "series", escape(record.series)
    if kind not in ("journal", "thesis", "report"):
        yield "publisher", escape(record.publisher)


def _author(name: Name) -> str:
    """Return ``Family, Suffix, Given``; BibTeX itself recognises particles by their lower case."""
    if not (name.given and name.family):
        return f"{{{escape(name.in_one_piece)}}}"
    parts = ((name.family, SPLITTING), (name.suffix, SPLITTING_SUFFIX), (name.given, SPLITTING))
    escaped = [(escape(part), splitting) for part, splitting in parts if part]
    return ", ".join(f"{{{part}}}" if splitting.search(part) else part for part, splitting in escaped)


def _protected(word: re.Match[str]) -> str:
    """Return a word of an escaped title, in braces if styles must not turn it into lower case.

    That is the name of a system, an acronym, a symbol or a name such as PyTorch or H100.
    """
    text = word[0]
    capitals = sum(map(str.isupper, text))
    if text == "A":
        is_fixed = not SENTENCE_START.search(word.string[: word.start()])
    elif capitals == 1 and text[0].isupper():
        is_fixed = len(text) == 1 or any(map(str.isdigit, text))
    else:
        is_fixed = capitals > 0
    return f"{{{text}}}" if is_fixed or word["system"] else text
