"""Names of series abbreviated as ISO 4 says: small words go, words of a list of stems are cut, all others stay.

``word_stems.csv`` has those of the LTWA's rules that names of journals need, and the small words without abbreviation.
"""

import csv
import re
from functools import cache
from pathlib import Path

STEMS = Path(__file__).with_name("word_stems.csv")
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


@cache
def _stems() -> dict[str, str]:
    """Return what is printed for each word, or, where its key ends in a hyphen, for words that begin so."""
    with STEMS.open(encoding="utf-8", newline="") as rows:
        return {row["word"]: row["abbreviation"] for row in csv.DictReader(rows)}


def iso4(name: str) -> str:
    """Return a series' name as references abbreviate it; a name of one word stays whole."""
    # A letter behind a name is its section, as in Physical Review A; what a name begins with isn't small: In Vitro.
    words = [word for word in re.split(r"(?<!^In),?\s+(?![A-Z]$)", name) if _stems().get(word.casefold(), word)]
    if len(words) < 2:
        return name
    return " ".join(WORD.sub(lambda match: _abbreviated(match[0]), word) for word in words)


def _abbreviated(word: str) -> str:
    """Return a word as the longest stem that it begins with abbreviates it, if two letters go, with its capitals."""
    plain, stems = word.casefold(), _stems()
    beginnings = (stems.get(f"{plain[:end]}-") for end in range(len(plain), 2, -1))
    short = stems.get(plain) or next(filter(None, beginnings), "")
    if not short or word.isupper() or len(short) >= len(word):
        return word
    return short.capitalize() if word[:1].isupper() else short
