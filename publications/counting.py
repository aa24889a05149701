"""Triggers that keep PaperCount and CoauthorCount right, whoever writes and however, and counting anew.

They are taken off before migrations and made again behind them, as SQLite can't rebuild a table that a trigger names.
A paper that appears at a time to come is counted from the start: while there is one, pages count for themselves.
"""

from collections.abc import Iterator
from typing import Any

from django.apps import AppConfig
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.signals import post_migrate, pre_migrate

from people.models import Membership
from publications.models import Authorship, CoauthorCount, PaperCount, Publication

TABLES = PAPERS, AUTHORS, MEMBERSHIPS = tuple(model._meta.db_table for model in (Publication, Authorship, Membership))
COUNTS, PAIRS = (model._meta.db_table for model in (PaperCount, CoauthorCount))
VERSION = "labsite_contentversion"
TURN = f"FROM {VERSION} FOR UPDATE"  # whoever writes content waits for others here
COLUMNS = "person, year, venue, kind, status"
VALUES = "COALESCE({0}.year, 0), COALESCE({0}.venue_id, 0), {0}.kind, {0}.status"
ADD = f"ON CONFLICT ({COLUMNS}) DO UPDATE SET number = {COUNTS}.number + 1;"
TAKE = f"UPDATE {COUNTS} SET number = number - 1 WHERE "

PUBLISHED = f"EXISTS (SELECT 1 FROM {PAPERS} WHERE id = {{0}}.publication_id AND state = 'published')"
MEMBERS = f"SELECT person_id FROM {MEMBERSHIPS}"
COAUTHORS = f"SELECT person_id FROM {AUTHORS} WHERE publication_id = {{0}}.publication_id"
# Those besides the author of a row, whether the row is there already, still, or already with another author.
OTHERS = f"{COAUTHORS} AND id <> {{0}}.id AND person_id <> {{0}}.person_id"
ADD_PAIRS = f"INSERT INTO {PAIRS} (member, other, number)"
ADD_ONE = f"ON CONFLICT (member, other) DO UPDATE SET number = {PAIRS}.number + 1;"
TAKE_PAIRS = f"UPDATE {PAIRS} SET number = number - 1 WHERE"
# What authors wrote with each other; on their own papers they stand for everybody.
PAIRED = (
    f"SELECT one.person_id, CASE WHEN one.id = another.id THEN 0 ELSE another.person_id END, {{0}} FROM {AUTHORS} one "
    f"JOIN {AUTHORS} another ON another.publication_id = one.publication_id"
)
ALL_PAIRED = (
    f"{PAIRED.format('COUNT(*)')} JOIN {PAPERS} paper ON paper.id = one.publication_id AND paper.state = 'published'"
)

