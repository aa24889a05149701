"""The content version: one number that rises with every write of content, whoever makes it and however.

A page rendered at a version is right until the number rises, so nothing else ever needs to be invalidated. Writes are
noticed where all of them pass, at the database cursor, so bulk updates and raw saves count as much as a form does.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, Error, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models import F

from labsite import registry
from labsite.registry import ContentFacet

# The table that a statement writes to. Breaks when a write begins in another way, which Django's ORM never does: with
# a WITH clause or a comment, as MERGE, COPY or TRUNCATE, with a schema before the table ("public"."people_person"), as
# UPDATE ONLY or OR IGNORE, or inside a function, a trigger or a second statement. Such SQL has to call bump() itself.
WRITE = re.compile(r'\s*(?:INSERT (?:OR \w+ )?INTO|UPDATE|DELETE FROM)\s+["`]?(\w+)', re.IGNORECASE)

MODEL = "labsite.ContentVersion"


@dataclass(frozen=True)
class NotContent(ContentFacet):
    """A model of which no public page shows anything, so that writing to its table leaves every page right."""


def current() -> int:
    """Return the version of the content now: one query."""
    row = apps.get_model(MODEL).objects.first()
    return row.number if row else 0


def read() -> int:
    """Return the same on the shortest way, for what is asked before each page.

    Raises django.db.Error while the database can't be asked.
    """
    try:
        return _read()
    except Error:  # an idle connection that the database has ended, as when it was restarted
        connection.close()
        return _read()


def _read() -> int:
    connection.ensure_connection()
    with connection.wrap_database_errors:
        row = connection.connection.execute("SELECT number FROM labsite_contentversion").fetchone()
    return row[0] if row else 0


def bump() -> None:
    """Raise the version: content has changed."""
    versions = apps.get_model(MODEL).objects
    if not versions.update(number=F("number") + 1):
        versions.create(number=1)


def claim_write_lock() -> None:
    """Let nobody else write content until the transaction ends, so that a name that is free now stays free.

    Every write bumps the version, and its row has one writer at a time. On SQLite the transaction is itself the lock.
    """
    if connection.in_atomic_block:
        bump()


def wait_for_write_lock() -> None:
    """Wait until nobody else writes content, and let nobody until the transaction ends, without bumping the version.

    Whoever begins a transaction with this can trust what they read before they write, and can't deadlock with another
    writer. On SQLite the transaction is itself the lock.
    """
    if connection.features.has_select_for_update:
        list(apps.get_model(MODEL).objects.select_for_update().values_list("number"))


def watch_writes() -> None:
    """Bump the version at every write of the site's content, on each connection from now on."""
    connection_created.connect(_watch_connection, dispatch_uid="content version")


def _watch_connection(connection: BaseDatabaseWrapper, **kwargs: Any) -> None:
    if connection.alias == DEFAULT_DB_ALIAS and _notice_write not in connection.execute_wrappers:
        connection.execute_wrappers.append(_notice_write)


def _notice_write(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
    result = execute(sql, params, many, context)
    match = WRITE.match(sql) if isinstance(sql, str) else None
    if match and match[1] in _content_tables():
        bump()
    return result


@cache
def _content_tables() -> set[str]:
    configs = map(apps.get_app_config, registry.content_apps())
    models = {model for config in configs for model in config.get_models(include_auto_created=True)}
    return {model._meta.db_table for model in models - registry.facets(NotContent).keys()}
