"""One publication as plain data: what every citation format reads and writes, without the database."""

import re
from dataclasses import dataclass

# What a citation says of work that isn't out, by its status.
STATUS_NOTES = {"accepted": "To appear", "submitted": "In submission"}

# What a citation calls each kind where its format has no word of its own; always in English, as the formats are.
KIND_NAMES = {
    "conference": "Conference paper",
    "journal": "Journal article",
    "workshop": "Workshop paper",
    "poster": "Poster",
    "preprint": "Preprint",
    "thesis": "Thesis",
    "book": "Book",
    "chapter": "Book chapter",
    "report": "Technical report",
    "software": "Software",
    "dataset": "Dataset",
    "other": "",
}
LINK_KINDS = (("pdf", re.compile(r"\.pdf$")), ("code", re.compile(r"//(?:www\.)?(?:github|gitlab|codeberg)\.")))
MEETINGS = ("conference", "workshop", "poster")
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


class Unreadable(ValueError):
    """A text that isn't in the format that it was read as; the message says where and why."""


@dataclass(frozen=True)
class Name:
    """An author's name in its parts; ``literal`` stands alone where there are none, as for a collaboration."""

    given: str = ""
    family: str = ""
    suffix: str = ""
    literal: str = ""
    orcid: str = ""

    def __str__(self) -> str:
        return self.literal or " ".join(part for part in (self.given, self.family, self.suffix) if part)


@dataclass(frozen=True)
class RecordLink:
    """Where something of a publication is; ``kind`` holds a value of the link's choices."""

    kind: str
    url: str
    label: str = ""


@dataclass(frozen=True)
class Record:
    """What a citation says. ``kind`` and ``status`` hold the values of the publication's choices; empty is unknown.

    ``ids`` are pairs of scheme and value beside the DOI and the arXiv id, such as ("dblp", "conf/nsdi/Quill24").
    ``extra`` are pairs of name and text of what a source says and no other field holds; ``entry_type`` is what the
    source calls the kind of entry, where ``kind`` wouldn't be written so again.
    """

    key: str
    title: str
    kind: str = "other"
    status: str = "published"
    authors: tuple[Name, ...] = ()

    year: int | None = None
    month: int | None = None

    venue: str = ""
    acronym: str = ""
    proceedings: str = ""
    volume: str = ""
    number: str = ""
    article: str = ""
    pages: str = ""
    publisher: str = ""

    doi: str = ""
    arxiv_id: str = ""
    url: str = ""
    note: str = ""
    abstract: str = ""

    ids: tuple[tuple[str, str], ...] = ()
    links: tuple[RecordLink, ...] = ()
    entry_type: str = ""
    extra: tuple[tuple[str, str], ...] = ()

    @property
    def is_out(self) -> bool:
        """Say whether it has appeared, or is sure to appear, in what its kind appears in."""
        return self.status in ("published", "accepted") and self.kind != "preprint"

    @property
    def container(self) -> str:
        """What it appeared in: the proceedings as printed, or else the venue; of a journal its own name first."""
        return (self.kind == "journal" and self.venue) or self.proceedings or self.venue

    @property
    def series(self) -> str:
        """A meeting's edition as its proceedings print it, such as ``SUS '24``."""
        if self.kind not in MEETINGS or not self.acronym:
            return ""
        return f"{self.acronym} '{self.year % 100:02}" if self.year else self.acronym


def link_kind(url: str) -> str:
    """Return the kind of link that an address shows to be: a PDF, code, or else a page."""
    return next((kind for kind, form in LINK_KINDS if form.search(url)), "page")


def acronym_of(series: str, year: int | None) -> str:
    """Return the acronym in a series such as ``SUS '24``, ``SUS'24`` or ``SUS 2024``; nothing if it isn't one."""
    if not year:
        return series
    found = re.fullmatch(rf"(.+?)\s*(?:['’]{year % 100:02}|\b{year})", series)
    return found[1] if found else ""


def status_of(note: str, kind: str = "") -> str:
    """Return the status that a note says in words; a preprint without one is a preprint."""
    unnoted = "preprint" if kind == "preprint" else "published"
    return next((status for status, said in STATUS_NOTES.items() if said == note), unnoted)


def one_line(text: str) -> str:
    """Return a text without line breaks and double spaces: no field of a citation has any."""
    return " ".join(text.split())
