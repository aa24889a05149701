"""Names of authors as they are written in most formats."""

import re
from collections.abc import Iterable

from publications.citations.names import cut_suffix
from publications.citations.record import Name

# What stands for more authors than are named.
OTHERS = re.compile(r"(?:\bet\.? al|\band others|^\s*others|…|\.\.)\.?\s*$", re.IGNORECASE)
PARTICLE = re.compile(r"[^\W\d_A-Z][^\W\d_]*", re.ASCII)  # van, de la: they belong to the name behind them
SUFFIX = re.compile(r"(?:Jr|Sr)\.?|II|III|IV")


def inverted(text: str) -> Name:
    """Return the name in ``Family, Given, Suffix``; of a whole name each comma is doubled, as EndNote asks.

    There is a letter in it, or a sign of another script.
    """
    parts = [part.strip() for part in text.replace(",,", "\0").split(",", 2)]
    family, *rest = (part.replace("\0", ",") for part in parts if part)
    if len(rest) == 2 and SUFFIX.fullmatch(rest[0]):
        rest.reverse()  # Family, Suffix, Given, as BibTeX writes it
    return Name(rest[0], family, *rest[1:]) if rest else Name(literal=family)


def in_order(text: str) -> Name:
    """Return the name in ``Given Family Suffix``, parted before the last word and the particles in front of it."""
    whole, suffix = cut_suffix(" ".join(text.split()))
    words = whole.split()
    begins = len(words) - 1
    while begins > 1 and PARTICLE.fullmatch(words[begins - 1]):
        begins -= 1
    if begins < 1:
        return Name(literal=whole if not suffix else f"{whole} {suffix}")
    return Name(" ".join(words[:begins]), " ".join(words[begins:]), suffix)


def told(names: Iterable[str]) -> tuple[list[str], bool]:
    """Return the names that say somebody, and whether these are all: whether none of them ends in ``et al.``"""
    listed = list(names)
    named = [OTHERS.sub("", name).strip(" ,;") for name in listed]
    return [name for name in named if re.search(r"\w", name)], not any(map(OTHERS.search, listed))
