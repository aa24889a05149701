"""Indexes of folded texts by their trigrams, so that search finds words and parts of words without reading every row.

On SQLite a model's indexed FoldedFields have an FTS5 table, which holds no text itself and which triggers keep right,
whoever writes a row and however. They are taken off before migrations and made again behind them, as SQLite can't
rebuild a table that a trigger names. On PostgreSQL each field has an index of the extension pg_trgm, where the
database allows that: without it search gives the same answers, but reads every row.
"""

import re
from collections.abc import Iterable
from typing import Any

from django.apps import AppConfig
from django.db import Error, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Col
from django.db.models.lookups import Contains
from django.db.models.signals import post_migrate, pre_migrate

from labsite.texts.folding import UNSPACED, FoldedField

SUFFIX = "_trigrams"
LENGTH = 3  # characters
SPECIAL = re.compile(r"[%_\\\"]")
LAST = "\U0010ffff"

EVENTS = {
    "insert": ("INSERT", "{comes}"),
    "delete": ("DELETE", "{goes}"),
    "update": ("UPDATE OF id, {columns}", "{goes} {comes}"),
}
GOES = "INSERT INTO {index} ({index}, rowid, {columns}) VALUES ('delete', OLD.id, {old});"
COMES = "INSERT INTO {index} (rowid, {columns}) VALUES (NEW.id, {new});"


def index_after_migrations() -> None:
    pre_migrate.connect(_before_migrations, dispatch_uid="trigrams")
    post_migrate.connect(_after_migrations, dispatch_uid="trigrams")


def is_index(table: str) -> bool:
    """Say whether a table of SQLite is part of such an index."""
    return SUFFIX in table


class Trigrams(str):
    """All trigrams of a text, as FTS5 is asked for rows that have them: what else these have isn't in the index."""

    text: str

    def __new__(cls, text: str) -> "Trigrams":
        parts = (text[start : start + LENGTH] for start in range(len(text) - LENGTH + 1))
        made = super().__new__(cls, " ".join(f'"{part}"' for part in dict.fromkeys(parts)))
        made.text = text
        return made


@FoldedField.register_lookup
class ContainsByIndex(Contains):
    """``contains``, asked of the index where there is one; words shorter than a trigram are in none."""

    def as_sqlite(self, compiler: Any, connection: Any) -> Any:
        sql, params = self.as_sql(compiler, connection)
        if not self._is_indexed():
            return sql, params
        meta, quote = self.lhs.target.model._meta, compiler.quote_name_unless_alias
        key = f"{quote(self.lhs.alias)}.{quote(meta.pk.column)}"
        index = meta.db_table + SUFFIX
        if len(self.rhs) >= LENGTH:
            candidates, asked = f"SELECT rowid FROM {index} WHERE {index} MATCH %s", [Trigrams(self.rhs)]
        else:  # a space ends each word, so that every character begins a trigram
            candidates = f"SELECT doc FROM {index}_terms WHERE term >= %s AND term < %s"
            asked = [self.rhs, self.rhs + LAST]
        return f"({key} IN ({candidates}) AND {sql})", [*asked, *params]

    def _is_indexed(self) -> bool:
        column = isinstance(self.lhs, Col) and self.lhs.target
        if not (isinstance(column, FoldedField) and column.is_indexed and isinstance(self.rhs, str)):
            return False
        # Few texts have a short word of Chinese or Japanese, many have any two letters.
        return not SPECIAL.search(self.rhs) and (len(self.rhs) >= LENGTH or bool(UNSPACED.search(self.rhs)))


def _before_migrations(sender: AppConfig, using: str, plan: Any = (), **kwargs: Any) -> None:
    if plan and connections[using].vendor == "sqlite":
        for model in _indexed_models(sender):
            _execute(connections[using], (f"DROP TRIGGER IF EXISTS {_trigger(model, event)}" for event in EVENTS))


def _after_migrations(sender: AppConfig, using: str, **kwargs: Any) -> None:
    """Index the models whose tables have the columns: not those of a database that is led back to older migrations."""
    connection, indexed = connections[using], _indexed_models(sender)
    tables = connection.introspection.table_names() if indexed else ()
    for model in indexed:
        if model._meta.db_table in tables and {*_columns(model)} <= _columns_of(connection, model._meta.db_table):
            if connection.vendor == "sqlite":
                _index_in_sqlite(connection, model)
            else:
                _index_in_postgresql(connection, model)


def _index_in_sqlite(connection: BaseDatabaseWrapper, model: type[models.Model]) -> None:
    """Make the index and its triggers and fill it, unless the triggers are there and have kept it right."""
    table, columns = model._meta.db_table, ", ".join(_columns(model))
    index = table + SUFFIX
    words = {"index": index, "columns": columns}
    words |= {"new": re.sub(r"(\w+)", r"NEW.\1", columns), "old": re.sub(r"(\w+)", r"OLD.\1", columns)}
    parts = {**words, "goes": GOES.format(**words), "comes": COMES.format(**words)}
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM sqlite_master WHERE type = 'trigger' AND name LIKE %s", [f"{index}%"])
        if cursor.fetchone()[0] == len(EVENTS):
            return
    options = f"content='{table}', content_rowid='id', tokenize='trigram', detail=none, columnsize=0"
    triggers = (
        f"CREATE TRIGGER IF NOT EXISTS {_trigger(model, event)} AFTER {occasion} ON {table} BEGIN {body} END"
        for event, (occasion, body) in EVENTS.items()
    )
    with transaction.atomic(using=connection.alias):
        _execute(
            connection,
            (
                f"CREATE VIRTUAL TABLE IF NOT EXISTS {index} USING fts5({columns}, {options})",
                f"CREATE VIRTUAL TABLE IF NOT EXISTS {index}_terms USING fts5vocab({index}, 'instance')",
                *(trigger.format(**parts) for trigger in triggers),
                f"INSERT INTO {index} ({index}) VALUES ('rebuild')",
            ),
        )


def _index_in_postgresql(connection: BaseDatabaseWrapper, model: type[models.Model]) -> None:
    table = model._meta.db_table
    with connection.cursor() as cursor:
        there = connection.introspection.get_constraints(cursor, table)
    columns = [column for column in _columns(model) if f"{table}_{column}{SUFFIX}" not in there]
    if not columns:
        return
    try:
        with transaction.atomic(using=connection.alias):
            _execute(connection, ("CREATE EXTENSION IF NOT EXISTS pg_trgm",))
    except Error:
        return
    indexes = (f"{table}_{column}{SUFFIX} ON {table} USING gin ({column} gin_trgm_ops)" for column in columns)
    _execute(connection, (f"CREATE INDEX {index}" for index in indexes))


def _indexed_models(app: AppConfig) -> list[type[models.Model]]:
    return [model for model in app.get_models() if _columns(model)]


def _columns(model: type[models.Model]) -> list[str]:
    fields = model._meta.local_fields
    return [str(field.column) for field in fields if isinstance(field, FoldedField) and field.is_indexed]


def _columns_of(connection: BaseDatabaseWrapper, table: str) -> set[str]:
    with connection.cursor() as cursor:
        return {column.name for column in connection.introspection.get_table_description(cursor, table)}


def _trigger(model: type[models.Model], event: str) -> str:
    return f"{model._meta.db_table}{SUFFIX}_{event}"


def _execute(connection: BaseDatabaseWrapper, statements: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
