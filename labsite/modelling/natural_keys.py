"""Natural keys: what identifies a row to people, so that fixtures need no numeric ids; and the rows of fixtures.

Fixtures are a folder of JSON files in Django's own format.
"""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from django.apps import apps
from django.core.serializers import sort_dependencies
from django.db import models

from labsite import registry


class NaturalKeyQuerySet(models.QuerySet):
    def get_by_natural_key(self, *key: Any) -> Any:
        """Return the row of this key, the oldest if an unknown part lets several have it; else DoesNotExist.

        A number after the key, from 2 on, is for the younger of several. Rows that it refers to are found by their own
        keys, former ones too.
        """
        conditions: dict[str, Any] = {}
        references: dict[str, list[Any]] = {}
        fields, tail = self.model.natural_key_fields, self.model.natural_key_tail
        rest = [*key[len(fields) :]]
        if tail and not key[len(fields) - 1]:
            conditions[tail] = rest.pop(0) if rest and isinstance(rest[0], str) else ""
        place = rest[0] if rest else 1
        for lookup, value in zip(fields, key[: len(fields)], strict=True):
            name, leads_on, _ = lookup.partition("__")
            if leads_on:
                references.setdefault(name, []).append(value)
            else:
                conditions[name] = value
        for name, parts in references.items():
            related: Any = self.model._meta.get_field(name).related_model
            is_known = any(part is not None for part in parts)
            conditions[name] = related._default_manager.get_by_natural_key(*parts) if is_known else None
        return self.filter(**conditions).order_by("pk")[place - 1 : place].get()


class NaturalKeyed(models.Model):
    """A row identified by ``natural_key_fields``: lookups such as ``person__slug``, unique together.

    Where a lookup leads to another row, the lookups together name all of that row's own key, in its order. The field
    ``natural_key_tail``, if there is one, goes on with keys whose last part is empty.
    """

    objects = NaturalKeyQuerySet.as_manager()

    natural_key_fields: tuple[str, ...] = ()
    natural_key_tail = ""

    class Meta:
        abstract = True

    def natural_key(self) -> tuple[Any, ...]:
        key = []
        for lookup in self.natural_key_fields:
            value: Any = self
            for name in lookup.split("__"):
                value = None if value is None else getattr(value, name)
            key.append(value)
        tail = getattr(self, self.natural_key_tail, "")
        return (*key, tail) if tail and not key[-1] else tuple(key)


class FixtureError(Exception):
    """The fixtures can't become rows; the message names the file and the row."""


class RowName(NamedTuple):
    """What a row is called in the fixtures, and so in the ledger: its model and, as JSON, its natural key."""

    model: str
    key: str

    @classmethod
    def of(cls, model: type[models.Model], key: Any) -> "RowName":
        return cls(model._meta.label_lower, json.dumps(key, ensure_ascii=False))

    def __str__(self) -> str:
        return f"{self.model} {self.key}"


@dataclass(frozen=True)
class FixtureRow:
    """A row as a file holds it: its fields still as JSON, what it refers to by natural keys."""

    place: str  # such as "people.json, row 3"
    model: type[models.Model]
    fields: dict[str, Any]
    key: tuple[Any, ...]

    @cached_property
    def name(self) -> RowName:
        return RowName.of(self.model, self.key)


def read(folder: Path) -> list[FixtureRow]:
    """Return the rows of a folder's ``*.json``, each after those it may refer to. Raises FixtureError."""
    if not folder.is_dir():
        raise FixtureError(f"There is no folder {folder}")
    rows: dict[RowName, FixtureRow] = {}
    for file in sorted(folder.glob("*.json")):
        try:
            content = json.loads(file.read_text(encoding="utf-8"))
        except ValueError as error:
            raise FixtureError(f"{file.name} isn't JSON: {error}") from error
        if not isinstance(content, list):
            raise FixtureError(f"{file.name} isn't a list of rows")
        for number, raw in enumerate(content, start=1):
            row = _row(raw, f"{file.name}, row {number}")
            if row.name in rows:
                raise FixtureError(f"{row.place} is {row.name}, and so is {rows[row.name].place}")
            rows[row.name] = row
    models = sort_dependencies([(apps.get_app_config(app), None) for app in registry.content_apps()])
    return sorted(rows.values(), key=lambda row: models.index(row.model))


def _row(raw: Any, place: str) -> FixtureRow:
    try:
        model, fields = apps.get_model(raw["model"]), {**raw["fields"]}
        parts = []
        for name, _, rest in (lookup.partition("__") for lookup in model.natural_key_fields):
            field: Any = model._meta.get_field(name)
            part = fields.get(name, field.get_default())
            if rest and part is not None:
                part = dict(zip(field.related_model.natural_key_fields, part, strict=True))[rest]
            parts.append(part)
        tail = fields.get(getattr(model, "natural_key_tail", ""))
        row = FixtureRow(place, model, fields, (*parts, tail) if tail and not parts[-1] else tuple(parts))
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise FixtureError(f"{place} needs a model, fields and a natural key: {error}") from error
    if row.key == ("",):
        raise FixtureError(f"{place} has no natural key")
    return row
