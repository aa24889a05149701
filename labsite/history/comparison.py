"""What differs between two documents of an object, in words that editors know from its form."""

import posixpath
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import CharField, FileField, Max, Model, TextField
from django.utils.text import capfirst

from labsite.modelling.pictures import PictureField, rendition_url
from labsite.modelling.values_in_words import in_words

from .models import Version
from .tracked import Key, by_model, heading_of, shown_rows_of, tracked_fields, tracked_lists, tracked_models
from .versions import Document, document_of, key_of, key_of_documents
from .word_diff import Piece, pieces, replaced

Values = dict[str, Any]
PICTURE_WIDTH = 160  # pixels


class References:
    """The rows that documents refer to; knows what each is called."""

    def __init__(self, documents: Iterable[Document]) -> None:
        wanted = dict.fromkeys(key for document in documents for key in _referred(document))
        self.rows: dict[Key, Model] = {}
        for model, pks in by_model(wanted):
            self.rows |= {Key(model, row.pk): row for row in model._base_manager.filter(pk__in=pks)}
        self.rows |= dict(_deleted(key for key in wanted if key not in self.rows))

    def name(self, model: Any, pk: Any) -> str:
        row = self.rows.get(Key(model, pk))
        return str(row) if row else f"a deleted {model._meta.verbose_name}"

    def row(self, key: Key, values: dict[str, Any]) -> Model:
        """Return a row as a document holds it, with the rows that it refers to; it isn't to be saved."""
        return _as_row(key, values, self.rows)

    def called(self, key: Key, values: dict[str, Any]) -> str:
        """Return what a row of a document is called."""
        try:
            return str(self.row(key, values))
        except ObjectDoesNotExist:
            return f"a {key.model._meta.verbose_name}"


def _as_row(key: Key, values: dict[str, Any], references: Mapping[Key, Model]) -> Model:
    row = key.model(pk=key.pk)
    for field in tracked_fields(key.model):
        if field.name in values:
            value = field.to_python(values[field.name])
            other = references.get(Key(field.related_model, value)) if field.is_relation else None
            # Assigned in this way, a picture isn't opened to be measured.
            row.__dict__[field.attname] = value
            if other:
                setattr(row, field.name, other)
    return row


def _referred(document: Document) -> Iterator[Key]:
    for key, row in document.rows.items():
        for field in tracked_fields(key.model):
            if field.is_relation and row.get(field.name) is not None:
                yield Key(field.related_model, row[field.name])
        for field in tracked_lists(key.model):
            yield from (Key(field.related_model, pk) for pk in row.get(field.name, ()))


def _deleted(keys: Iterable[Key]) -> Iterator[tuple[Key, Model]]:
    """Yield what things were when they were last there."""
    for model, pks in by_model(keys):
        if model in tracked_models():
            there = Version.objects.of(model, *pks).exclude(kind=Version.Kind.REMOVED).order_by()
            last = there.values("object_id").annotate(last=Max("pk")).values("last")
            for version in Version.objects.filter(pk__in=last):
                key = key_of(version)
                yield key, _as_row(key, document_of(version).rows[key], {})


@dataclass(frozen=True)
class FieldDifference:
    """One column: what it was and what it became, as text in pieces or as the addresses of two pictures."""

    label: str
    pieces: Sequence[Piece] = ()
    pictures: tuple[str, ...] | None = None


@dataclass(frozen=True)
class RowChange:
    kind: str  # added, removed or changed
    name: str
    differences: Sequence[FieldDifference] = ()


@dataclass(frozen=True)
class RowsChange:
    """What became of the rows of one kind; ``order`` tells of those that only changed places."""

    label: str
    rows: list[RowChange]
    order: FieldDifference | None = None


@dataclass(frozen=True)
class DocumentComparison:
    differences: list[FieldDifference]
    rows: list[RowsChange]

    def __bool__(self) -> bool:
        return bool(self.differences or self.rows)


def contents(document: Document, references: References) -> DocumentComparison:
    """Return all that a document holds, as text beside which there is nothing else."""
    whole = compare(Document(), document, references)
    rows = [replace(kind, rows=[_as_held(row) for row in kind.rows]) for kind in whole.rows]
    return DocumentComparison([_alone(each) for each in whole.differences], rows)


def _as_held(row: RowChange) -> RowChange:
    return RowChange("held", row.name, [_alone(each) for each in row.differences])


def _alone(difference: FieldDifference) -> FieldDifference:
    held = [Piece("same", piece.text) for piece in difference.pieces]
    pictures = difference.pictures and difference.pictures[1:]
    return FieldDifference(difference.label, held, pictures)


