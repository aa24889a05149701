"""Names of people: parsing them in the forms in which they are printed, and comparing them."""

import re
from collections.abc import Iterable
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from labsite.texts.folding import fold
from publications.citations.record import Name

SUFFIX = re.compile(r",?\s+(Jr\.?|Sr\.?|II|III|IV)$")
RUN_TOGETHER = re.compile(r"[A-Z]{2,3}")  # initials without points, as in "Quill AB"
# The end of an incomplete list of authors.
OTHERS = re.compile(r"(?:\bet\.? al|\band others|^\s*others|…|\.\.)\.?\s*$", re.IGNORECASE)
PARTICLE = re.compile(r"[^\W\d_A-Z][^\W\d_]*", re.ASCII)  # van, de la: part of the name that follows
SUFFIX_ALONE = re.compile(r"(?:Jr|Sr)\.?|II|III|IV")


class Likeness(IntEnum):
    """How closely two names agree."""

    NONE = 0
    MAYBE = 1  # an initial, a middle name or the order may conceal another person
    SAME = 2


class Parts(NamedTuple):
    """A name folded for comparing; the given name in words."""

    given: tuple[str, ...]
    family: str
    suffix: str = ""

    @property
    def whole(self) -> str:
        """The name without spaces, so that it doesn't matter where the given name ends."""
        return "".join(self.given) + self.family + self.suffix

    @property
    def is_initials(self) -> bool:
        """Whether the given name consists of initials."""
        return bool(self.given) and all(len(word) == 1 and word.isascii() for word in self.given)


def split_printed(name: str, family: str) -> Name:
    """Split a printed name at the family name, if it begins or ends with it, or else before its last word."""
    whole, suffix = cut_suffix(name)
    words, size = whole.split(), len(family.split())
    if fold(" ".join(words[-size:])) == fold(family):
        given, family_words = words[:-size], words[-size:]
    elif fold(" ".join(words[:size])) == fold(family):
        given, family_words = words[size:], words[:size]
    else:
        given, family_words = words[:-1], words[-1:]
    if not given:
        return Name(literal=name)
    return Name(" ".join(given), " ".join(family_words).rstrip(","), suffix)


def cut_suffix(name: str) -> tuple[str, str]:
    """Return a name without its suffix, such as Jr. or III, and the suffix."""
    found = SUFFIX.search(name)
    return (name[: found.start()], found[1]) if found else (name, "")


def parts_of(name: Name) -> Parts:
    """Return a name folded; a literal one counts as a family name."""
    family, suffix = cut_suffix(name.family)
    if name.literal:
        return Parts((), _squeezed(name.literal))
    return Parts(_given_words(name.given), _squeezed(family), _squeezed(name.suffix or suffix))


def likeness(one: Parts, other: Parts) -> Likeness:
    """Return how closely two names agree; their order doesn't matter."""
    if one.suffix and other.suffix and one.suffix != other.suffix:
        return Likeness.NONE
    if one.family != other.family:
        is_reversed = bool(one.given) and ("".join(one.given), one.family) == (other.family, "".join(other.given))
        return Likeness.MAYBE if is_reversed else Likeness.NONE
    if "".join(one.given) == "".join(other.given):
        is_sure = one.suffix == other.suffix and not one.is_initials
        return Likeness.SAME if is_sure else Likeness.MAYBE
    return Likeness.MAYBE if _may_agree(one.given, other.given) else Likeness.NONE


def _may_agree(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether given names agree word by word as far as both go; an initial agrees with any word that it begins."""
    if not one or not other:
        return False
    return all(
        a.startswith(b) or b.startswith(a) if 1 in (len(a), len(b)) else a == b
        for a, b in zip(one, other, strict=False)
    )


@lru_cache(maxsize=4096)
def _given_words(given: str) -> tuple[str, ...]:
    if RUN_TOGETHER.fullmatch(given):
        return tuple(given.lower())
    return tuple(fold(given).split())


@lru_cache(maxsize=4096)
def _squeezed(text: str) -> str:
    return fold(text).replace(" ", "")


def inverted(text: str) -> Name:
    """Parse ``Family, Given, Suffix``; a comma within a part is doubled, as in EndNote.

    The text must contain a letter of any script.
    """
    parts = [part.strip() for part in text.replace(",,", "\0").split(",", 2)]
    family, *rest = (part.replace("\0", ",") for part in parts if part)
    if len(rest) == 2 and SUFFIX_ALONE.fullmatch(rest[0]):
        rest.reverse()  # Family, Suffix, Given, as BibTeX writes it
    return Name(rest[0], family, *rest[1:]) if rest else Name(literal=family)


def in_order(text: str) -> Name:
    """Parse ``Given Family Suffix``; the family name is the last word with the particles before it."""
    whole, suffix = cut_suffix(" ".join(text.split()))
    words = whole.split()
    begins = len(words) - 1
    while begins > 1 and PARTICLE.fullmatch(words[begins - 1]):
        begins -= 1
    if begins < 1:
        return Name(literal=whole if not suffix else f"{whole} {suffix}")
    return Name(" ".join(words[:begins]), " ".join(words[begins:]), suffix)


def listed_names(names: Iterable[str]) -> tuple[list[str], bool]:
    """Return the names in a list, and whether it is complete: whether none ends in ``et al.``"""
    listed = list(names)
    named = [OTHERS.sub("", name).strip(" ,;") for name in listed]
    return [name for name in named if re.search(r"\w", name)], not any(map(OTHERS.search, listed))
