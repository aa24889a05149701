"""One publication as plain data, which every citation format reads and writes, and texts in one form for comparing.

Messages are in English, for whoever shows them to translate.
"""

import re
import unicodedata
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from typing import Concatenate, TypeVar

from anyascii import anyascii

# The notes with which citations print work that hasn't appeared, by status.
STATUS_NOTES = {"accepted": "To appear", "submitted": "In submission"}

# The names of kinds in formats that have no type for them; always in English, like the formats.
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
KEY = r"""[^\s"#%'(),={}~\\@]+"""  # as BibTeX takes one
MAX_ENTRIES = 2048  # of a format that are kept as they are written, as many lists have the same ones
UNSTATED = "other"  # the kind of a record that doesn't say of what kind it is; on the site that is empty
LINK_KINDS = (("pdf", re.compile(r"\.pdf$")), ("code", re.compile(r"//(?:www\.)?(?:github|gitlab|codeberg)\.")))
# Letters of scripts whose names of people are their own beside Latin ones: Chinese, Japanese, Korean.
KANA = "\u3040-\u30ff\uff65-\uff9f"
NATIVE_LETTERS = f"\u3005\u3007{KANA}\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\U00020000-\U0003134f"
FAMILY_FIRST = re.compile(f"[{NATIVE_LETTERS}]+ (?![{KANA}])[{NATIVE_LETTERS}]+")  # given, family, not in kana
# A word in two as the end of a line parts it; "pre- and post-training" isn't.
LINE_END = re.compile(r"\b([^\W\d_]{2,})-\s+(?!(?:and|or|to|und|oder|bis)\b)([a-zß-ÿ]{2,})")
MEETINGS = ("conference", "workshop", "poster")
PARTS = (*MEETINGS, "chapter", UNSTATED)  # kinds that appear in something else, but for articles of journals
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
ACCENTS = re.compile("[\u0300-\u036f]")
WORD = re.compile(r"[^\W_]+(?:[+#]+(?![^\W\u2e80-\uffef]))?")  # C++ and C# are words, in Chinese too
MAX_REMEMBERED_LENGTH = 500  # characters, which names and titles have room in
MARKED: set[str] = set()  # the messages, and templates of messages for ``str.format``

R = TypeVar("R")


class Unreadable(ValueError):
    """Raised for a text that isn't in the expected format; the message says where and why."""


@dataclass(frozen=True)
class Name:
    """An author's name in parts; a name without parts, such as that of a collaboration, is ``literal``.

    ``is_guess`` if its source doesn't say where the family name begins, and nothing else does.
    """

    given: str = ""
    family: str = ""
    suffix: str = ""
    literal: str = ""
    orcid: str = ""
    is_guess: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        written = self.literal or " ".join(part for part in (self.given, self.family, self.suffix) if part)
        is_family_first = not (self.literal or written.isascii()) and FAMILY_FIRST.fullmatch(written)
        return self.family + self.given if is_family_first else written

    @property
    def in_one_piece(self) -> str:
        """The name if it isn't parted into a given and a family name, else an empty string."""
        return "" if self.given and self.family else self.literal or self.family or self.given


@dataclass(frozen=True)
class RecordLink:
    """A link of a publication; ``kind`` is one of the choices of the model Link."""

    kind: str
    url: str
    label: str = ""


