"""Which two people may be one: by ORCID iD, else by their names, the more so if they wrote with the same people."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from labsite.folding import fold

from .alike import Candidate, candidates

SAME_ORCID, SAME_NAME, SAME_WORDS, SHORTER = 1000, 500, 400, 200
SHARED_COUNTS_FOR = 10
MOST_SHARED = 20
ON_ONE_PAPER = -450  # two authors of one paper are rarely the same


@dataclass(frozen=True)
class Named:
    """A person, as far as names tell: every spelling, and with whom they wrote."""

    pk: int
    name: str
    family: str
    given: str
    spellings: tuple[str, ...] = ()  # others, native ones too
    orcid: str = ""
    papers: frozenset[int] = frozenset()
    coauthors: frozenset[int] = frozenset()


def alike(people: Iterable[Named]) -> list[Candidate]:
    """Return the pairs of people that may be one, the likeliest first."""
    people = list(people)
    fitting = _fitting(people)
    return candidates(people, _keys, partial(_judge, fitting=fitting))


def _keys(person: Named) -> Iterator[tuple[str, str]]:
    if person.orcid:
        yield "orcid", person.orcid
    for name in _names(person):
        yield "words", " ".join(sorted(name.split()))
        yield "letters", name.replace(" ", "")
    for initial in {word[:1] for word in fold(person.given).split()[:1]}:
        yield "family", f"{fold(person.family)} {initial}"


def _names(person: Named) -> set[str]:
    return {fold(name) for name in (person.name, *person.spellings)} - {""}


def _judge(one: Named, other: Named, fitting: Counter[tuple[str, str]]) -> tuple[int, tuple[str, ...]] | None:
    rank, reason = _likeness(one, other, fitting)
    shared, together = len(one.coauthors & other.coauthors), len(one.papers & other.papers)
    if not reason or (rank <= SHORTER and (together or not (shared or _fits_nobody_else(one, other, fitting)))):
        return None
    reasons = [reason]
    if shared:
        rank += SHARED_COUNTS_FOR * min(shared, MOST_SHARED)
        reasons.append(f"both wrote with {shared} of the same people" if shared > 1 else "both wrote with one person")
    if together and rank < SAME_ORCID:
        rank += ON_ONE_PAPER
        reasons.append("but a paper names both as its authors")
    return rank, tuple(reasons)


def _likeness(one: Named, other: Named, fitting: Counter[tuple[str, str]]) -> tuple[int, str]:
    if one.orcid and one.orcid == other.orcid:
        return SAME_ORCID, f"the same ORCID iD, {one.orcid}"
    if one.orcid and other.orcid:
        return 0, ""
    ours, theirs = _names(one), _names(other)
    if fold(one.name) == fold(other.name):
        return SAME_NAME, "the same name"
    if ours & theirs:
        return SAME_NAME, f"both are called {_original(one, other, ours & theirs)}"
    if {_letters(name) for name in ours} & {_letters(name) for name in theirs}:
        return SAME_WORDS, "the same name, written together or apart"
    if {_words(name) for name in ours} & {_words(name) for name in theirs} - {""}:
        return SAME_WORDS, "the same words in another order"
    is_shorter = fold(one.family) == fold(other.family) and compatible(fold(one.given), fold(other.given))
    return (SHORTER, "one name may be short for the other") if is_shorter else (0, "")


def _letters(name: str) -> str:
    return name.replace(" ", "")


def _words(name: str) -> str:
    return " ".join(sorted(name.split()))


def _original(one: Named, other: Named, folded: set[str]) -> str:
    return next(name for name in (*one.spellings, one.name, *other.spellings) if fold(name) in folded)


def compatible(one: str, other: str) -> bool:
    """Say whether two folded given names may be one: each word the same or an initial; later ones may be missing."""
    pairs = list(zip(one.split(), other.split(), strict=False))
    return bool(pairs) and all(a == b or (min(len(a), len(b)) == 1 and a[0] == b[0]) for a, b in pairs)


def _fitting(people: list[Named]) -> Counter[tuple[str, str]]:
    """Count the people to whom a family name with a first initial may refer."""
    return Counter((fold(person.family), fold(person.given)[:1]) for person in people)


def _fits_nobody_else(one: Named, other: Named, fitting: Counter[tuple[str, str]]) -> bool:
    return fitting[fold(one.family), fold(one.given)[:1]] == 2
