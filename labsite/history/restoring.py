"""Bringing the database to what snapshots say: rows are removed, or saved as a form would, all or nothing."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import IntegrityError
from django.db.models import FileField, Model, OneToOneField, ProtectedError
from django.db.models.deletion import Collector
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from labsite.jobs import JobRefused
from labsite.modelling.addresses import Addressed
from labsite.modelling.values_in_words import enumerated, listed

from .steps import about_to_delete, current
from .tracked import (
    Key,
    batches,
    object_keys,
    object_with,
    stays,
    tracked_fields,
    tracked_lists,
    tracked_models,
    watched_models,
)
from .versions import Snapshot, newest

Row = dict[str, Any]

NEEDED = _("%(row)s needs its %(field)s, %(other)s, which has been deleted: restore that first.")
TAKEN = _("“%(other)s” now has the %(field)s “%(value)s”: give it another one first.")
MAX_NAMED = 5  # of the rows that need another


class UndoRefused(JobRefused):
    """Going back isn't possible; ``reasons`` say in an editor's words why. Nothing has been changed."""


def restore(now: Mapping[Key, Snapshot], then: Mapping[Key, Snapshot], is_part: bool = False) -> list[str]:
    """Make objects hold what their snapshots say, given as what they hold now and then; return remarks.

    These say what had to be left out. Of a part of what goes back nothing need have come of it. Raises UndoRefused.
    """
    restoration = Restoration(now, then)
    try:
        restoration.apply(Removal(now, then), is_part)
    except IntegrityError as error:
        raise UndoRefused(gettext("It can’t be restored: something else has taken its place.")) from error
    if restoration.problems:
        raise UndoRefused(*dict.fromkeys(restoration.problems))
    return list(dict.fromkeys(restoration.remarks))


class Removal:
    """Rows that are there now and shall not be then, but for those that others have come to need.

    ``needed`` says which objects have to stay, and for what.
    """

    def __init__(self, now: Mapping[Key, Snapshot], then: Mapping[Key, Snapshot]) -> None:
        self.objects = now
        wanted = {row for snapshot in then.values() for row in snapshot.rows}
        self.going = {row for snapshot in now.values() for row in snapshot.rows} - wanted
        self.needed: dict[str, list[Model]] = {}
        self.number = 0

    def apply(self) -> None:
        objects = {key for key in self.objects if key in self.going}
        # The rows of an object that goes go with it; if it has to stay, they stay as well.
        with_them = {row for key in objects for row in self.objects[key].rows} - objects
        first = self.going - with_them
        by_model: dict[type[Model], list[Any]] = {}
        for key in first:
            by_model.setdefault(key.model, []).append(key.pk)
        for model in reversed(watched_models()):
            for pks in batches(sorted(by_model.get(model, ()))):
                self._remove(model, pks)

    def _remove(self, model: type[Model], pks: list[Any]) -> None:
        """Delete rows after the history has taken a look at all of them at once; those in the way one by one."""
        rows = list(model._base_manager.filter(pk__in=pks).order_by("pk"))
        if not rows:
            return
        collector = Collector(using="default", origin=rows[0])
        try:
            collector.collect(rows)
        except ProtectedError as error:
            in_the_way = list(error.protected_objects)
        else:
            collected = [each for instances in collector.data.values() for each in instances]
            watched = [each for each in collected if type(each) in watched_models()]
            in_the_way = [each for each in watched if Key(type(each), each.pk) not in self.going]
        if not in_the_way:
            if step := current():
                about_to_delete(step, rows)
            collector.delete()
            self.number += len(rows)
        elif len(rows) == 1:
            self.needed[str(rows[0])] = in_the_way
        else:
            middle = len(pks) // 2
            self._remove(model, pks[:middle])
            self._remove(model, pks[middle:])

    def words(self, sentence: str) -> list[str]:
        """Say of what has to stay what needs it, by the names of objects, in a sentence with a place for either."""
        sentences = []
        for name, rows in self.needed.items():
            names = sorted({str(object_with(row)) for row in rows[: MAX_NAMED * 2]})
            more = len(rows) - MAX_NAMED * 2 + len(names[MAX_NAMED:])
            others = [ngettext("%(more)d more", "%(more)d more", more) % {"more": more}] if more > 0 else []
            sentences.append(sentence % {"name": name, "others": enumerated([*names[:MAX_NAMED], *others])})
        return sentences


class Restoration:
    """Rows as they are now and as they shall be, whichever objects they belong to."""

    def __init__(self, now: Mapping[Key, Snapshot], then: Mapping[Key, Snapshot]) -> None:
        self.now = {key: row for snapshot in now.values() for key, row in snapshot.rows.items()}
        self.then: dict[Key, Row] = {}
        for snapshot in then.values():
            for key, row in snapshot.rows.items():
                if key not in self.then or row != self.now.get(key):  # one that belongs to several may differ in one
                    self.then[key] = row
        self.problems: list[str] = []
        self.remarks: list[str] = []
        self.lost: set[Key] = set()  # rows that can't come back, for a reason that is said of them

    def apply(self, removal: Removal, is_part: bool) -> None:
        order = watched_models()
        differing = {key: row for key, row in self.then.items() if row != self.now.get(key)}
        wanted = {key: row for key, row in differing.items() if not self._is_elsewhere(key)}
        different = dict(sorted(wanted.items(), key=lambda each: order.index(each[0].model)))
        removal.apply()
        if removal.number or different or is_part:
            self.remarks += removal.words(gettext("%(name)s stays, because these need it: %(others)s."))
        else:
            self.problems += removal.words(gettext("%(name)s can’t be removed, because these need it: %(others)s."))
        for key, row in different.items():
            # Rows that belong to another might stand in the way of their sisters, as two that change places.
            now = None if key.model in tracked_models() else self.now.get(key)
            unique = {name for each in key.model._meta.constraints for name in getattr(each, "fields", ())}
            if now and any(now.get(name) != row.get(name) for name in unique):
                for stored in key.model._base_manager.filter(pk=key.pk):
                    stored.delete()
        written = {key: self._write(key, row) for key, row in different.items()}
        for key, stored_row in written.items():
            for many in tracked_lists(key.model) if stored_row else ():
                if many.name in different[key]:
                    pks = different[key][many.name]
                    others = many.related_model._base_manager.filter(pk__in=pks)
                    there = set(others.values_list("pk", flat=True))
                    getattr(stored_row, many.name).set([pk for pk in pks if pk in there])
                    for pk in (pk for pk in pks if pk not in there):
                        values = {"list": capfirst(many.verbose_name), "name": _name_of(Key(many.related_model, pk))}
                        self.remarks.append(gettext("%(list)s: without %(name)s, which has been deleted.") % values)

    def _is_elsewhere(self, key: Key) -> bool:
        """Say whether a row has come to belong to another object, which isn't going back: it stays there."""
        row = key.model._base_manager.filter(pk=key.pk).first() if key not in self.now else None
        if row:
            owners = listed(_name_of(owner) for owner in object_keys(row) if owner != key)
            words = gettext("Without %(row)s, which now belongs to %(owners)s.")
            self.remarks.append(words % {"row": _called(row), "owners": owners})
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
            other = _name_of(Key(field.related_model, pk))
            values = {"other": other, "row": _called(row), "field": field.verbose_name}
            if not field.null:
                self.problems.append(NEEDED % values)
                return True
            setattr(row, field.attname, None)
            self.remarks.append(capfirst(gettext("%(field)s is left empty: %(other)s has been deleted.") % values))
        return False

    def _is_taken(self, row: Model) -> bool:
        """Say whether another row has what no two may have."""
        taken = []
        for field in tracked_fields(type(row)):
            value = getattr(row, field.attname)
            if field.unique and value is not None:
                same = type(row)._base_manager.filter(**{field.attname: value}).exclude(pk=row.pk)
                values = {"field": field.verbose_name, "value": value}
                taken += [TAKEN % {"other": other, **values} for other in same[:1]]
        if not taken:
            try:
                row.validate_constraints()
            except ValidationError as error:
                taken = [
                    gettext("%(row)s: %(words)s") % {"row": _called(row), "words": each} for each in error.messages
                ]
        self.problems += taken
        return bool(taken)


def _called(row: Model) -> str:
    try:
        return gettext("%(kind)s “%(row)s”") % {"kind": capfirst(row._meta.verbose_name), "row": row}
    except ObjectDoesNotExist:
        return gettext("A %(kind)s") % {"kind": row._meta.verbose_name}


def _name_of(key: Key) -> str:
    version = newest([key]).get(key)
    if version:
        return gettext("“%(name)s”") % {"name": version.object_repr}
    return gettext("a %(kind)s") % {"kind": key.model._meta.verbose_name}


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
                words = gettext("%(field)s is left empty: it now belongs to %(holder)s.")
                yield capfirst(words % {"field": field.verbose_name, "holder": holder})
