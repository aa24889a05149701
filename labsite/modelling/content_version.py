"""The content version: one number a group of tables, which rises with every write, whoever makes it and however.

A page is right until the number of a group rises whose tables its queries named, so nothing else ever needs to be
invalidated. Statements are noticed where all of them pass, at the database cursor, so bulk updates and raw saves count
as much as a form does.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from django.apps import AppConfig, apps
from django.db import DEFAULT_DB_ALIAS, Error, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models import F, Sum
from django.db.models.signals import post_migrate, pre_migrate

from labsite import registry
from labsite.modelling import write_waits
from labsite.registry import ContentFacet

# What begins otherwise is taken for a write to all tables that it names. Breaks when a SELECT writes, by a function or
# by a second statement in the same text: such SQL has to call bump() itself.
NO_WRITE = re.compile(r"\s*(?:SELECT|PRAGMA|EXPLAIN|CREATE|ALTER|DROP)\b", re.IGNORECASE)
MAX_STATEMENTS = 256  # of which it is remembered what tables they name: a long one takes 100 kB

MODEL = "labsite.ContentVersion"
Versions = dict[str, int]  # numbers by groups; a group to which nobody has written is missing


@dataclass(frozen=True)
class NotContent(ContentFacet):
    """A model of which no public page shows anything, so that writing to its table leaves every page right."""


@dataclass(frozen=True)
class VersionGroup(ContentFacet):
    """The group to which the table of a model belongs, where it isn't that of its app."""

    name: str


def current() -> int:
    """Return the sum of all numbers, which rises with every write: one query."""
    return int(apps.get_model(MODEL).objects.aggregate(sum=Sum("number"))["sum"] or 0)


def read() -> Versions:
    """Return the numbers on the shortest way, for what is asked before each page.

    Raises django.db.Error while the database can't be asked.
    """
    try:
        return _read()
    except Error:  # an idle connection that the database has ended, as when it was restarted
        connection.close()
        return _read()


def _read() -> Versions:
    connection.ensure_connection()
    with connection.wrap_database_errors:
        return dict(connection.connection.execute("SELECT name, number FROM labsite_contentversion").fetchall())


def bump(*groups: str) -> None:
    """Raise the numbers of some groups: their content has changed."""
    _lock()
    versions = apps.get_model(MODEL).objects
    for group in groups:
        if not versions.filter(name=group).update(number=F("number") + 1):
            versions.create(name=group, number=1)


def wait_for_write_lock() -> None:
    """Wait until nobody else writes content, and let nobody until the transaction ends.

    Whoever begins a transaction with this can trust what they read before they write, and can't deadlock with another
    writer; a name that is free now stays free. Outside of a transaction there is nothing to wait for, and on SQLite
    the transaction is itself the lock.
    """
    if connection.vendor == "postgresql" and connection.in_atomic_block:
        write_waits.wait_in_line(_lock, progress=_read)


def _lock() -> None:
    if connection.features.has_select_for_update and connection.in_atomic_block:
        list(apps.get_model(MODEL).objects.order_by("pk").select_for_update().values_list("number"))


@contextmanager
def groups_read() -> Iterator[set[str]]:
    """Collect the groups of the tables that queries name meanwhile."""
    found: set[str] = set()

    def note(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
        found.update(groups_in(sql))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield found


@lru_cache(MAX_STATEMENTS)
def groups_in(sql: str) -> frozenset[str]:
    """Return the groups of the tables that a statement names."""
    known = groups_by_table()
    return frozenset(known[word] for word in re.findall(r"\w+", sql) if word in known)


@cache
def groups_by_table() -> dict[str, str]:
    """Return the group of each table with content; a list that a row holds belongs to that of the row."""
    found = {}
    for config in map(apps.get_app_config, registry.content_apps()):
        for model in config.get_models(include_auto_created=True):
            of: Any = model._meta.auto_created or model
            group = registry.facet(of, VersionGroup)
            if not registry.facet(of, NotContent):
                found[model._meta.db_table] = group.name if group else config.label
    return found


def watch_writes() -> None:
    """Raise the numbers at every write of the site's content, on each connection from now on."""
    connection_created.connect(_watch_connection, dispatch_uid="content version")
    pre_migrate.connect(_before_migrations, dispatch_uid="content version")
    post_migrate.connect(_after_migrations, dispatch_uid="content version")


def _watch_connection(connection: BaseDatabaseWrapper, **kwargs: Any) -> None:
    if connection.alias == DEFAULT_DB_ALIAS and _notice_write not in connection.execute_wrappers:
        connection.execute_wrappers.append(_notice_write)


def _notice_write(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
    if NO_WRITE.match(sql):
        return execute(sql, params, many, context)
    connection, groups = context["connection"], groups_in(sql)
    if not groups:
        with write_waits.seen_to_wait(connection, sql):
            return execute(sql, params, many, context)
    # A write and what is noted of it stand or fall together. Until the rows of RETURNING are fetched SQLite ends no
    # transaction, so that one statement has another in its own.
    is_one = connection.in_atomic_block or (connection.vendor == "sqlite" and " RETURNING " in sql)
    waiting = write_waits.seen_to_wait(connection, sql)
    with waiting if is_one else transaction.atomic(using=connection.alias):
        result = execute(sql, params, many, context)
        bump(*groups)
    return result


def _before_migrations(using: str, plan: Any = (), **kwargs: Any) -> None:
    """Let migrations write, which may find the table of the numbers as it was in an earlier version of the site."""
    wrappers = connections[using].execute_wrappers
    if plan and _notice_write in wrappers:
        wrappers.remove(_notice_write)


def _after_migrations(sender: AppConfig, using: str, plan: Any = (), **kwargs: Any) -> None:
    """Raise all numbers, unless the database has none yet, or one for everything, as earlier versions of the site."""
    if not plan or using != DEFAULT_DB_ALIAS or sender.label != MODEL.partition(".")[0]:
        return
    table = apps.get_model(MODEL)._meta.db_table
    with connection.cursor() as cursor:
        if table not in connection.introspection.table_names(cursor):
            return
        columns = {each.name for each in connection.introspection.get_table_description(cursor, table)}
    if "name" in columns:
        _watch_connection(connections[using])
        with transaction.atomic():
            bump(*sorted({*groups_by_table().values()}))
