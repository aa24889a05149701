"""Whether two people are the same, alike or different, and which known person each author of a record is.

The *same* are those with one ORCID iD, and those with a name that only one person has; *alike* are those whose names
may mean the same: by initials, without a middle name or in another order.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from unicodedata import normalize

from labsite.texts.folding import fold
from labsite.texts.stored import gettext_noop
from people.models import NameVariant, Person
from publications.citations.names import (
    NATIVE,
    Likeness,
    Parts,
    in_order,
    likeness,
    loosely,
    may_be_spelt,
    scripts_of,
    split_printed,
)
from publications.citations.record import Name
from publications.models import Authorship

from . import Alike

# The thresholds for people; how names agree is said by publications.citations.names.likeness().
MAX_BEARERS = 2  # people whom a family name and an initial may mean, for these two to be taken for one without more

# Initials behind a family name: ``Hu Q.``, ``Hu Q. H.``, ``Hu QH``.
INITIALS_BEHIND = re.compile(
    r"(?P<family>\S*[^\W\d_]{2}.*?) (?P<given>[^\W\d_](?:(?:\.[ -]?|[ -])[^\W\d_]){0,2}\.?|(?<=[a-z] )[A-Z]{2,3})"
)

# Ranks, for ordering what is alike. Two authors of one paper come last, even under one name.
SAME_ORCID, SAME_NAME, SAME_LETTERS, SPELT_OTHERWISE, MAYBE_SHORT = 1000, 500, 400, 300, 200
SHARED_COAUTHOR, MAX_RANKED_COAUTHORS = 10, 20
ON_ONE_PAPER = -450

COLUMNS = ("pk", "name", "given_name", "family_name", "native_name", "orcid")


SAME_COMPANY = gettext_noop("both wrote with {number} of the same people")
SAME_ORCID_ID = gettext_noop("the same ORCID iD, {}")
BOTH_CALLED = gettext_noop("both are called {}")


class Reason(Enum):
    """Why an author is taken for a person, or isn't; the value is what the page says of it."""

    ORCID = gettext_noop("found by the ORCID iD")
    NAME = gettext_noop("known by this name")
    LIKELY = gettext_noop("likely, but not sure: please check")
    CHOOSE = gettext_noop("the name alone isn’t enough: please choose")
    NEW = gettext_noop("not on the site yet")


@dataclass(eq=False)
class PersonFingerprint:
    """All by which a person is told from others: every spelling of the name, and with whom they wrote.

    ``names`` are the spellings as written, the person's own first; ``spellings`` are all in parts.
    """

    pk: int
    spellings: tuple[Parts, ...]
    orcid: str = ""
    names: tuple[str, ...] = ()
    papers: frozenset[int] = frozenset()
    coauthors: frozenset[int] = frozenset()

    @cached_property
    def folded(self) -> dict[str, str]:
        """The names as written by their folded form."""
        return {fold(name): name for name in reversed(self.names) if fold(name)}

    @cached_property
    def wholes(self) -> frozenset[str]:
        return frozenset(spelling.whole for spelling in self.spellings)

    @cached_property
    def words(self) -> tuple[tuple[str, ...], ...]:
        """The words of each name in alphabetical order."""
        return tuple(tuple(sorted(name.split())) for name in self.folded)

    @cached_property
    def initial(self) -> tuple[str, str]:
        """The family name and the first letter of the given name, by which a paper may print the person."""
        own = self.spellings[0]
        return own.family, "".join(own.given)[:1]


@dataclass(frozen=True)
class AuthorMatch:
    """An author of a record: who it is, by the key of the person, and why; else who it might be, likeliest first."""

    name: Name
    reason: Reason
    person: int | None = None
    candidates: tuple[int, ...] = ()


