"""Fixtures read from a folder of JSON files: rows in Django's own format, known by their natural keys."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from django.apps import apps
from django.core.serializers import sort_dependencies
from django.db.models import Model

from labsite import registry


class FixtureError(Exception):
    """The fixtures can't become rows; the message names the file and the row."""


class RowName(NamedTuple):
    """What a row is called in the fixtures, and so in the ledger: its model and, as JSON, its natural key."""

    model: str
    key: str

    @classmethod
    def of(cls, model: type[Model], key: Any) -> "RowName":
        return cls(model._meta.label_lower, json.dumps(key, ensure_ascii=False))

    def __str__(self) -> str:
        return f"{self.model} {self.key}"


@dataclass(frozen=True)
class FixtureRow:
    """A row as a file holds it: its fields still as JSON, what it refers to by natural keys."""

    place: str  # such as "people.json, row 3"
    model: type[Model]
    fields: dict[str, Any]
    key: tuple[Any, ...]

    @cached_property
    def name(self) -> RowName:
        return RowName.of(self.model, self.key)


def read(folder: Path) -> list[FixtureRow]:
    """Return the rows of a folder's ``*.json``, each after those it may refer to. Raises FixtureError."""
    if not folder.is_dir():
        raise FixtureError(f"There is no folder {folder}")
    rows = [row for file in sorted(folder.glob("*.json")) for row in _rows(file)]
    _refuse_twins(rows)
    models = sort_dependencies([(apps.get_app_config(app), None) for app in registry.content_apps()])
    return sorted(rows, key=lambda row: models.index(row.model))


def _rows(file: Path) -> Iterator[FixtureRow]:
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise FixtureError(f"{file.name} isn't JSON: {error}") from error
    if not isinstance(content, list):
        raise FixtureError(f"{file.name} isn't a list of rows")
    for number, raw in enumerate(content, start=1):
        yield _row(raw, f"{file.name}, row {number}")


def _row(raw: Any, place: str) -> FixtureRow:
    try:
        model, fields = apps.get_model(raw["model"]), {**raw["fields"]}
        row = FixtureRow(place, model, fields, _key(model, fields))
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise FixtureError(f"{place} has no model, fields and natural key that can be read: {error}") from error
    if row.key == ("",):
        raise FixtureError(f"{place} has no natural key")
    return row


def _key(model: Any, fields: dict[str, Any]) -> tuple[Any, ...]:
    parts = [_key_part(model, fields, lookup) for lookup in model.natural_key_fields]
    tail = fields.get(getattr(model, "natural_key_tail", ""))
    return (*parts, tail) if tail and not parts[-1] else tuple(parts)


def _key_part(model: Any, fields: dict[str, Any], lookup: str) -> Any:
    name, _, rest = lookup.partition("__")
    field = model._meta.get_field(name)
    value = fields.get(name, field.get_default())
    if not rest or value is None:
        return value
    return dict(zip(field.related_model.natural_key_fields, value, strict=True))[rest]


def _refuse_twins(rows: list[FixtureRow]) -> None:
    places: dict[RowName, str] = {}
    for row in rows:
        if row.name in places:
            raise FixtureError(f"{row.place} is {row.name}, as {places[row.name]} is")
        places[row.name] = row.place
