"""Whatever kills migrate, and whenever: run again it finishes, and the database is as if nothing had happened."""

import json
import signal

import pytest
from django.apps import apps
from django.db import connection

from labsite.texts.folding import FoldedField
from tests.labsite.leaving.installations import run
from tests.upgrades.stored import copied, unpacked, versions
from tests.upgrades.tables import rows

pytestmark = [pytest.mark.database, pytest.mark.once, pytest.mark.both]

KILLED = 6  # times, each time later
# Which numbers rows have and when they were written differs, however often migrate begins.
BESIDE = {"id", "applied", "content_type_id", "permission_id", "date_created", "number", "started_at", "ended_at"}
NOTES = "labsite_changedobject"  # of what was written lately, which is forgotten as migrate ends

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
def before(tmp_path, django_db_blocker):
    """The oldest lab that is stored, not upgraded yet, with texts to search in that are out of date."""
    with django_db_blocker.unblock(), unpacked(versions()[0], tmp_path / "before") as lab:
        with lab.open(), connection.cursor() as cursor:
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
        tables = {name: held for name, held in rows().items() if name != NOTES}
        return found | {table: sorted(map(content, held.values())) for table, held in tables.items()}


def content(row):
    return json.dumps({name: value for name, value in row.items() if name not in BESIDE}, sort_keys=True)


def test_migrate_ends_what_a_killed_one_began(before, tmp_path):
    with copied(before, tmp_path / "whole") as lab:
        done = migrate(lab)
        assert done.returncode == 0, done.stderr
        total, wanted = int(done.stdout), state(lab)
    wrong = []
    for time in range(1, KILLED + 1):
        with copied(before, tmp_path / f"killed-{time}") as lab:
            assert migrate(lab, until=max(1, total * time // KILLED)).returncode == -signal.SIGKILL
            done = run("manage.py", "migrate", "--verbosity", "0", database=lab.address, MEDIA_ROOT=str(lab.media))
            assert done.returncode == 0, done.stderr
            found = state(lab)
        wrong += [(time, name) for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name)]
    assert wrong == []
