"""The content version: one number that moves with every write of content, whoever makes it and however.

A page rendered at a version is right until the number moves, so nothing else ever needs to be invalidated. Writes are
watched where all of them pass, at the database cursor, so bulk updates and raw saves count as much as a form does.
"""

import re
from functools import cache

from django.apps import apps
from django.db import connection
from django.db.backends.signals import connection_created
from django.db.models import F

CONTENT_APPS = ("labsite", "people", "publications", "services")
# Signing in writes the time into the login; no page shows a login, nor what only editors see.
NOT_CONTENT = {
    *("labsite_contentversion", "labsite_plantedrow", "labsite_step", "labsite_user", "labsite_version"),
    *("labsite_dismissal", "labsite_invitation", "labsite_linkcheck", "labsite_settledpair"),
    *("publications_import", "publications_importedentry"),
}
WRITE = re.compile(r'\s*(?:INSERT (?:OR \w+ )?INTO|UPDATE|DELETE FROM)\s+["`]?(\w+)', re.IGNORECASE)


def current() -> int:
    """Return the version of the content now: one query."""
    row = _model().objects.first()
    return row.number if row else 0


def move() -> None:
    """Say that content has changed."""
    if not _model().objects.update(number=F("number") + 1):
        _model().objects.create(number=1)


def take_turn() -> None:
    """Let nobody else write content until the transaction ends, so that a name that is free now stays free.

    Every writer moves the version, and a row has one writer at a time. On SQLite the transaction itself is that turn.
    """
    if connection.in_atomic_block:
        move()


def wait_for_turn() -> None:
    """Wait until nobody else writes content, and let nobody until the transaction ends; the content stays the same.

    Whoever begins with this can trust what they read before they write, and is never one of two who wait for each
    other. Only inside a transaction; on SQLite the transaction itself is that turn.
    """
    if connection.features.has_select_for_update:
        list(_model().objects.select_for_update().values_list("number"))


def watch_writes() -> None:
    """Move the version at every write of content on each connection from now on."""
    connection_created.connect(_watch_connection, dispatch_uid="content version")


def _watch_connection(connection, **kwargs):
    if _notice_write not in connection.execute_wrappers:
        connection.execute_wrappers.append(_notice_write)


def _notice_write(execute, sql, params, many, context):
    result = execute(sql, params, many, context)
    match = WRITE.match(sql) if isinstance(sql, str) else None
    if match and match[1] in _content_tables():
        move()
    return result


@cache
def _content_tables() -> set[str]:
    models = (
        model for app in CONTENT_APPS for model in apps.get_app_config(app).get_models(include_auto_created=True)
    )
    return {model._meta.db_table for model in models} - NOT_CONTENT


def _model():
    return apps.get_model("labsite", "ContentVersion")
