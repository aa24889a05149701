"""The rows that a plan makes: new people and venues, and new papers with all that belongs to them."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.translation import gettext

from labsite import history
from labsite.modelling.addresses import Naming
from labsite.texts.stored import gettext_noop
from people.models import Person
from publications.citations.names import in_both_scripts
from publications.citations.record import Name, Record
from publications.matching.venue_names import plain_name
from publications.matching.well_known import NewVenue
from publications.models import EarlierVersion, ExtraField, Identifier, Link, Publication, Venue, VenueAlias

from .changes import columns_of
from .plan import Item, PlannedAuthor, PlannedVenue, PlannedVersion

BATCH_SIZE = 50  # entries that are written at a time
MAX_ALIAS_LENGTH = 300  # characters

Each = TypeVar("Each")
CANNOT_HOLD = gettext_noop("The site can’t hold this: {why}")


class AuthorRow(NamedTuple):
    """The columns of a person that authorships need."""

    pk: int
    name: str
    family_name: str

    def as_person(self) -> Person:
        """Return the person for a row to refer to; it isn't to be saved."""
        return Person(pk=self.pk, name=self.name, family_name=self.family_name)


def add(rows: list[Any]) -> None:
    """Insert new rows of one model with one query, and add them to the step of the history."""
    if not rows:
        return
    type(rows[0])._base_manager.bulk_create(rows)
    step = history.current()
    if step:
        step.added(rows)


def in_batches(rows: Iterable[Each]) -> Iterator[list[Each]]:
    """Yield rows in short lists."""
    remaining = iter(rows)
    while batch := list(islice(remaining, BATCH_SIZE)):
        yield batch


class PeopleOfPlan:
    """The authors of a plan, those of the site and the new ones, once ``write`` has seen to it that they are there."""

    def __init__(self) -> None:
        self.known: dict[int, AuthorRow] = {}
        self.added: dict[str, AuthorRow] = {}

    def of(self, author: PlannedAuthor) -> AuthorRow:
        return self.known.get(author.match.person or 0) or self.added[_key(author)]

    def write(self, authors: Iterable[PlannedAuthor], naming: Naming) -> None:
        """Read who is on the site, and make who is new, or was deleted since the plan was made."""
        authors = list(authors)
        keys = {author.match.person for author in authors if author.match.person}
        rows = Person.objects.filter(pk__in=keys).order_by().values_list("pk", "name", "family_name")
        self.known = {row[0]: AuthorRow(*row) for row in rows}
        new: dict[str, Name] = {}
        for author in authors:
            if author.match.person not in self.known and _key(author) not in self.added:
                new.setdefault(_key(author), author.new or author.match.name)
        people = {key: person_of(name) for key, name in new.items()}
        for person in people.values():
            naming.name(person)
        add(list(people.values()))
        self.added |= {key: AuthorRow(person.pk, person.name, person.family_name) for key, person in people.items()}


def _key(author: PlannedAuthor) -> str:
    return author.key or str(author.match.name)


def person_of(name: Name) -> Person:
    """Return a new person of a name, as yet without an address."""
    name, native = in_both_scripts(name)
    person = Person(name=str(name), native_name=native, orcid=name.orcid)
    person.take_parts(name)
    return person


