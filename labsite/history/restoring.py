"""Bringing the database to what documents say: fields are set and rows saved as a form would, all or nothing."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import IntegrityError
from django.db.models import FileField, Model, OneToOneField
from django.utils.text import capfirst

from labsite.modelling.addresses import Addressed

from .removing import Removal
from .tracked import Key, object_keys, stays, tracked_fields, tracked_lists, tracked_models, watched_models
from .versions import Document, newest

Row = dict[str, Any]


class UndoRefused(Exception):
    """Going back isn't possible; ``reasons`` say in an editor's words why. Nothing has been changed."""

    def __init__(self, *reasons: str) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = reasons


def restore(
    changes: Iterable[tuple[Mapping[Key, Document], Mapping[Key, Document]]], is_part: bool = False
) -> list[str]:
    """Make objects hold what their documents say, given as what they hold now and then; return remarks.

    These say what had to be left out. Of many objects only the rows that differ are kept in memory, so they may come
    one batch after another. Of a part of what goes back nothing need have come of it. Raises UndoRefused.
    """
    restoration, removal = Restoration(), Removal()
    for now, then in changes:
        restoration.add(now, then)
        removal.add(now, then)
    try:
        restoration.apply(removal, is_part)
    except IntegrityError as error:
        raise UndoRefused("Something else has taken the place of what would come back.") from error
    if restoration.problems:
        raise UndoRefused(*dict.fromkeys(restoration.problems))
    return list(dict.fromkeys(restoration.remarks))


class Restoration:
    """Rows as they are now and as they shall be: all keys, and the values of rows that differ."""

    def __init__(self) -> None:
        self.now: dict[Key, Row | None] = {}
        self.then: dict[Key, Row | None] = {}
        self.problems: list[str] = []
        self.remarks: list[str] = []
        self.lost: set[Key] = set()  # rows that can't come back, for a reason that is said of them

    def add(self, now: Mapping[Key, Document], then: Mapping[Key, Document]) -> None:
        held, wanted = (
            {key: row for document in side.values() for key, row in document.rows.items()} for side in (now, then)
        )
        for key, row in held.items():
            self.now[key] = row if key in wanted and row != wanted[key] else self.now.get(key)
        for key, row in wanted.items():
            self.then[key] = row if row != held.get(key) else self.then.get(key)

    def apply(self, removal: Removal, is_part: bool) -> None:
        order = watched_models()
        wanted = {key: row for key, row in self.then.items() if row is not None and not self._is_elsewhere(key)}
        different = dict(sorted(wanted.items(), key=lambda each: order.index(each[0].model)))
        removal.apply()
        if removal.number or different or is_part:
            self.remarks += removal.words("stays")
        else:
            self.problems += removal.words("can’t be removed")
        for key, row in different.items():
            if _changes_place(key.model, self.now.get(key), row):
                for stored in key.model._base_manager.filter(pk=key.pk):
                    stored.delete()
        written = {key: self._write(key, row) for key, row in different.items()}
        for key, made in written.items():
            for many in tracked_lists(key.model) if made else ():
                if many.name in different[key]:
                    self._write_list(getattr(made, many.name), many, different[key][many.name])

    def _is_elsewhere(self, key: Key) -> bool:
        """Say whether a row has come to belong to another object, which isn't going back: it stays there."""
        row = key.model._base_manager.filter(pk=key.pk).first() if key not in self.now else None
        if row:
            owners = [owner for owner in object_keys(row) if owner != key]
            self.remarks.append(f"Without {_called(row)}, which belongs to {' and '.join(map(_name_of, owners))} now.")
        return bool(row)

    def _write(self, key: Key, values: Row) -> Model | None:
        """Save a row as it was; one that is made again gets all that it had. Return None if it can't come back."""
        stored = key.model._base_manager.filter(pk=key.pk).first()
        row, is_new = stored or key.model(pk=key.pk), stored is None
        held = {
            field: field.to_python(values[field.name])
            for field in tracked_fields(key.model)
            if field.name in values and (is_new or not stays(field))
        }
        for field, value in held.items():
            if isinstance(field, FileField):
                row.__dict__[field.attname] = value  # assigning would open the file to measure it
            else:
                setattr(row, field.attname, value)
        if is_new:
            self.remarks += make_room(row, [other.pk for other in self.then if other.model is key.model])
        if self._refers_to_what_is_gone(row) or self._is_taken(row):
            self.lost.add(key)
            return None
        row.save(force_insert=is_new)
        # What saving made of itself, such as the time at which a row is published, becomes what it was.
        altered = {
            field.name: value
            for field, value in held.items()
            if not field.is_relation and getattr(row, field.attname) != value
        }
        if altered:
            key.model._base_manager.filter(pk=row.pk).update(**altered)
        return row

    def _refers_to_what_is_gone(self, row: Model) -> bool:
        """Empty the columns that lead nowhere any more; say of a row that can't do without that it can't come back."""
        for field in tracked_fields(type(row)):
            pk = getattr(row, field.attname) if field.is_relation else None
            if pk is None or field.related_model._base_manager.filter(pk=pk).exists():
                continue
            if Key(field.related_model, pk) in self.lost:
                return True
            name = _name_of(Key(field.related_model, pk))
            if not field.null:
                needed = f"{field.verbose_name}, {name}, which has been deleted"
                self.problems.append(f"{_called(row)} needs its {needed}: bring that back first.")
                return True
            setattr(row, field.attname, None)
            self.remarks.append(f"{capfirst(field.verbose_name)} is left empty: {name} has been deleted.")
        return False

    def _is_taken(self, row: Model) -> bool:
        """Say whether another row has what no two may have."""
        taken = []
        for field in tracked_fields(type(row)):
            value = getattr(row, field.attname)
            if field.unique and value is not None:
                same = type(row)._base_manager.filter(**{field.attname: value}).exclude(pk=row.pk)
                words = f"has taken the {field.verbose_name} “{value}” meanwhile: give it another one first."
                taken += [f"“{other}” {words}" for other in same[:1]]
        if not taken:
            try:
                row.validate_constraints()
            except ValidationError as error:
                taken = [f"{_called(row)}: {words}" for words in error.messages]
        self.problems += taken
        return bool(taken)

    def _write_list(self, held: Any, many: Any, wanted: list[Any]) -> None:
        rows = many.related_model._base_manager.filter(pk__in=wanted)
        there = set(rows.values_list("pk", flat=True))
        held.set([pk for pk in wanted if pk in there])
        for pk in (pk for pk in wanted if pk not in there):
            name = _name_of(Key(many.related_model, pk))
            self.remarks.append(f"{capfirst(many.verbose_name)}: without {name}, which has been deleted.")


