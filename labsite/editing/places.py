"""Where on a form a field is: the fragments that lead to it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import ForeignKey, Model, QuerySet

from labsite.modelling.ordering import Ordered
from labsite.texts.folding import FoldedField
from labsite.texts.markdown import markdown_fields


def field(name: str) -> str:
    """Return the fragment of a field of the form itself."""
    return f"id_{name}"


def row_field(row: Model, owner: str, number: int, name: str) -> str:
    """Return the fragment of a field of an inline row; ``owner`` is its foreign key to the row of the form."""
    return f"id_{_prefix(row, owner)}-{number}-{name}"


def section(model: type[Model], owner: str) -> str:
    """Return the fragment of a section of inline rows."""
    return f"{_prefix(model, owner)}-group"


def _prefix(row: Any, owner: str) -> str:
    key = row._meta.get_field(owner)
    assert isinstance(key, ForeignKey)
    return key.remote_field.get_accessor_name()


def numbered(rows: Iterable[Any], owner: str) -> Iterator[tuple[int, Any]]:
    """Yield rows with their number in the form of their owner; asks for all the owner’s, in the form’s order."""
    before: Counter[int] = Counter()
    for row in _as_in_form(list(rows)):
        key = getattr(row, f"{owner}_id")
        yield before[key], row
        before[key] += 1


def _as_in_form(rows: list[Any]) -> list[Any]:
    """Sort rows that people may put in order as their form does."""
    return sorted(rows, key=lambda row: row.rank()) if rows and isinstance(rows[0], Ordered) else rows


def light(rows: QuerySet, *through: str) -> QuerySet:
    """Leave out long texts, of the rows and of those that they belong to: a list says only what a row is called."""
    names = long_texts(rows.model)
    for owner in through:
        names += [f"{owner}__{name}" for name in long_texts(rows.model._meta.get_field(owner).related_model)]
    return rows.select_related(*through).defer(*names) if through else rows.defer(*names)


def long_texts(model: Any) -> list[str]:
    """Return the names of the columns that hold whole texts."""
    folded = [each.name for each in model._meta.fields if isinstance(each, FoldedField)]
    return folded + [name for each in markdown_fields(model) for name in (each.name, each.html_name)]
