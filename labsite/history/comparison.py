"""What differs between two documents of a thing, in words that editors know from its form."""

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import CharField, FileField, TextField
from django.utils.text import capfirst

from labsite.modelling.pictures import PictureField, rendition_url
from labsite.modelling.values_in_words import in_words

from .documents import Document
from .kept import Key, heading_of, kept_fields, kept_lists, shown_rows_of
from .others import Others
from .text_pieces import Piece, pieces, replaced
from .wording import said, thing_of

Values = dict[str, Any]
PICTURE_WIDTH = 160  # pixels


@dataclass(frozen=True)
class Difference:
    """One column: what it was and what it became, as text in pieces or as the addresses of two pictures."""

    label: str
    pieces: list[Piece] = field(default_factory=list)
    pictures: tuple[str, ...] | None = None


@dataclass(frozen=True)
class RowChange:
    kind: str  # added, removed or changed
    name: str
    differences: list[Difference] = field(default_factory=list)


@dataclass(frozen=True)
class RowsChange:
    """What became of the rows of one kind; ``order`` tells of those that only changed places."""

    label: str
    rows: list[RowChange]
    order: Difference | None = None


@dataclass(frozen=True)
class Comparison:
    differences: list[Difference]
    rows: list[RowsChange]

    def __bool__(self) -> bool:
        return bool(self.differences or self.rows)


def contents(document: Document, others: Others) -> Comparison:
    """Return all that a document holds, as text beside which there is nothing else."""
    whole = compare(Document(), document, others)
    rows = [replace(kind, rows=[_as_held(row) for row in kind.rows]) for kind in whole.rows]
    return Comparison([_alone(each) for each in whole.differences], rows)


def _as_held(row: RowChange) -> RowChange:
    return RowChange("held", row.name, [_alone(each) for each in row.differences])


def _alone(difference: Difference) -> Difference:
    held = [Piece("same", piece.text) for piece in difference.pieces]
    pictures = difference.pictures and difference.pictures[1:]
    return Difference(difference.label, held, pictures)


def compare(before: Document, after: Document, others: Others) -> Comparison:
    """Say what leads from one document of a thing to another."""
    key = thing_of(after, before)
    own = _differences(key, before.rows.get(key, {}), after.rows.get(key, {}), others)
    kinds = (_rows_change(relation, before, after, others) for relation in shown_rows_of(key.model))
    return Comparison(list(own), [kind for kind in kinds if kind.rows or kind.order])


def _differences(key: Key, old: Values, new: Values, others: Others, but: str = "") -> Iterator[Difference]:
    rows = others.row(key, old), others.row(key, new)
    for column in kept_fields(key.model):
        if said(column) and column.name not in (but, "order") and _differs(column.name, old, new):
            yield _difference(column, *rows, old, new, others)
    for many in kept_lists(key.model):
        if _differs(many.name, old, new):
            yield Difference(capfirst(many.verbose_name), _list_pieces(many, old, new, others))


def _differs(name: str, old: Values, new: Values) -> bool:
    """Say whether a value changed; a column that one of two rows doesn't know can't tell."""
    if old and new:
        return name in old and name in new and old[name] != new[name]
    return (old or new).get(name) not in (None, "", [], False)


def _difference(column: Any, before: Any, after: Any, old: Values, new: Values, others: Others) -> Difference:
    label = capfirst(column.verbose_name)
    if isinstance(column, PictureField):
        return Difference(label, pictures=(_address(before, column), _address(after, column)))
    words = (_in_words(column, values.get(column.name), others) for values in (old, new))
    is_text = isinstance(column, CharField | TextField) and not column.choices
    return Difference(label, (pieces if is_text else replaced)(*words))


def _address(row: Any, column: PictureField) -> str:
    """Return the address of a small copy of a picture, nothing without one."""
    picture = getattr(row, column.name)
    return rendition_url(picture, PICTURE_WIDTH) if picture and picture.stored_width else ""


def _list_pieces(many: Any, old: Values, new: Values, others: Others) -> list[Piece]:
    was, now = old.get(many.name, []), new.get(many.name, [])
    gone = [Piece("removed", others.name(many.related_model, pk)) for pk in was if pk not in now]
    return gone + [Piece("added", others.name(many.related_model, pk)) for pk in now if pk not in was]


def _in_words(column: Any, value: Any, others: Others) -> str:
    if value in (None, ""):
        return ""
    if column.is_relation:
        return others.name(column.related_model, value)
    return (
        posixpath.basename(value)
        if isinstance(column, FileField)
        else in_words(column.to_python(value), column.choices)
    )


def _rows_change(relation: Any, before: Document, after: Document, others: Others) -> RowsChange:
    model, owner = relation.related_model, relation.field.name
    old, new = (_rows_in_order(document, model) for document in (before, after))
    changes = [_row_change(key, old.get(key, {}), new.get(key, {}), others, owner) for key in {**new, **old}]
    order = _order(old, new, others) if before and after else None
    return RowsChange(capfirst(heading_of(relation)), [change for change in changes if change], order)


def _rows_in_order(document: Document, model: Any) -> dict[Key, Values]:
    rows = [(key, row) for key, row in document.rows.items() if key.model is model]
    return dict(sorted(rows, key=lambda pair: (pair[1].get("order") or 0, pair[0].pk)))


def _row_change(key: Key, old: Values, new: Values, others: Others, owner: str) -> RowChange | None:
    if not new:
        return RowChange("removed", others.called(key, old))
    if not old:
        return RowChange("added", others.called(key, new), list(_marks(key, new, others, owner)))
    differences = list(_differences(key, old, new, others, owner))
    return RowChange("changed", others.called(key, new), differences) if differences else None


def _marks(key: Key, new: Values, others: Others, owner: str) -> Iterator[Difference]:
    """Say of an added row what its name doesn't."""
    name = others.called(key, new)
    for difference in _differences(key, {}, new, others, owner):
        if not any(piece.text and piece.text in name for piece in difference.pieces):
            yield difference


def _order(old: dict[Key, Values], new: dict[Key, Values], others: Others) -> Difference | None:
    """Tell the order of rows in which those that stayed have changed places."""
    if [key for key in old if key in new] == [key for key in new if key in old]:
        return None
    was, now = (", ".join(others.called(key, row) for key, row in rows.items()) for rows in (old, new))
    return Difference("Order", [Piece("removed", was), Piece("added", now)])
