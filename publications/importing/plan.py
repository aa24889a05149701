"""What an import is going to do, entry by entry, before anything is written, and what somebody decided about it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from labsite.texts.folding import fold
from labsite.texts.stored import gettext_noop
from publications.citations.entry import Entry
from publications.citations.names import Marks
from publications.citations.record import Name, Record
from publications.matching.candidates import Duplicate
from publications.matching.people import AuthorMatch
from publications.matching.well_known import PUBLISHERS, NewVenue

# Why an entry may be no paper, which only people know.
NOBODYS = gettext_noop("is this a paper? It has neither authors nor a venue")
A_PART = gettext_noop("is this a paper? Its title is that of a part of a paper or volume")
UNSURE = gettext_noop("is this read rightly? Unsure: {parts}")

MAX_NAMED = 5  # entries that a message names
HAS_CHANGED = gettext_noop(
    "The site has changed in the meantime, so the result would be different ({parts}). Review it again."
)
IS_NOW = gettext_noop("{place} “{title}” is now: {fate}")
AND_MORE = gettext_noop("and {number} more")
# What becomes of the venue that an entry prints.
IS_VENUE = gettext_noop("printed as “{printed}” → venue: {venue}")
IS_NEW_VENUE = gettext_noop("printed as “{printed}” → venue: {venue} (new)")
IS_UNDECIDED = gettext_noop("printed as “{printed}” → venue: undecided")
IS_NONE = gettext_noop("printed as “{printed}” → venue: none")
IS_PUBLISHER = gettext_noop("printed as “{printed}” → no venue: it is a publisher")


class Fate(Enum):
    """What becomes of an entry; the value is what people read. Every entry has one, so that the numbers add up."""

    CREATE = gettext_noop("new")
    UPDATE = gettext_noop("adds to a paper")
    MATCH = gettext_noop("nothing new")
    DECIDE = gettext_noop("needs a decision")
    SKIP = gettext_noop("skipped")
    FAIL = gettext_noop("can’t be read")


class Verdict(Enum):
    """What becomes of a value that a source gives for a paper on the site."""

    FILL = gettext_noop("fills a gap")
    UPDATE = gettext_noop("has changed at the source")
    KEEP = gettext_noop("differs, and stays as it is here")


@dataclass(frozen=True)
class FieldChange:
    """A value that the source gives and the site hasn't, or has otherwise; ``here`` and ``there`` are for people.

    ``name`` is a column of the paper, whose new content is ``value``; or ``venue`` or ``authors``, which are those of
    the item; or, for a row of the paper, its kind and what tells it apart, with the columns of the row for value:
    ``link:pdf``, ``identifier:dblp:conf/sus/Quill24``, ``extra:keywords``, ``earlier:<title>``.
    """

    name: str
    label: str
    here: str
    there: str
    verdict: Verdict
    value: Any = None

    @property
    def is_taken(self) -> bool:
        return self.verdict is not Verdict.KEEP

    @property
    def part(self) -> str:
        """What of the paper it is about: a column, or the kind of its rows."""
        return self.name.partition(":")[0]


@dataclass(frozen=True)
class PlannedVersion:
    """What a paper was before, as the site keeps it; ``authors`` only where they differed."""

    title: str
    authors: str = ""
    status: str = ""
    arxiv_id: str = ""


@dataclass(frozen=True)
class VenueHere:
    """A venue of the site, for people, and what matters of it for its papers."""

    pk: int | None = None
    acronym: str = ""
    name: str = ""
    publisher: str = ""
    is_server: bool = False


@dataclass(frozen=True)
class PlannedVenue:
    """Where an entry appeared: a venue of the site by ``venue``, a new one by ``new``, or nowhere.

    Entries that name one unknown venue share its ``key``, and what it would be called, ``proposed``; ``candidates``
    are venues that it may be. Where one of them is near enough to be the same, nothing is new until somebody says so.
    ``name`` is the full name of the venue, which an entry may print otherwise.
    """

    printed: str = ""
    venue: int | None = None
    new: NewVenue | None = None
    key: str = ""
    candidates: tuple[int, ...] = ()
    proposed: NewVenue | None = None
    name: str = ""

    @property
    def in_words(self) -> str:
        """What becomes of what is printed, in a line of a report."""
        if not self.printed:
            return ""
        if not self.name:
            return (IS_UNDECIDED if self.candidates else IS_NONE).format(printed=self.printed)
        return (IS_NEW_VENUE if self.new else IS_VENUE).format(printed=self.printed, venue=self.name)


@dataclass(frozen=True)
class PlannedAuthor:
    """One author of an entry: a person of the site, or a new one, called ``new``, whom entries share by ``key``.

    The name as this paper prints it is the match's; its candidates are people whom it may mean. Who is a person of the
    site because somebody said so keeps the key, so that they can say otherwise. As long as nobody has said who it is,
    ``may_be`` names the members whom the name may mean.
    """

    match: AuthorMatch
    marks: Marks
    key: str = ""
    new: Name | None = None
    may_be: str = ""


@dataclass(frozen=True)
class Item:
    """One entry with what becomes of it and why.

    ``publication`` is the paper on the site that it is; ``same_as`` the index of an earlier entry of this source that
    says the same paper. ``candidates`` are what it may be, while that isn't decided. ``record`` is all that the source
    says of the paper, in this and in other entries, in a form that the site can hold: a new paper is made of it, with
    the ``earlier`` versions, the ``authors`` and the ``venue``.
    """

    index: int
    entry: Entry
    fate: Fate
    reason: str
    identity: str = ""
    publication: int | None = None
    same_as: int | None = None
    candidates: tuple[Duplicate, ...] = ()
    same_candidates: tuple[int, ...] = ()
    changes: tuple[FieldChange, ...] = ()
    authors: tuple[PlannedAuthor, ...] = ()
    venue: PlannedVenue = field(default_factory=PlannedVenue)
    record: Record | None = None
    earlier: tuple[PlannedVersion, ...] = ()

    @property
    def place(self) -> str:
        return self.entry.place

    @property
    def title(self) -> str:
        return self.entry.record.title if self.entry.record else ""

    @property
    def asks_which(self) -> bool:
        """Whether it isn't clear which paper it is, whether it is one, or whether it was read rightly."""
        asks = (NOBODYS, A_PART, UNSURE.format(parts=self.entry.unsure))
        return bool(self.candidates or self.same_candidates) or self.reason in asks

    @property
    def venue_in_words(self) -> str:
        """What becomes of the venue as printed, in a line of a report."""
        printed = self.entry.record.venue if self.entry.record and self.record and not self.record.venue else ""
        is_publisher = not self.venue.printed and fold(printed) in PUBLISHERS
        return IS_PUBLISHER.format(printed=printed) if is_publisher else self.venue.in_words

    @property
    def taken(self) -> tuple[FieldChange, ...]:
        """The values that are taken over."""
        return tuple(change for change in self.changes if change.is_taken)

    def writes(self, name: str) -> bool:
        """Whether the paper gets what the source says of this: its ``authors``, its ``venue`` or a column."""
        is_changed = any(change.name == name for change in self.taken)
        return self.fate is Fate.CREATE or (self.fate is Fate.UPDATE and is_changed)


