"""Where a paper appeared, as pages say it: a badge such as "CVPR 2016", or words in italics behind the authors."""

import re
from dataclasses import dataclass

from .page import LINK, PaperBlock, words

YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)|['’](\d\d)\b")
CODE = re.compile(r"`+([^`]+)`+")
EMPHASISED = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3})(?=\S)(.+?)(?<=\S)\1(?![\w*])")
BRACKETED = re.compile(r"^\W*[\[(【]([^\[\]()]{2,60}?(?:19|20)\d\d[^\[\]()]{0,30})[\])】](?!\()")
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
    """Where and when it appeared; ``kind`` and ``status`` are empty where nothing is said of them."""

    name: str = ""
    acronym: str = ""
    year: int | None = None
    kind: str = ""
    status: str = ""
    note: str = ""


def place_of(block: PaperBlock, rest: str, heading: str) -> PrintedVenue:
    """Return where a paper appeared: as its badge says, else what stands in italics or behind the authors."""
    badge = block.badge or _badge_in(block.text)
    said = _said_in(rest)
    whole = f"{badge} {said}"
    name, acronym = _named(badge, said)
    note = NOTES.search(f"{whole} {words(LINK.sub('', rest))}")
    is_named = bool(name or acronym)
    return PrintedVenue(
        name=name,
        acronym=acronym,
        year=year_in(badge) or year_in(said) or year_in(rest) or year_in(heading),
        kind=_kind(whole, is_named),
        status="submitted" if SUBMITTED.search(whole) else "accepted" if ACCEPTED.search(whole) else "",
        note=note[0].strip() if note else "",
    )


def year_in(text: str) -> int | None:
    found = YEAR.search(text)
    if not found:
        return None
    return int(found[1]) if found[1] else 2000 + int(found[2])


def _badge_in(text: str) -> str:
    """Return what a list marks as where it appeared: code, or what stands in brackets before the title."""
    found = CODE.search(text) or BRACKETED.search(text)
    return " ".join(found[1].split()) if found else ""


def _said_in(rest: str) -> str:
    """Return what is emphasised behind the authors, else the first words with a year."""
    bare = CODE.sub(" ", LINK.sub(" ", rest))
    for found in EMPHASISED.finditer(bare):
        said = words(found[0]).strip(" .,;")
        if len(said) > 2 and not NOTES.fullmatch(said):
            return said
    lines = [words(line).strip(" .,;[]|") for line in bare.split("\n")]
    return next((line for line in lines if YEAR.search(line) and len(line) < 200), "")


def _named(badge: str, said: str) -> tuple[str, str]:
    """Return the name of a venue in full, and its acronym."""
    inside = INSIDE.search(said)
    short, name = _stripped(badge), _stripped(INSIDE.sub("", said))
    if THESIS.search(badge or said):
        return "", ""
    if PREPRINT.search(badge) or (not badge and PREPRINT.search(said)) or SUBMITTED.search(said or badge):
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
        r"\(\s*\)|\b(?:by|at|in)\s*$|^\s*(?:in|by|at)\b(?=\s)|\btrack\b|\bmain\b", "", bare, flags=re.IGNORECASE
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
