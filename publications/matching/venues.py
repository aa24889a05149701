"""Whether two venues are the same, alike or different, and which known venue a record appeared at.

The *same* are those of one strict form of their names and of one kind: Science is not Science Advances, and a journal
is no conference. *Alike* is whatever is looser: without sponsors, abbreviated, or with most words in common. Somebody
is asked then, and nothing is merged unasked.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from labsite.texts.stored import gettext_noop
from publications.citations.record import MEETINGS, Record, fold, remembered
from publications.models import Publication, Venue, VenueAlias

from . import Alike
from .venue_names import (
    ABBREVIATION,
    GENERIC,
    OPENING,
    SEVERAL_NUMBERS,
    abbreviates,
    acronyms_in,
    are_initials,
    beside,
    foreign_acronyms,
    given_acronym,
    keys,
    pieces,
    plain_name,
    segments,
    strict_form,
    unsponsored,
)
from .well_known import MAX_ACRONYM_LENGTH, NewVenue, looks_like_acronym, well_known_venues

# The thresholds for venues. Each is tried from both sides in tests/publications/matching/test_venue_thresholds.py.
MIN_NAME_OVERLAP = 0.75  # of all words of two names, those in both, for asking whether they are one
MIN_SUGGESTED_OVERLAP = 0.5  # of the words of two names, for a list to choose from that is offered without a question
MAX_SUGGESTIONS = 5  # venues in that list

# Ranks, for ordering what is alike.
SAME_NAME, SAME_LETTERS, SAME_CORE, ABBREVIATED, SIMILAR_NAME, SAME_NAME_OF_OTHER_KIND = 600, 500, 400, 300, 200, 100

# What no venue is: a school or a publisher.
WITHOUT_VENUE = ("thesis", "book", "software", "dataset", "report")
KINDS = {
    **{"journal": "journal", "workshop": "workshop", "preprint": "preprints"},
    **{"conference": "conference", "poster": "conference"},
}
# Of the kinds of papers that say where they appear, the kinds of venues: citations call papers of workshops, too,
# conference papers. Other kinds of papers may be anywhere.
KINDS_OF_VENUES = {
    "journal": ("journal", "other"),
    "conference": ("conference", "workshop", "other"),
    "poster": ("conference", "workshop", "other"),
    "preprint": ("preprints", "other"),
}
PLACE = attrgetter("kind", "venue", "acronym", "proceedings", "publisher", "known_venue")
BOTH_CALLED = gettext_noop("both are called {}")
MAX_PUBLISHER_LENGTH = 100  # characters
NUMBER = re.compile(r" \d+$")  # behind one of two venues of one acronym


@dataclass(eq=False)
class VenueFingerprint:
    """All by which a venue is told from others: every spelling of its name, and its kind.

    The rest follows: the names by their strict form, the letters of these, what the names come down to from the strict
    form to the loosest, and the words of each name without sponsors and the like.
    """

    pk: int
    names: tuple[str, ...]
    kind: str = ""
    is_workshop: bool = field(init=False)
    strict: dict[str, str] = field(init=False)
    letters: frozenset[str] = field(init=False)
    cores: tuple[str, ...] = field(init=False)
    words: tuple[tuple[str, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        self.is_workshop = self.kind == "workshop" or any("workshop" in fold(name).split() for name in self.names)
        self.strict = {form: name for name in reversed(self.names) if (form := strict_form(name))}
        self.letters = frozenset(form.replace(" ", "") for form in self.strict)
        self.cores = tuple(dict.fromkeys(chain.from_iterable(map(keys, self.names))))
        self.words = tuple(words for name in self.names if (words := unsponsored(name)))

    def is_contradicted(self, texts: Iterable[str], is_meeting: bool = True) -> bool:
        """Whether a container as printed says what isn't said of this venue: another name, acronym or part."""
        own = {word for form in self.strict for word in form.split()}
        acronyms: list[str] = []
        is_in_full = False
        for text in texts:
            known = venues_by_form().get((self.kind, strict_form(text)))
            if is_meeting and beside(text) - own or known and not self.strict.keys() & known.fingerprint.strict:
                return True
            for segment in segments(text, is_meeting):
                forms = [form for form in map(strict_form, segment) if form in self.strict]
                is_in_full |= any(" " in form for form in forms)
                # Words, maybe abbreviated, that no name has; where there is but an acronym, several say nothing.
                words = [word for word in unsponsored(segment[-1]) if word not in GENERIC and word[:3] != "sig"]
                is_telling = not forms and (len(words) < 2 or any(len(name) > 1 for name in self.words))
                if is_telling and any(not any(each.startswith(word) for each in own) for word in words):
                    return True
            acronyms += foreign_acronyms(text) if is_meeting else ()
        foreign = [each for each in acronyms if strict_form(each).replace(" ", "") not in self.letters]
        foreign = [each for each in foreign if " ".join(unsponsored(each)) not in self.strict]  # ACM-MM
        has_acronym = any(" " not in form for form in self.strict)
        return bool(foreign) and has_acronym and (not is_in_full or len(foreign) == len(acronyms))


