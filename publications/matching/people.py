"""Which known person each author of a record is: by ORCID iD first, then by a name that only one person has."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from people.models import NameVariant, Person
from publications.citations.names import Likeness, Parts, likeness, parts_of, split_printed
from publications.citations.record import Name
from publications.models import Authorship


class Reason(Enum):
    """Why an author is taken for a person, or isn't; the value is what the page says of it."""

    ORCID = "found by the ORCID iD"
    NAME = "known by this name"
    LIKELY = "likely, but not sure: please check"
    CHOOSE = "the name alone doesn’t say: please choose"
    NEW = "not on the site yet"


@dataclass(frozen=True)
class KnownPerson:
    """A person and every spelling of the name that the site knows."""

    pk: int
    spellings: tuple[Parts, ...]
    orcid: str = ""


@dataclass(frozen=True)
class AuthorMatch:
    """An author of a record: who it is, by the key of the person, and why; else who it might be, likeliest first."""

    name: Name
    reason: Reason
    person: int | None = None
    candidates: tuple[int, ...] = ()


class KnownPeople:
    """All known people, found by whatever part of a name they share."""

    def __init__(self, people: Iterable[KnownPerson]) -> None:
        self.by_orcid = {}
        self.by_part: dict[tuple[str, ...], set[KnownPerson]] = defaultdict(set)
        self.met: dict[Name, AuthorMatch] = {}
        for person in people:
            if person.orcid:
                self.by_orcid[person.orcid] = person
            for spelling in person.spellings:
                for part in _parts(spelling):
                    self.by_part[part].add(person)

    def match(self, name: Name) -> AuthorMatch:
        """Return who a name alone can mean."""
        if name not in self.met:
            self.met[name] = self._match(name)
        return self.met[name]

    def _match(self, name: Name) -> AuthorMatch:
        if name.orcid in self.by_orcid:
            return AuthorMatch(name, Reason.ORCID, self.by_orcid[name.orcid].pk)
        found = self._alike(name)
        same = sorted(pk for pk, degree in found.items() if degree is Likeness.SAME)
        if len(same) == 1:
            return AuthorMatch(name, Reason.NAME, same[0])
        candidates = tuple(same or sorted(found))
        return AuthorMatch(name, Reason.CHOOSE if candidates else Reason.NEW, candidates=candidates)

    def _alike(self, name: Name) -> dict[int, Likeness]:
        parts = parts_of(name)
        shared = set().union(*(self.by_part.get(part, ()) for part in (*_parts(parts), _reversed(parts))))
        possible = [person for person in shared if not (name.orcid and person.orcid)]
        degrees = {person.pk: max(_degree(parts, spelling) for spelling in person.spellings) for person in possible}
        degrees = {pk: degree for pk, degree in degrees.items() if degree}
        if len(degrees) == 1 and any(parts in person.spellings for person in possible):
            # Even initials will do: just these are known for the only one whom they may mean.
            return dict.fromkeys(degrees, Likeness.SAME)
        return degrees


def _parts(name: Parts) -> tuple[tuple[str, ...], ...]:
    """Return what two names have in common that may be one person's: the whole, or family and first letter."""
    return (name.whole,), (name.family, "".join(name.given)[:1])


def _reversed(name: Parts) -> tuple[str, ...]:
    """Return family and first letter of a name whose parts are in each other's place."""
    return "".join(name.given), name.family[:1]


def _degree(one: Parts, other: Parts) -> Likeness:
    if one.whole == other.whole and not one.is_initials:
        return Likeness.SAME
    return likeness(one, other)


def match_names(authors: Sequence[Sequence[Name]]) -> list[list[AuthorMatch]]:
    """Match the authors of each record by what ORCID iDs and names say alone: three queries."""
    known = KnownPeople(known_people())
    return [_each_once([known.match(name) for name in names]) for names in authors]


def match_authors(authors: Sequence[Sequence[Name]], me: int | None = None) -> list[list[AuthorMatch]]:
    """Match the authors of each record; ``me`` is the person who adds them, likely to be one of the authors."""
    known = KnownPeople(known_people())
    found = [[known.match(name) for name in names] for names in authors]
    together = _who_wrote_together(found)
    return [_each_once(_with_company(matches, together, me)) for matches in found]


def known_people() -> Iterable[KnownPerson]:
    """Return everybody, with other spellings and the names printed on papers: three queries."""
    spellings = defaultdict(set)
    for model, column in ((NameVariant, "name"), (Authorship, "printed_name")):
        rows = model.objects.order_by().exclude(**{column: ""}).values_list("person", column).distinct()
        for person, spelling in rows:
            spellings[person].add(spelling)
    columns = ("pk", "name", "given_name", "family_name", "native_name", "orcid")
    for pk, name, given, family, native, orcid in Person.objects.order_by().values_list(*columns):
        own = {parts_of(Name(given, family)) if given and family else parts_of(Name(literal=name))}
        own |= {parts_of(Name(literal=text)) for text in (name, native) if text}
        own |= {parts_of(split_printed(spelling, family)) for spelling in spellings[pk]}
        yield KnownPerson(pk, tuple(own), orcid)


def _who_wrote_together(found: list[list[AuthorMatch]]) -> set[tuple[int, int]]:
    """Return (person in doubt, person known for sure) of those who share a paper: one query."""
    sure = {match.person for matches in found for match in matches if match.person}
    doubtful = {pk for matches in found for match in matches for pk in match.candidates}
    if not (sure and doubtful):
        return set()
    rows = Authorship.objects.filter(person__in=doubtful, publication__authorships__person__in=sure)
    return set(rows.order_by().values_list("person", "publication__authorships__person").distinct())


def _with_company(matches, together, me):
    """Take the one candidate for the person who is meant where it is whoever adds, or wrote with another author."""
    sure = {match.person for match in matches if match.person}
    met = {one for one, other in together if other in sure}
    return [_in_company(match, {*met, me} - sure) for match in matches]


def _in_company(match: AuthorMatch, likely: set[int]) -> AuthorMatch:
    if match.person or not match.candidates:
        return match
    ordered = tuple(sorted(match.candidates, key=lambda pk: pk not in likely))
    if len(ordered) == 1 and ordered[0] in likely:
        return replace(match, reason=Reason.LIKELY, person=ordered[0], candidates=ordered)
    return replace(match, candidates=ordered)


def _each_once(matches: list[AuthorMatch]) -> list[AuthorMatch]:
    """Nobody is an author twice: the second time it is asked who was meant."""
    met: set[int] = set()
    settled = []
    for match in matches:
        if match.person in met:
            match = replace(match, reason=Reason.CHOOSE, person=None, candidates=(match.person,))
        elif match.person:
            met.add(match.person)
        settled.append(match)
    return settled
