"""Versions: what an object and its rows held after each step, in Django's JSON, and what they hold now.

A version is older than many a migration. Whoever reads one gets it in the columns that tables have today. Old versions
go, and with them the files that nothing refers to any more.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, NamedTuple

from django.apps import apps
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Exists, Field, Max, Model, OuterRef, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import override

from labsite.modelling.ordered_lists import OrderedManyToManyField
from labsite.modelling.row_files import file_fields, is_needed

from .models import Step, Version
from .tracked import Key, batches, by_model, rows_of, tracked_fields, tracked_lists

Outcome = Literal["mine", "theirs", "conflict"]


@dataclass(frozen=True)
class Snapshot:
    """An object with its rows, itself the first; without any rows, an object that isn't there.

    ``new_columns`` are what it didn't know, as migrations added it since.
    """

    rows: dict[Key, dict[str, Any]] = field(default_factory=dict)
    name: str = ""
    new_columns: dict[Key, dict[str, Any]] = field(default_factory=dict, compare=False)

    def __bool__(self) -> bool:
        return bool(self.rows)

    def rows_of(self, model: type[Model]) -> dict[Key, dict[str, Any]]:
        return {key: row for key, row in self.rows.items() if key.model is model}

    def references(self, needed_only: bool = False) -> Iterator[Key]:
        """Yield the rows to which it refers, in columns that can't be empty or in any column and list."""
        for key, row in self.rows.items():
            for column in tracked_fields(key.model):
                if column.is_relation and row.get(column.name) is not None and not (needed_only and column.null):
                    yield Key(column.related_model, row[column.name])
            for many in () if needed_only else tracked_lists(key.model):
                yield from (Key(many.related_model, pk) for pk in row.get(many.name, ()))


def dump(snapshot: Snapshot) -> str:
    rows = [{"model": key.model._meta.label_lower, "pk": key.pk, "fields": row} for key, row in snapshot.rows.items()]
    return json.dumps(rows, ensure_ascii=False)


def snapshot_of(version: Version | None, newer: Mapping[Key, dict[str, Any]] | None = None) -> Snapshot:
    """Return what a version holds, in the columns of today; nothing where there is no version.

    Columns that came since hold what they hold in ``newer`` rows, and else their defaults. Rows of tables that are no
    more are left out.
    """
    snapshot = Snapshot(name=version.object_repr if version else "")
    for stored in json.loads(version.serialized_data) if version else ():
        try:
            key, row = Key(apps.get_model(stored["model"]), stored["pk"]), stored["fields"]
        except LookupError:
            continue
        columns = {each.name: each for each in (*tracked_fields(key.model), *tracked_lists(key.model))}
        snapshot.rows[key] = {
            name: row[name] for name in row.keys() & columns if row[name] is not None or columns[name].null
        }
        if new := columns.keys() - snapshot.rows[key].keys():
            there, empty = (newer or {}).get(key, {}), key.model()
            defaults = {name: [] if columns[name].many_to_many else _plain(columns[name], empty) for name in new}
            snapshot.new_columns[key] = {name: there.get(name, default) for name, default in defaults.items()}
            snapshot.rows[key] |= snapshot.new_columns[key]
    return snapshot


def changed_parts(before: Snapshot, after: Snapshot) -> str:
    """Return the names of the fields and of the kinds of rows that differ, in English, such as "Headline, links"."""
    key, new = next(iter(after.rows.items()))
    old = before.rows[key]
    names = [
        field.verbose_name
        for field in (*tracked_fields(key.model), *tracked_lists(key.model))
        if field.editable and old[field.name] != new[field.name]
    ]
    for relation, heading in rows_of(key.model).items():
        if heading and before.rows_of(relation.related_model) != after.rows_of(relation.related_model):
            names.append(heading)
    with override(settings.LANGUAGE_CODE):
        return capfirst(", ".join(dict.fromkeys(map(str, names))))


def read(keys: Iterable[Key]) -> dict[Key, Snapshot]:
    """Return what objects hold in the database now: as many queries for many objects of a model as for one.

    Names are the English ones, as a version keeps them for readers of either language.
    """
    rows: dict[Key, dict[Key, dict[str, Any]]] = {key: {} for key in keys}
    names: dict[Key, str] = {}
    for model, pks in by_model(rows):
        tables = [(relation.related_model, relation.field.attname) for relation in rows_of(model)]
        for table, owner in [(model, "pk"), *tables]:
            fields = tracked_fields(table)
            related = [each.name for each in fields if each.is_relation] if table is model else []
            query = table._base_manager.filter(**{f"{owner}__in": pks}).order_by("pk")
            # Without names select_related() would follow all that are needed.
            stored = list(query.select_related(*related) if related else query)
            lists = {each.name: _lists(each, stored) for each in tracked_lists(table)}
            for row in stored:
                key = Key(model, getattr(row, owner))
                if key not in names:
                    with override(settings.LANGUAGE_CODE):
                        names[key] = str(row)
                columns = {each.name: _plain(each, row) for each in fields}
                rows[key][Key(table, row.pk)] = columns | {name: of[row.pk] for name, of in lists.items()}
    return {key: Snapshot(rows[key], names.get(key, "")) for key in rows}


def _plain(column: Field, row: Model) -> Any:
    value = column.value_from_object(row)
    if isinstance(value, str):
        return str(value)
    return value if value is None or isinstance(value, bool | int | float) else column.value_to_string(row)


def _lists(many: Any, rows: list[Model]) -> dict[Any, list[Any]]:
    """Return which others each row holds in a list, by their keys."""
    held: dict[Any, list[Any]] = {row.pk: [] for row in rows}
    source, target = many.m2m_column_name(), many.m2m_reverse_name()
    through = many.remote_field.through._base_manager.filter(**{f"{source}__in": list(held)})
    order = "pk" if isinstance(many, OrderedManyToManyField) else target
    for pk, other in through.order_by(order).values_list(source, target):
        held[pk].append(other)
    return held


