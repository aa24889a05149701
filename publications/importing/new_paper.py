"""The rows of a new paper, made of what its plan says; nothing here asks the database or writes to it."""

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model

from publications.citations.record import Record
from publications.models import EarlierVersion, ExtraField, Identifier, Link, Publication

from .columns import columns_of
from .plan import Item, PlannedVersion


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
        return words_of(error)
    return ""


def check(row: Model) -> None:
    """Raise ValidationError where a form wouldn't take what a row holds; other rows are not looked at."""
    relations = {field.name for field in row._meta.fields if field.is_relation}
    row.clean_fields(exclude=relations)
    row.clean()
    if isinstance(row, Publication) and row.month and not row.year:
        raise ValidationError({"month": "A month needs a year."})


def words_of(error: ValidationError) -> str:
    """Return what is wrong with which columns, in a sentence."""
    said = (f"{name.replace('_', ' ')}: {' '.join(messages)}" for name, messages in error.message_dict.items())
    return "The site can’t hold this: " + "; ".join(said)


def _record(item: Item) -> Record:
    record = item.record or item.entry.record
    if record is None:
        raise ValueError(f"{item.place}: there is no record to make a paper of")
    return record