def file_source(name: str) -> str:
    """Return what a file is called as a source: of two files each is compared with what it said before itself."""
    return f"file:{name}"[:200] if name else "file"


@dataclass(frozen=True)
class Plan:
    """What becomes of each entry of a source, in its order; ``state_token`` is that of the site at that time.

    ``parted`` are the names of people of the site, by their keys, whose family name was a guess until this source.
    ``token`` is that of all that the plan depends on, and travels with the page that shows it.
    """

    items: tuple[Item, ...] = ()
    source: str = ""
    state_token: str = ""
    parted: Mapping[int, Name] = field(default_factory=dict)
    token: str = ""

    @property
    def counts(self) -> dict[Fate, int]:
        """How many entries each fate has; together they are all entries."""
        counted = Counter(item.fate for item in self.items)
        return {fate: counted[fate] for fate in Fate}

    @property
    def changes_nothing(self) -> bool:
        return not (self.counts[Fate.CREATE] or self.counts[Fate.UPDATE] or self.parted)

    @property
    def new_people(self) -> dict[str, Name]:
        """Who would be new to the site, by key."""
        named = (author for item in self.items if item.writes("authors") for author in item.authors)
        return {author.key: author.new for author in named if author.new}

    @property
    def parted_names(self) -> list[str]:
        """The names that this source parts, each with a line before its family name."""
        return sorted(f"{name.given} | {name.family} {name.suffix}".strip() for name in self.parted.values())

    @property
    def new_venues(self) -> dict[str, NewVenue]:
        """Which venues would be new to the site, by key."""
        return {item.venue.key: item.venue.new for item in self.items if item.venue.new and item.writes("venue")}


# What somebody decided about a plan, as plain data for JSON; all keys may be absent.
#   {"items":  {identity: {"fate": "create" | "skip" | "same", "publication": pk or "same_as": identity,
#                          "take": [name of a field …], "leave": [name of a field …],
#                          "authors": {index as text: pk of a person | "new"}}},
#    "venues": {key: {"venue": pk | "new" | "none", "acronym": …, "name": …, "kind": …}},
#    "people": {key: pk of a person | "new" | {"family": the family name of somebody new}},
#    "alike": {"fate": "create",  if what is only alike is a paper of its own,
#              "people": "new"}}  and who is only called like a member somebody new
Decisions = dict[str, Any]


@dataclass(frozen=True)
class EntryChoice:
    """What somebody decided about an entry: its ``fate``, if it is the same as a paper which one, and its values."""

    fate: str = ""
    publication: int | None = None
    take: frozenset[str] = frozenset()
    leave: frozenset[str] = frozenset()
    authors: dict[str, Any] = field(default_factory=dict)


UNDECIDED = EntryChoice()


class StalePlan(Exception):
    """Since somebody looked at the plan the site has changed so that something else would happen."""

    def __init__(self, plan: Plan, items: list[Item]) -> None:
        named = [IS_NOW.format(place=each.place, title=each.title, fate=each.fate.value) for each in items[:MAX_NAMED]]
        more = [AND_MORE.format(number=len(items) - MAX_NAMED)] if len(items) > MAX_NAMED else []
        super().__init__(HAS_CHANGED.format(parts="; ".join([*named, *more])))
        self.plan = plan
        self.items = items