@dataclass(frozen=True)
class Record:
    """What a citation says. ``kind`` and ``status`` hold the values of the publication's choices; empty is unknown.

    ``ids`` are pairs of scheme and value beside the DOI and the arXiv id, such as ("dblp", "conf/nsdi/Quill24").
    ``extra`` are pairs of name and text of what a source says and no other field holds; ``entry_type`` is what the
    source calls the kind of entry, where ``kind`` wouldn't be written so again. ``known_venue`` is the venue as a site
    of this kind has it: acronym, full name, kind and publisher, all of them empty where it has none.
    """

    key: str
    title: str
    kind: str = UNSTATED
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
    known_venue: tuple[str, ...] = ()

    @property
    def is_out(self) -> bool:
        """Whether it has appeared, or has been accepted, in a container of its kind."""
        return self.status in ("published", "accepted") and self.kind != "preprint"

    @property
    def container(self) -> str:
        """What it appeared in, as printed, or else the venue; a journal's acronym with a year is no name of it."""
        edition = rf"\b{re.escape(self.acronym)}\b ?['’]?\d" if self.acronym else "$^"
        is_edition = self.kind == "journal" and re.search(edition, self.proceedings)
        return (is_edition and self.venue) or self.proceedings or self.venue

    @property
    def is_article(self) -> bool:
        """Whether it is cited as an article of a periodical.

        So are papers of proceedings that have volumes and issues; what isn't of a stated kind needs either.
        """
        numbers = (self.volume, self.number)
        is_periodical = self.kind in MEETINGS and all(numbers) or self.kind == UNSTATED and any(numbers)
        is_journal = self.kind == "journal" and (self.container or any(numbers))
        return bool(is_journal or (self.container and is_periodical))

    @property
    def is_part(self) -> bool:
        """Whether it is cited as part of a whole with a name, such as proceedings or a book."""
        return bool(self.container) and not self.is_article and self.kind in PARTS

    @property
    def issuer(self) -> str:
        """Who issued what appeared by itself: the series, if it has one, with its numbers, and the publisher."""
        volume = f"vol. {self.volume}" if self.volume else ""
        number = f"no. {self.number}" if self.number and self.kind != "report" else ""
        return ", ".join(dict.fromkeys(filter(None, (self.container, volume, number, self.publisher))))

    @property
    def server(self) -> str:
        """Where a preprint can be had; what is on its way to a venue isn't there."""
        return "arXiv" if self.arxiv_id and self.kind != "preprint" else self.venue

    @property
    def series(self) -> str:
        """The edition of a meeting as proceedings print it, such as ``SUS '24``."""
        if self.kind not in MEETINGS or not self.acronym:
            return ""
        return f"{self.acronym} '{self.year % 100:02}" if self.year else self.acronym


def link_kind(url: str) -> str:
    """Return the kind of link that an address shows to be: a PDF, code, or else a page."""
    return next((kind for kind, form in LINK_KINDS if form.search(url)), "page")


def acronym_of(series: str, year: int | None) -> str:
    """Return the acronym in a series such as ``SUS '24``, ``SUS'24`` or ``SUS 2024``, or an empty string."""
    if not year:
        return series
    match = re.fullmatch(rf"(.+?)\s*(?:['’]{year % 100:02}|\b{year})", series)
    return match[1] if match else ""


def status_of(note: str, kind: str = "") -> str:
    """Return the status that a note expresses; without one, preprints have the status of preprints."""
    unnoted = "preprint" if kind == "preprint" else "published"
    return next((status for status, text in STATUS_NOTES.items() if text == note), unnoted)


def without_line_ends(text: str) -> str:
    """Join the words that lines of a PDF ended in, as in "ap- proaches", where the text has the whole word as well."""
    words = set(re.findall(r"\w+", text.casefold()))

    def joined(match: re.Match[str]) -> str:
        word = match[1] + match[2]
        return word if word.casefold() in words else match[0]

    return LINE_END.sub(joined, text)


def one_line(text: str) -> str:
    """Return a text without line breaks and double spaces, as all fields of citations are."""
    return " ".join(text.split())


def fold(text: str) -> str:
    """Return the words of ``text`` in lower case and without accents, a space between them; CJK stays as it is."""
    return " ".join(WORD.findall(plain_letters(text)))


def plain_letters(text: str) -> str:
    """Return a text in lower case and without accents, with its spaces and signs."""
    bare = ACCENTS.sub("", unicodedata.normalize("NFKD", text)).casefold()
    # Latin letters that have no decomposition are spelt in ASCII: ø, ł, æ and their like.
    spelt = "".join(anyascii(c).lower() if "\x7f" < c < "\u0370" else c for c in bare)
    return unicodedata.normalize("NFC", spelt)


def remembered(derive: Callable[Concatenate[str, ...], R]) -> Callable[Concatenate[str, ...], R]:
    """Remember what a function makes of names and titles, as each plan of an import asks for all of them again.

    What it makes of longer texts isn't kept: whatever somebody sends in their place would stay in memory.
    """
    cached = lru_cache(maxsize=16384)(derive)

    @wraps(derive)
    def derived(text: str, *args: Hashable, **kwargs: Hashable) -> R:
        if len(text) > MAX_REMEMBERED_LENGTH:
            return derive(text, *args, **kwargs)
        return cached(text, *args, **kwargs)

    return derived


def gettext_noop(text: str) -> str:
    """Mark a message, or a template of some, for translation, and return it as it is."""
    MARKED.add(text)
    return text