def likeness_of(one: VenueFingerprint, other: VenueFingerprint) -> Alike | None:
    """Return how alike two venues are and why, whether or not they are the same for sure."""
    are_of_two_kinds = bool(one.kind and other.kind) and one.kind != other.kind  # one that isn't stated may be any
    if shared := one.strict.keys() & other.strict.keys():
        same = BOTH_CALLED.format(next(name for form, name in one.strict.items() if form in shared))
        if are_of_two_kinds:
            return Alike(SAME_NAME_OF_OTHER_KIND, (same, gettext_noop("but of different kinds")))
        return Alike(SAME_NAME, (same,))
    if are_of_two_kinds:
        return None
    if one.letters & other.letters:
        return Alike(SAME_LETTERS, (gettext_noop("the same name, written together or apart"),))
    if set(one.cores) & set(other.cores):
        return Alike(SAME_CORE, (gettext_noop("names that differ only in words such as “international”"),))
    if any(abbreviates(a, b) or abbreviates(b, a) for a in one.words for b in other.words):
        return Alike(ABBREVIATED, (gettext_noop("one name may be short for the other"),))
    if have_similar_names(one, other):
        return Alike(SIMILAR_NAME, (gettext_noop("names with most words in common"),))
    return None


def have_similar_names(one: VenueFingerprint, other: VenueFingerprint) -> bool:
    """Whether most words of a name of the one and of a name of the other are the same."""
    names = [(set(ours), set(theirs)) for ours in one.words for theirs in other.words]
    return any(len(ours & theirs) >= MIN_NAME_OVERLAP * len(ours | theirs) for ours, theirs in names)


class WellKnown(NamedTuple):
    """A venue of the table, with the names by which it is known; its fingerprint has an acronym of several, too."""

    new: NewVenue
    names: tuple[str, ...]
    fingerprint: VenueFingerprint


@cache
def venues_by_form() -> dict[tuple[str, str], WellKnown]:
    """Return the well-known venues by kind and the strict form of each name."""
    by_form: dict[tuple[str, str], WellKnown] = {}
    for new, names in well_known_venues():
        known = WellKnown(new, names, VenueFingerprint(0, tuple(filter(None, [new.acronym, *names])), new.kind))
        by_form |= {(new.kind, strict_form(name)): known for name in names}
    return by_form


@dataclass(frozen=True)
class VenueMatch:
    """Where a record appeared as printed: the key of the venue, else which it might be and what a new one would be.

    ``is_near`` says whether a candidate is rather the venue than not.
    """

    printed: str = ""
    venue: int | None = None
    candidates: tuple[int, ...] = ()
    new: NewVenue = NewVenue("")
    is_near: bool = False
    is_well_known: bool = False


