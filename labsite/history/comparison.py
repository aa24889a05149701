"""What differs between two snapshots of an object, in words that editors know from its form."""

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import CharField, FileField, Max, Model, TextField
from django.utils.text import capfirst
from django.utils.translation import gettext

from labsite.modelling.pictures import PictureField, rendition_url
from labsite.modelling.values_in_words import enumerated, in_words

from .models import Version
from .tracked import Key, by_model, rows_of, tracked_fields, tracked_lists, tracked_models
from .versions import Snapshot, key_of, snapshot_of

Values = dict[str, Any]
PICTURE_WIDTH = 160  # pixels

TOKEN = re.compile(r"\s+|\w+|[^\w\s]")
MAX_TOKENS = 6000  # of both texts; comparing more would take seconds
AROUND = 60  # characters that are shown beside a change
ALIKE = 0.4  # texts less alike than this are shown as one in the place of the other


class Piece(NamedTuple):
    """A stretch of a text that is the same, removed or added."""

    kind: str
    text: str


@dataclass(frozen=True)
class FieldDifference:
    """One column: what it was and what it became, as text in pieces or as the addresses of two pictures."""

    label: str
    pieces: Sequence[Piece] = ()
    pictures: tuple[str, ...] | None = None


@dataclass(frozen=True)
class RowChange:
    kind: str  # added, removed or changed; or held, where there is nothing to compare with
    name: str
    differences: Sequence[FieldDifference] = ()


@dataclass(frozen=True)
class RowsChange:
    """What became of the rows of one kind; ``order`` is that of rows which only changed places."""

    label: str
    rows: list[RowChange]
    order: FieldDifference | None = None


@dataclass(frozen=True)
class SnapshotComparison:
    differences: list[FieldDifference]
    rows: list[RowsChange]

    def __bool__(self) -> bool:
        return bool(self.differences or self.rows)


class SnapshotComparer:
    """Compares snapshots with each other; knows the rows to which they refer, also those that have been deleted."""

    def __init__(self, snapshots: Iterable[Snapshot]) -> None:
        wanted = dict.fromkeys(key for snapshot in snapshots for key in snapshot.references())
        self.rows: dict[Key, Model] = {}
        for model, pks in by_model(wanted):
            self.rows |= {Key(model, row.pk): row for row in model._base_manager.filter(pk__in=pks)}
        deleted = [key for key in wanted if key not in self.rows and key.model in tracked_models()]
        for model, pks in by_model(deleted):
            there = Version.objects.of(model, *pks).exclude(kind=Version.Kind.REMOVED).order_by()
            last = there.values("object_id").annotate(last=Max("pk")).values("last")
            for version in Version.objects.filter(pk__in=last):
                key = key_of(version)
                self.rows[key] = self._row(key, snapshot_of(version).rows[key], with_related=False)

    def contents(self, snapshot: Snapshot) -> SnapshotComparison:
        """Return all that a snapshot holds, as text beside which there is nothing else."""
        compared = self.compare(Snapshot(), snapshot)
        rows = [
            replace(of_kind, rows=[RowChange("held", row.name, _held(row.differences)) for row in of_kind.rows])
            for of_kind in compared.rows
        ]
        return SnapshotComparison(_held(compared.differences), rows)

    def compare(self, before: Snapshot, after: Snapshot) -> SnapshotComparison:
        """Say what leads from one snapshot of an object to another."""
        key = next(iter((after or before).rows))
        differences = list(self._differences(key, before.rows.get(key, {}), after.rows.get(key, {})))
        kinds = (self._rows_change(*rows, before, after) for rows in rows_of(key.model).items() if rows[1])
        return SnapshotComparison(differences, [kind for kind in kinds if kind.rows or kind.order])

    def _differences(self, key: Key, old: Values, new: Values, owner: str = "") -> Iterator[FieldDifference]:
        rows = self._row(key, old), self._row(key, new)
        for column in tracked_fields(key.model):
            if column.editable and column.name not in (owner, "order") and _differs(column.name, old, new):
                label = capfirst(column.verbose_name)
                if isinstance(column, PictureField):
                    yield FieldDifference(label, pictures=(_address(rows[0], column), _address(rows[1], column)))
                    continue
                words = (self._in_words(column, values.get(column.name)) for values in (old, new))
                is_text = isinstance(column, CharField | TextField) and not column.choices
                yield FieldDifference(label, (pieces if is_text else replaced)(*words))
        for many in tracked_lists(key.model):
            if _differs(many.name, old, new):
                was, now = old.get(many.name, []), new.get(many.name, [])
                gone = [Piece("removed", self._name(many.related_model, pk)) for pk in was if pk not in now]
                come = [Piece("added", self._name(many.related_model, pk)) for pk in now if pk not in was]
                orders = (enumerated(self._name(many.related_model, pk) for pk in each) for each in (was, now))
                yield FieldDifference(capfirst(many.verbose_name), gone + come or replaced(*orders))

    def _rows_change(self, relation: Any, heading: Any, before: Snapshot, after: Snapshot) -> RowsChange:
        snapshots = (snapshot.rows_of(relation.related_model).items() for snapshot in (before, after))
        old, new = (dict(sorted(rows, key=lambda row: (row[1].get("order") or 0, row[0].pk))) for rows in snapshots)
        owner = relation.field.name
        changes = [self._row_change(key, old.get(key, {}), new.get(key, {}), owner) for key in {**new, **old}]
        order = None
        if before and after and [key for key in old if key in new] != [key for key in new if key in old]:
            was, now = (enumerated(self._called(key, row) for key, row in rows.items()) for rows in (old, new))
            order = FieldDifference(gettext("Order"), [Piece("removed", was), Piece("added", now)])
        return RowsChange(capfirst(heading), [change for change in changes if change], order)

    def _row_change(self, key: Key, old: Values, new: Values, owner: str) -> RowChange | None:
        if not new:
            return RowChange("removed", self._called(key, old))
        differences = list(self._differences(key, old, new, owner))
        if old and not differences:
            return None
        name = self._called(key, new)
        if old:
            return RowChange("changed", name, differences)
        # Of an added row only what its name doesn't say.
        unsaid = [each for each in differences if not any(piece.text and piece.text in name for piece in each.pieces)]
        return RowChange("added", name, unsaid)

    def _in_words(self, column: Any, value: Any) -> str:
        if value in (None, ""):
            return ""
        if column.is_relation:
            return self._name(column.related_model, value)
        if isinstance(column, FileField):
            return posixpath.basename(value)
        return in_words(column.to_python(value), column.choices)

    def _name(self, model: type[Model], pk: Any) -> str:
        row = self.rows.get(Key(model, pk))
        return str(row) if row else gettext("a deleted %(kind)s") % {"kind": model._meta.verbose_name}

    def _called(self, key: Key, values: Values) -> str:
        """Return what a row of a snapshot is called."""
        try:
            return str(self._row(key, values))
        except ObjectDoesNotExist:
            return gettext("a %(kind)s") % {"kind": key.model._meta.verbose_name}

    def _row(self, key: Key, values: Values, with_related: bool = True) -> Model:
        """Return a row as a snapshot holds it, with the rows that it refers to; it isn't to be saved."""
        row = key.model(pk=key.pk)
        for field in tracked_fields(key.model):
            if field.name in values:
                value = field.to_python(values[field.name])
                # Assigned in this way, a picture isn't opened to be measured.
                row.__dict__[field.attname] = value
                other = self.rows.get(Key(field.related_model, value)) if field.is_relation and with_related else None
                if other:
                    setattr(row, field.name, other)
        return row


