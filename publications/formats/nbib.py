"""PubMed's own format (.nbib, MEDLINE): lines of a tag with up to four letters, a hyphen and a value.

Tags: https://www.nlm.nih.gov/bsd/mms/medlineelements.html
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from publications.citations.containers import with_dash
from publications.citations.dates import date_in
from publications.citations.entry import Entry
from publications.citations.identifiers import find_orcid
from publications.citations.names import cut_suffix, inverted, listed_names
from publications.citations.record import Name, Record, gettext_noop, status_of

from .entries import (
    ARXIV_AS_VENUE,
    IS_NO_PAPER,
    LINE,
    Located,
    SourceFields,
    TaggedEntry,
    at_most,
    broken,
    entry_of,
    notice,
)

TAGGED = re.compile(r"([A-Z]{2,4})\s*-(?: (.*)|(?=\S)(.*)|\s*$)", re.DOTALL)
FIRST = "PMID"
# The first of these types that an entry has is its kind.
KINDS = {
    "preprint": "preprint",
    "academic dissertation": "thesis",
    "technical report": "report",
    "dataset": "dataset",
    **dict.fromkeys(("congress", "clinical conference", "consensus development conference"), "conference"),
    "book chapter": "chapter",
    "book": "book",
    **dict.fromkeys(("journal article", "review", "letter", "editorial"), "journal"),
}
WITHOUT_PMID = gettext_noop("this line belongs to no entry: an entry begins with PMID.")
NOTICE = gettext_noop("a notice about another paper.")
NOTICES = ("published erratum", "retraction of publication", "retraction notice")
SURNAME_FIRST = re.compile(r"(.+?) ([A-Z]{1,4})(?: (Jr|Sr|2nd|3rd))?")
KIND_OF_ID = re.compile(r"\s*\[(?:doi|pii)\]$")
SPACED = re.compile(r"^(\d{4}) +(\d\d?)\b")
FULL_STOP = re.compile(r"(?<!\.)\.$")
# PubMed's notes on its own processing, and its summary of an entry on one line.
NOTED = ("OWN", "STAT", "DA", "DCOM", "LR", "EDAT", "MHDA", "CRDT", "PHST", "JID", "SB", "OTO", "PST", "SO")
PREFIX = "PubMed "  # of extra fields, because some tags mean something else in other formats


def read(text: str, *, most: int | None = None) -> list[Entry]:
    """Return the entries of a text; a broken one doesn't affect the others."""
    entries = []
    for tagged in at_most(_tagged_entries(text), most):
        location = LINE.format(number=tagged.line)
        if not tagged.tags:
            entries.append(broken(location, WITHOUT_PMID))
            continue
        names, is_complete = _names(tagged.pairs)
        fields = SourceFields(pair for pair in tagged.pairs if pair[0] not in ("AU", "FAU", "AUID", "CN", *NOTED))
        types = [value.casefold() for value in fields.values("PT")]
        record = replace(_record(fields, types), authors=tuple(names))
        if reason := notice(record.title) or (NOTICE if set(NOTICES) & set(types) else ""):
            entries.append(Entry(location, no_paper=IS_NO_PAPER.format(title=record.title, why=reason)))
        else:
            entries.append(entry_of(location, record, names_all_authors=is_complete))
    return entries


def _tagged_entries(text: str) -> Iterator[TaggedEntry]:
    """Yield the entries; each begins with its PMID or after an empty line. Indented lines continue the one before."""
    entry: TaggedEntry | None = None
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
        match = TAGGED.match(line.lstrip("\ufeff"))
        if entry and (not line.strip() or (match and match[1] == FIRST)):
            yield entry
            entry = None
        if not line.strip():
            continue
        entry = entry or TaggedEntry(number)
        if match:
            entry.tags.append((match[1], [match[2] or match[3] or ""]))
        elif entry.tags and line[0].isspace():
            entry.tags[-1][1].append(line)
        elif entry.tags:
            entry.tags.append(("line", [line]))
    if entry:
        yield entry


def _names(pairs: list[tuple[str, str]]) -> tuple[list[Name], bool]:
    """Return the authors, each of which stands in full, then shortened, then as an iD; and whether they are all."""
    names: list[Name] = []
    is_complete, is_named = True, False
    for tag, value in pairs:
        if tag == "AUID" and names and (orcid := find_orcid(value)):
            names[-1] = replace(names[-1], orcid=orcid)
        if tag not in ("FAU", "AU", "CN") or not re.search(r"\w", value):
            continue
        listed, is_all = listed_names([value])
        is_complete = is_complete and is_all
        if tag != "AU" or not is_named:
            names += [Name(literal=name) if tag == "CN" else _name(name) for name in listed]
        is_named = tag == "FAU"
    return names, is_complete


def _name(value: str) -> Name:
    """Parse ``Quill, Ada Jr``, ``Quill A`` or ``Quill A Jr``."""
    if "," in value:
        name = inverted(value)
        given, suffix = cut_suffix(name.given)
        return replace(name, given=given, suffix=name.suffix or suffix)
    match = SURNAME_FIRST.fullmatch(value)
    return Name(match[2], match[1], match[3] or "") if match else Name(literal=value)


def _record(fields: SourceFields, types: list[str]) -> Record:
    located = Located()
    fields.take_all(FIRST, fits=lambda value: value.isdecimal() and located.identify("pmid", value))
    fields.take_all("PMC", fits=located.identify_in)
    fields.take_all("LID", "AID", fits=lambda value: located.know(KIND_OF_ID.sub("", value)))
    title, book, journal, short = (next(iter(fields.values(tag)), "") for tag in ("TI", "BTI", "JT", "TA"))
    is_in_book = bool(title and book)
    shown = "chapter" if is_in_book else "book" if book else "journal" if journal or short else "other"
    kind = next((kind for name, kind in KINDS.items() if name in types), shown)
    if ARXIV_AS_VENUE.fullmatch(journal or short):
        fields.take_all("JT", "TA")
        kind, venue, acronym = "preprint", "arXiv", "arXiv"
    else:
        venue, acronym = fields.take(*(["BTI"] if is_in_book else []), "JT", "TA"), fields.take("TA")
        acronym = "" if acronym == venue else acronym
    if kind in ("book", "thesis"):
        fields.take_all("ISBN", fits=partial(located.identify, "isbn"))
    fields.take_all("PT", fits=lambda value: value.casefold() == "journal article")
    year, month = date_in(*(SPACED.sub(r"\1-\2", value) for value in fields.values("DP")))
    fields.take("DP", fits=lambda value: len(value.split()) < 3)
    return Record(
        key="",
        title=FULL_STOP.sub("", fields.take("TI", "BTI", "TT")),
        kind=kind,
        status=status_of("", kind),
        year=year,
        month=month,
        **fields.take_each(volume="VI", number="IP", publisher="PB", abstract="AB"),
        pages=with_dash(fields.take("PG")),
        venue=venue,
        acronym=acronym,
        **located.fields(),
        extra=fields.left(PREFIX),
    )
