"""Whatever kills migrate, and whenever: run again it finishes, and the database is as if nothing had happened."""

import json
import signal

import pytest
from django.apps import apps
from django.db import connection

from labsite.texts.folding import FoldedField
from tests.labsite.leaving.installations import run
from tests.upgrades.stored import copied, unpacked, versions, without_tables
from tests.upgrades.tables import rows

pytestmark = [pytest.mark.database, pytest.mark.once, pytest.mark.both]

# Which numbers rows have and when they were written differs, however often migrate begins.
BESIDE = {
    "id",
    "applied",
    "content_type_id",
    "permission_id",
    "date_created",
    "created_at",
    "number",
    "started_at",
    "ended_at",
}
RISING = "labsite_contentversion"  # a row for each group that was ever written to, which another migrate adds to

MIGRATE = """
import os, signal, sys
import django
django.setup()
from django.core.management import call_command
from django.db import connection

written = []

def kill_in_time(execute, sql, params, many, context):
    result = execute(sql, params, many, context)
    if not sql.startswith(("SELECT", "PRAGMA", "SAVEPOINT", "RELEASE")):
        written.append(sql)
        if len(written) == int(sys.argv[1]):
            os.kill(os.getpid(), signal.SIGKILL)
    return result

with connection.execute_wrapper(kill_in_time):
    call_command("migrate", verbosity=0)
print(len(written))
"""


@pytest.fixture
def stored(tmp_path, django_db_blocker):
    """The oldest lab that is stored, not upgraded yet, with texts to search in that are out of date."""
    with django_db_blocker.unblock(), unpacked(versions()[0], tmp_path / "stored") as lab:
        with lab.open(), connection.cursor() as cursor:
            connection.execute_wrappers.clear()  # which would note the write in a table that isn't there yet
            for table, column in folded():
                cursor.execute(f"UPDATE {table} SET {column} = 'out of date'")
        yield lab


def folded():
    models = [model for model in apps.get_models() if not model._meta.proxy]
    fields = [(model._meta.db_table, field) for model in models for field in model._meta.local_fields]
    return [(table, field.column) for table, field in fields if isinstance(field, FoldedField)]


def migrate(lab, until=0):
    return run("-c", MIGRATE, str(until), database=lab.address, MEDIA_ROOT=str(lab.media))


def state(lab):
    """Return all that a database holds, its triggers and indexes too."""
    with lab.open(), connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, sql FROM sqlite_master")
        else:
            cursor.execute(
                "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' UNION ALL SELECT tgname, "
                "pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal UNION ALL SELECT conname, "
                "pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace"
            )
        found = {"schema": sorted(map(str, cursor.fetchall()))}
        tables = {name: held for name, held in rows().items() if name != RISING}
        return found | {table: sorted(map(content, held.values())) for table, held in tables.items()}


def content(row):
    return json.dumps({name: value for name, value in row.items() if name not in BESIDE}, sort_keys=True)


def differences(site, folder, times):
    """Kill migrate so many times, each time later and of a new site, then run it; return what it left otherwise."""
    with site(folder / "whole") as lab:
        done = migrate(lab)
        assert done.returncode == 0, done.stderr
        total, wanted = int(done.stdout), state(lab)
    for time in range(1, times + 1):
        with site(folder / f"killed-{time}") as lab:
            assert migrate(lab, until=total * time // (times + 1)).returncode == -signal.SIGKILL
            done = run("manage.py", "migrate", "--verbosity", "0", database=lab.address, MEDIA_ROOT=str(lab.media))
            assert done.returncode == 0, done.stderr
            found = state(lab)
        yield from ((time, name) for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name))


def test_an_upgrade_that_was_killed_is_ended_by_the_next_migrate(stored, tmp_path):
    assert [*differences(lambda folder: copied(stored, folder), tmp_path, 2)] == []


def test_the_first_migrate_that_was_killed_is_ended_by_the_next(tmp_path, django_db_blocker):
    with django_db_blocker.unblock():
        assert [*differences(without_tables, tmp_path, 1)] == []
