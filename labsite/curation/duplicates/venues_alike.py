"""Which two venues may be one: by a name in common, else by names that differ in words that say little."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from labsite.texts.folding import fold

from .alike import Candidate, candidates

SAME_NAME, SAME_LETTERS, SAME_CORE, ABBREVIATED = 600, 500, 400, 300
OTHER_KIND = -250
SAYING_LITTLE = {
    *("a", "an", "and", "at", "for", "in", "of", "on", "the", "acm", "ieee", "usenix", "ifip"),
    *("international", "annual", "european", "proceedings", "proc", "conf"),
}
NUMBER = re.compile(r"\d+(st|nd|rd|th)?|first|second|third|\w+(ieth|teenth)")
MIN_WORDS = 2


@dataclass(frozen=True)
class Series:
    """A venue by all its names: its acronym, its full name, its aliases."""

    pk: int
    names: tuple[str, ...]
    kind: str = ""


def alike(venues: Iterable[Series]) -> list[Candidate]:
    """Return the pairs of venues that may be one, the likeliest first."""
    return candidates(venues, _keys, _judge)


def _keys(venue: Series) -> Iterator[tuple[str, str]]:
    for name in venue.names:
        words = telling(name)
        yield "letters", fold(name).replace(" ", "")
        yield "words", " ".join(sorted(words))
        yield "initials", "".join(word[0] for word in words)


def telling(name: str) -> list[str]:
    """Return the words of a name that tell one series from another."""
    words = [word for word in fold(name).split() if not NUMBER.fullmatch(word)]
    return [word for word in words if word not in SAYING_LITTLE] or words


def _judge(one: Series, other: Series) -> tuple[int, tuple[str, ...]] | None:
    rank, reason = _likeness(one, other)
    if not reason:
        return None
    if one.kind != other.kind:
        return rank + OTHER_KIND, (reason, "but of different kinds")
    return rank, (reason,)


def _likeness(one: Series, other: Series) -> tuple[int, str]:
    if same := {fold(name) for name in one.names} & {fold(name) for name in other.names} - {""}:
        return SAME_NAME, f"both are called {next(name for name in one.names if fold(name) in same)}"
    if _letters(one) & _letters(other):
        return SAME_LETTERS, "the same name, written together or apart"
    ours, theirs = ([telling(name) for name in venue.names] for venue in (one, other))
    if {tuple(sorted(words)) for words in ours} & {tuple(sorted(words)) for words in theirs} - {()}:
        return SAME_CORE, "names that differ only in words such as “international”"
    if any(abbreviates(a, b) for a in ours for b in theirs):
        return ABBREVIATED, "one name may be short for the other"
    return 0, ""


def _letters(venue: Series) -> set[str]:
    return {fold(name).replace(" ", "") for name in venue.names} - {""}


def abbreviates(one: list[str], other: list[str]) -> bool:
    """Say whether of two names each word begins the word of the other at its place: ``trans`` and ``transactions``."""
    if len(one) != len(other) or len(one) < MIN_WORDS:
        return False
    return all(a.startswith(b) or b.startswith(a) for a, b in zip(one, other, strict=True))
