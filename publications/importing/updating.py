"""What a source says of a paper on the site, as far as it is taken over."""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from publications.models import Authorship, EarlierVersion, ExtraField, Identifier, Link, Publication

from .new_paper import check, words_of
from .newcomers import Author, People, Venues
from .plan import FieldChange, Item, PlannedAuthor

MARKS = ("is_equal", "is_lead", "is_corresponding")


def taken(item: Item) -> list[FieldChange]:
    return [change for change in item.changes if change.is_taken]


def update(paper: Publication, item: Item, people: People, venues: Venues) -> str:
    """Write what is taken over from an entry; return in words why nothing of it could be."""
    try:
        with transaction.atomic():
            for change in taken(item):
                _take(paper, change, item, people, venues)
            check(paper)
            paper.save()
    except ValidationError as error:
        return words_of(error)
    return ""


def _take(paper: Publication, change: FieldChange, item: Item, people: People, venues: Venues) -> None:
    if change.part == "venue":
        paper.venue_id = venues.of(item.venue)
    elif change.part == "authors":
        _take_authors(paper, [(author, people.of(author)) for author in item.authors])
    elif change.part in ROWS:
        _save(*ROWS[change.part](paper, change.value))
    else:
        setattr(paper, change.name, change.value)


def _save(row: Any, values: dict[str, Any]) -> None:
    for name, value in values.items():
        setattr(row, name, value)
    check(row)
    row.save()


def _link(paper: Publication, value: Any) -> tuple[Any, dict[str, Any]]:
    which = {"publication": paper, "kind": value.kind, "label": value.label}
    return _found(Link, **which), {"url": value.url, "file": ""}


def _identifier(paper: Publication, value: Any) -> tuple[Any, dict[str, Any]]:
    scheme, text = value
    return _found(Identifier, publication=paper, scheme=scheme, value=text), {}


def _extra_field(paper: Publication, value: Any) -> tuple[Any, dict[str, Any]]:
    name, text = value
    return _found(ExtraField, publication=paper, name=name), {"value": text}


def _earlier_version(paper: Publication, value: Any) -> tuple[Any, dict[str, Any]]:
    said = {name: text for name, text in vars(value).items() if text}
    return _found(EarlierVersion, publication=paper, title=value.title), said


ROWS = {"link": _link, "identifier": _identifier, "extra": _extra_field, "earlier": _earlier_version}


def _found(model: Any, **which: Any) -> Any:
    """Return the row that says so, else a new one."""
    return model._base_manager.filter(**which).first() or model(**which)


def _take_authors(paper: Publication, authors: Iterable[tuple[PlannedAuthor, Author]]) -> None:
    """Make the list of authors what the source says; of who stays, marks of the site stay."""
    there = {row.person_id: row for row in paper.authorships.all()}
    wanted = {author.pk: (planned, author) for planned, author in authors}
    for person in there.keys() - wanted.keys():
        there[person].delete()
    for order, (person, (planned, author)) in enumerate(wanted.items(), start=1):
        row = there.get(person) or authorship(paper, planned, author)
        row.order, row.printed_name = order, printed_name(planned, author)
        check(row)
        row.save()


def authorship(paper: Publication, planned: PlannedAuthor, author: Author, order: int = 0) -> Authorship:
    """Return somebody as a new author of a paper."""
    marks = {name: getattr(planned.marks, name) for name in MARKS}
    row = Authorship(publication=paper, order=order, printed_name=printed_name(planned, author), **marks)
    row.person = author.as_person()
    return row


def printed_name(planned: PlannedAuthor, author: Author) -> str:
    """Return the name as the paper prints it, nothing where that is the person's own."""
    printed = str(planned.match.name)
    return "" if printed == author.name else printed