class KnownVenues:
    """All known venues, found by what their names come down to."""

    def __init__(self, venues: Iterable[VenueFingerprint]) -> None:
        self.venues = {venue.pk: venue for venue in venues}
        self.by_strict_form: dict[str, set[int]] = defaultdict(set)
        self.by_key: dict[str, set[int]] = defaultdict(set)
        self.by_word: dict[str, set[str]] = defaultdict(set)
        self.by_beginning: dict[tuple[int, str], set[str]] = defaultdict(set)
        # Where papers of a kind may appear; a workshop may be marked as one by its name only.
        self.fitting = {"workshop": {pk for pk, venue in self.venues.items() if venue.is_workshop or not venue.kind}}
        for kind, kinds in KINDS_OF_VENUES.items():
            self.fitting[kind] = {pk for pk, venue in self.venues.items() if venue.kind in ("", *kinds)}
        for pk, venue in self.venues.items():
            for form in venue.strict:
                self.by_strict_form[form].add(pk)
            for key in venue.cores:
                self.by_key[key].add(pk)
                words = key.split()
                self.by_beginning[len(words), words[0][:1]].add(key)
                for word in words:
                    self.by_word[word].add(key)

    def match(self, record: Record) -> VenueMatch:
        """Return where a record appeared."""
        known = NewVenue(*record.known_venue) if record.known_venue else None
        printed = record.venue if known else record.proceedings or record.venue or record.acronym
        if not printed or (not known and (fold(printed) in ("", *KINDS) or record.kind in WITHOUT_VENUE)):
            return VenueMatch()
        texts = [text for text in (record.acronym, record.proceedings, record.venue) if text]
        is_stated = record.kind in KINDS_OF_VENUES or record.kind == "workshop"
        is_meeting = record.kind in MEETINGS or not (is_stated or known) and bool(OPENING.match(printed))
        parts = tuple(piece for text in texts for piece in pieces(text, is_meeting))
        parts = (known.name, known.acronym) if known else parts
        name = printed if known else plain_name(printed, record.kind == "journal")
        # By the first telling piece.
        telling = next((form for piece in parts if (form := strict_form(piece)) in self.by_strict_form), "")
        called_so = self.by_strict_form.get(telling, set())
        fitting = self.fitting.get(record.kind, self.venues.keys())
        if known:
            fitting = {pk for pk in called_so if not known.kind or self.venues[pk].kind in ("", known.kind)}
        names = (printed,) if known else tuple(texts)
        if record.acronym and len(names) > 1:
            names = (f"({record.acronym})", *names[1:])
        same = {pk for pk in called_so & fitting if not self.venues[pk].is_contradicted(names, is_meeting)}
        if len(same) == 1:
            return VenueMatch(printed, same.pop())
        by_key = (self.by_key.get(key, set()) for piece in parts for key in keys(piece))
        named = same or called_so or next(filter(None, by_key), set()) or self.abbreviated(texts)
        similar = () if named else self.similar(SEVERAL_NUMBERS.split(printed)[0])
        wanted = VenueFingerprint(0, (plain_name(printed, not is_meeting),))
        near = {pk for pk in similar if have_similar_names(wanted, self.venues[pk])} | named
        # A workshop's host isn't meant, nor what has a similar name and is of another kind. Numbers aren't a name's.
        is_near = bool(near & fitting or (near & called_so and record.kind != "workshop"))
        is_near |= bool(not known and SEVERAL_NUMBERS.search(name))
        well_known = known or _well_known(printed, record.kind, names, parts, is_meeting)
        new = well_known or self.named(record, names, name, is_meeting)
        new = known or replace(new, publisher=new.publisher or record.publisher[:MAX_PUBLISHER_LENGTH])
        return VenueMatch(printed, None, tuple(sorted(named)) or similar, new, is_near, bool(well_known))

    def named(self, record: Record, names: tuple[str, ...], name: str, is_meeting: bool) -> NewVenue:
        """Return a venue by the name that a record prints, and by its acronym unless a known venue is called so."""
        acronyms = [given_acronym(record.acronym, name), *chain(*(acronyms_in(text, is_meeting) for text in names))]
        table, kinds, form = venues_by_form(), Venue.Kind.values, strict_form(name)
        if is_meeting and any((kind, form) in table for kind in kinds):
            acronyms += chain(*map(foreign_acronyms, names))  # which tells it from the well-known one
        if any(map(beside, names)):  # whose host's acronym is printed, too
            acronyms = [each for each in acronyms if not any((kind, strict_form(each)) in table for kind in kinds)]
        free = (each for each in acronyms if each and not any(key in self.by_key for key in keys(each)))
        acronym = next(free, "")[:MAX_ACRONYM_LENGTH]
        return NewVenue(acronym, "" if fold(name) == fold(acronym) else name, KINDS.get(record.kind, ""))

    def abbreviated(self, texts: Iterable[str]) -> set[int]:
        """Return the venues for which the first text that has abbreviations in it, such as ``Trans.``, is short."""
        for text in texts:
            short = unsponsored(text) if ABBREVIATION.search(text) else ()
            possible = self.by_beginning.get((len(short), short[0][:1]), ()) if short else ()
            if keys := {pk for key in possible if abbreviates(short, tuple(key.split())) for pk in self.by_key[key]}:
                return keys
        return set()

    def similar(self, printed: str) -> tuple[int, ...]:
        """Return the venues that share most of their words with a name, the likeliest first."""
        words = {word for key in keys(plain_name(printed)) for word in key.split()}
        likeness: dict[int, float] = defaultdict(float)
        for key in set().union(*(self.by_word.get(word, ()) for word in words)):
            theirs = set(key.split())
            shared = len(words & theirs) / len(words | theirs)
            for pk in self.by_key[key] if shared >= MIN_SUGGESTED_OVERLAP else ():
                likeness[pk] = max(likeness[pk], shared)
        return tuple(sorted(likeness, key=lambda pk: (-likeness[pk], pk))[:MAX_SUGGESTIONS])