def _changes_place(model: type[Model], now: Row | None, then: Row) -> bool:
    """Say whether a row that belongs to another might stand in the way of its sisters, as two that change places."""
    if now is None or model in tracked_models():
        return False
    names = {name for constraint in model._meta.constraints for name in getattr(constraint, "fields", ())}
    return any(now.get(name) != then.get(name) for name in names)


def _called(row: Model) -> str:
    try:
        return f"{capfirst(row._meta.verbose_name)} “{row}”"
    except ObjectDoesNotExist:
        return f"A {row._meta.verbose_name}"


def _name_of(key: Key) -> str:
    version = newest([key]).get(key)
    return f"“{version.object_repr}”" if version else f"a {key.model._meta.verbose_name}"


def make_room(row: Model, others: list[Any]) -> Iterator[str]:
    """Take from the ``others``, which go back in the same step, what is the row's; yield remarks on what stays away.

    A row that was merged into another had its addresses, and perhaps its login, taken over.
    """
    rows = type(row)._base_manager
    if isinstance(row, Addressed):
        own = {row.slug, *row.former_slugs.split()}
        for pk, slugs in rows.filter(pk__in=others).values_list("pk", "former_slugs"):
            left = [slug for slug in slugs.split() if slug not in own]
            if len(left) < len(slugs.split()):
                rows.filter(pk=pk).update(former_slugs=f" {' '.join(left)} " if left else "")
    for field in tracked_fields(type(row)):
        if isinstance(field, OneToOneField) and stays(field) and getattr(row, field.attname):
            holders = rows.filter(**{field.name: getattr(row, field.attname)})
            holders.filter(pk__in=others).update(**{field.name: None})
            if holder := holders.exclude(pk=row.pk).first():
                setattr(row, field.attname, None)
                yield f"{field.verbose_name.capitalize()} is left empty: it is {holder}’s now."
