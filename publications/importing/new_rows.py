"""The rows that a plan makes: new people and venues, and new papers with all that belongs to them."""

from collections.abc import Iterable, Iterator, Sequence

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
from publications.models import EarlierVersion, ExtraField, Identifier, Link, Publication, Venue, VenueAlias

from .changes import columns_of
from .plan import Item, PlannedAuthor, PlannedVenue

MAX_ALIAS_LENGTH = 300  # characters

CANNOT_HOLD = gettext_noop("The site can’t store this: {why}")


def add(rows: Sequence[Model], naming: Naming | None = None) -> None:
    """Insert new rows of one model with one query, and add them to the step of the history.

    Rows with addresses get theirs from ``naming``.
    """
    if not rows:
        return
    if naming:
        for row in rows:
            naming.name(row)
    type(rows[0])._base_manager.bulk_create(rows)
    step = history.current()
    if step:
        step.added(rows)


class PeopleOfPlan:
    """The authors of a plan, those of the site and the new ones, once ``write`` has seen to it that they are there."""

    def __init__(self) -> None:
        self.known: dict[int, Person] = {}
        self.added: dict[str, Person] = {}

    def of(self, author: PlannedAuthor) -> Person:
        return self.known.get(author.match.person or 0) or self.added[author.key or str(author.match.name)]

    def write(self, authors: Sequence[PlannedAuthor], naming: Naming) -> None:
        """Read who is on the site, and make who is new, or was deleted since the plan was made."""
        keys = {author.match.person for author in authors if author.match.person}
        self.known = Person.objects.only("name", "family_name").in_bulk(keys)
        new: dict[str, Person] = {}
        for author in authors:
            key = author.key or str(author.match.name)
            if author.match.person not in self.known and key not in self.added and key not in new:
                new[key] = person_of(author.new or author.match.name)
        add([*new.values()], naming)
        self.added |= new


def person_of(name: Name) -> Person:
    """Return a new person of a name, as yet without an address."""
    name, native = in_both_scripts(name)
    person = Person(name=str(name), native_name=native, orcid=name.orcid)
    person.take_parts(name)
    return person


class VenuesOfPlan:
    """The venues of a plan, with their publishers: those of the site and the new ones, once they are written."""

    def __init__(self, items: Iterable[Item], remembers_spellings: bool) -> None:
        self.remembers_spellings = remembers_spellings
        self.printed: dict[str, dict[str, str]] = {}  # names of new venues, each once whatever its case
        for venue in (item.venue for item in items):
            if venue.new and not venue.venue:
                name = plain_name(venue.printed, venue.new.kind == "journal")
                self.printed.setdefault(venue.key, {}).setdefault(name.casefold(), name)
        self.known: dict[int, Venue] = {}
        self.added: dict[str, Venue] = {}

    def of(self, venue: PlannedVenue) -> Venue:
        """Return a venue, without a key if there is none, or it was deleted since the plan was made."""
        if venue.venue:
            return self.known.get(venue.venue, Venue())
        return self.added[venue.key] if venue.new else Venue()

    def write(self, venues: Sequence[PlannedVenue], naming: Naming) -> None:
        """Read which are on the site, and make the new ones, known by what entries print if they may be."""
        keys = {each.venue for each in venues if each.venue}
        self.known = Venue.objects.only("publisher").in_bulk(keys)
        new: dict[str, Venue] = {}
        for each in venues:
            if each.new and not each.venue and each.key not in self.added and each.key not in new:
                new[each.key] = Venue(**vars(each.new))
        add([*new.values()], naming)
        self.added |= new
        aliases = [
            VenueAlias(venue=venue, name=name)
            for key, venue in new.items()
            for folded, name in self.printed[key].items()
            if folded not in (venue.acronym.casefold(), venue.name.casefold(), "") and len(name) <= MAX_ALIAS_LENGTH
        ]
        add(aliases if self.remembers_spellings else [])


def paper_of(item: Item, publisher: str = "") -> Publication:
    """Return the paper that an entry says, without its key and its address; ``publisher`` is that of its venue."""
    record = _record(item)
    values = columns_of(record)
    if not (item.venue.venue or item.venue.new):
        values["proceedings"] = record.proceedings or record.venue or record.acronym
    if values["publisher"].casefold() == publisher.casefold():
        values["publisher"] = ""
    return Publication(**values)


def rows_of(item: Item, paper: Publication) -> Iterator[Model]:
    """Yield all that belongs to a new paper beside its authors."""
    record = _record(item)
    for link in record.links:
        yield Link(publication=paper, kind=link.kind, url=link.url, label=link.label)
    for scheme, value in record.ids:
        yield Identifier(publication=paper, scheme=scheme, value=value)
    extra = [pair for pair in record.extra if pair[0] != ExtraField.ENTRY_TYPE]
    if record.entry_type:
        extra.insert(0, (ExtraField.ENTRY_TYPE, record.entry_type))
    for name, value in extra:
        yield ExtraField(publication=paper, name=name, value=value)
    for version in item.earlier:
        yield EarlierVersion(publication=paper, **vars(version))


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
