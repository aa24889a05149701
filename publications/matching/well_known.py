"""The well-known venues: facts that somebody knows for certain, by which names are told that print them in other ways.

``well_known_venues.csv`` has a line for each: kind, acronym, full name, publisher, and spellings with | between them.
Each was checked against public lists of journals, their abbreviations and publishers, and of ranked conferences; the
publisher is left out where they disagree or it has changed.
"""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from labsite.texts.folding import fold
from publications.citations.abbreviations import iso4

MAX_ACRONYM_LENGTH = 40
ACRONYM = re.compile(r"(?=.*[\w&+/@-][A-Z])(?:[\w&+/@-]+ ){0,2}[\w&+/@-]+")  # arXiv, USENIX Security, not Nat Commun
# Acronyms of several communities, which alone say nothing.
SHARED = {"ACC", "ATC", "CASE", "DIS", "FSE", "ICS", "IDC", "ISCA", "ISWC", "JASA", "PRL", "SoCC", "TC"}
TABLE = Path(__file__).with_name("well_known_venues.csv")
# What entries give in the place of a journal and is its publisher, folded; none is called like a journal, too.
PUBLISHERS = frozenset(map(fold, TABLE.with_name("publishers.txt").read_text(encoding="utf-8").splitlines()))


@dataclass(frozen=True)
class NewVenue:
    """What an unknown venue would be called, for somebody to look at."""

    acronym: str
    name: str = ""
    kind: str = ""
    publisher: str = ""


def looks_like_acronym(text: str) -> bool:
    """Whether a text is up to three words of which one has a capital inside, as no word of a name has."""
    return len(text) <= MAX_ACRONYM_LENGTH and bool(ACRONYM.fullmatch(text))


def well_known_venues() -> Iterator[tuple[NewVenue, tuple[str, ...]]]:
    """Yield each venue of the table with all its names, the abbreviated ones too."""
    with TABLE.open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            names = [row["name"], *row.pop("spellings").split("|")]
            acronym = "" if row["acronym"] in SHARED else row["acronym"]
            yield NewVenue(**row), tuple(filter(None, [acronym, *names, *map(iso4, names)]))
