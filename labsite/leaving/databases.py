"""Moving a whole site into another database, of another kind if one likes: every row of every table, under its key."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import dj_database_url
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Model

from labsite.models import ContentVersion

SOURCE, TARGET = "moved_from", "moved_to"
MADE_BY_MIGRATIONS: tuple[type[Model], ...] = (ContentType, Permission, ContentVersion)
SCHEMES = ("sqlite", "postgres", "postgresql")
BATCH = 200  # rows: SQLite takes at most 32,766 values in a statement


class MoveRefused(Exception):
    """The database can't be moved; the message says why in one sentence."""


def move_database(source: str, target: str) -> tuple[dict[str, int], dict[str, int]]:
    """Copy all rows of one database, given by its address, into another, which must be empty.

    Return how many rows each table has in both, and of the tables that no app of this site knows, which stay behind.
    Raises MoveRefused, and then the other database is as empty as it was.
    """
    try:
        with _connected(source, target):
            _refuse_unready()
            _refuse_rows()
            call_command("migrate", database=TARGET, interactive=False, verbosity=0)
            with transaction.atomic(using=SOURCE), transaction.atomic(using=TARGET):
                return _copied()
    except (DatabaseError, ImproperlyConfigured, TypeError, ValueError) as error:
        why = str(error).partition("\n")[0].rstrip(".")
        raise MoveRefused(f"Nothing was moved: {why}.") from error


@contextmanager
def _connected(*addresses: str) -> Iterator[None]:
    """Know two databases by their aliases. Raises MoveRefused and ValueError."""
    found: dict[str, Any] = {}
    for alias, address in zip((SOURCE, TARGET), addresses, strict=True):
        scheme = address.partition(":")[0]
        found[alias] = dj_database_url.parse(address) if scheme in SCHEMES else {}
        if found[alias].get("NAME", ":memory:") in ("", ":memory:"):
            place = "first" if alias == SOURCE else "second"
            raise MoveRefused(f"The {place} address is neither sqlite:///FILE nor postgres://USER:PASSWORD@HOST/NAME.")
        if scheme == "sqlite" and alias == SOURCE and not Path(found[alias]["NAME"]).is_file():
            raise MoveRefused(f"There is no database at {found[alias]['NAME']}.")
    known = connections.settings
    known |= connections.configure_settings({DEFAULT_DB_ALIAS: known[DEFAULT_DB_ALIAS], **found})
    try:
        yield
    finally:
        for alias in found:
            connections[alias].close()
            del connections[alias], known[alias]


def _refuse_unready() -> None:
    executor = MigrationExecutor(connections[SOURCE])
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise MoveRefused("The first database isn’t up to date with this site: run migrate on it first.")


def _refuse_rows() -> None:
    """Refuse a target in which any table has rows, of this site, an older one of its kind or another program."""
    known = {model._meta.db_table: model._meta.verbose_name_plural for model in _models()}
    made = {"django_migrations", *(model._meta.db_table for model in MADE_BY_MIGRATIONS)}
    for table in (name for name, count in _counts(TARGET).items() if count and name not in made):
        raise MoveRefused(f"The second database isn’t empty, it has {known.get(table, f'rows in {table}')}.")


def _models() -> list[type[Model]]:
    return [each for each in apps.get_models(include_auto_created=True) if each._meta.managed and not each._meta.proxy]


def _copied() -> tuple[dict[str, int], dict[str, int]]:
    """Copy everything; keys are checked at the end of the transaction, so that the order of the tables is free."""
    if connections[SOURCE].vendor == "postgresql":  # as SQLite, show one moment all along
        with connections[SOURCE].cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    for model in MADE_BY_MIGRATIONS:
        model._base_manager.using(TARGET).all()._raw_delete(TARGET)
    for model in _models():
        _copy(model)
    with connections[TARGET].cursor() as cursor:
        for statement in connections[TARGET].ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(statement)
    known = {model._meta.db_table for model in _models()}
    there, here = _counts(SOURCE), _counts(TARGET)
    if uneven := [table for table in known if there[table] != here[table]]:
        raise MoveRefused(f"Nothing was moved: the numbers of rows differ in {', '.join(sorted(uneven))}.")
    left = {table: count for table, count in there.items() if table not in {*known, "django_migrations"}}
    return {table: here[table] for table in sorted(known)}, left


def _copy(model: type[Model]) -> None:
    fields, connection = model._meta.local_concrete_fields, connections[TARGET]
    table, quote = model._meta.db_table, connection.ops.quote_name
    columns, holes = ", ".join(quote(str(each.column)) for each in fields), ", ".join(["%s"] * len(fields))
    found = model._base_manager.using(SOURCE).order_by("pk").values_list(*(field.attname for field in fields))
    rows = found.iterator(chunk_size=BATCH)
    with connection.cursor() as cursor:
        while some := list(islice(rows, BATCH)):
            stored = [
                field.get_db_prep_save(value, connection)
                for row in some
                for field, value in zip(fields, row, strict=True)
            ]
            values = ", ".join([f"({holes})"] * len(some))
            try:
                cursor.execute(f"INSERT INTO {quote(table)} ({columns}) VALUES {values}", stored)
            except DatabaseError as error:
                raise DatabaseError(f"{table}, {error}") from error


def _counts(alias: str) -> dict[str, int]:
    connection = connections[alias]
    with connection.cursor() as cursor:
        counts = {}
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(table)}")
            counts[table] = cursor.fetchone()[0]
    return counts
