"""Which objects were written lately, whoever did and however, so that what looks at all looks again at these alone.

Triggers note each row that comes, changes or goes as a change of the object that it is or belongs to, and of those
that it began or ceased to refer to. They are taken off before migrations and made again behind them, as SQLite can't
rebuild a table that a trigger names. Only the last changes are kept: who has missed some looks at everything.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from django.apps import AppConfig
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Max, Model
from django.db.models.signals import post_migrate, pre_migrate

from .models import ChangedObject
from .tracked import Key, object_keys_in_database, owners_of, rows_of, tracked_lists, tracked_models, watched_models

KEPT = 10000  # changes
LOG = ChangedObject._meta.db_table
EVENTS = {"INSERT": ("NEW",), "DELETE": ("OLD",), "UPDATE": ("OLD", "NEW")}


Objects = dict[type[Model], set[int]]  # their primary keys by their models


class Change(NamedTuple):
    """An object that was written, or that another began or ceased to refer to, and the model of the row written."""

    key: Key
    by: type[Model]

    @property
    def is_own(self) -> bool:
        """Whether the row is the object or belongs to it."""
        return self.by is self.key.model or any(self.by is each.related_model for each in rows_of(self.key.model))


def position() -> int:
    """Return up to where changes are noted now: what is read behind this knows of them."""
    return ChangedObject.objects.aggregate(last=Max("pk"))["last"] or 0


def changes_between(before: int, now: int) -> list[Change] | None:
    """Return what has changed from one position to another; None if that isn't known any more."""
    if before == now:
        return []
    if not before < now <= before + KEPT:
        return None
    noted = ChangedObject.objects.filter(pk__gt=before, pk__lte=now).order_by()
    models = _models()
    return [
        Change(Key(models[table], pk), models[by])
        for table, pk, by in noted.values_list("table_name", "object_id", "row_table").distinct()
    ]


def with_referring(changes: Iterable[Change], only: type[Model] | None = None) -> Objects:
    """Return the objects that have changed, and those that refer to them, themselves or by one of their rows.

    ``only`` is the model whose objects are wanted, where it isn't all.
    """
    found, own = Objects(), Objects()
    for change in changes:
        found.setdefault(change.key.model, set()).add(change.key.pk)
        if change.is_own:
            own.setdefault(change.key.model, set()).add(change.key.pk)
    for model in watched_models():
        if only and only not in (owner for owner, _ in owners_of(model)):
            continue
        for link in (*model._meta.concrete_fields, *tracked_lists(model)):
            if link.related_model in own:
                for key in object_keys_in_database(model, **{f"{link.name}__in": own[link.related_model]}):
                    found.setdefault(key.model, set()).add(key.pk)
    return found


def note_after_migrations() -> None:
    pre_migrate.connect(_before_migrations, dispatch_uid="changed objects")
    post_migrate.connect(_after_migrations, dispatch_uid="changed objects")


def _before_migrations(sender: AppConfig, using: str, plan: Any = (), **kwargs: Any) -> None:
    """Take all triggers off, on SQLite those too that an earlier version of the site made of other kinds."""
    if not plan or sender.label != ChangedObject._meta.app_label:
        return
    connection = connections[using]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            dropped = [f"DROP TRIGGER {name}" for (name,) in cursor.fetchall()]
        else:
            there = connection.introspection.table_names(cursor)
            names = ((_name(table, event), table) for table in _notes() if table in there for event in EVENTS)
            dropped = [f"DROP TRIGGER IF EXISTS {name} ON {table}" for name, table in names]
    _execute(connection, dropped)


def _after_migrations(sender: AppConfig, using: str, **kwargs: Any) -> None:
    """Make the triggers where all tables have their columns; what was noted before may not be all and is forgotten."""
    connection = connections[using]
    if sender.label != ChangedObject._meta.app_label or not _is_up_to_date(connection):
        return
    make = _in_sqlite if connection.vendor == "sqlite" else _in_postgresql
    with transaction.atomic(using=using):
        _execute(connection, [part for table in _notes() for event in EVENTS for part in make(table, event)])
        ChangedObject.objects.using(using).all().delete()


