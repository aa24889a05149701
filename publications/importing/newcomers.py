"""Who and what a plan names: people and venues of the site, and those that are new to it."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.db.models import Model

from labsite import history
from labsite.modelling.addresses import Naming
from people.models import Person
from people.models.person import MAX_PART_LENGTH
from publications.citations.record import Name
from publications.matching import NewVenue, plain_name
from publications.models import Venue, VenueAlias

from .plan import Item, PlannedAuthor, PlannedVenue

BATCH = 500  # rows that are in memory at a time
MAX_ALIAS_LENGTH = 300  # characters


class Author(NamedTuple):
    """A person as far as papers ask."""

    pk: int
    name: str
    family_name: str

    def as_person(self) -> Person:
        """Return the person for a row to refer to; it isn't to be saved."""
        return Person(pk=self.pk, name=self.name, family_name=self.family_name)


def add(rows: list[Any]) -> None:
    """Write new rows of one kind all at once, as if each was saved, and tell the history."""
    if not rows:
        return
    type(rows[0])._base_manager.bulk_create(rows)
    step = history.current()
    if step:
        step.added(rows)


def in_batches(rows: Iterable[Any]) -> Iterator[list[Any]]:
    """Yield rows in lists that memory has room for."""
    batch: list[Any] = []
    for row in rows:
        batch.append(row)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


class People:
    """The authors of a plan: by ``of`` those of the site and, once they are written, the new ones."""

    def __init__(self, authors: Iterable[PlannedAuthor]) -> None:
        known: set[int] = set()
        self.new: dict[str, Name] = {}
        for author in authors:
            if author.person:
                known.add(author.person)
            else:
                self.new.setdefault(author.key, author.new or author.match.name)
        self.known = {pk: Author(pk, name, family) for pk, name, family in _rows(known)}
        self.added: dict[str, Author] = {}

    def of(self, author: PlannedAuthor) -> Author:
        return self.known[author.person] if author.person else self.added[author.key]

    def write(self) -> None:
        """Make the new people."""
        naming = Naming(Person)
        for some in in_batches(self.new.items()):
            people = [person_of(name) for _, name in some]
            for person in people:
                naming.name(person)
            add(people)
            for (key, _), person in zip(some, people, strict=True):
                self.added[key] = Author(person.pk, person.name, person.family_name)


def _rows(known: set[int]) -> Iterator[tuple[int, str, str]]:
    for some in in_batches(sorted(known)):
        yield from Person.objects.filter(pk__in=some).order_by().values_list("pk", "name", "family_name")


def person_of(name: Name) -> Person:
    """Return a new person of a name, as yet without an address."""
    given, family = name.given, name.literal or " ".join(filter(None, [name.family, name.suffix]))
    whole = f"{given} {family}".strip()
    fits = max(len(given), len(family)) <= MAX_PART_LENGTH
    person = Person(name=whole, given_name=given if fits else "", family_name=family if fits else "")
    person.orcid = name.orcid
    person.split_name()
    return person


class Venues:
    """The venues of a plan, with their publishers: those of the site and, once they are written, the new ones."""

    def __init__(self, items: Iterable[Item]) -> None:
        known: set[int] = set()
        self.new: dict[str, NewVenue] = {}
        self.printed: dict[str, dict[str, None]] = {}
        for venue in (item.venue for item in items):
            if venue.venue:
                known.add(venue.venue)
            elif venue.new:
                self.new.setdefault(venue.key, venue.new)
                self.printed.setdefault(venue.key, {})[plain_name(venue.printed, venue.new.kind == "journal")] = None
        rows = Venue.objects.filter(pk__in=known).order_by() if known else ()
        self.publishers = {row.pk: row.publisher for row in rows}
        self.added: dict[str, int] = {}

    def of(self, venue: PlannedVenue) -> int | None:
        return venue.venue or (self.added[venue.key] if venue.new else None)

    def publisher_of(self, venue: PlannedVenue) -> str:
        if venue.new:
            return venue.new.publisher
        return self.publishers.get(venue.venue, "") if venue.venue else ""

    def write(self, remembers_spellings: bool) -> None:
        """Make the new venues, known by every spelling that entries print where that may be remembered."""
        naming = Naming(Venue)
        venues = [venue_of(each) for each in self.new.values()]
        for venue in venues:
            naming.name(venue)
        add(venues)
        self.added = {key: venue.pk for key, venue in zip(self.new, venues, strict=True)}
        if remembers_spellings:
            for some in in_batches(self._aliases(venues)):
                add(some)

    def _aliases(self, venues: list[Venue]) -> Iterator[Model]:
        for key, venue in zip(self.new, venues, strict=True):
            met = {venue.acronym.casefold(), venue.name.casefold(), ""}
            for name in self.printed[key]:
                if name.casefold() not in met and len(name) <= MAX_ALIAS_LENGTH:
                    met.add(name.casefold())
                    yield VenueAlias(venue=venue, name=name)


def venue_of(new: NewVenue) -> Venue:
    """Return a new venue, as yet without an address."""
    return Venue(acronym=new.acronym, name=new.name, kind=new.kind or Venue.Kind.CONFERENCE, publisher=new.publisher)