@remembered
def _well_known(
    printed: str, kind: str, names: tuple[str, ...], parts: tuple[str, ...], is_meeting: bool
) -> NewVenue | None:
    """Return the well-known venue that is surely meant: of its kind, and nothing printed is of another."""
    kinds, table = KINDS_OF_VENUES.get(kind, Venue.Kind.values), venues_by_form()
    kinds = ("workshop",) if kind == "workshop" or any("workshop" in beside(text) for text in names) else kinds
    candidates = [table.get((each, form)) for form in map(strict_form, (printed, *names, *parts)) for each in kinds]
    for short in (" ".join(unsponsored(text.partition(",")[0])) for text in names):  # ACM CCS 2024
        by_short = (table.get((each, short)) for each in kinds)
        candidates += (known for known in by_short if known and strict_form(known.new.acronym) == short)
    sure = (known for known in candidates if known and not known.fingerprint.is_contradicted(names, is_meeting))
    return next((known.new for known in sure), None)


def match_venues(records: Sequence[Record]) -> list[VenueMatch]:
    """Match the venue of each record, where it is printed alike only once."""
    known = KnownVenues(known_venues(with_proceedings=True))
    met: dict[object, VenueMatch] = {}
    matches = []
    for record in records:
        printed = PLACE(record)
        met[printed] = met.get(printed) or known.match(record)
        matches.append(met[printed])
    return matches


def known_venues(with_proceedings: bool = False) -> list[VenueFingerprint]:
    """Return all venues, with acronyms, full names and aliases: two queries.

    With the proceedings that papers print, which name a venue too, it is three.
    """
    names, fingerprints = defaultdict(list), []
    for pk, name in VenueAlias.objects.order_by("pk").values_list("venue", "name"):
        names[pk].append(name)
    if with_proceedings:
        papers = Publication.objects.order_by().filter(venue__isnull=False).exclude(proceedings="")
        printed = papers.values_list("venue", "proceedings").distinct()
        for pk, name in sorted({(pk, plain_name(proceedings)) for pk, proceedings in printed}):
            names[pk].append(name)
    table = venues_by_form()
    for pk, acronym, name, kind in Venue.objects.order_by("pk").values_list("pk", "acronym", "name", "kind"):
        known = table.get((kind, strict_form(name or acronym)))
        is_other = (
            known
            and acronym
            and strict_form(acronym) not in known.fingerprint.strict
            and not are_initials(acronym, name)
        )
        known_as = known.names if known and not is_other else ()
        spellings = dict.fromkeys(filter(None, [acronym, name, *names[pk], *known_as]))
        fingerprints.append(VenueFingerprint(pk, tuple(spellings), kind))
    return fingerprints


def settled_names(venue: Venue) -> tuple[str, str] | None:
    """Return the acronym and the full name that a venue should have, None where its acronym doesn't look made up.

    Made up are the first letters of a full name, or a name of several words, that nobody prints so.
    """
    bare = NUMBER.sub("", venue.acronym)
    kinds = Venue.Kind.values if venue.kind in ("", Venue.Kind.OTHER) else [venue.kind]
    form = strict_form(venue.name or bare)
    known = next((well_known.new for kind in kinds if (well_known := venues_by_form().get((kind, form)))), None)
    is_name = not venue.name and " " in bare and not looks_like_acronym(bare)
    if (known and known.acronym == venue.acronym) or not (is_name or are_initials(bare, venue.name)):
        return None
    if known:
        return known.acronym[:MAX_ACRONYM_LENGTH], known.name
    return "", venue.name or bare
