"""Migrations by which an app of labsite.contrib takes over tables: rows stay, and content types with permissions."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.apps import apps as installed
from django.db import migrations


def give_up(before: str, models: Sequence[str], after: str) -> list[Any]:
    """Return the operations of the app ``before``, which also drop tables without rows: ``after`` makes them anew.

    So a lab that leaves that app out from its beginning has no tables of it.
    """

    def drop_what_is_empty(apps: Any, schema_editor: Any) -> None:
        for name in models:
            model = apps.get_model(before, name)
            if not model.objects.using(schema_editor.connection.alias).exists():
                schema_editor.delete_model(model)
            elif not installed.is_installed(f"labsite.contrib.{after}"):
                words = "Upgrade with the app {0} first; then manage.py migrate {0} zero, and leave it out."
                raise ValueError(words.format(after))

    def make_again(apps: Any, schema_editor: Any) -> None:
        tables = schema_editor.connection.introspection.table_names()
        for name in models:
            model = apps.get_model(before, name)
            if model._meta.db_table not in tables:
                schema_editor.create_model(model)

    return [
        migrations.RunPython(drop_what_is_empty, make_again),
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel(name) for name in models]),
    ]


class AdoptModel(migrations.CreateModel):
    """Makes the table of a model, unless it is there from the time when another app had it."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        table = to_state.apps.get_model(app_label, self.name)._meta.db_table
        if table not in schema_editor.connection.introspection.table_names():
            super().database_forwards(app_label, schema_editor, from_state, to_state)


def take_content_types(before: str, models: Sequence[str], after: str) -> Any:
    """Return the operation that hands the content types of models on, and back."""
    return migrations.RunPython(partial(_hand_on, models, before, after), partial(_hand_on, models, after, before))


def _hand_on(models: Sequence[str], before: str, after: str, apps: Any, schema_editor: Any) -> None:
    types = apps.get_model("contenttypes", "ContentType").objects.using(schema_editor.connection.alias)
    for model in map(str.lower, models):
        if not types.filter(app_label=after, model=model).exists():
            types.filter(app_label=before, model=model).update(app_label=after)
