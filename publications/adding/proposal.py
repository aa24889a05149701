"""What the form begins with: what was pasted, with the people and the venue that the site knows."""

from itertools import zip_longest

from labsite.texts.plain_text import as_markdown
from publications.citations.identifiers import is_resolver
from publications.citations.names import Marks, without_marks
from publications.citations.record import STATUS_NOTES, Record, link_kind
from publications.matching.people import Reason, match_authors
from publications.matching.venues import match_venues
from publications.models import Link, Venue

from .choosing import NEW, NONE, candidate_keys
from .forms import MET
from .values import Typed, name_of

NO_MARKS = Marks()
AS_IT_STANDS = ("title", "kind", "status", "year", "month", "volume", "number", "article", "pages", "proceedings")


def propose(pasted, me=None):
    """Return what the form for a paper begins with; ``me`` is the person who adds it."""
    record = pasted.record
    [venue] = match_venues([record])
    return Typed(_paper(record, venue), _venue(venue), _rows(record.authors, pasted.marks, me), _links(record))


def more_authors(names, me=None):
    """Return rows for authors whose names were typed into a list."""
    return _rows(*without_marks(names), me)


def _rows(names, marks, me):
    [matches] = match_authors([names], me)
    return [_row(match, signs) for match, signs in zip_longest(matches, marks, fillvalue=NO_MARKS)]


def _row(match, marks):
    name = match.name
    return {
        "who": str(match.person or "") or (NEW if match.reason is Reason.NEW else ""),
        "candidates": _written([match.person, *match.candidates]),
        "reason": match.reason.name,
        "printed_name": str(name),
        "given": name.given,
        "family": name.literal or " ".join(filter(None, [name.family, name.suffix])),
        "orcid": name.orcid,
        **vars(marks),
    }


def look_again(typed):
    """Offer the people and the venue whom the site has come to know by the names of those that are to be new."""
    rows = [row for row in typed.authors if row.get("who") == NEW]
    for row, match in zip(rows, match_authors([[_new_name(row) for row in rows]])[0], strict=True):
        _offer(row, [match.person, *match.candidates])
    if typed.venue.get("who") == NEW:
        named = Record(key="", title="", venue=typed.venue.get("name", ""), acronym=typed.venue.get("acronym", ""))
        venue = match_venues([named])[0]
        _offer(typed.venue, [venue.venue, *venue.candidates])
    return typed


def _offer(row, keys):
    offered = candidate_keys(row.get("candidates"))
    unseen = [key for key in keys if key and key not in offered]
    row["candidates"] = _written([*offered, *unseen])
    row["reason"] = MET if unseen else Reason.NEW.name


def _new_name(row):
    return name_of({**row, "printed_name": ""})


def _paper(record, venue):
    publisher = record.publisher if venue.venue or not venue.printed else ""
    known = Venue.objects.filter(pk=venue.venue).values_list("publisher", flat=True).first()
    paper = {name: getattr(record, name) or "" for name in AS_IT_STANDS}
    return paper | {
        "publisher": "" if publisher.casefold() == (known or "").casefold() else publisher,
        "doi": record.doi,
        "arxiv_id": record.arxiv_id,
        "abstract": as_markdown(record.abstract),
        "notes": "" if record.note in STATUS_NOTES.values() else record.note,
    }


def _venue(match):
    new = match.new
    return {
        "who": str(match.venue or "") or ("" if match.candidates else NEW if match.printed else NONE),
        "candidates": _written([match.venue, *match.candidates]),
        "reason": Reason.NAME.name if match.venue else "",
        "acronym": new.acronym,
        "name": new.name,
        "kind": new.kind,
        "venue_publisher": new.publisher,
        "printed": match.printed,
    }


def _links(record):
    """Return the record's address, unless it follows from the DOI or the arXiv id, and an empty row."""
    kind = link_kind(record.url)
    links = [{"kind": kind, "url": record.url}] if record.url and not is_resolver(record.url) else []
    return [*links, {"kind": Link.Kind.PDF if kind != "pdf" or not links else Link.Kind.CODE, "url": ""}]


def _written(keys):
    return ",".join(str(key) for key in dict.fromkeys(keys) if key)
