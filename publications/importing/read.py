"""The entries of a source as the plan looks at them: normalised, and several that say one paper as one record.

A record is normalised to what the site can hold: what has no room in its own place is kept among the extra fields.
Functions return what they normalise together with the overflow: pairs of name and text for the extra fields.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, is_dataclass, replace
from functools import cache, reduce
from itertools import chain, count
from typing import Any

from django.core.exceptions import ValidationError

from labsite.texts.folding import fold
from labsite.texts.markdown import MAX_CHARS
from labsite.texts.plain_text import as_markdown
from labsite.texts.stored import gettext_noop
from publications.citations.containers import with_numbers
from publications.citations.entry import Entry, unpacked
from publications.citations.identifiers import ARXIV_FORM, DOI_FORM, VERSION, archived_as, arxiv_in
from publications.citations.names import Marks, whole_of, without_marks
from publications.citations.record import (
    MEETINGS,
    STATUS_NOTES,
    UNSTATED,
    Name,
    Record,
    RecordLink,
    link_kind,
    one_line,
    without_line_ends,
)
from publications.citations.repeats import NAMED_TWICE, named_once
from publications.formats.program_fields import without_zoteros_extra
from publications.matching.papers import NOT_OUT, PaperFingerprint, identities
from publications.matching.venues import WITHOUT_VENUE
from publications.matching.well_known import PUBLISHERS
from publications.models import ExtraField, Identifier, Link, Publication

from .plan import PlannedVersion

ENTRY = gettext_noop("entry {number}")
NO_TITLE = gettext_noop("It has no title, and a paper needs one: add it in the source.")

TEXTS = ("volume", "number", "article", "pages", "proceedings", "publisher")
ID_FORMS = {"doi": re.compile(DOI_FORM), "arxiv_id": re.compile(ARXIV_FORM)}
NEXT_ADDRESS = re.compile(r"[\s;,]+(?=https?://)")
PAGE_RANGE = re.compile(r"(?<=\d)\s*[-\u2010-\u2015]+\s*(?=\w)")
YEARS = range(1800, 2201)
# What stands where a venue would, and is none.
ARXIV = re.compile(r"\W*(?:arxiv\b.*|corr|computing research repository.*)", re.IGNORECASE | re.DOTALL)
NO_VENUE = re.compile(
    r"https?://.*|www\..*|.*\b(?:submitted to|in submission|under review|in preparation|work in progress)\b.*"
    r"|.*\b(?:thesis|dissertation)\b.*",
    re.IGNORECASE | re.DOTALL,
)
LINK_URL: Any = Link._meta.get_field("url")
MAX_NAME_LENGTHS = {"given": 100, "family": 90, "suffix": 9, "literal": 200}  # characters

Pair = tuple[str, str]
Overflow = list[Pair]

# What a preprint says beside where and when it appeared; the rest is of that version alone.
OF_ANY_VERSION = ("abstract", "note", "arxiv_id")
FILLED = (
    *("venue", "acronym", "proceedings", "volume", "number", "article", "pages", "publisher", "year", "doi"),
    *("arxiv_id", "note", "abstract", "entry_type"),
)


@dataclass(frozen=True)
class ReadEntries:
    """What each entry of a source says, by its place in it; an entry that is no paper has no record."""

    entries: list[Entry]
    names: list[str]  # as messages call them
    identities: list[str]
    records: dict[int, Record]
    marks: dict[int, tuple[Marks, ...]]
    fingerprints: dict[int, PaperFingerprint]


def read_entries(entries: Sequence[Entry]) -> ReadEntries:
    """Return the entries of a source with all that is known of them without the site."""
    tidied = []
    for entry in entries:
        record = entry.record if entry.problem else writable(entry.record)
        if record and not entry.problem and not record.title.strip():
            tidied.append(replace(entry, record=None, problem=NO_TITLE))
        else:
            tidied.append(entry if record is entry.record else replace(entry, record=record))
    written = [None if entry.problem or entry.no_paper else entry.record for entry in tidied]
    read = {position: normalised(record) for position, record in enumerate(written) if record}
    return ReadEntries(
        tidied,
        [entry.place or ENTRY.format(number=number) for number, entry in enumerate(tidied, start=1)],
        identities(written),
        {position: record for position, (record, _) in read.items()},
        {position: marks for position, (_, marks) in read.items()},
        {
            position: PaperFingerprint.of_record(record, tidied[position].names_all_authors, position)
            for position, (record, _) in read.items()
        },
    )


def logged_record(values: dict[str, Any]) -> Record | None:
    """Return the normalised record of a row of the import log; None of an entry that was only left out."""
    record = unpacked({"record": values}).record if values else None
    return normalised(record)[0] if record else None


def normalised(record: Record) -> tuple[Record, tuple[Marks, ...]]:
    """Return the record as the site can hold it, and what the signs behind its names say; nothing of it is lost."""
    record = record if record.known_venue else _archived(with_numbers(record))
    record = without_zoteros_extra(record) if record.note else record
    names, marks = without_marks(record.authors)
    again: tuple[str, ...] = ()
    if len(set(map(whole_of, names))) < len(names):
        names, marks, again = named_once(names, marks)
    texts, overflow = _texts(record)
    venue, venue_overflow = where_it_appeared(record)
    year = record.year if record.year in YEARS else None
    columns: dict[str, Any] = {**texts, **venue, "year": year}
    bare = replace(
        record,
        **columns,
        kind=record.kind or UNSTATED,
        status=record.status or "published",
        month=record.month if year and record.month in range(1, 13) else None,
        note="" if record.note in STATUS_NOTES.values() else record.note.strip(),
        authors=tuple(
            replace(name, **{part: getattr(name, part)[:room].strip() for part, room in MAX_NAME_LENGTHS.items()})
            if any(len(getattr(name, part)) > room for part, room in MAX_NAME_LENGTHS.items())
            else name
            for name in names
        ),
    )
    links, links_overflow = _links(bare)
    ids = [(scheme, value) for scheme, value in dict.fromkeys(record.ids) if value]
    room = max_length(Identifier, "value")
    fitting = tuple(pair for pair in ids if pair[0] in Identifier.Scheme.values and len(pair[1]) <= room)
    overflow += [("year", str(record.year))] if record.year and not year else []
    overflow += [(NAMED_TWICE, "; ".join(again))] if again else []
    overflow += [*venue_overflow, *links_overflow, *(pair for pair in ids if pair not in fitting)]
    extra: dict[str, str] = {}  # each under a name of its own
    room = max_length(ExtraField, "name") - 5
    for name, text in (*record.extra, *overflow):
        name = name[:room] or "field"
        if text and text not in (extra.get(name), *(extra.get(f"{name} {n}") for n in range(2, 4))):
            tries = chain([name], (f"{name} {n}" for n in count(2)))
            extra[next(each for each in tries if each not in extra)] = text
    return replace(bare, url="", links=links, ids=fitting, extra=tuple(extra.items())), marks


def _archived(record: Record) -> Record:
    """Return a record with the kind that its archive shows, and an article without the DOI of its preprint."""
    archive = record.venue or record.proceedings or ("" if record.doi else record.publisher)
    kind = archived_as(record.doi, archive)
    if kind and record.kind in ("journal", UNSTATED):
        is_preprint = kind == "preprint" and record.status == "published"
        return replace(record, kind=kind, status="preprint" if is_preprint else record.status)
    if archive and record.kind in ("journal", *MEETINGS) and archived_as(record.doi) == "preprint":
        arxiv_id = record.arxiv_id or arxiv_in(record.doi)
        return replace(record, doi="", arxiv_id=arxiv_id, ids=(*record.ids, ("doi", record.doi)))
    return record


@cache
def max_length(model: Any, column: str) -> int:
    """Return how many characters a column has room for."""
    return int(model._meta.get_field(column).max_length)


def _texts(record: Record) -> tuple[dict[str, str], Overflow]:
    """Return the columns of text; a title or an abstract too long is cut, all others are whole or empty."""
    wanted = {name: one_line(getattr(record, name)) for name in TEXTS}
    wanted["pages"] = PAGE_RANGE.sub("–", wanted["pages"])
    doi = record.doi.strip()
    wanted["doi"] = VERSION.sub("", doi) if arxiv_in(doi) else doi  # arXiv registers none for its versions
    wanted["arxiv_id"] = (arxiv_in(record.arxiv_id) or record.arxiv_id).strip()
    if record.kind in WITHOUT_VENUE and not record.known_venue:
        del wanted["publisher"]  # which stands for the venue
    abstract = without_line_ends(record.abstract.strip())
    half = MAX_CHARS // 2  # which fits with a backslash before each sign
    room = MAX_CHARS if len(abstract) <= half or len(as_markdown(abstract)) <= MAX_CHARS else half
    texts, overflow = {}, []
    for name, text, most in (
        ("title", one_line(record.title), max_length(Publication, "title")),
        ("abstract", abstract, room),
    ):
        texts[name] = text if len(text) <= most else f"{text[: most - 1]}…"
        overflow += [(name, text)] if len(text) > most else []
    for name, text in wanted.items():
        is_formed = name not in ID_FORMS or not text or ID_FORMS[name].fullmatch(text)
        fits = is_formed and len(text) <= max_length(Publication, name)
        texts[name] = text if fits else ""
        overflow += [] if fits else [(name, text)]
    return texts, overflow


def where_it_appeared(record: Record) -> tuple[dict[str, str], Overflow]:
    """Return where it appeared, without what is no venue; the preprint server by its own name."""
    if record.known_venue:
        return {}, []
    is_publisher = record.kind not in MEETINGS and not record.proceedings and fold(record.venue) in PUBLISHERS
    if record.kind in WITHOUT_VENUE or is_publisher:
        # The school, or whatever else stands where a venue would, is the publisher.
        names = [text for text in (record.venue, record.acronym) if text]
        publisher = one_line(record.publisher or (names.pop(0) if names else ""))
        overflow = [("venue", text) for text in names]
        if len(publisher) > max_length(Publication, "publisher"):
            overflow, publisher = [*overflow, ("publisher", publisher)], ""
        return {"venue": "", "acronym": "", "publisher": publisher}, overflow
    if any(ARXIV.fullmatch(text) for text in (record.venue, record.proceedings) if text):
        return {"venue": "arXiv", "acronym": "", "proceedings": ""}, []
    named = {name: one_line(getattr(record, name)) for name in ("venue", "acronym", "proceedings")}
    room = max_length(Publication, "proceedings")
    none = {name: text for name, text in named.items() if text and (len(text) > room or NO_VENUE.fullmatch(text))}
    return dict.fromkeys(none, ""), list(none.items())


def _links(record: Record) -> tuple[tuple[RecordLink, ...], Overflow]:
    """Return the links that lead somewhere, each address once, those of one kind under labels of their own.

    A page that follows from the DOI or the arXiv id is none.
    """
    links: dict[str, RecordLink] = {}
    taken: set[Pair] = set()
    overflow = []
    own = [RecordLink(link_kind(url), url) for url in NEXT_ADDRESS.split(record.url.strip()) if url]
    by_doi = f"doi.org/{record.doi.casefold()}" if record.doi else None
    by_arxiv = f"arxiv.org/abs/{record.arxiv_id}" if record.arxiv_id else None
    for link in (*record.links, *own):
        url, label = link.url.strip(), link.label[: max_length(Link, "label")]
        try:
            LINK_URL.run_validators(url)
        except ValidationError:
            overflow.append((link.kind if link.kind != "page" else "url", url))
            continue
        folded = url.casefold()
        follows = (by_doi and folded.endswith(by_doi)) or (by_arxiv and by_arxiv in folded)
        if url not in links and not (link.kind == "page" and follows):
            kind = link.kind if link.kind in Link.Kind.values else "other"
            links[url] = RecordLink(kind, url, free_label(label, kind, taken))
            taken.add((kind, links[url].label))
    return tuple(links.values()), overflow


def free_label(label: str, kind: str, taken: Collection[Pair]) -> str:
    """Return a label under which a link of a kind can stand beside others, whose kinds and labels are taken."""
    tries = chain([label], (f"{label or Link.Kind(kind).label} {number}" for number in count(2)))
    return next(each for each in tries if (kind, each) not in taken)


def writable(value: Any) -> Any:
    """Return a record, or any part of it, without characters that no database keeps."""
    if isinstance(value, str):
        is_plain = value.isascii() and "\0" not in value
        return value if is_plain else value.encode(errors="ignore").decode().replace("\0", "")
    if isinstance(value, tuple):
        return tuple(map(writable, value))
    if is_dataclass(value) and not isinstance(value, type):
        values = {name: writable(each) for name, each in vars(value).items()}
        return value if values == vars(value) else replace(value, **values)
    return value


def is_preprint(record: Record) -> bool:
    return record.kind in NOT_OUT or record.status in NOT_OUT


def union_of(records: Sequence[Record], complete: Sequence[bool] = ()) -> Record:
    """Return what all of them say of the paper; ``complete`` says of each whether it names all authors."""
    known = dict(zip(map(id, records), complete, strict=False))
    ordered = sorted(records, key=is_preprint)
    first = reduce(_filled, ordered)
    authors = next((each.authors for each in ordered if each.authors and known.get(id(each), True)), first.authors)
    return replace(first, authors=authors or first.authors)


def _filled(one: Record, other: Record) -> Record:
    """Return a record with what it lacks and another says; a preprint's own is not that of what came out."""
    was_before = is_preprint(other) and not is_preprint(one)
    names = OF_ANY_VERSION if was_before else FILLED
    values: dict[str, Any] = {name: getattr(one, name) or getattr(other, name) for name in names}
    if not was_before:
        values |= {} if one.venue else {"known_venue": other.known_venue}
        values |= {"kind": other.kind} if one.kind == UNSTATED else {}
        values |= {"month": one.month or other.month} if one.year == other.year else {}
    is_other_doi = bool(other.doi) and (other.doi.casefold() != one.doi.casefold() if one.doi else was_before)
    ids = [*one.ids, *other.ids, *([("doi", other.doi)] if is_other_doi and not arxiv_in(other.doi) else [])]
    links, addresses = [*one.links], {link.url for link in one.links}
    taken = {(link.kind, link.label) for link in links}
    for link in other.links:
        if link.url not in addresses:
            wanted = link.label or ("Preprint" if was_before and (link.kind, "") in taken else "")
            links.append(replace(link, label=free_label(wanted, link.kind, taken)))
            taken.add((link.kind, links[-1].label))
    return replace(
        one,
        **values,
        authors=one.authors or other.authors,
        ids=tuple(dict.fromkeys(ids)),
        links=tuple(links),
        extra=(*one.extra, *(pair for pair in other.extra if pair[0] not in dict(one.extra))),
    )


def version(record: Record, authors: tuple[Name, ...]) -> PlannedVersion:
    """Return a preprint as the site keeps it beside what it became."""
    printed, now = (", ".join(map(str, names)) for names in (record.authors, authors))
    status = ", ".join(filter(None, ["Preprint", str(record.year or "")]))
    return PlannedVersion(record.title, "" if printed == now else printed, status, record.arxiv_id)
