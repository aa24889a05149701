"""A typed list, parted into references: numbered, between blank lines, with hanging indents, or line by line."""

import re

from labsite.contrib.reading.words import first_in, patterns
from publications.citations.dates import YEAR_FORM
from publications.citations.entry import Entry
from publications.citations.record import gettext_noop
from publications.formats.entries import LINE, broken

from .reference import NUMBER, looks_like_reference, read_reference

KINDS = {
    kind: re.compile(rf"(?<![a-z])(?:{words})(?![a-z])", re.IGNORECASE) for kind, words in patterns("headings").items()
}
HEADING_YEAR = re.compile(
    rf"^\W*(?:year\s*)?({YEAR_FORM})(?:\s*年(?:度)?|년)?\W*(?:\(?\d+\s*(?:papers?|篇)?\)?)?\W*$", re.IGNORECASE
)
OTHER_HEADING = re.compile(
    r"(?:selected |recent |all |our )?(?:publications|papers|references|patents|others?|论文|发表论文|論文|논문)",
    re.IGNORECASE,
)
END_OF_ONE, BEGIN_OF_ONE = (
    re.compile(r"(?:[.)\]。]|\d|https?:\S+)\s*$"),
    re.compile(rf"\s*[^\W\d_a-z]|{NUMBER.pattern}"),
)
MAX_HEADING_LENGTH = 70  # characters
MAX_KIND_WORDS = 8
UNREAD = gettext_noop("this reference can’t be parted into authors, title and the rest: “{text}”.")
BESIDE = gettext_noop("“{text}” is before or behind the list of papers.")
MAX_QUOTED_LENGTH = 300  # characters


# The text of a reference, the line on which it begins, and the year and the kind that the headings above it say.
TypedReference = tuple[str, int, int | None, str]


def typed_entries(text: str, place: str = "") -> list[Entry]:
    """Return the entries of a typed list; none where a text is no list of references.

    Each says its line, behind ``place`` if that is given.
    """
    references = references_in(text)
    surely = [index for index, each in enumerate(references) if looks_like_reference(each[0])]
    if not surely or 2 * len(surely) <= surely[-1] - surely[0]:
        return []
    entries = []
    for index, (reference, line, year, kind) in enumerate(references):
        location = LINE.format(number=line)
        location = f"{place}, {location}" if place else location
        quoted = " ".join(reference.split())[:MAX_QUOTED_LENGTH]
        entry = read_reference(reference, location, year=year, kind=kind)
        if entry is None and not surely[0] <= index <= surely[-1]:
            entry = Entry(location, no_paper=BESIDE.format(text=quoted))
        entries.append(entry or broken(location, UNREAD.format(text=quoted)))
    return entries


def references_in(text: str) -> list[TypedReference]:
    """Return the references of a text; with what is between them and no heading, so that nothing is lost."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    begins = _beginnings(lines)
    references: list[TypedReference] = []
    year: int | None = None
    kind, parts, first = "", list[str](), 0

    def close() -> None:
        if parts:
            references.append(("\n".join(parts), first, year, kind))
            parts.clear()

    for number, line in enumerate(lines, start=1):
        bare = line.strip()
        heading = _heading(bare)
        if not bare or heading or number - 1 in begins:
            close()
        if heading:
            year, kind = heading[0] or year, kind if heading[0] and not heading[1] else heading[1]
        elif bare:
            first = first if parts else number
            parts.append(bare)
    close()
    return references


def _heading(line: str) -> tuple[int | None, str] | None:
    """Return the year and the kind that a heading names; None of any other line."""
    if dated := HEADING_YEAR.match(line):
        return int(dated[1]), ""
    bare = re.sub(r"^[#*_=\s]+|[#*_=:：\s]+$", "", line)
    is_marked = line.startswith("#")
    is_long = len(bare) > MAX_HEADING_LENGTH or not (is_marked or (bare and bare[-1] not in ".,;。"))
    if not bare or is_long or (not is_marked and re.search(r"\d{2}|//", bare)):
        return None
    kind = first_in(KINDS, bare)
    year = re.search(rf"(?<!\d){YEAR_FORM}(?!\d|\s*[-–])", bare) if is_marked else None
    is_short = len(bare.split()) <= MAX_KIND_WORDS and "," not in bare
    if is_marked or (kind and is_short) or OTHER_HEADING.fullmatch(bare):
        return (int(year[0]) if year else None), kind
    return None


def _beginnings(lines: list[str]) -> set[int]:
    """Return the lines on which references begin, by their places, beside those behind a blank line or a heading."""
    full = {at for at, line in enumerate(lines) if line.strip() and not _heading(line.strip())}
    numbered = {at for at in full if NUMBER.match(lines[at])}
    if len(numbered) > 1 or len(numbered) == len(full):
        return numbered
    flush = {at for at in full if not lines[at][:1].isspace()}
    if 0 < len(flush) < len(full):
        return flush
    alone = {at for at in full if looks_like_reference(lines[at])}
    if 2 * len(alone) < len(full) <= 3 * sum(not line.strip() for line in lines):
        return set()
    return alone | {at for at in full if at and END_OF_ONE.search(lines[at - 1]) and BEGIN_OF_ONE.match(lines[at])}
