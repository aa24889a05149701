"""Folded texts are made again when migrations have run: these change what a text is made of without saving a row."""

from collections.abc import Iterator
from typing import Any

from django.apps import AppConfig
from django.apps.registry import Apps
from django.db import models
from django.db.models.signals import post_migrate

from labsite.texts.folding import FoldedField

BATCH = 500  # rows


def refold_after_migrations() -> None:
    post_migrate.connect(_refold_app, dispatch_uid="refolding")


def refold(model: type[models.Model], using: str = "default") -> None:
    """Bring the folded texts of all rows up to date."""
    fields = _folded_fields(model)
    for rows in _batches(model, fields, using):
        stale = [row for row in rows if _fold_again(row, fields)]
        model._base_manager.using(using).bulk_update(stale, [field.name for field in fields])


def _refold_app(sender: AppConfig, using: str, plan: Any = (), apps: Apps | None = None, **kwargs: Any) -> None:
    if plan and apps is not None:
        for model in sender.get_models():
            if _folded_fields(model) and _is_fully_migrated(model, apps):
                refold(model, using)


def _folded_fields(model: type[models.Model]) -> list[FoldedField]:
    return [field for field in model._meta.local_fields if isinstance(field, FoldedField)]


def _is_fully_migrated(model: type[models.Model], apps: Apps) -> bool:
    """Say whether the table has the model's columns: not while a database is led back to older migrations."""
    table = apps.all_models[model._meta.app_label].get(model._meta.model_name or "")
    return table is not None and _columns(table) == _columns(model)


def _columns(model: type[models.Model]) -> set[str | None]:
    return {field.column for field in model._meta.concrete_fields}


def _batches(model: type[models.Model], fields: list[FoldedField], using: str) -> Iterator[list[models.Model]]:
    relations = {field.name for field in model._meta.concrete_fields if field.is_relation}
    named = relations.intersection(source for field in fields for source in field.sources)
    rows = model._base_manager.using(using).order_by("pk")
    if named:
        rows = rows.select_related(*named)
    batch = list(rows[:BATCH])
    while batch:
        yield batch
        batch = list(rows.filter(pk__gt=batch[-1].pk)[:BATCH])


def _fold_again(row: models.Model, fields: list[FoldedField]) -> bool:
    """Fold anew and say whether anything differs."""
    before = [getattr(row, field.attname) for field in fields]
    for field in fields:
        field.pre_save(row, add=False)
    return before != [getattr(row, field.attname) for field in fields]
