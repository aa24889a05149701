"""Authors and venues of papers, recognised in a page's prose."""

import re
from dataclasses import dataclass

from labsite.contrib.reading.typed_papers import authors_at
from labsite.texts.folding import fold
from publications.citations.dates import YEAR_FORM
from publications.citations.record import Name

from .page import LINK, PaperBlock, words

LABEL = "\0"  # stands before the words of a link that are no name
SIGNS = r"*†‡§#¶✉📧∗\\\d^+~⁎²³¹⁰-⁹"
SURE = 1000  # names that would weigh as much as the one whose page it is


@dataclass(frozen=True)
class PrintedAuthors:
    """The names in order, the text behind them, and whether the list is complete."""

    names: tuple[Name, ...] = ()
    rest: str = ""
    are_all: bool = True

    def weight(self, own: set[str]) -> int:
        """Return how likely these are the authors; the owner of the page among them counts most."""
        is_own = any(fold(re.sub(rf"[{SIGNS}]", "", str(name))) in own for name in self.names)
        return len(self.names) + (SURE if is_own else 0)


def authors_in(text: str) -> PrintedAuthors:
    """Return the names that a text begins with."""
    # Without bold and italic signs, but for a star behind a name, which is a mark; no link is part of a name unless
    # its words are one.
    linked = LINK.sub(
        lambda link: link["words"] if is_name(link["words"].strip("*_` ")) else f" {LABEL}{link['words']}",
        text.replace("![", "["),
    )
    bare = re.sub(r"\*\*|__", "", linked.strip()).replace("`", "")
    emphasised = re.fullmatch(r"([*_])(.*)\1[.,]?", bare, re.DOTALL)
    bare = " ".join((emphasised[2] if emphasised else bare).replace("\\", "").split())
    read = authors_at(bare)
    return PrintedAuthors(read.names, bare[read.end :].replace(LABEL, ""), read.are_all)


def is_name(text: str) -> bool:
    """Whether a text is nothing but a name."""
    read = authors_at(text)
    return len(read.names) == 1 and read.is_sure and not text[read.end :].strip(" .*†")