def _is_up_to_date(connection: BaseDatabaseWrapper) -> bool:
    """Say whether tables have the columns of today's models: not if a database is led back to older migrations."""
    there = {*connection.introspection.table_names()}
    with connection.cursor() as cursor:
        return LOG in there and all(
            table in there
            and columns <= {each.name for each in connection.introspection.get_table_description(cursor, table)}
            for table, columns in _columns().items()
        )


@cache
def _models() -> dict[str, type[Model]]:
    """Return the models by their tables; of those for lists, that which holds the list."""
    lists = {through._meta.db_table: many.model for many, through in _lists()}
    return {model._meta.db_table: model for model in watched_models()} | lists


def _lists() -> Iterator[tuple[Any, Any]]:
    yield from ((many, many.remote_field.through) for model in watched_models() for many in tracked_lists(model))


@cache
def _notes() -> dict[str, list[tuple[str, str, bool]]]:
    """Return by table what is noted of a row: the table and the key of an object, and whether that is its own.

    ``{0}`` in a key stands for the row.
    """
    notes = {}
    for model in watched_models():
        own = [(owner._meta.db_table, f"{{0}}.{_column(model, name)}", True) for owner, name in owners_of(model)]
        links = [
            (link.related_model._meta.db_table, f"{{0}}.{link.column}", False)
            for link in model._meta.concrete_fields
            if link.related_model in tracked_models()
        ]
        notes[model._meta.db_table] = own + [link for link in links if (*link[:2], True) not in own]
    for many, through in _lists():
        table, holder = many.model._meta.db_table, f"{{0}}.{many.m2m_column_name()}"
        notes[through._meta.db_table] = [
            *(
                (
                    owner._meta.db_table,
                    f"(SELECT {_column(many.model, name)} FROM {table} WHERE id = {holder})",
                    True,
                )
                for owner, name in owners_of(many.model)
            ),
            (many.related_model._meta.db_table, f"{{0}}.{many.m2m_reverse_name()}", False),
        ]
    return notes


def _column(model: type[Model], name: str) -> str:
    """Return the column of an attribute by which a row leads to the object that it belongs to."""
    pk: Any = model._meta.pk
    return pk.column if name == "pk" else name


def _columns() -> dict[str, set[str]]:
    models = [*watched_models(), *(through for _, through in _lists())]
    return {model._meta.db_table: {str(each.column) for each in model._meta.concrete_fields} for model in models}


def _body(table: str, event: str) -> str:
    """Return the statements that note a row; what it referred to before and still does they don't."""
    statements = []
    for of, key, is_own in _notes()[table]:
        differs = f"COALESCE({key.format('OLD')}, 0) <> COALESCE({key.format('NEW')}, 0)"
        for row in EVENTS[event]:
            condition = differs if event == "UPDATE" and not (is_own and row == "NEW") else "TRUE"
            statements.append(
                f"INSERT INTO {LOG} (table_name, object_id, row_table) SELECT '{of}', {key.format(row)}, '{table}' "
                f"WHERE {key.format(row)} IS NOT NULL AND {condition};"
            )
    return " ".join([*statements, f"DELETE FROM {LOG} WHERE id <= (SELECT MAX(id) FROM {LOG}) - {KEPT};"])


def _name(table: str, event: str) -> str:
    return f"{table}_noted_{event.lower()}"


def _in_sqlite(table: str, event: str) -> list[str]:
    name = _name(table, event)
    return [
        f"DROP TRIGGER IF EXISTS {name}",
        f"CREATE TRIGGER {name} AFTER {event} ON {table} FOR EACH ROW BEGIN {_body(table, event)} END",
    ]


def _in_postgresql(table: str, event: str) -> list[str]:
    """Return the statements; whoever writes waits for other writers first, so that who notes later commits later."""
    name = _name(table, event)
    body = f"PERFORM 1 FROM labsite_contentversion FOR UPDATE; {_body(table, event)} RETURN NULL;"
    return [
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$",
        f"DROP TRIGGER IF EXISTS {name} ON {table}",
        f"CREATE TRIGGER {name} AFTER {event} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()",
    ]


def _execute(connection: BaseDatabaseWrapper, statements: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
