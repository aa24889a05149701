"""What the form for a new paper holds, as plain values: out of a post, or out of what was pasted."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from publications.citations.names import split_printed
from publications.citations.record import Name, Record, RecordLink

MAX_ROWS = 1000
ROW_KEY = re.compile(r"(authors|links)-(\d{1,4})-(\w+)")

Values = dict[str, Any]


@dataclass
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
            if found := ROW_KEY.fullmatch(name):
                rows[found[1]].setdefault(int(found[2]), {})[found[3]] = value
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
            kind=str(self.paper.get("kind") or "other"),
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


def number_in(written: Any) -> int | None:
    """Return what was typed as a number, if it is one that a column can hold."""
    text = str(written or "").strip()
    return int(text) if re.fullmatch("[0-9]{1,18}", text) else None


def _kept(rows: dict[int, Values]) -> list[Values]:
    kept = [rows[index] for index in sorted(rows) if not rows[index].get("DELETE")][:MAX_ROWS]
    placed, last = [], 0
    for row in kept:
        last = number_in(row.get("order")) or last
        placed.append((last, row))
    return [row for _, row in sorted(placed, key=lambda pair: pair[0])]
