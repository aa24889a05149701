"""Who and what is new to the site among what entries name: one person for each name, one venue however it is spelt."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from typing import Any

from labsite.texts.folding import fold
from publications.citations.names import Marks, Parts, likeness, parts_of
from publications.citations.record import Name
from publications.matching.people import AuthorMatch, Reason
from publications.matching.venues import NewVenue, VenueMatch, keys, made_acronym, strict_form
from publications.models import Venue

from .plan import PlannedAuthor, PlannedVenue, number

MAX_NUMBER = 1_000_000  # papers
MAX_ACRONYM_LENGTH = 40
Matches = Sequence[AuthorMatch]


class NewPeople:
    """Gives the authors whom the site doesn't know keys that entries share; ``chosen`` says who a key is all the same.

    ``sure`` says of each list whether its paper is certain to be written, so that it counts for how people are called.
    A name with spelled-out given names is one person throughout, unless ORCID iDs tell several apart. Initials are
    taken for the only new person whom they may mean, as long as nobody on the site may be meant.
    """

    def __init__(
        self, lists: Sequence[Matches], sure: Sequence[bool], chosen: dict[str, Any], people: Collection[int]
    ) -> None:
        self.chosen = {key: pk for key, value in chosen.items() if (pk := number(value)) in people}
        self.people = people
        self.orcids: dict[str, set[str]] = defaultdict(set)
        self.spelled: dict[tuple[str, str], dict[Parts, Name]] = defaultdict(dict)
        self.prints: dict[str, Counter[Name]] = defaultdict(Counter)
        unknown = [match for matches in lists for match in matches if not match.person]
        for match in unknown:
            self._meet(match.name, parts_of(match.name))
        for matches, is_sure in zip(lists, sure, strict=True):
            for match in matches:
                if not match.person:
                    self.prints[self.key(match)][match.name] += MAX_NUMBER if is_sure else 1
        self.names = {key: _best(names) for key, names in self.prints.items()}

    def _meet(self, name: Name, parts: Parts) -> None:
        if name.orcid:
            self.orcids[_whole(name)].add(name.orcid)
        if parts.given and not parts.is_initials:
            self.spelled[parts.family, parts.given[0][:1]].setdefault(parts, name)

    def key(self, match: AuthorMatch) -> str:
        """Return under which key an author is new."""
        name = match.name
        if name.orcid:
            return name.orcid
        parts = parts_of(name)
        if parts.is_initials and not match.candidates:
            meant = self.spelled.get((parts.family, parts.given[0][:1]), {})
            keys = {self._whole_key(full) for other, full in meant.items() if likeness(parts, other)}
            if len(keys) == 1:
                return keys.pop()
        return self._whole_key(name)

    def _whole_key(self, name: Name) -> str:
        whole = _whole(name)
        orcids = self.orcids.get(whole, set())
        return next(iter(orcids)) if len(orcids) == 1 else whole

    def authors(
        self, matches: Matches, marks: Sequence[Marks], chosen: dict[str, Any] | None = None
    ) -> tuple[PlannedAuthor, ...]:
        """Return the authors of one paper; nobody is among them twice."""
        met: Counter[Any] = Counter()
        planned = []
        for place, (match, signs) in enumerate(zip(matches, marks, strict=True)):
            author = self._planned(match, signs, (chosen or {}).get(str(place)), met)
            met[author.person or author.key] += 1
            planned.append(author)
        return tuple(planned)

    def _planned(self, match: AuthorMatch, signs: Marks, said: Any, met: Counter[Any]) -> PlannedAuthor:
        key = self.key(match)
        person = self._person(match, key, said)
        if person and not met[person]:
            return PlannedAuthor(replace(match, person=person), signs, "" if match.person else key)
        candidates = tuple(dict.fromkeys([*filter(None, [match.person]), *match.candidates]))
        reason = Reason.CHOOSE if candidates else Reason.NEW
        repeated = f"{key} ({met[key] + 1})" if met[key] else key
        unknown = AuthorMatch(match.name, reason, None, candidates)
        return PlannedAuthor(unknown, signs, repeated, self.names.get(key, match.name))

    def _person(self, match: AuthorMatch, key: str, said: Any) -> int | None:
        if said == "new":
            return None
        return pk if (pk := number(said)) in self.people else match.person or self.chosen.get(key)


def _whole(name: Name) -> str:
    return parts_of(name).whole or str(name)


def _best(names: Counter[Name]) -> Name:
    """Return how a new person is called: spelled out, as most papers print it, with all letters, not in capitals."""
    wholes: Counter[str] = Counter()
    for name, times in names.items():
        wholes[_whole(name)] += times

    def worth(name: Name) -> tuple[bool, bool, int, int, bool, int]:
        text, whole = str(name), _whole(name)
        is_spelled_out = not parts_of(name).is_initials
        return not text.isupper(), is_spelled_out, wholes[whole], len(whole), not text.isascii(), names[name]

    orcid = next((name.orcid for name in names if name.orcid), "")
    return replace(max(names, key=worth), orcid=orcid)


@dataclass(eq=False)
class UnknownVenue:
    """A venue that the site doesn't know, with all that entries call it."""

    key: str
    names: Counter[str] = field(default_factory=Counter)
    acronyms: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    publishers: Counter[str] = field(default_factory=Counter)
    is_near: bool = False
    candidates: tuple[int, ...] = ()

    def add(self, match: VenueMatch) -> None:
        for counter, text in (
            (self.names, match.new.name),
            (self.acronyms, match.new.acronym),
            (self.kinds, match.new.kind),
            (self.publishers, match.new.publisher),
        ):
            if text:
                counter[text] += 1
        self.is_near = self.is_near or match.is_near
        self.candidates = tuple(dict.fromkeys([*self.candidates, *match.candidates]))

    def proposed(self, taken: Collection[str]) -> NewVenue:
        """Return what it would be called, under an acronym that isn't taken by another venue."""
        name = _most(self.names)
        tries = chain(self._acronyms(name), (f"{self._acronyms(name)[0][:36]} {n}" for n in count(2)))
        acronym = next(each for each in tries if each.casefold() not in taken)
        return NewVenue(
            acronym, "" if fold(name) == fold(acronym) else name, _most(self.kinds), _most(self.publishers)
        )

    def _acronyms(self, name: str) -> list[str]:
        tries = [*(each for each, _ in self.acronyms.most_common()), made_acronym(name), name, self.key]
        return [cut for each in tries if (cut := each[:MAX_ACRONYM_LENGTH].strip())] or ["?"]