class KnownPeople:
    """All known people, found by whatever part of a name they share."""

    def __init__(self, people: Iterable[PersonFingerprint]) -> None:
        self.by_orcid = {}
        self.by_whole: dict[str, set[PersonFingerprint]] = defaultdict(set)
        self.by_initial: dict[tuple[str, str], set[PersonFingerprint]] = defaultdict(set)  # with the family name
        self.met: dict[Name, AuthorMatch] = {}
        for person in people:
            if person.orcid:
                self.by_orcid[person.orcid] = person
            for spelling in person.spellings:
                self.by_whole[spelling.whole].add(person)
                self.by_initial[loosely(spelling.family), "".join(spelling.given)[:1]].add(person)

    def match(self, name: Name) -> AuthorMatch:
        """Return who a name alone can mean."""
        if name in self.met:
            met = self.met[name]
            return met if met.name.is_guess is name.is_guess else replace(met, name=name)
        if name.orcid in self.by_orcid:
            self.met[name] = AuthorMatch(name, Reason.ORCID, self.by_orcid[name.orcid].pk)
            return self.met[name]
        turned = INITIALS_BEHIND.fullmatch(normalize("NFKC", str(name)))
        other = Name(turned["given"], turned["family"]) if turned else in_order(name.literal) if name.literal else name
        read, shared = (scripts_of(name), scripts_of(other)), set()
        for parts in {*read[0], *read[1]}:
            given = "".join(parts.given)
            shared |= self.by_whole.get(parts.whole, set())
            for family, initial in ((parts.family, given[:1]), (given, parts.family[:1])):  # in either order
                shared |= self.by_initial.get((loosely(family), initial), set())
        possible = [person for person in shared if not (name.orcid and person.orcid)]
        degrees = {}
        for person in possible:
            sure, maybe = (compare_names(scripts, person.spellings) for scripts in read)
            degrees[person.pk] = sure or min(maybe, Likeness.MAYBE)
        alike = sorted(pk for pk, degree in degrees.items() if degree)
        same = [pk for pk in alike if degrees[pk] is Likeness.SAME]
        if len(alike) == len(read[0]) == 1 and any(read[0][0] in person.spellings for person in possible):
            same = alike  # even initials will do: just these are known for the only one whom they may mean
        if len(same) == 1:
            self.met[name] = AuthorMatch(name, Reason.NAME, same[0])
        else:
            reason = Reason.CHOOSE if alike else Reason.NEW
            self.met[name] = AuthorMatch(name, reason, None, tuple(same or alike))
        return self.met[name]


def compare_names(scripts: Sequence[Parts], spellings: Sequence[Parts]) -> Likeness:
    """Return how far a name agrees with spellings of a person, wherever given names were parted from family names.

    A name in two scripts of which the person has both agrees in both, or it may be somebody else's; in its own script
    it agrees whatever is between the Latin ones.
    """
    degrees = []
    for one in scripts:
        known = [each for each in spellings if bool(NATIVE.match(each.family)) == bool(NATIVE.match(one.family))]
        if known or len(scripts) == 1:
            if not one.is_initials and any(one.whole == each.whole for each in known):
                degrees.append(Likeness.SAME)
            else:
                degrees.append(max((likeness(one, each) for each in known), default=Likeness.NONE))
    return degrees[-1] if all(degrees) else min(max(degrees), Likeness.MAYBE)


def match_authors(
    authors: Sequence[Sequence[Name]], me: int | None = None, by_company: bool = True
) -> list[list[AuthorMatch]]:
    """Match the authors of each record by ORCID iDs and names, and those in doubt by whom the others wrote with.

    ``me`` is the person who adds them, likely to be one of the authors. It is four queries, without company three.
    Nobody is an author twice: the second time it is asked who was meant.
    """
    known = KnownPeople(known_people())
    by_paper = [[known.match(name) for name in names] for names in authors]
    together = _who_wrote_together(by_paper) if by_company else set()
    matched = []
    for matches in by_paper:
        sure = {match.person for match in matches if match.person}
        likely = {one for one, other in together if other in sure} | {me}
        met: set[int] = set()
        settled = []
        for match in matches:
            match = _in_company(match, likely - sure) if by_company else match
            if match.person in met:
                match = replace(match, reason=Reason.CHOOSE, person=None, candidates=(match.person,))
            elif match.person:
                met.add(match.person)
            settled.append(match)
        matched.append(settled)
    return matched


