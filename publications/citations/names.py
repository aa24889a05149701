"""Names of people: how a printed one splits into its parts, and whether two may be the same person's."""

import re
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from labsite.texts.folding import fold
from publications.citations.record import Name

SUFFIX = re.compile(r",?\s+(Jr\.?|Sr\.?|II|III|IV)$")
RUN_TOGETHER = re.compile(r"[A-Z]{2,3}")  # initials without points, as in "Quill AB"


class Likeness(IntEnum):
    """How far two names agree."""

    NONE = 0
    MAYBE = 1  # an initial, a middle name or the order may hide somebody else
    SAME = 2


class Parts(NamedTuple):
    """A name folded for comparing; the given name in words."""

    given: tuple[str, ...]
    family: str
    suffix: str = ""

    @property
    def whole(self) -> str:
        """All of it without spaces, so that it doesn't matter where given and family name were parted."""
        return "".join(self.given) + self.family + self.suffix

    @property
    def is_initials(self) -> bool:
        """Whether the given name isn't spelled out."""
        return bool(self.given) and all(len(word) == 1 and word.isascii() for word in self.given)


def split_printed(name: str, family: str) -> Name:
    """Split a name as printed where the family name ends or begins it; else before its last word."""
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
    """Return a name without its Jr. or III, and that."""
    found = SUFFIX.search(name)
    return (name[: found.start()], found[1]) if found else (name, "")


def parts_of(name: Name) -> Parts:
    """Return a name folded; one that has no parts is all family name."""
    family, suffix = cut_suffix(name.family)
    if name.literal:
        return Parts((), _squeezed(name.literal))
    return Parts(_given_words(name.given), _squeezed(family), _squeezed(name.suffix or suffix))


def likeness(one: Parts, other: Parts) -> Likeness:
    """Compare two names, whichever of them is shorter."""
    if one.suffix and other.suffix and one.suffix != other.suffix:
        return Likeness.NONE
    if one.family != other.family:
        return Likeness.MAYBE if _is_reversed(one, other) else Likeness.NONE
    if "".join(one.given) == "".join(other.given):
        is_sure = one.suffix == other.suffix and not one.is_initials
        return Likeness.SAME if is_sure else Likeness.MAYBE
    return Likeness.MAYBE if _may_agree(one.given, other.given) else Likeness.NONE


def _is_reversed(one: Parts, other: Parts) -> bool:
    given, family = "".join(one.given), one.family
    return bool(given) and (given, family) == (other.family, "".join(other.given))


def _may_agree(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether given names agree as far as both say something: word by word, an initial for any word it begins."""
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