def key_of(version: Version) -> Key:
    model: Any = ContentType.objects.get_for_id(version.content_type_id).model_class()
    return Key(model, model._meta.pk.to_python(version.object_id))


def history_address(version: Version) -> str:
    """Return where the history of a version's object is."""
    options = key_of(version).model._meta
    return reverse(f"admin:{options.app_label}_{options.model_name}_history", args=[version.object_id])


def newest(keys: Iterable[Key], before: Step | None = None, up_to: int | None = None) -> dict[Key, Version]:
    """Return the newest version of each object that has one, or the newest before a step or up to a key."""
    by_key: dict[Key, Version] = {}
    for model, pks in by_model(keys):
        versions = Version.objects.of(model, *pks)
        if before:
            versions = versions.filter(step__lt=before)
        if up_to is not None:
            versions = versions.filter(pk__lte=up_to)
        last = versions.order_by().values("object_id").annotate(last=Max("pk")).values("last")
        by_key |= {key_of(version): version for version in Version.objects.filter(pk__in=last)}
    return by_key


def steps_since(row: Model, moment: datetime) -> list[Step]:
    """Return the steps by which somebody has changed an object since then, the newest first."""
    versions = Version.objects.of(type(row), row.pk).made().defer("serialized_data")
    later = versions.filter(step__date_created__gt=moment).select_related("step__user__person")
    return [version.step for version in later]


def later_ones() -> Any:
    """Return the later versions of the same object, for a condition on a version."""
    of_the_object = {name: OuterRef(name) for name in ("content_type", "object_id")}
    return Version.objects.filter(**of_the_object, pk__gt=OuterRef("pk"))


def deleted() -> QuerySet[Version]:
    """Return what is in the bin: the newest versions that say that their object was deleted, the latest first."""
    gone = Version.objects.filter(kind=Version.Kind.REMOVED).exclude(Exists(later_ones()))
    return gone.select_related("content_type", "step__user__person")


def begin(user: Any, words: str, is_under_way: bool = False) -> Step:
    """Begin to write a step: who did what, in words."""
    return Step.objects.create(user=user, comment=words, date_created=timezone.now(), is_under_way=is_under_way)


def write(step: Step, snapshots: Mapping[Key, tuple[Version.Kind, Snapshot, str]]) -> None:
    """Write a version for each object that a step changed: what was done to it, what it holds now, what changed.

    Where an earlier part of the step has changed an object too, one version says what it holds after both.
    """
    versions = [
        Version(
            step=step,
            kind=kind,
            content_type=ContentType.objects.get_for_model(key.model),
            object_id=str(key.pk),
            object_repr=snapshot.name,
            changed_parts=parts,
            serialized_data=dump(snapshot),
        )
        for key, (kind, snapshot, parts) in snapshots.items()
    ]
    Version.objects.bulk_create(
        versions,
        update_conflicts=True,
        unique_fields=["content_type", "object_id", "step"],
        update_fields=["kind", "object_repr", "changed_parts", "serialized_data"],
    )


def merge(base: Any, theirs: Any, mine: Any) -> Outcome:
    """Say which of two versions of a value holds: the one that differs from their common base.

    Where both do, and differently, it is a conflict.
    """
    if theirs in (base, mine):
        return "mine"
    return "theirs" if mine == base else "conflict"


PICTURE_IN_TEXT = re.compile(r"\btext/[0-9a-f]{16,32}\.\w+")


def is_in_a_version(name: str) -> bool:
    """Whether a version refers to a file, if only from within a text."""
    return Version.objects.filter(serialized_data__contains=name).exists()


def files_of(snapshot: Snapshot) -> Iterator[tuple[Any, str]]:
    """Yield the files that a snapshot refers to, each with the column by which it can be removed."""
    in_texts = apps.get_model("labsite", "TextPicture")._meta.get_field("image")
    for key, row in snapshot.rows.items():
        yield from ((field, row[field.name]) for field in file_fields(key.model) if row.get(field.name))
        texts = (value for value in row.values() if isinstance(value, str))
        yield from ((in_texts, name) for text in texts for name in PICTURE_IN_TEXT.findall(text))


def remove_forgotten(files: Iterable[tuple[Any, str]]) -> list[str]:
    """Remove the files to which nothing refers any more; return their names."""
    forgotten = [(field, name) for field, name in files if not is_needed(name)]
    for column, name in forgotten:
        column.remove(name)
    return [name for _, name in forgotten]


class Pruned(NamedTuple):
    versions: int
    files: int


def prune(until: datetime) -> Pruned:
    """Delete what was before a time, but for what each object held when the first kept change was made."""
    files: dict[tuple[Any, str], None] = {}
    with transaction.atomic():
        old = Version.objects.filter(step__date_created__lt=until)
        # The last old version of each object that has a newer one, which is compared with it.
        last = old.order_by().values("content_type", "object_id").annotate(last=Max("pk")).values("last")
        needed = set(Version.objects.filter(Exists(later_ones()), pk__in=last).values_list("pk", flat=True))
        Version.objects.filter(pk__in=needed).update(kind=Version.Kind.FOUND, changed_parts="")
        going = [pk for pk in old.values_list("pk", flat=True) if pk not in needed]
        for pks in batches(going):
            versions = Version.objects.filter(pk__in=pks)
            files |= {file: None for version in versions for file in files_of(snapshot_of(version))}
            versions.delete()
        Step.objects.filter(date_created__lt=until, versions__isnull=True).delete()
    return Pruned(len(going), len(remove_forgotten(files)))