def known_people(with_printed_names: bool = True, keys: Collection[int] | None = None) -> Iterable[PersonFingerprint]:
    """Return everybody, or those with these primary keys, with other spellings: two queries.

    With the names printed on papers it is three.
    """
    spellings = defaultdict(set)
    columns = ((NameVariant, "name"), (Authorship, "printed_name"))
    for model, column in columns if with_printed_names else columns[:1]:
        rows = model.objects.order_by().exclude(**{column: ""}).values_list("person", column).distinct()
        rows = rows if keys is None else rows.filter(person__in=keys)
        for person, spelling in rows:
            spellings[person].add(spelling)
    people = Person.objects.order_by("pk")
    people = people if keys is None else people.filter(pk__in=keys)
    for pk, name, given, family, native, orcid in people.values_list(*COLUMNS):
        others = sorted(spellings[pk])
        own = [Name(given, family)] if given and family else []
        own += [Name(literal=text) for text in (name, native) if text]
        own += [split_printed(spelling, family) for spelling in others]
        names = tuple(filter(None, [name, native, *others]))
        spelt = dict.fromkeys(parts for each in own for parts in scripts_of(each))
        yield PersonFingerprint(pk, tuple(spelt), orcid, names)


def people_with_coauthors() -> list[PersonFingerprint]:
    """Return everybody under the names that they go by, with whom they wrote: three queries."""
    papers, authors = defaultdict(set), defaultdict(set)
    for person, paper in Authorship.objects.order_by().values_list("person", "publication"):
        papers[person].add(paper)
        authors[paper].add(person)
    fingerprints = []
    for fingerprint in known_people(with_printed_names=False):
        own = papers[fingerprint.pk]
        others = frozenset(other for paper in own for other in authors[paper]) - {fingerprint.pk}
        fingerprints.append(replace(fingerprint, papers=frozenset(own), coauthors=others))
    return fingerprints


def likeness_of(one: PersonFingerprint, other: PersonFingerprint, bearers: int) -> Alike | None:
    """Return how alike two people are and why; of initials ``bearers`` says how many people they may stand for."""
    if one.orcid and other.orcid:
        rank, reason = SAME_ORCID, SAME_ORCID_ID.format(one.orcid)
        if one.orcid != other.orcid:
            return None
    elif same := one.folded.keys() & other.folded.keys():
        called = next(name for folded, name in one.folded.items() if folded in same)
        is_own = fold(one.names[0]) == fold(other.names[0])
        rank, reason = SAME_NAME, gettext_noop("the same name") if is_own else BOTH_CALLED.format(called)
    elif one.wholes & other.wholes:
        rank, reason = SAME_LETTERS, gettext_noop("the same name, written together or apart")
    elif set(one.words) & set(other.words):
        rank, reason = SAME_LETTERS, gettext_noop("the same words in another order")
    elif any(may_be_spelt(ours, theirs) for ours in one.spellings for theirs in other.spellings):
        rank, reason = SPELT_OTHERWISE, gettext_noop("one name may be another spelling of the other")
    elif compare_names(one.spellings[:1], other.spellings[:1]) is not Likeness.NONE:
        rank, reason = MAYBE_SHORT, gettext_noop("one name may be short for the other")
    else:
        return None
    shared, together = len(one.coauthors & other.coauthors), one.papers & other.papers
    if rank == MAYBE_SHORT and (together or not (shared or bearers <= MAX_BEARERS)):
        return None
    reasons = [reason]
    if shared:
        rank += SHARED_COAUTHOR * min(shared, MAX_RANKED_COAUTHORS)
        reasons.append(
            SAME_COMPANY.format(number=shared) if shared > 1 else gettext_noop("both wrote with one person")
        )
    if together and rank < SAME_ORCID:
        rank += ON_ONE_PAPER
        reasons.append(gettext_noop("but a paper names both as its authors"))
    return Alike(rank, tuple(reasons))


def _who_wrote_together(by_paper: list[list[AuthorMatch]]) -> set[tuple[int, int]]:
    """Return (person in doubt, person known for sure) of those who share a paper: one query."""
    sure = {match.person for matches in by_paper for match in matches if match.person}
    doubtful = {pk for matches in by_paper for match in matches for pk in match.candidates}
    if not (sure and doubtful):
        return set()
    rows = Authorship.objects.filter(person__in=doubtful, publication__authorships__person__in=sure)
    return set(rows.order_by().values_list("person", "publication__authorships__person").distinct())


def _in_company(match: AuthorMatch, likely: set[int | None]) -> AuthorMatch:
    """Take the one candidate for the person who is meant where it is whoever adds, or wrote with another author."""
    if match.person or not match.candidates:
        return match
    ordered = tuple(sorted(match.candidates, key=lambda pk: pk not in likely))
    if len(ordered) == 1 and ordered[0] in likely:
        return replace(match, reason=Reason.LIKELY, person=ordered[0], candidates=ordered)
    return replace(match, candidates=ordered)
