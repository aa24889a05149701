"""Which two people may be one: by ORCID iD, else by their names, the more so if they wrote with the same people."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from labsite.texts.folding import fold

from .alike import Candidate, candidates

SAME_ORCID, SAME_NAME, SAME_WORDS, SHORTER = 1000, 500, 400, 200
SHARED_COUNTS_FOR = 10
MAX_SHARED = 20
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

    @cached_property
    def names(self) -> set[str]:
        """All names, folded."""
        return {fold(name) for name in (self.name, *self.spellings)} - {""}

    @cached_property
    def letters(self) -> set[str]:
        return {name.replace(" ", "") for name in self.names}

    @cached_property
    def words(self) -> set[str]:
        return {" ".join(sorted(name.split())) for name in self.names}

    @cached_property
    def family_name(self) -> str:
        return fold(self.family)

    @cached_property
    def given_name(self) -> str:
        return fold(self.given)


def alike(people: Iterable[Named]) -> list[Candidate]:
    """Return the pairs of people that may be one, the likeliest first."""
    people = list(people)
    fitting = _fitting(people)
    return candidates(people, _keys, partial(_judge, fitting=fitting))


def _keys(person: Named) -> Iterator[tuple[str, str]]:
    if person.orcid:
        yield "orcid", person.orcid
    yield from (("words", words) for words in person.words)
    yield from (("letters", letters) for letters in person.letters)
    if person.given_name:
        yield "family", f"{person.family_name} {person.given_name[0]}"


def _judge(one: Named, other: Named, fitting: Counter[tuple[str, str]]) -> tuple[int, tuple[str, ...]] | None:
    rank, reason = _likeness(one, other, fitting)
    shared, together = len(one.coauthors & other.coauthors), len(one.papers & other.papers)
    if not reason or (rank <= SHORTER and (together or not (shared or _fits_nobody_else(one, other, fitting)))):
        return None
    reasons = [reason]
    if shared:
        rank += SHARED_COUNTS_FOR * min(shared, MAX_SHARED)
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
    if same := one.names & other.names:
        return SAME_NAME, _same_name(one, other, same)
    if one.letters & other.letters:
        return SAME_WORDS, "the same name, written together or apart"
    if one.words & other.words:
        return SAME_WORDS, "the same words in another order"
    is_shorter = one.family_name == other.family_name and compatible(one.given_name, other.given_name)
    return (SHORTER, "one name may be short for the other") if is_shorter else (0, "")


def _same_name(one: Named, other: Named, folded: set[str]) -> str:
    if fold(one.name) == fold(other.name):
        return "the same name"
    name = next(name for name in (*one.spellings, one.name, *other.spellings) if fold(name) in folded)
    return f"both are called {name}"


def compatible(one: str, other: str) -> bool:
    """Say whether two folded given names may be one: each word the same or an initial; later ones may be missing."""
    pairs = list(zip(one.split(), other.split(), strict=False))
    return bool(pairs) and all(a == b or (min(len(a), len(b)) == 1 and a[0] == b[0]) for a, b in pairs)


def _fitting(people: list[Named]) -> Counter[tuple[str, str]]:
    """Count the people to whom a family name with a first initial may refer."""
    return Counter((person.family_name, person.given_name[:1]) for person in people)


def _fits_nobody_else(one: Named, other: Named, fitting: Counter[tuple[str, str]]) -> bool:
    return fitting[one.family_name, one.given_name[:1]] == 2