YEAR = re.compile(rf"(?<!\d)({YEAR_FORM})(?!\d)|['’](\d\d)\b")
CODE = re.compile(r"`+([^`]+)`+")
EMPHASISED = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3})(?=\S)(.+?)(?<=\S)\1(?![\w*])")
BRACKETED = re.compile(rf"^\W*[\[(【]([^\[\]()]{{2,60}}?{YEAR_FORM}[^\[\]()]{{0,30}})[\])】](?!\()")
NOTES = re.compile(
    r"\b(oral|spotlight|highlight|best (?:student )?paper[\w ]*|award[\w ]*|outstanding[\w ]*|notable[\w \d%]*)\b",
    re.IGNORECASE,
)
JOURNAL = re.compile(
    r"\b(?:journal|transactions|trans\.|letters|magazine|nature|science|review|t-?pami|tip|tmlr|jmlr|t-?nnls|tkde|t-?ro|ra-?l"
    r"|ijcv|ijrr|tmm|tcsvt|tgrs|tog|t-?ase|t-?mech|tbd|tim|tvt|toit|tois|tosem|tist|pnas|plos)\b",
    re.IGNORECASE,
)
PREPRINT = re.compile(r"\b(?:arxiv|preprint|biorxiv|medrxiv|tech(?:nical)? report|openreview)\b", re.IGNORECASE)
THESIS = re.compile(r"\b(?:thesis|dissertation)\b|学位论文", re.IGNORECASE)
SUBMITTED = re.compile(r"\b(?:submitted|under(?:going)? review|in submission)\b|在投", re.IGNORECASE)
ACCEPTED = re.compile(r"\b(?:accepted|to appear|in press|forthcoming)\b", re.IGNORECASE)
INSIDE = re.compile(r"\s*\(([A-Z][\w&/ -]{1,14})\)")
ACRONYM = re.compile(r"[A-Za-z][\w&/+-]*(?:[ -](?:MM|TR|IS|RSJ|W))?")
ASIDE = re.compile(
    r"\(?\s*(?:IF|impact factor|CCF|JCR|SCI|Q\d|中科院)\b[^,;()]*\)?|[\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F]",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class PrintedVenue:
    """Where and when a paper appeared; ``kind`` and ``status`` are empty if unknown."""

    name: str = ""
    acronym: str = ""
    year: int | None = None
    kind: str = ""
    status: str = ""
    note: str = ""


def place_of(block: PaperBlock, rest: str, heading: str) -> PrintedVenue:
    """Return where a paper appeared: from its badge, else from the italics or the words after the authors."""
    # A list item marks the venue as code or puts it in brackets before the title.
    marked = CODE.search(block.text) or BRACKETED.search(block.text)
    badge = block.badge or (" ".join(marked[1].split()) if marked else "")
    named = _said_in(rest)
    printed = f"{badge} {named}"
    name, acronym = _named(badge, named)
    note = NOTES.search(f"{printed} {words(LINK.sub('', rest))}")
    is_named = bool(name or acronym)
    return PrintedVenue(
        name=name,
        acronym=acronym,
        year=year_in(badge) or year_in(named) or year_in(rest) or year_in(heading),
        kind=_kind(printed, is_named),
        status="submitted" if SUBMITTED.search(printed) else "accepted" if ACCEPTED.search(printed) else "",
        note=note[0].strip() if note else "",
    )


def year_in(text: str) -> int | None:
    match = YEAR.search(text)
    return int(match[1] or f"20{match[2]}") if match else None


def _said_in(rest: str) -> str:
    """Return what is emphasised behind the authors, else the first words with a year."""
    bare = CODE.sub(" ", LINK.sub(" ", rest))
    for match in EMPHASISED.finditer(bare):
        text = words(match[0]).strip(" .,;")
        if len(text) > 2 and not NOTES.fullmatch(text) and not re.search(r"\btrack\W*$", text, re.IGNORECASE):
            return text
    lines = [words(line).strip(" .,;[]|") for line in bare.split("\n")]
    return next((line for line in lines if YEAR.search(line) and len(line) < 200), "")


def _named(badge: str, venue: str) -> tuple[str, str]:
    """Return the name of a venue in full, and its acronym."""
    inside = INSIDE.search(venue)
    short, name = _stripped(badge), _stripped(INSIDE.sub("", venue))
    if THESIS.search(badge or venue):
        return "", ""
    if PREPRINT.search(badge) or (not badge and PREPRINT.search(venue)) or SUBMITTED.search(venue or badge):
        return "", ""
    if not short and len(name.split()) == 1:
        return "", name
    acronym = short if ACRONYM.fullmatch(short) else (inside[1] if inside and not short else "")
    if name == short or not name:
        name = "" if acronym else short
    return name, acronym


def _stripped(text: str) -> str:
    """Return a venue's name without year, state, prizes and figures of merit."""
    bare = ASIDE.sub("", NOTES.sub("", ACCEPTED.sub("", YEAR.sub("", words(text)))))
    bare = re.sub(
        r"\(\s*\)|\b(?:by|at|in)\s*$|^\s*(?:in|by|at)\b(?=\s)|\btrack\b|\bmain(?: conference)?\b",
        "",
        bare,
        flags=re.IGNORECASE,
    )
    return " ".join(bare.split()).strip(" .,;:|-–()[]")


def _kind(text: str, is_named: bool) -> str:
    if THESIS.search(text):
        return "thesis"
    if PREPRINT.search(text) and not is_named:
        return "preprint"
    if not is_named:
        return ""
    if re.search(r"workshop|\bw\b", text, re.IGNORECASE):
        return "workshop"
    return "journal" if JOURNAL.search(text) else "conference"
