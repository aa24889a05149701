"""BibTeX, with the standard entry types and fields and those that the ACM and IEEE styles add to them.

Entry types and fields: https://ctan.org/pkg/bibtex (btxdoc). ``eprint``: https://info.arxiv.org/help/hypertex/bibstyles/
Reading also knows the fields that biblatex renamed.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate

import bibtexparser
from bibtexparser.middlewares import names as bibtex_names

from publications.formats.latex import escape, plain
from publications.record import MEETINGS, Name, Record, Unreadable, acronym_of, status_of

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
ENTRY_TYPES = {
    "conference": "inproceedings",
    "workshop": "inproceedings",
    "poster": "inproceedings",
    "journal": "article",
    "thesis": "phdthesis",
    "book": "book",
    "chapter": "incollection",
    "report": "techreport",
    # BibTeX's own styles print these two as they print ``misc``; biblatex and the ACM's styles know them.
    "software": "software",
    "dataset": "dataset",
}
LIKE_MISC = ("misc", "software")
KINDS = {entry_type: kind for kind, entry_type in reversed(ENTRY_TYPES.items())} | {
    "conference": "conference",
    "mastersthesis": "thesis",
    "thesis": "thesis",
    "inbook": "chapter",
    "report": "report",
}
# Without its container such an entry is incomplete, and every style complains.
CONTAINERS = {
    "inproceedings": "booktitle",
    "incollection": "booktitle",
    "article": "journal",
    "phdthesis": "school",
    "techreport": "institution",
}

KEY = r"""[^\s"#%'(),={}~\\@]+"""
# An address or DOI is printed as it stands; only what would break the entry itself is percent-encoded.
ADDRESS_ESCAPES = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C"})
SYSTEM = re.compile(r"[^\W_][^\s:]*[A-Z][^\s:]*(?=:\s)")  # the name in "Slow-Queue: A Study"
WORD = re.compile(r"[^\W_]+(?:(?:['’.]|\\&)[^\W_]+)*")
SENTENCE_START = re.compile(r"(?:^|[:?!.–—]\s+)\W*$")
PRINTED = re.compile(r"\bProc\b|\bProceedings\b|\d")  # of one edition, rather than of the series
PAGE_RANGE = re.compile(r"\s*[–—]\s*|(?<=\d)\s*-+\s*(?=\d)")

Fields = dict[str, str]


def render(records: Iterable[Record]) -> str:
    """Return the records as BibTeX. Raises ValueError for one without a title, or without a key of its own."""
    records = list(records)
    keys = [record.key for record in records]
    if len(set(keys)) < len(keys):
        raise ValueError(f"two records have the same key: {sorted(keys)}")
    return "\n".join(map(_entry, records))


def parse(text: str) -> list[Record]:
    """Return the records of a BibTeX file. Raises Unreadable for any other text."""
    library = bibtexparser.parse_string(text, parse_stack=[])
    for block in library.failed_blocks:
        reason = getattr(block.error, "abort_reason", "") or str(block.error)
        raise Unreadable(f"Line {(block.start_line or 0) + 1} is not BibTeX: {reason.rstrip('.')}.")
    if text.strip() and not library.entries:
        raise Unreadable("There is no BibTeX entry in this text.")
    strings = {string.key.lower(): _value(str(string.value), {}) for string in library.strings}
    entries = {
        entry.key: {field.key.lower(): _value(str(field.value), strings) for field in entry.fields}
        for entry in library.entries
    }
    try:
        return [_record(e.key, e.entry_type.lower(), _inherited(entries[e.key], entries)) for e in library.entries]
    except RecursionError as error:
        raise Unreadable("The braces of this BibTeX are nested too deeply.") from error


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


def _value(written: str, strings: Fields) -> str:
    """Return what ``"a" # {b} # macro`` stands for; a macro that isn't defined, such as ``jan``, for its name."""
    return "".join(_part(part.strip(), strings) for part in _parts(written))


def _part(written: str, strings: Fields) -> str:
    closing = {"{": "}", '"': '"'}.get(written[:1])
    if not closing:
        return strings.get(written.lower(), written)
    if written[-1] != closing or 0 in _depths(written)[1:-1] and closing == "}":
        raise Unreadable(f"A comma is missing in this BibTeX, behind {written.splitlines()[0]!r}.")
    return written[1:-1]


def _depths(written: str) -> list[int]:
    """Return behind each character how many braces are open."""
    bare = re.sub(r"\\[{}]", "", written)
    return list(accumulate({"{": 1, "}": -1}.get(character, 0) for character in bare))


def _parts(written: str) -> Iterator[str]:
    """Yield what stands between the ``#`` outside of braces and quotation marks."""
    depth, quoted, start = 0, False, 0
    for place, character in enumerate(written):
        if written[place - 1 : place] == "\\":
            continue
        depth += {"{": 1, "}": -1}.get(character, 0)
        quoted ^= character == '"' and depth == 0
        if character == "#" and not depth and not quoted:
            yield written[start:place]
            start = place + 1
    yield written[start:]


def _inherited(fields: Fields, entries: dict[str, Fields]) -> Fields:
    """Return an entry's fields with those of the proceedings that it refers to, whose title is its book's title."""
    parent = entries.get(fields.get("crossref", ""), {})
    return {"booktitle" if name == "title" else name: value for name, value in parent.items()} | fields


def _record(key: str, entry_type: str, fields: Fields) -> Record:
    def text(*names: str) -> str:
        return next((found for name in names if (found := plain(fields.get(name, "")))), "")

    found = re.match(r"\d{4}", text("year", "date"))
    year = int(found[0]) if found else None
    arxiv_id = fields.get("eprint", "") if text("archiveprefix", "eprinttype").casefold() == "arxiv" else ""
    kind = _kind(entry_type, text("booktitle", "series"), arxiv_id)
    return Record(
        key=key,
        title=text("title"),
        kind=kind,
        status=status_of(text("note"), kind),
        authors=tuple(_names(fields.get("author", ""))),
        year=year,
        month=_month(text("month") or fields.get("date", "")[5:7]) if year else None,
        **{"acronym": acronym_of(text("series"), year), **_placed(kind, text)},
        volume=text("volume"),
        number=text("number"),
        article=text("articleno", "eid"),
        pages=PAGE_RANGE.sub("–", text("pages")),
        doi=re.sub(r"^https?://(dx\.)?doi\.org/", "", fields.get("doi", "").strip()),
        arxiv_id=arxiv_id,
        url=fields.get("url", "").strip(),
        note=text("note"),
    )


def _kind(entry_type: str, container: str, arxiv_id: str) -> str:
    kind = KINDS.get(entry_type, "preprint" if arxiv_id else "other")
    return "workshop" if kind == "conference" and "workshop" in container.casefold() else kind


def _placed(kind: str, text: Callable[..., str]) -> Fields:
    """Return the fields of a record that say where it appeared and who published it."""
    place = text("booktitle", "journal", "journaltitle") or text("howpublished")
    publisher = text("publisher", "school", "institution", "organization")
    if kind == "preprint" and not place:
        return {"venue": "arXiv", "acronym": "arXiv"}
    if kind == "software":
        return {"publisher": publisher or place}
    if kind in MEETINGS and PRINTED.search(place):
        return {"proceedings": place, "publisher": publisher}
    return {"venue": place, "publisher": publisher}


def _month(written: str) -> int | None:
    """Return the month that a number or a name in English begins with, wherever in a text such as ``3~March``."""
    found = re.search("|".join(MONTHS), written.lower())
    if found:
        return MONTHS.index(found[0]) + 1
    return int(written) if re.fullmatch("0?[1-9]|1[0-2]", written) else None


def _names(authors: str) -> Iterator[Name]:
    for author in bibtex_names.split_multiple_persons_names(" ".join(authors.split())):
        parts = bibtex_names.parse_single_name_into_parts(author, strict=False)
        given, suffix = plain(" ".join(parts.first)), plain(" ".join(parts.jr))
        family = plain(" ".join(parts.von + parts.last))
        if given and family:
            yield Name(given, family, suffix)
        elif author != "others":
            yield Name(literal=family or given)
