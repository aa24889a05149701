"""Where a paper appeared, as front matter prints it: ``In *Proceedings of X*, 3(2)`` or ``ACL 2020``."""

import re
from typing import Any

from labsite.moving.plain_values import line_of, mapping_in
from publications.citations.record import MEETINGS, acronym_of

# By the numbers of older versions and the words of CSL that newer ones use.
# https://docs.citationstyles.org/en/stable/specification.html#appendix-iii-types
KINDS = {
    **dict.fromkeys(("1", "paper-conference", "conference-paper"), "conference"),
    **dict.fromkeys(("2", "article-journal", "journal-article", "review"), "journal"),
    **dict.fromkeys(("3", "article", "preprint", "manuscript", "working-paper"), "preprint"),
    **dict.fromkeys(("4", "report"), "report"),
    **dict.fromkeys(("5", "book"), "book"),
    **dict.fromkeys(("6", "chapter", "book-section"), "chapter"),
    **dict.fromkeys(("7", "thesis"), "thesis"),
    **dict.fromkeys(("software",), "software"),
    **dict.fromkeys(("dataset",), "dataset"),
    **dict.fromkeys(("poster",), "poster"),
}
EMPHASIS = re.compile(r"(?<![\\\w])([*_]{1,3})(\S(?:.*?\S)?)\1(?!\w)")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
# The end of "Nature Physics, 12(3), pp. 4–5" or "Nature Physics *12*, 4-5".
NUMBERS = re.compile(
    r"[,.]?\s+(?:vol(?:ume|\.)?\s*)?(?P<volume>\d{1,4})\s*(?:\((?P<number>[\w–-]{1,10})\))?"
    r"(?:\s*[,:]\s*(?:pp?\.?\s*)?(?P<pages>[A-Za-z]?\d+(?:\s*[-–—]+\s*[A-Za-z]?\d+)?))?\s*\.?$",
    re.IGNORECASE,
)
ACRONYM = re.compile(r"(?=(?:[^A-Z]*[A-Z]){2})[A-Z][\w&+/-]*(?: [A-Z][\w&+/-]*){0,2}")
ARXIV = re.compile(r"\barxiv\b|\bcorr\b", re.IGNORECASE)
PRINTED = re.compile(r"\bProc\b|\bProceedings\b|\b(?:19|20)\d\d\b|\d+(?:st|nd|rd|th)\b")


def kind_of(types: list[str]) -> str:
    """Return the kind that the types of a paper name; "other" for none."""
    return next((KINDS[each] for each in (one.strip().casefold() for one in types) if each in KINDS), "other")


def placed(fields: dict[str, Any], kind: str, year: int | None) -> dict[str, str]:
    """Return the fields of a record that say where a paper appeared."""
    said = fields.get("publication")
    if isinstance(said, dict):
        return _placed_in_parts(mapping_in(said), kind, year)
    name, numbers = _numbered(_bare(line_of(said))) if kind == "journal" else (_bare(line_of(said)), {})
    return _place(name, kind) | numbers | _acronym(line_of(fields.get("publication_short")), year)


def _placed_in_parts(said: dict[str, Any], kind: str, year: int | None) -> dict[str, str]:
    numbers = {
        "volume": line_of(said.get("volume")),
        "number": line_of(said.get("issue")),
        "pages": re.sub(r"\s*[-–—]+\s*", "–", line_of(said.get("page") or said.get("pages"))),
        "publisher": line_of(said.get("publisher")),
    }
    place = _place(_bare(line_of(said.get("name"))), kind) | _acronym(line_of(said.get("short_name")), year)
    return place | {name: value for name, value in numbers.items() if value}


def _place(name: str, kind: str) -> dict[str, str]:
    if not name:
        return {}
    if kind == "preprint" and ARXIV.search(name):
        return {"venue": "arXiv", "acronym": "arXiv"}
    if kind == "thesis":
        return {"publisher": name}
    return {"proceedings" if kind in MEETINGS and PRINTED.search(name) else "venue": name}


def _acronym(short: str, year: int | None) -> dict[str, str]:
    bare = _bare(short)
    bare = acronym_of(bare, year) or re.sub(r"\s*(?:['’]?\d{2}|\d{4})$", "", bare)
    return {"acronym": bare} if len(bare) <= 20 and ACRONYM.fullmatch(bare) else {}


def _numbered(name: str) -> tuple[str, dict[str, str]]:
    """Part the volume, the number and the pages from the end of a journal's name."""
    found = NUMBERS.search(name)
    if not found or not name[: found.start()].strip() or not _counts(found):
        return name, {}
    numbers = {key: re.sub(r"\s*[-–—]+\s*", "–", value) for key, value in found.groupdict().items() if value}
    return name[: found.start()].strip(" ,"), numbers


def _counts(found: re.Match[str]) -> bool:
    """Whether it is more than a number that belongs to the name, as in "Graphics 2019"."""
    return bool(found["number"] or found["pages"] or found[0].startswith(",") or "vol" in found[0].lower())


def _bare(text: str) -> str:
    """Return Markdown of one line without its emphasis, links and the word "In" before a place."""
    bare = LINK.sub(r"\1", text)
    while (cut := EMPHASIS.sub(r"\2", bare)) != bare:
        bare = cut
    return re.sub(r"^In:?\s+", "", bare.strip(" .,")).strip()
