"""Which unknown venues the entries of a source name, each proposed once however it is spelled."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from typing import Any

from labsite.texts.folding import fold
from publications.matching import NewVenue, VenueMatch
from publications.matching.venue_names import keys, made_acronym, strict_form
from publications.models import Venue

from .deciding import number
from .plan import PlannedVenue

MAX_ACRONYM_LENGTH = 40


@dataclass(eq=False)
class Unknown:
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

    def proposed(self, taken: set[str]) -> NewVenue:
        """Return what it would be called, under an acronym that no other venue has, and take that."""
        name = _most(self.names)
        tries = chain(self._acronyms(name), (f"{self._acronyms(name)[0][:36]} {n}" for n in count(2)))
        acronym = next(each for each in tries if each.casefold() not in taken)
        taken.add(acronym.casefold())
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
        self.found: dict[str, Unknown] = {}
        self.by_name: dict[tuple[str, ...], Unknown] = {}  # by kind and strict form
        self.by_acronym: dict[str, list[Unknown]] = defaultdict(list)
        self.meant: dict[VenueMatch, Unknown] = {}
        for match in matches:
            if match.printed and not match.venue:
                self.meant[match] = self.meant.get(match) or self._of(match)
                self.meant[match].add(match)
        taken = {acronym.casefold() for acronym in venues.values()}
        self.proposed = {each.key: self._proposed(each, taken) for each in self.found.values()}

    def _of(self, match: VenueMatch) -> Unknown:
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

    def _by_acronym(self, match: VenueMatch, names: Collection[str]) -> Unknown | None:
        """Return the only venue of that acronym, unless both have whole names, which differ."""
        found = [each for key in keys(match.acronym)[:1] for each in self.by_acronym.get(key, ())]
        alike = [each for each in found if not (names and each.names)]
        return alike[0] if len(alike) == 1 else None

    def _new(self, match: VenueMatch, names: Sequence[str]) -> Unknown:
        stem = (names or keys(match.acronym) or (fold(match.printed) or match.printed,))[0]
        free = next(key for key in chain([stem], (f"{stem} {n}" for n in count(2))) if key not in self.found)
        self.found[free] = Unknown(free)
        return self.found[free]

    def _proposed(self, unknown: Unknown, taken: set[str]) -> NewVenue:
        said = self.chosen.get(unknown.key)
        proposed = unknown.proposed(taken)
        if not isinstance(said, dict) or said.get("venue") != "new":
            return proposed
        values = {name: str(said[name]).strip() for name in ("name", "kind") if said.get(name)}
        acronym = str(said.get("acronym") or "").strip()[:MAX_ACRONYM_LENGTH]
        if acronym and (acronym.casefold() not in taken or acronym.casefold() == proposed.acronym.casefold()):
            taken.add(acronym.casefold())
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
