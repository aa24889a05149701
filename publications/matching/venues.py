"""Whether two venues are the same, alike or different, and which known venue a record appeared at.

The *same* are those of one strict form of their names and of one kind: Science is not Science Advances, and a journal
is no conference. *Alike* is whatever is looser: without sponsors, abbreviated, or with most words in common. Somebody
is asked then, and nothing is merged unasked.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from labsite.texts.folding import fold
from publications.citations.record import MEETINGS, Record
from publications.models import Publication, Venue, VenueAlias

from .blocking import Alike, Blocks, word_pairs
from .venue_names import (
    MAX_ACRONYM_LENGTH,
    abbreviated,
    abbreviates,
    acronym_in,
    keys,
    made_acronym,
    pieces,
    plain_name,
    strict_form,
    unsponsored,
)

# The thresholds for venues. Each is tried from both sides in tests/publications/matching/test_venue_thresholds.py.
MIN_NAME_OVERLAP = 0.75  # of all words of two names, those in both, for asking whether they are one
MIN_SUGGESTED_OVERLAP = 0.5  # of the words of two names, for a list to choose from that is offered without a question
MAX_SUGGESTIONS = 5  # venues in that list

# Ranks, for ordering what is alike.
SAME_NAME, SAME_LETTERS, SAME_CORE, ABBREVIATED, SIMILAR_NAME, SAME_NAME_OF_OTHER_KIND = 600, 500, 400, 300, 200, 100

# What no venue is: a school or a publisher.
WITHOUT_VENUE = ("thesis", "book", "software", "dataset", "report")
KINDS = {"journal": "journal", "workshop": "workshop", "preprint": "preprints", "conference": "conference"}
# Of the kinds of papers that say where they appear, the kinds of venues: citations call papers of workshops, too,
# conference papers. Other kinds of papers may be anywhere.
KINDS_OF_VENUES = {
    "journal": ("journal", "other"),
    "conference": ("conference", "workshop", "other"),
    "poster": ("conference", "workshop", "other"),
    "preprint": ("preprints", "other"),
}
MAX_PUBLISHER_LENGTH = 100  # characters


@dataclass(frozen=True)
class NewVenue:
    """What an unknown venue would be called, for somebody to look at."""

    acronym: str
    name: str = ""
    kind: str = "conference"
    publisher: str = ""


@dataclass(frozen=True)
class VenueFingerprint:
    """All by which a venue is told from others: every spelling of its name, and its kind."""

    pk: int
    names: tuple[str, ...]
    kind: str = ""

    @property
    def is_workshop(self) -> bool:
        return self.kind == "workshop" or any("workshop" in fold(name).split() for name in self.names)

    @cached_property
    def strict(self) -> dict[str, str]:
        """The names by their strict form."""
        return {form: name for name in reversed(self.names) if (form := strict_form(name))}

    @cached_property
    def letters(self) -> frozenset[str]:
        return frozenset(form.replace(" ", "") for form in self.strict)

    @cached_property
    def cores(self) -> frozenset[str]:
        """What the names come down to, from the strict form to the loosest."""
        return frozenset(chain.from_iterable(map(keys, self.names)))

    @cached_property
    def words(self) -> tuple[tuple[str, ...], ...]:
        """The words of each name without sponsors and the like."""
        return tuple(tuple(unsponsored(name)) for name in self.names if unsponsored(name))


class VenueNameIndex(Blocks[VenueFingerprint]):
    """Venues by what two that may be one have in common."""

    def __init__(self, venues: Sequence[VenueFingerprint]) -> None:
        self.frequency = Counter(word for venue in venues for words in venue.words for word in set(words))
        super().__init__(venues, self._keys)

    def _keys(self, venue: VenueFingerprint) -> Iterator[Hashable]:
        yield from (("letters", letters) for letters in venue.letters)
        yield from (("core", core) for core in venue.cores)
        for words in venue.words:
            yield "initials", "".join(word[0] for word in words)
            yield "words", *sorted(set(words))
            yield from word_pairs(set(words), self.frequency, MIN_NAME_OVERLAP)


def is_same(one: VenueFingerprint, other: VenueFingerprint) -> bool:
    """Whether two are one venue for sure."""
    return one.kind == other.kind and bool(one.strict.keys() & other.strict.keys())


def likeness_of(one: VenueFingerprint, other: VenueFingerprint) -> Alike | None:
    """Return how alike two venues are and why, whether or not they are the same for sure."""
    if one.kind != other.kind:
        same = _same_name(one, other)
        return Alike(SAME_NAME_OF_OTHER_KIND, (same, "but of different kinds")) if same else None
    rank, reason = _likeness_by_name(one, other)
    return Alike(rank, (reason,)) if reason else None


def _same_name(one: VenueFingerprint, other: VenueFingerprint) -> str:
    same = one.strict.keys() & other.strict.keys()
    return f"both are called {next(name for form, name in one.strict.items() if form in same)}" if same else ""


def _likeness_by_name(one: VenueFingerprint, other: VenueFingerprint) -> tuple[int, str]:
    if same := _same_name(one, other):
        return SAME_NAME, same
    if one.letters & other.letters:
        return SAME_LETTERS, "the same name, written together or apart"
    if one.cores & other.cores:
        return SAME_CORE, "names that differ only in words such as “international”"
    if any(abbreviates(a, b) or abbreviates(b, a) for a in one.words for b in other.words):
        return ABBREVIATED, "one name may be short for the other"
    if have_similar_names(one, other):
        return SIMILAR_NAME, "names that have most words in common"
    return 0, ""


def have_similar_names(one: VenueFingerprint, other: VenueFingerprint) -> bool:
    """Whether most words of a name of the one and of a name of the other are the same."""
    return any(_overlap(set(a), set(b)) >= MIN_NAME_OVERLAP for a in one.words for b in other.words)


def _overlap(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other)


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

    def __init__(self, venues: Iterable[VenueFingerprint]) -> None:
        self.venues: dict[int, VenueFingerprint] = {}
        self.by_strict_form: dict[str, set[int]] = defaultdict(set)
        self.by_key: dict[str, set[int]] = defaultdict(set)
        self.by_word: dict[str, set[str]] = defaultdict(set)
        self.by_beginning: dict[tuple[int, str], set[str]] = defaultdict(set)
        self.workshops = set()
        self.met: dict[Printed, VenueMatch] = {}
        for venue in venues:
            self.venues[venue.pk] = venue
            if venue.is_workshop:
                self.workshops.add(venue.pk)
            for form in venue.strict:
                self.by_strict_form[form].add(venue.pk)
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
        printed = (record.kind, record.venue, record.acronym, record.proceedings, record.publisher)
        if printed not in self.met:
            self.met[printed] = self._match(record)
        return self.met[printed]

    def _match(self, record: Record) -> VenueMatch:
        printed = record.proceedings or record.venue or record.acronym
        if not printed or record.kind in WITHOUT_VENUE:
            return VenueMatch()
        called_so = self._named_strictly(record)
        same = {pk for pk in called_so if self._may_be_at(record, pk)}
        if len(same) == 1:
            return VenueMatch(printed, same.pop())
        named = same or called_so or self._named(record)
        similar = () if named else self._similar(printed)
        asked = VenueFingerprint(0, (plain_name(printed, record.kind not in MEETINGS),))
        near = {pk for pk in similar if have_similar_names(asked, self.venues[pk])} | named
        # A workshop's host isn't meant, nor what has a similar name and is of another kind.
        is_near = any(self._may_be_at(record, pk) or (pk in called_so and record.kind != "workshop") for pk in near)
        candidates = tuple(sorted(named)) or similar
        acronym = self._acronym(record.acronym, acronym_in(printed, record.kind in MEETINGS))
        return VenueMatch(printed, None, candidates, self._proposed(record, printed), acronym, is_near)

    def _may_be_at(self, record: Record, venue: int) -> bool:
        """Whether papers of this kind appear at venues of that kind; a workshop may be marked by its name only."""
        if record.kind == "workshop":
            return venue in self.workshops
        kind = self.venues[venue].kind
        return kind in KINDS_OF_VENUES.get(record.kind, (kind,))

    def _named_strictly(self, record: Record) -> set[int]:
        """Return the venues of whose names the first telling piece of the record has the strict form."""
        found = (self.by_strict_form.get(strict_form(piece)) for piece in self._pieces(record))
        return next(filter(None, found), set())

    def _named(self, record: Record) -> set[int]:
        """Return the venues that the first telling piece of the record names, more or less."""
        for piece in self._pieces(record):
            for key in keys(piece):
                if found := self.by_key.get(key):
                    return found
        return self._abbreviated(_printed_names(record))

    def _pieces(self, record: Record) -> Iterator[str]:
        return chain.from_iterable(pieces(text, record.kind in MEETINGS) for text in _printed_names(record))

    def _abbreviated(self, texts: list[str]) -> set[int]:
        for short in map(abbreviated, texts):
            possible = self.by_beginning.get((len(short), short[0][:1]), ()) if short else ()
            found = {pk for key in possible if abbreviates(short, tuple(key.split())) for pk in self.by_key[key]}
            if found:
                return found
        return set()

    def _similar(self, printed: str) -> tuple[int, ...]:
        """Return the venues that share most of their words with a name, the likeliest first."""
        words = {word for key in keys(plain_name(printed)) for word in key.split()}
        likeness: dict[int, float] = defaultdict(float)
        for key in set().union(*(self.by_word.get(word, ()) for word in words)):
            own = set(key.split())
            shared = _overlap(words, own)
            for pk in self.by_key[key] if shared >= MIN_SUGGESTED_OVERLAP else ():
                likeness[pk] = max(likeness[pk], shared)
        return tuple(sorted(likeness, key=lambda pk: (-likeness[pk], pk))[:MAX_SUGGESTIONS])

    def _proposed(self, record: Record, printed: str) -> NewVenue:
        """Return a new venue under an acronym that no other has; without one where none suggests itself."""
        name = plain_name(printed, record.kind == "journal")
        given = acronym_in(printed, record.kind in MEETINGS)
        acronym = self._acronym(record.acronym, given, made_acronym(name))
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


def _printed_names(record: Record) -> list[str]:
    return [text for text in (record.acronym, record.proceedings, record.venue) if text]


def match_venues(records: Sequence[Record]) -> list[VenueMatch]:
    """Match the venue of each record."""
    known = KnownVenues(known_venues())
    return [known.match(record) for record in records]


def known_venues() -> Iterable[VenueFingerprint]:
    """Return all venues with their aliases and the proceedings that papers print: three queries."""
    printed = defaultdict(set)
    papers = Publication.objects.order_by().filter(venue__isnull=False).exclude(proceedings="")
    for pk, proceedings in papers.values_list("venue", "proceedings").distinct():
        printed[pk].add(plain_name(proceedings))
    for venue in named_venues():
        names = dict.fromkeys([*venue.names, *sorted(printed[venue.pk] - {""})])
        yield VenueFingerprint(venue.pk, tuple(names), venue.kind)


def named_venues() -> list[VenueFingerprint]:
    """Return all venues with their acronyms, full names and aliases: two queries."""
    aliases = defaultdict(list)
    for pk, name in VenueAlias.objects.order_by("pk").values_list("venue", "name"):
        aliases[pk].append(name)
    return [
        VenueFingerprint(pk, tuple(filter(None, [acronym, name, *aliases[pk]])), kind)
        for pk, acronym, name, kind in Venue.objects.order_by("pk").values_list("pk", "acronym", "name", "kind")
    ]