class VenuesOfPlan:
    """The venues of a plan, with their publishers: those of the site and the new ones, once they are written."""

    def __init__(self, items: Iterable[Item]) -> None:
        self.printed: dict[str, dict[str, None]] = {}
        for venue in (item.venue for item in items):
            if venue.new and not venue.venue:
                name = plain_name(venue.printed, venue.new.kind == "journal")
                self.printed.setdefault(venue.key, {})[name] = None
        self.publishers: dict[int, str] = {}
        self.added: dict[str, int] = {}

    def of(self, venue: PlannedVenue) -> int | None:
        """Return the key of a venue; None of no venue, and of one that was deleted since the plan was made."""
        if venue.venue:
            return venue.venue if venue.venue in self.publishers else None
        return self.added[venue.key] if venue.new else None

    def publisher_of(self, venue: PlannedVenue) -> str:
        if venue.new:
            return venue.new.publisher
        return self.publishers.get(venue.venue, "") if venue.venue else ""

    def write(self, venues: Iterable[PlannedVenue], naming: Naming, remembers_spellings: bool) -> None:
        """Read which are on the site, and make the new ones, known by what entries print if they may be."""
        venues = list(venues)
        self.publishers = dict(
            Venue.objects.filter(pk__in={each.venue for each in venues if each.venue}).values_list("pk", "publisher")
        )
        new: dict[str, NewVenue] = {}
        for each in venues:
            if each.new and not each.venue and each.key not in self.added:
                new.setdefault(each.key, each.new)
        unsaved = {key: venue_of(each) for key, each in new.items()}
        for venue in unsaved.values():
            naming.name(venue)
        add(list(unsaved.values()))
        self.added |= {key: venue.pk for key, venue in unsaved.items()}
        if remembers_spellings:
            add(list(self._aliases(unsaved)))

    def _aliases(self, venues: dict[str, Venue]) -> Iterator[Model]:
        for key, venue in venues.items():
            met = {venue.acronym.casefold(), venue.name.casefold(), ""}
            for name in self.printed[key]:
                if name.casefold() not in met and len(name) <= MAX_ALIAS_LENGTH:
                    met.add(name.casefold())
                    yield VenueAlias(venue=venue, name=name)


def venue_of(new: NewVenue) -> Venue:
    """Return a new venue, as yet without an address."""
    return Venue(acronym=new.acronym, name=new.name, kind=new.kind, publisher=new.publisher)


def paper_of(item: Item, publisher: str = "", **fields: Any) -> Publication:
    """Return the paper that an entry says, without its key and its address; ``publisher`` is that of its venue."""
    record = _record(item)
    values = columns_of(record)
    if not (item.venue.venue or item.venue.new):
        values["proceedings"] = record.proceedings or record.venue or record.acronym
    if values["publisher"].casefold() == publisher.casefold():
        values["publisher"] = ""
    return Publication(**values, **fields)


def rows_of(item: Item, paper: Publication) -> Iterator[Model]:
    """Yield all that belongs to a new paper beside its authors."""
    record = _record(item)
    for link in record.links:
        yield Link(publication=paper, kind=link.kind, url=link.url, label=link.label)
    for scheme, value in record.ids:
        yield Identifier(publication=paper, scheme=scheme, value=value)
    for name, value in extra_of(record):
        yield ExtraField(publication=paper, name=name, value=value)
    for version in item.earlier:
        yield earlier_version(version, paper)


def extra_of(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the fields that no other place holds, the name of the kind of entry first."""
    if record.entry_type:
        yield ExtraField.ENTRY_TYPE, record.entry_type
    yield from (pair for pair in record.extra if pair[0] != ExtraField.ENTRY_TYPE)


def earlier_version(version: PlannedVersion, paper: Publication) -> EarlierVersion:
    return EarlierVersion(publication=paper, **vars(version))


def problem_of(item: Item) -> str:
    """Return in words why no paper can be made of an entry; nothing if one can."""
    paper = paper_of(item)
    try:
        for row in (paper, *rows_of(item, paper)):
            check(row)
    except ValidationError as error:
        return in_words(error)
    return ""


def check(row: Model) -> None:
    """Raise ValidationError where a form wouldn't take what a row holds; other rows are not looked at."""
    relations = {field.name for field in row._meta.fields if field.is_relation}
    row.clean_fields(exclude=relations)
    row.clean()
    if isinstance(row, Publication) and row.month and not row.year:
        raise ValidationError({"month": gettext("A month needs a year.")})


def in_words(error: ValidationError) -> str:
    """Return what is wrong with which columns, in a sentence."""
    sentences = (f"{name.replace('_', ' ')}: {' '.join(messages)}" for name, messages in error.message_dict.items())
    return CANNOT_HOLD.format(why="; ".join(sentences))


def _record(item: Item) -> Record:
    record = item.record or item.entry.record
    if record is None:
        raise ValueError(f"{item.place}: there is no record to make a paper of")
    return record