def compare(before: Document, after: Document, references: References) -> DocumentComparison:
    """Say what leads from one document of a thing to another."""
    key = key_of_documents(after, before)
    own = _differences(key, before.rows.get(key, {}), after.rows.get(key, {}), references)
    kinds = (_rows_change(relation, before, after, references) for relation in shown_rows_of(key.model))
    return DocumentComparison(list(own), [kind for kind in kinds if kind.rows or kind.order])


def _differences(
    key: Key, old: Values, new: Values, references: References, but: str = ""
) -> Iterator[FieldDifference]:
    rows = references.row(key, old), references.row(key, new)
    for column in tracked_fields(key.model):
        if column.editable and column.name not in (but, "order") and _differs(column.name, old, new):
            yield _difference(column, *rows, old, new, references)
    for many in tracked_lists(key.model):
        if _differs(many.name, old, new):
            yield FieldDifference(capfirst(many.verbose_name), _list_pieces(many, old, new, references))


def _differs(name: str, old: Values, new: Values) -> bool:
    """Say whether a value changed; a column that one of two rows doesn't know can't tell."""
    if old and new:
        return name in old and name in new and old[name] != new[name]
    return (old or new).get(name) not in (None, "", [], False)


def _difference(
    column: Any, before: Any, after: Any, old: Values, new: Values, references: References
) -> FieldDifference:
    label = capfirst(column.verbose_name)
    if isinstance(column, PictureField):
        return FieldDifference(label, pictures=(_address(before, column), _address(after, column)))
    words = (_in_words(column, values.get(column.name), references) for values in (old, new))
    is_text = isinstance(column, CharField | TextField) and not column.choices
    return FieldDifference(label, (pieces if is_text else replaced)(*words))


def _address(row: Any, column: PictureField) -> str:
    """Return the address of a small copy of a picture, nothing without one."""
    picture = getattr(row, column.name)
    return rendition_url(picture, PICTURE_WIDTH) if picture and picture.stored_width else ""


def _list_pieces(many: Any, old: Values, new: Values, references: References) -> list[Piece]:
    was, now = old.get(many.name, []), new.get(many.name, [])
    gone = [Piece("removed", references.name(many.related_model, pk)) for pk in was if pk not in now]
    return gone + [Piece("added", references.name(many.related_model, pk)) for pk in now if pk not in was]


def _in_words(column: Any, value: Any, references: References) -> str:
    if value in (None, ""):
        return ""
    if column.is_relation:
        return references.name(column.related_model, value)
    return (
        posixpath.basename(value)
        if isinstance(column, FileField)
        else in_words(column.to_python(value), column.choices)
    )


def _rows_change(relation: Any, before: Document, after: Document, references: References) -> RowsChange:
    model, owner = relation.related_model, relation.field.name
    old, new = (_rows_in_order(document, model) for document in (before, after))
    changes = [_row_change(key, old.get(key, {}), new.get(key, {}), references, owner) for key in {**new, **old}]
    order = _order(old, new, references) if before and after else None
    return RowsChange(capfirst(heading_of(relation)), [change for change in changes if change], order)


def _rows_in_order(document: Document, model: Any) -> dict[Key, Values]:
    rows = [(key, row) for key, row in document.rows.items() if key.model is model]
    return dict(sorted(rows, key=lambda pair: (pair[1].get("order") or 0, pair[0].pk)))


def _row_change(key: Key, old: Values, new: Values, references: References, owner: str) -> RowChange | None:
    if not new:
        return RowChange("removed", references.called(key, old))
    if not old:
        return RowChange("added", references.called(key, new), list(_marks(key, new, references, owner)))
    differences = list(_differences(key, old, new, references, owner))
    return RowChange("changed", references.called(key, new), differences) if differences else None


def _marks(key: Key, new: Values, references: References, owner: str) -> Iterator[FieldDifference]:
    """Say of an added row what its name doesn't."""
    name = references.called(key, new)
    for difference in _differences(key, {}, new, references, owner):
        if not any(piece.text and piece.text in name for piece in difference.pieces):
            yield difference


def _order(old: dict[Key, Values], new: dict[Key, Values], references: References) -> FieldDifference | None:
    """Tell the order of rows in which those that stayed have changed places."""
    if [key for key in old if key in new] == [key for key in new if key in old]:
        return None
    was, now = (", ".join(references.called(key, row) for key, row in rows.items()) for rows in (old, new))
    return FieldDifference("Order", [Piece("removed", was), Piece("added", now)])