# What happens to the counts when a row of a table comes (NEW) or goes (OLD).
COMES = {
    PAPERS: f"INSERT INTO {COUNTS} ({COLUMNS}, number) SELECT people.person, {VALUES.format('NEW')}, 1 FROM "
    f"(SELECT 0 AS person UNION ALL SELECT person_id FROM {AUTHORS} WHERE publication_id = NEW.id) people "
    f"WHERE NEW.state = 'published' {ADD} "
    f"{ADD_PAIRS} {PAIRED.format(1)} WHERE one.publication_id = NEW.id AND one.person_id IN ({MEMBERS}) "
    f"AND NEW.state = 'published' {ADD_ONE}",
    AUTHORS: f"INSERT INTO {COUNTS} ({COLUMNS}, number) SELECT NEW.person_id, {VALUES.format('paper')}, 1 "
    f"FROM {PAPERS} paper WHERE paper.id = NEW.publication_id AND paper.state = 'published' {ADD} "
    f"{ADD_PAIRS} SELECT NEW.person_id, person_id, 1 FROM (SELECT 0 AS person_id UNION ALL {OTHERS.format('NEW')}) "
    f"others WHERE NEW.person_id IN ({MEMBERS}) AND {PUBLISHED.format('NEW')} {ADD_ONE} "
    f"{ADD_PAIRS} {OTHERS.format('NEW').replace('person_id', 'person_id, NEW.person_id, 1', 1)} "
    f"AND person_id IN ({MEMBERS}) AND {PUBLISHED.format('NEW')} {ADD_ONE}",
    MEMBERSHIPS: f"{ADD_PAIRS} {ALL_PAIRED} WHERE one.person_id = NEW.person_id "
    f"AND NOT EXISTS (SELECT 1 FROM {PAIRS} WHERE member = NEW.person_id) GROUP BY 1, 2;",
}
GOES = {
    PAPERS: f"{TAKE} OLD.state = 'published' AND (year, venue, kind, status) = ({VALUES.format('OLD')}) "
    f"AND person IN (SELECT 0 UNION ALL SELECT person_id FROM {AUTHORS} WHERE publication_id = OLD.id); "
    f"{TAKE_PAIRS} OLD.state = 'published' "
    f"AND member IN (SELECT person_id FROM {AUTHORS} WHERE publication_id = OLD.id) "
    f"AND other IN (SELECT 0 UNION ALL SELECT person_id FROM {AUTHORS} WHERE publication_id = OLD.id);",
    AUTHORS: f"{TAKE} person = OLD.person_id AND (year, venue, kind, status) = (SELECT {VALUES.format('paper')} "
    f"FROM {PAPERS} paper WHERE paper.id = OLD.publication_id AND paper.state = 'published'); "
    f"{TAKE_PAIRS} member = OLD.person_id AND other IN (SELECT 0 UNION ALL {OTHERS.format('OLD')}) "
    f"AND {PUBLISHED.format('OLD')}; "
    f"{TAKE_PAIRS} other = OLD.person_id AND member IN ({OTHERS.format('OLD')}) AND {PUBLISHED.format('OLD')};",
    MEMBERSHIPS: f"DELETE FROM {PAIRS} WHERE member = OLD.person_id "
    f"AND NOT EXISTS (SELECT 1 FROM {MEMBERSHIPS} WHERE person_id = OLD.person_id AND id <> OLD.id);",
}
COUNTED = {
    PAPERS: "{0}.state, " + VALUES,
    AUTHORS: "{0}.publication_id, {0}.person_id",
    MEMBERSHIPS: "{0}.person_id",
}
ANEW = (
    f"DELETE FROM {COUNTS}",
    f"INSERT INTO {COUNTS} ({COLUMNS}, number) SELECT 0, {VALUES.format('paper')}, COUNT(*) FROM {PAPERS} paper "
    "WHERE state = 'published' GROUP BY 2, 3, 4, 5",
    f"INSERT INTO {COUNTS} ({COLUMNS}, number) SELECT person_id, {VALUES.format('paper')}, COUNT(*) FROM {AUTHORS} "
    f"JOIN {PAPERS} paper ON paper.id = publication_id WHERE state = 'published' GROUP BY 1, 2, 3, 4, 5",
    f"DELETE FROM {PAIRS}",
    f"{ADD_PAIRS} {ALL_PAIRED} WHERE one.person_id IN ({MEMBERS}) GROUP BY 1, 2",
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
    if {COUNTS, PAIRS, VERSION} <= tables:
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
        _execute(connection, make(_name(table, event), f"{event} ON {table} FOR EACH ROW {when}", body))


def drop_triggers(connection: BaseDatabaseWrapper) -> None:
    """Let the database keep no counts: until they are made again, the numbers stand still."""
    tables = connection.introspection.table_names()
    on = " ON {}" if connection.vendor == "postgresql" else ""
    dropped = (f"DROP TRIGGER IF EXISTS {_name(table, event)}{on.format(table)}" for table, event, _ in _triggers())
    _execute(connection, dropped if {*TABLES} <= {*tables} else ())


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
    for table in TABLES:
        yield table, "INSERT", COMES[table]
        yield table, "DELETE", GOES[table]
        yield table, "UPDATE", f"{GOES[table]} {COMES[table]}"


def _name(table: str, event: str) -> str:
    return f"{table}_counted_{event.lower()}"


def _in_sqlite(name: str, occasion: str, body: str) -> list[str]:
    return [f"CREATE TRIGGER {name} AFTER {occasion} BEGIN {body} END"]


def _in_postgresql(name: str, occasion: str, body: str) -> list[str]:
    """Return the statements; whoever counts waits for other writers first, as all who write in steps do.

    It counts before each row is written, so that of several rows of a statement each sees those before it alone.
    """
    body = f"PERFORM 1 {TURN}; {body} RETURN COALESCE(NEW, OLD);"
    function = f"FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$"
    return [f"CREATE OR REPLACE {function}", f"CREATE TRIGGER {name} BEFORE {occasion} EXECUTE FUNCTION {name}()"]


def _execute(connection: BaseDatabaseWrapper, statements: Any) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