def _held(differences: Iterable[FieldDifference]) -> list[FieldDifference]:
    return [
        FieldDifference(
            each.label, [Piece("same", piece.text) for piece in each.pieces], each.pictures and each.pictures[1:]
        )
        for each in differences
    ]


def _differs(name: str, old: Values, new: Values) -> bool:
    """Say whether a value changed; beside no row, whether there is one."""
    if old and new:
        return old[name] != new[name]
    return (old or new).get(name) not in (None, "", [], False)


def _address(row: Model, column: PictureField) -> str:
    """Return the address of a small copy of a picture, nothing without one."""
    picture = getattr(row, column.name)
    return rendition_url(picture, PICTURE_WIDTH) if picture and picture.stored_width else ""


def pieces(before: str, after: str) -> list[Piece]:
    """Return what leads from one text to another; stretches that stay are cut short."""
    old, new = TOKEN.findall(before), TOKEN.findall(after)
    was, now = ([token for token in tokens if not token.isspace()] for tokens in (old, new))
    if len(old) + len(new) > MAX_TOKENS or SequenceMatcher(None, was, now, autojunk=False).ratio() < ALIKE:
        return replaced(before, after)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    diff: list[Piece] = []
    for operation, i, j, k, m in matcher.get_opcodes():
        if operation == "equal":
            diff.append(Piece("same", "".join(old[i:j])))
        else:
            diff += replaced("".join(old[i:j]), "".join(new[k:m]))
    return [_cut(piece, number == 0, number == len(diff) - 1) for number, piece in enumerate(diff)]


def replaced(before: str, after: str) -> list[Piece]:
    """Say that one text stands in the place of another."""
    return [piece for piece in (Piece("removed", before), Piece("added", after)) if piece.text]


def _cut(piece: Piece, is_first: bool, is_last: bool) -> Piece:
    """Shorten a stretch that stays to what lies beside a change."""
    room = AROUND if is_first or is_last else 2 * AROUND
    if piece.kind != "same" or len(piece.text) <= room + 10:
        return piece
    head = "" if is_first else f"{piece.text[:AROUND].rsplit(None, 1)[0]} "
    tail = "" if is_last else f" {piece.text[-AROUND:].split(None, 1)[-1]}"
    return Piece("same", f"{head}…{tail}")
