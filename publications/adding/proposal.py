"""What the form for a new paper holds: what was pasted, with the people and venues that the site knows, or a post."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from labsite.editing.inlines import by_order
from labsite.texts.plain_text import as_markdown, number_in
from publications.choosing import NEW, NONE, candidate_keys, written_keys
from publications.citations.identifiers import is_resolver
from publications.citations.names import Marks, in_both_scripts, split_printed, without_marks
from publications.citations.record import STATUS_NOTES, UNSTATED, Name, Record, RecordLink, link_kind
from publications.matching.people import Reason, match_authors
from publications.matching.venues import match_venues
from publications.models import Link, Venue

from .forms import MAX_ROWS, MET
from .reading import Pasted

ROW_KEY = re.compile(r"(authors|links)-(\d{1,4})-(\w+)")
AS_IT_STANDS = (
    *("title", "status", "year", "month", "volume", "number", "article", "pages", "proceedings"),
    *("doi", "arxiv_id"),
)

Values = dict[str, Any]


@dataclass(frozen=True)
class Typed:
    """All that is typed into the form: of the paper, of its venue, and of each author and link in order."""

    paper: Values = field(default_factory=dict)
    venue: Values = field(default_factory=dict)
    authors: list[Values] = field(default_factory=list)
    links: list[Values] = field(default_factory=list)

    @classmethod
    def of(cls, post: Mapping[str, str]) -> "Typed":
        """Return what a browser sent; rows that were removed are gone, the others in the order of their places."""
        venue = {name.removeprefix("venue-"): value for name, value in post.items() if name.startswith("venue-")}
        rows: dict[str, dict[int, Values]] = {"authors": {}, "links": {}}
        for name, value in post.items():
            if match := ROW_KEY.fullmatch(name):
                rows[match[1]].setdefault(int(match[2]), {})[match[3]] = value
        paper = {name: value for name, value in post.items() if "-" not in name}
        return cls(paper, venue, _kept(rows["authors"]), _kept(rows["links"]))

    def as_data(self) -> Values:
        """Return the values as a browser would send them."""
        data = self.paper | {f"venue-{name}": value for name, value in self.venue.items()}
        for prefix, rows in (("authors", self.authors), ("links", self.links)):
            data |= {f"{prefix}-TOTAL_FORMS": len(rows), f"{prefix}-INITIAL_FORMS": 0}
            for index, row in enumerate(rows):
                data |= {f"{prefix}-{index}-{name}": value for name, value in row.items() if value is not False}
        return data

    def record(self) -> Record:
        """Return the paper with everything that tells it from others."""
        names = ("title", "doi", "arxiv_id", "volume", "number", "article", "pages", "proceedings")
        texts: Values = {name: str(self.paper.get(name) or "").strip() for name in names}
        return Record(
            key="",
            **texts,
            kind=str(self.paper.get("kind") or UNSTATED),
            status=str(self.paper.get("status") or "published"),
            year=number_in(self.paper.get("year")),
            venue=str(self.venue.get("name") or self.venue.get("printed") or ""),
            acronym=str(self.venue.get("acronym") or ""),
            authors=tuple(name_of(row) for row in self.authors),
            links=tuple(RecordLink(str(row.get("kind")), str(row.get("url") or "")) for row in self.links),
        )


def name_of(row: Values) -> Name:
    """Return the name in the row of an author: as printed, else as the new person's."""
    given, family = str(row.get("given") or "").strip(), str(row.get("family") or "").strip()
    printed = str(row.get("printed_name") or "").strip()
    if printed and (given or family) and printed != f"{given} {family}".strip():
        return split_printed(printed, family)
    return (
        Name(given, family, orcid=str(row.get("orcid") or "")) if given and family else Name(literal=family or given)
    )


def _kept(rows: dict[int, Values]) -> list[Values]:
    left = [rows[index] for index in sorted(rows) if not rows[index].get("DELETE")][:MAX_ROWS]
    return by_order((number_in(row.get("order")), row) for row in left)


def propose(pasted: Pasted, me: int | None = None) -> Typed:
    """Return what the form for a paper begins with; ``me`` is the person who adds it."""
    record = pasted.record
    [match] = match_venues([record])
    publisher = record.publisher if match.venue or not match.printed else ""
    known = Venue.objects.filter(pk=match.venue or 0).values_list("publisher", flat=True).first() or ""
    paper = {name: getattr(record, name) or "" for name in AS_IT_STANDS} | {
        "kind": "" if record.kind == UNSTATED else record.kind,
        "publisher": "" if publisher.casefold() == known.casefold() else publisher,
        "abstract": as_markdown(record.abstract),
        "notes": "" if record.note in STATUS_NOTES.values() else record.note,
    }
    venue = {
        "who": str(match.venue or "") or ("" if match.candidates else NEW if match.printed else NONE),
        "candidates": written_keys([match.venue, *match.candidates]),
        "reason": Reason.NAME.name if match.venue else "",
        "acronym": match.new.acronym,
        "name": match.new.name,
        "kind": match.new.kind,
        "venue_publisher": match.new.publisher,
        "printed": match.printed,
    }
    # The record's address, unless it follows from the DOI or the arXiv id, and an empty row.
    kind = link_kind(record.url)
    links: list[Values] = [{"kind": kind, "url": record.url}] if record.url and not is_resolver(record.url) else []
    links.append({"kind": Link.Kind.PDF if kind != "pdf" or not links else Link.Kind.CODE, "url": ""})
    return Typed(paper, venue, _rows(record.authors, pasted.marks, me), links)


def more_authors(names: tuple[Name, ...], me: int | None = None) -> list[Values]:
    """Return rows for authors whose names were typed into a list."""
    return _rows(*without_marks(names), me)


def _rows(names: tuple[Name, ...], marks: Sequence[Marks], me: int | None) -> list[Values]:
    [matches] = match_authors([names], me)
    padded = [*marks, *(Marks() for _ in matches[len(marks) :])]
    return [
        {
            "who": str(match.person or "") or (NEW if match.reason is Reason.NEW else ""),
            "candidates": written_keys([match.person, *match.candidates]),
            "reason": match.reason.name,
            "printed_name": str(match.name),
            "given": bare.given,
            "family": bare.literal or " ".join(filter(None, [bare.family, bare.suffix])),
            "orcid": match.name.orcid,
            **vars(signs),
        }
        for match, signs in zip(matches, padded, strict=False)
        for bare, _native in [in_both_scripts(match.name)]
    ]


def look_again(typed: Typed) -> Typed:
    """Return it with the people and the venue whom the site has come to know by the names of those to be new."""
    new = [index for index, row in enumerate(typed.authors) if row.get("who") == NEW]
    names = [name_of({**typed.authors[index], "printed_name": ""}) for index in new]
    authors = list(typed.authors)
    for index, match in zip(new, match_authors([names])[0], strict=True):
        authors[index] = _with_offers(authors[index], (match.person, *match.candidates))
    venue = typed.venue
    if venue.get("who") == NEW:
        [known] = match_venues([Record("", "", venue=venue.get("name", ""), acronym=venue.get("acronym", ""))])
        venue = _with_offers(venue, (known.venue, *known.candidates))
    return replace(typed, venue=venue, authors=authors)


def _with_offers(row: Values, keys: Iterable[int | None]) -> Values:
    offered = candidate_keys(row.get("candidates"))
    unseen = [key for key in keys if key and key not in offered]
    return {**row, "candidates": written_keys([*offered, *unseen]), "reason": MET if unseen else Reason.NEW.name}
