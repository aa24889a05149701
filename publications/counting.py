"""Triggers that keep PaperCount right, whoever writes a paper or an author and however, and counting anew.

They are taken off before migrations and made again behind them, as SQLite can't rebuild a table that a trigger names.
A paper that appears at a time to come is counted from the start: while there is one, pages count for themselves.
"""

from collections.abc import Iterator
from typing import Any

from django.apps import AppConfig
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.signals import post_migrate, pre_migrate

from publications.models import Authorship, PaperCount, Publication

PAPERS, AUTHORS, COUNTS = (model._meta.db_table for model in (Publication, Authorship, PaperCount))
VERSION = "labsite_contentversion"
TURN = f"FROM {VERSION} FOR UPDATE"  # whoever writes content waits for others here
COLUMNS = "person, year, venue, kind, status"
VALUES = "COALESCE({0}.year, 0), COALESCE({0}.venue_id, 0), {0}.kind, {0}.status"
ADD = f"ON CONFLICT ({COLUMNS}) DO UPDATE SET number = {COUNTS}.number + 1;"
TAKE = f"UPDATE {COUNTS} SET number = number - 1 WHERE "

# What happens to the counts when a row of a table comes (NEW) or goes (OLD).
COMES = {
    PAPERS: f"INSERT INTO {COUNTS} ({COLUMNS}, number) SELECT people.person, {VALUES.format('NEW')}, 1 FROM "
    f"(SELECT 0 AS person UNION ALL SELECT person_id FROM {AUTHORS} WHERE publication_id = NEW.id) people "
    f"WHERE NEW.state = 'published' {ADD}",
    AUTHORS: f"INSERT INTO {COUNTS} ({COLUMNS}, number) SELECT NEW.person_id, {VALUES.format('paper')}, 1 "
    f"FROM {PAPERS} paper WHERE paper.id = NEW.publication_id AND paper.state = 'published' {ADD}",
}
GOES = {
    PAPERS: f"{TAKE} OLD.state = 'published' AND (year, venue, kind, status) = ({VALUES.format('OLD')}) "
    f"AND person IN (SELECT 0 UNION ALL SELECT person_id FROM {AUTHORS} WHERE publication_id = OLD.id);",
    AUTHORS: f"{TAKE} person = OLD.person_id AND (year, venue, kind, status) = (SELECT {VALUES.format('paper')} "
    f"FROM {PAPERS} paper WHERE paper.id = OLD.publication_id AND paper.state = 'published');",
}
COUNTED = {
    PAPERS: "{0}.state, " + VALUES,
    AUTHORS: "{0}.publication_id, {0}.person_id",
}
ANEW = (
    f"DELETE FROM {COUNTS}",
    f"INSERT INTO {COUNTS} ({COLUMNS}, number) SELECT 0, {VALUES.format('paper')}, COUNT(*) FROM {PAPERS} paper "
    "WHERE state = 'published' GROUP BY 2, 3, 4, 5",
    f"INSERT INTO {COUNTS} ({COLUMNS}, number) SELECT person_id, {VALUES.format('paper')}, COUNT(*) FROM {AUTHORS} "
    f"JOIN {PAPERS} paper ON paper.id = publication_id WHERE state = 'published' GROUP BY 1, 2, 3, 4, 5",
)


def count_after_migrations() -> None:
    pre_migrate.connect(_before_migrations, dispatch_uid="counts of papers")
    post_migrate.connect(_after_migrations, dispatch_uid="counts of papers")


def _before_migrations(sender: AppConfig, using: str, plan: Any = (), **kwargs: Any) -> None:
    if plan and sender.label == Publication._meta.app_label:
        drop_triggers(connections[using])


def _after_migrations(sender: AppConfig, using: str, **kwargs: Any) -> None:
    connection = connections[using]
    tables = {*connection.introspection.table_names()} if sender.label == Publication._meta.app_label else set()
    if {COUNTS, VERSION} <= tables:
        with transaction.atomic(using=using):
            if not has_triggers(connection):
                make_triggers(connection)
            recount(connection)


def recount(connection: BaseDatabaseWrapper) -> None:
    """Count all papers anew, in a transaction, while nobody else writes: on SQLite that is itself the lock."""
    _execute(connection, ANEW if connection.vendor == "sqlite" else (f"SELECT 1 {TURN}", *ANEW))


def make_triggers(connection: BaseDatabaseWrapper) -> None:
    """Let the database keep the counts from now on."""
    make = _in_sqlite if connection.vendor == "sqlite" else _in_postgresql
    for table, event, body in _triggers():
        when = ""
        if event == "UPDATE":
            when = f"WHEN (({COUNTED[table].format('OLD')}) <> ({COUNTED[table].format('NEW')}))"
        _execute(connection, make(_name(table, event), f"AFTER {event} ON {table} FOR EACH ROW {when}", body))


def drop_triggers(connection: BaseDatabaseWrapper) -> None:
    """Let the database keep no counts: until they are made again, the numbers stand still."""
    tables = connection.introspection.table_names()
    on = " ON {}" if connection.vendor == "postgresql" else ""
    dropped = (f"DROP TRIGGER IF EXISTS {_name(table, event)}{on.format(table)}" for table, event, _ in _triggers())
    _execute(connection, dropped if {PAPERS, AUTHORS} <= {*tables} else ())


def has_triggers(connection: BaseDatabaseWrapper) -> bool:
    asked = (
        "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = %s"
        if connection.vendor == "sqlite"
        else "SELECT 1 FROM pg_trigger WHERE tgname = %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(asked, [_name(AUTHORS, "UPDATE")])
        return cursor.fetchone() is not None


def _triggers() -> Iterator[tuple[str, str, str]]:
    """Yield the table of each trigger, what it waits for, and what it does."""
    for table in (PAPERS, AUTHORS):
        yield table, "INSERT", COMES[table]
        yield table, "DELETE", GOES[table]
        yield table, "UPDATE", f"{GOES[table]} {COMES[table]}"


def _name(table: str, event: str) -> str:
    return f"{table}_counted_{event.lower()}"


def _in_sqlite(name: str, occasion: str, body: str) -> list[str]:
    return [f"CREATE TRIGGER {name} {occasion} BEGIN {body} END"]


def _in_postgresql(name: str, occasion: str, body: str) -> list[str]:
    """Return the statements; whoever counts waits for other writers first, as all who write in steps do."""
    body = f"PERFORM 1 {TURN}; {body} RETURN NULL;"
    function = f"FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$"
    return [f"CREATE OR REPLACE {function}", f"CREATE TRIGGER {name} {occasion} EXECUTE FUNCTION {name}()"]


def _execute(connection: BaseDatabaseWrapper, statements: Any) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