def _most(counter: Counter[str]) -> str:
    """Return what is said most often; of several, the longest."""
    return max(counter, key=lambda text: (counter[text], len(text), text), default="")


class NewVenues:
    """All unknown venues of a plan by what their names come to; ``chosen`` says what becomes of a key."""

    def __init__(self, matches: Sequence[VenueMatch], chosen: dict[str, Any], venues: dict[int, str]) -> None:
        self.chosen = chosen
        self.venues = venues
        self.found: dict[str, UnknownVenue] = {}
        self.by_name: dict[tuple[str, ...], UnknownVenue] = {}  # by kind and strict form
        self.by_acronym: dict[str, list[UnknownVenue]] = defaultdict(list)
        self.meant: dict[VenueMatch, UnknownVenue] = {}
        for match in matches:
            if match.printed and not match.venue:
                self.meant[match] = self.meant.get(match) or self._of(match)
                self.meant[match].add(match)
        taken = {acronym.casefold() for acronym in venues.values()}
        self.proposed: dict[str, NewVenue] = {}
        for unknown in self.found.values():
            proposed = unknown.proposed(taken)
            taken.add(proposed.acronym.casefold())
            self.proposed[unknown.key] = self._as_decided(unknown, proposed, taken)
            taken.add(self.proposed[unknown.key].acronym.casefold())

    def _of(self, match: VenueMatch) -> UnknownVenue:
        """Return the venue that an entry names, which may be met for the first time."""
        names = [strict_form(match.new.name)] if match.new.name else []
        known = self.by_name.get((match.new.kind, *names)) if names else None
        unknown = known or self._by_acronym(match, names) or self._new(match, names)
        if names:
            self.by_name.setdefault((match.new.kind, *names), unknown)
        for name in keys(match.acronym)[:1]:
            if unknown not in self.by_acronym[name]:
                self.by_acronym[name].append(unknown)
        return unknown

    def _by_acronym(self, match: VenueMatch, names: Collection[str]) -> UnknownVenue | None:
        """Return the only venue of that acronym, unless both have whole names, which differ."""
        found = [each for key in keys(match.acronym)[:1] for each in self.by_acronym.get(key, ())]
        alike = [each for each in found if not (names and each.names)]
        return alike[0] if len(alike) == 1 else None

    def _new(self, match: VenueMatch, names: Sequence[str]) -> UnknownVenue:
        stem = (names or keys(match.acronym) or (fold(match.printed) or match.printed,))[0]
        free = next(key for key in chain([stem], (f"{stem} {n}" for n in count(2))) if key not in self.found)
        self.found[free] = UnknownVenue(free)
        return self.found[free]

    def _as_decided(self, unknown: UnknownVenue, proposed: NewVenue, taken: Collection[str]) -> NewVenue:
        """Return a proposed venue under the names that somebody gave it; an acronym only if no other venue has it."""
        said = self.chosen.get(unknown.key)
        if not isinstance(said, dict) or said.get("venue") != "new":
            return proposed
        values = {name: str(said[name]).strip() for name in ("name", "kind") if said.get(name)}
        acronym = str(said.get("acronym") or "").strip()[:MAX_ACRONYM_LENGTH]
        if acronym and (acronym.casefold() not in taken or acronym.casefold() == proposed.acronym.casefold()):
            values["acronym"] = acronym
        if values.get("kind", Venue.Kind.OTHER) not in Venue.Kind.values:
            del values["kind"]
        return replace(proposed, **values)

    def planned(self, match: VenueMatch) -> PlannedVenue:
        """Return where an entry appeared, as far as that is known or decided."""
        if match.venue or not match.printed:
            return PlannedVenue(match.printed, match.venue)
        unknown = self.meant[match]
        proposed = self.proposed[unknown.key]
        said = self.chosen.get(unknown.key)
        choice = said.get("venue") if isinstance(said, dict) else None
        venue = pk if (pk := number(choice)) in self.venues else None
        is_new = not venue and choice != "none" and (choice == "new" or not unknown.is_near)
        return PlannedVenue(
            match.printed, venue, proposed if is_new else None, unknown.key, unknown.candidates, proposed
        )
