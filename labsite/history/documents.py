"""Documents: what a thing and its rows hold, as plain data in the shape of Django's own serialised rows."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.db.models import Model

from .kept import Key, by_model, kept_fields, kept_lists, rows_of


@dataclass
class Document:
    """A thing with its rows, itself the first; without any rows, a thing that isn't there."""

    rows: dict[Key, dict[str, Any]] = field(default_factory=dict)
    name: str = ""

    def __bool__(self) -> bool:
        return bool(self.rows)


def dump(document: Document) -> str:
    rows = [{"model": key.model._meta.label_lower, "pk": key.pk, "fields": row} for key, row in document.rows.items()]
    return json.dumps(rows, ensure_ascii=False)


def load(text: str, name: str = "") -> Document:
    """Read a document that may be of an earlier time: rows of tables that are no more are left out."""
    rows = {}
    for row in json.loads(text):
        try:
            rows[Key(apps.get_model(row["model"]), row["pk"])] = row["fields"]
        except LookupError:
            continue
    return Document(rows, name)


def same(one: Document, other: Document) -> bool:
    """Say whether two documents tell the same, as far as both know of a column."""
    if one.rows.keys() != other.rows.keys():
        return False
    return all(_same_row(row, other.rows[key]) for key, row in one.rows.items())


def _same_row(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(one[name] == other[name] for name in one.keys() & other.keys())


def read(keys: Iterable[Key]) -> dict[Key, Document]:
    """Return what things hold in the database now: as many queries for many things of a kind as for one."""
    documents = {key: Document() for key in keys}
    for model, pks in by_model(documents):
        _gather(documents, model, model, "pk", pks)
        for relation in rows_of(model):
            _gather(documents, model, relation.related_model, relation.field.attname, pks)
    return documents


def _gather(documents: dict[Key, Document], kind: type[Model], model: type[Model], owner: str, pks: list[Any]) -> None:
    related = [each.name for each in kept_fields(model) if each.is_relation] if model is kind else []
    query = model._base_manager.filter(**{f"{owner}__in": pks}).select_related(*related).order_by("pk")
    rows = list(query)
    lists = {each.name: _lists(each, rows) for each in kept_lists(model)}
    for row in rows:
        document = documents[Key(kind, getattr(row, owner))]
        document.name = document.name or str(row)
        document.rows[Key(model, row.pk)] = _columns(row) | {name: of[row.pk] for name, of in lists.items()}


def _columns(row: Model) -> dict[str, Any]:
    return {each.name: _plain(each, row) for each in kept_fields(type(row))}


def _plain(column: Any, row: Model) -> Any:
    value = column.value_from_object(row)
    if isinstance(value, str):
        return str(value)
    return value if value is None or isinstance(value, bool | int | float) else column.value_to_string(row)


def _lists(many: Any, rows: list[Model]) -> dict[Any, list[Any]]:
    """Return which others each row holds in a list, by their keys."""
    held: dict[Any, list[Any]] = {row.pk: [] for row in rows}
    source, target = many.m2m_column_name(), many.m2m_reverse_name()
    through = many.remote_field.through._base_manager.filter(**{f"{source}__in": list(held)})
    for pk, other in through.order_by(target).values_list(source, target):
        held[pk].append(other)
    return held
