"""Which known venue a record appeared at, whatever edition, year and sponsor are printed around its name."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from labsite.texts.folding import fold
from publications.citations.record import Record
from publications.models import Publication, Venue, VenueAlias

from .venue_names import (
    MAX_ACRONYM_LENGTH,
    abbreviated,
    abbreviates,
    acronym_in,
    keys,
    made_acronym,
    pieces,
    plain_name,
)

# What no venue is: a school or a publisher.
WITHOUT_VENUE = ("thesis", "book", "software", "dataset", "report")
KINDS = {"journal": "journal", "workshop": "workshop", "preprint": "preprints", "conference": "conference"}
ALIKE = 0.5  # of the words of two names are in both
NEAR = 0.75  # and so many where it is rather another spelling than another venue
MAX_CANDIDATES = 5
MAX_PUBLISHER_LENGTH = 100


@dataclass(frozen=True)
class NewVenue:
    """What an unknown venue would be called, for somebody to look at."""

    acronym: str
    name: str = ""
    kind: str = "conference"
    publisher: str = ""


@dataclass(frozen=True)
class KnownVenue:
    """A venue and every spelling of it that the site knows."""

    pk: int
    is_workshop: bool
    names: tuple[str, ...]


@dataclass(frozen=True)
class VenueMatch:
    """Where a record appeared as printed: the key of the venue, else which it might be and what a new one would be.

    ``acronym`` is the unknown one that is printed, and ``is_near`` whether a candidate is rather the venue than not.
    """

    printed: str = ""
    venue: int | None = None
    candidates: tuple[int, ...] = ()
    new: NewVenue = NewVenue("")
    acronym: str = ""
    is_near: bool = False


Printed = tuple[str, str, str, str, str]


class KnownVenues:
    """All known venues, found by what their names come down to."""

    def __init__(self, venues: Iterable[KnownVenue]) -> None:
        self.by_key: dict[str, set[int]] = defaultdict(set)
        self.by_word: dict[str, set[str]] = defaultdict(set)
        self.by_beginning: dict[tuple[int, str], set[str]] = defaultdict(set)
        self.workshops = set()
        self.met: dict[Printed, VenueMatch] = {}
        for venue in venues:
            if venue.is_workshop or any("workshop" in fold(name).split() for name in venue.names):
                self.workshops.add(venue.pk)
            for key in chain.from_iterable(map(keys, venue.names)):
                self._learn(key, venue.pk)

    def _learn(self, key: str, venue: int) -> None:
        self.by_key[key].add(venue)
        words = key.split()
        self.by_beginning[len(words), words[0][:1]].add(key)
        for word in words:
            self.by_word[word].add(key)

    def match(self, record: Record) -> VenueMatch:
        """Return where a record appeared."""
        told = (record.kind, record.venue, record.acronym, record.proceedings, record.publisher)
        if told not in self.met:
            self.met[told] = self._match(record)
        return self.met[told]

    def _match(self, record: Record) -> VenueMatch:
        printed = record.proceedings or record.venue or record.acronym
        if not printed or record.kind in WITHOUT_VENUE:
            return VenueMatch()
        found = self._named(record)
        hosts = set() if record.kind != "workshop" else found - self.workshops
        sure = found - hosts
        if len(sure) == 1:
            return VenueMatch(printed, sure.pop())
        alike = {} if found else self._alike(printed)
        is_near = bool(sure) or max(alike.values(), default=0) >= NEAR
        candidates = tuple(sorted(found)) or tuple(alike)
        acronym = self._acronym(record.acronym, acronym_in(printed))
        return VenueMatch(printed, None, candidates, self._proposed(record, printed), acronym, is_near)

    def _named(self, record: Record) -> set[int]:
        """Return the venues that the first telling piece of the record names."""
        texts = [text for text in (record.acronym, record.proceedings, record.venue) if text]
        for piece in chain.from_iterable(pieces(text, record.kind == "journal") for text in texts):
            for key in keys(piece):
                if found := self.by_key.get(key):
                    return found
        return self._abbreviated(texts)

    def _abbreviated(self, texts: list[str]) -> set[int]:
        for short in map(abbreviated, texts):
            possible = self.by_beginning.get((len(short), short[0][:1]), ()) if short else ()
            found = {pk for key in possible if abbreviates(short, tuple(key.split())) for pk in self.by_key[key]}
            if found:
                return found
        return set()

    def _alike(self, printed: str) -> dict[int, float]:
        """Return how many of their words the venues share that share most with a name, the likeliest first."""
        words = {word for key in keys(plain_name(printed)) for word in key.split()}
        likeness: dict[int, float] = defaultdict(float)
        for key in set().union(*(self.by_word.get(word, ()) for word in words)):
            own = set(key.split())
            shared = len(words & own) / len(words | own)
            for pk in self.by_key[key] if shared >= ALIKE else ():
                likeness[pk] = max(likeness[pk], shared)
        ordered = sorted(likeness, key=lambda pk: (-likeness[pk], pk))
        return {pk: likeness[pk] for pk in ordered[:MAX_CANDIDATES]}

    def _proposed(self, record: Record, printed: str) -> NewVenue:
        """Return a new venue under an acronym that no other has; without one where none suggests itself."""
        name = plain_name(printed, record.kind == "journal")
        acronym = self._acronym(record.acronym, acronym_in(printed), made_acronym(name))
        return NewVenue(
            acronym,
            "" if fold(name) == fold(acronym) else name,
            KINDS.get(record.kind, "conference"),
            record.publisher[:MAX_PUBLISHER_LENGTH],
        )

    def _acronym(self, *acronyms: str) -> str:
        """Return the first that no known venue has."""
        return next((each for each in acronyms if each and not self._knows(each)), "")[:MAX_ACRONYM_LENGTH]

    def _knows(self, name: str) -> bool:
        return any(key in self.by_key for key in keys(name))


def match_venues(records: Sequence[Record]) -> list[VenueMatch]:
    """Match the venue of each record."""
    known = KnownVenues(known_venues())
    return [known.match(record) for record in records]


def known_venues() -> Iterable[KnownVenue]:
    """Return all venues with their aliases and the proceedings that papers print: three queries."""
    names = defaultdict(set)
    for pk, name in VenueAlias.objects.order_by().values_list("venue", "name"):
        names[pk].add(name)
    printed = Publication.objects.order_by().filter(venue__isnull=False).exclude(proceedings="")
    for pk, proceedings in printed.values_list("venue", "proceedings").distinct():
        names[pk].add(plain_name(proceedings))
    for pk, acronym, name, kind in Venue.objects.order_by().values_list("pk", "acronym", "name", "kind"):
        spellings = {acronym, name, *names[pk]} - {""}
        yield KnownVenue(pk, kind == Venue.Kind.WORKSHOP, tuple(sorted(spellings)))
