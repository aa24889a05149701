"""Copies a whole site into another database, of another kind too: every row of every table, under its key."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from itertools import islice
from typing import Any

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import AutoField, Max, Model

from labsite.models import ContentVersion

SOURCE, TARGET = "moved_from", "moved_to"
MADE_BY_MIGRATIONS: tuple[type[Model], ...] = (ContentType, Permission, ContentVersion)
BATCH = 200  # rows: SQLite takes at most 32,766 values in a statement
UNUSABLE = (DatabaseError, ImproperlyConfigured, TypeError, ValueError)
Counts = dict[str, int]  # how many rows each table has


@contextmanager
def connected(source: dict[str, Any], target: dict[str, Any]) -> Iterator[None]:
    """Know two databases by their aliases."""
    databases = {SOURCE: deepcopy(source), TARGET: deepcopy(target)}
    known = connections.settings
    known |= connections.configure_settings({DEFAULT_DB_ALIAS: known[DEFAULT_DB_ALIAS], **databases})
    try:
        yield
    finally:
        for alias in databases:
            connections[alias].close()
            del connections[alias], known[alias]


def behind(alias: str) -> bool:
    """Whether a database lacks migrations of this site."""
    loader = MigrationLoader(connections[alias])
    return not loader.applied_migrations.keys() >= set(loader.graph.leaf_nodes())


def ahead(alias: str) -> str:
    """Return a migration that a database has had and this site doesn't know, as the site was newer; or nothing."""
    loader = MigrationLoader(connections[alias])
    known = loader.migrated_apps
    newer = [each for each in loader.applied_migrations if each[0] in known and each not in loader.disk_migrations]
    return ".".join(min(newer, default=()))


def rows_there() -> str:
    """Name rows of the second database, of this site, an older one of its kind or another program; or nothing."""
    known = {model._meta.db_table: str(model._meta.verbose_name_plural) for model in all_models()}
    expected = {"django_migrations", *(model._meta.db_table for model in MADE_BY_MIGRATIONS)}
    tables = (name for name, count in _counts(TARGET).items() if count and name not in expected)
    return next((known.get(table, f"rows in {table}") for table in tables), "")


def all_models() -> list[type[Model]]:
    return [each for each in apps.get_models(include_auto_created=True) if each._meta.managed and not each._meta.proxy]


def fill() -> tuple[Counts, Counts]:
    """Make the tables of the second database, and copy every row of the first.

    Return how many rows each table has in both, and of the tables that no app of this site knows, which stay behind.
    """
    call_command("migrate", database=TARGET, interactive=False, verbosity=0)
    with _one_moment(), transaction.atomic(using=TARGET):
        for model in MADE_BY_MIGRATIONS:
            model._base_manager.using(TARGET).all()._raw_delete(TARGET)
        return _copied(all_models())


def fill_bare(at_that_moment: Callable[[], None]) -> tuple[Counts, Counts]:
    """Do the same in an SQLite database that has nothing yet, with the list of migrations as it is in the first.

    What else is to be looked at as it is then is done at the moment that the rows are of, before they are copied.
    """
    models: list[type[Model]] = [*all_models(), MigrationRecorder.Migration]
    with connections[TARGET].schema_editor() as editor:
        for model in models:
            if not model._meta.auto_created:
                editor.create_model(model)
    with _one_moment(), transaction.atomic(using=TARGET):
        at_that_moment()
        return _copied(models)


@contextmanager
def _one_moment() -> Iterator[None]:
    """See one moment of the first database all along."""
    with transaction.atomic(using=SOURCE):
        if connections[SOURCE].vendor == "postgresql":
            with connections[SOURCE].cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                cursor.execute("SELECT 1")  # the moment is that of the first question
        yield


def _copied(models: Sequence[type[Model]]) -> tuple[Counts, Counts]:
    """Copy everything; keys are checked at the end of the transaction, so that the order of the tables is free."""
    for model in models:
        _copy(model)
    _copy_last_keys(models)
    known = {model._meta.db_table for model in models}
    there, here = _counts(SOURCE), _counts(TARGET)
    if uneven := [table for table in known if there[table] != here[table]]:
        raise DatabaseError(f"the numbers of rows differ in {', '.join(sorted(uneven))}")
    own = {*known, "django_migrations"}
    left = {table: count for table, count in there.items() if table not in own}
    return {table: here[table] for table in sorted(known)}, left


def _copy_last_keys(models: Sequence[type[Model]]) -> None:
    """Give out no key anew that a row had which is gone since: the history still speaks of it."""
    numbered = [model for model in models if isinstance(model._meta.pk, AutoField)]
    with connections[SOURCE].cursor() as there, connections[TARGET].cursor() as here:
        for statement in connections[TARGET].ops.sequence_reset_sql(no_style(), numbered):
            here.execute(statement)
        for model in numbered:
            table = model._meta.db_table
            sequence = [f'"{table}"', str(model._meta.pk.column)]
            if connections[SOURCE].vendor == "postgresql":
                there.execute("SELECT pg_sequence_last_value(pg_get_serial_sequence(%s, %s))", sequence)
            else:
                there.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
            last = (there.fetchone() or [None])[0] or 0
            if last <= (model._base_manager.using(TARGET).aggregate(last=Max("pk"))["last"] or 0):
                continue
            if connections[TARGET].vendor == "postgresql":
                here.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [*sequence, last])
            else:
                here.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                here.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])


def _copy(model: type[Model]) -> None:
    fields, connection = model._meta.local_concrete_fields, connections[TARGET]
    table, quote = model._meta.db_table, connection.ops.quote_name
    columns, holes = ", ".join(quote(str(each.column)) for each in fields), ", ".join(["%s"] * len(fields))
    values_of_rows = model._base_manager.using(SOURCE).order_by("pk").values_list(*(field.attname for field in fields))
    rows = values_of_rows.iterator(chunk_size=BATCH)
    with connection.cursor() as cursor:
        while some := list(islice(rows, BATCH)):
            pairs = (pair for row in some for pair in zip(fields, row, strict=True))
            stored = [field.get_db_prep_save(value, connection) for field, value in pairs]
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
