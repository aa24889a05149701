"""An import that is stopped, wherever it is, leaves the database as it was before."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from django.conf import settings
from django.db import connection

from people.models import Person
from publications.importing import apply, plan_of
from publications.models import (
    Authorship,
    EarlierVersion,
    ExtraField,
    Identifier,
    Link,
    Publication,
    Venue,
)
from tests import cast

from .test_applying import ADA, entry, full_entry

pytestmark = pytest.mark.django_db

WRITTEN = (Person, Venue, Publication, Authorship, Link, Identifier, ExtraField, EarlierVersion)
REMEMBERED = ("publications_importedentry", "labsite_step", "labsite_version")


class Stopped(Exception):
    pass


def stop_at(table):
    """Return what stops at the first row for a table."""

    def execute(execute, sql, params, many, context):
        if sql.startswith(f'INSERT INTO "{table}"'):
            raise Stopped
        return execute(sql, params, many, context)

    return connection.execute_wrapper(execute)


def content():
    """Return how many rows each table has, of whatever app."""
    with connection.cursor() as cursor:
        tables = [table for table in connection.introspection.table_names(cursor) if table != "sqlite_sequence"]
        counts = {table: cursor.execute(f'SELECT COUNT(*) FROM "{table}"').fetchone()[0] for table in tables}
    return counts


def entries():
    preprint = entry("Naps, Early", kind="preprint", status="preprint", doi="10.1000/naps", authors=(ADA,))
    return [
        full_entry(),
        entry("Naps", kind="preprint", status="preprint", year=2023, doi="10.1000/naps", authors=(ADA,)),
        entry("Beds", doi="10.1000/beds", volume="7", authors=(ADA,), venue="Conference on Cots"),
        preprint,
    ]


@pytest.mark.parametrize("table", [*(model._meta.db_table for model in WRITTEN), *REMEMBERED])
def test_whatever_cannot_be_written_nothing_is(table):
    cast.make_publication("Beds", doi="10.1000/beds")
    plan, before = plan_of(entries(), source="file"), content()
    with pytest.raises(Stopped), stop_at(table):
        apply(plan, None, "An import")
    assert content() == before
    assert Publication.objects.get().volume == ""
    assert apply(plan, None, "An import").step


KILLED = """
import sys, time, django
django.setup()
from django.db import connection
from publications import formats
from publications.importing import apply, plan_of

def pause(execute, sql, params, many, context):
    result = execute(sql, params, many, context)
    if sql.startswith('INSERT INTO "labsite_version"'):
        print("nearly done", flush=True)
        time.sleep(60)
    return result

plan = plan_of(formats.read("@misc{naps, title={Naps}, author={Quill, Ada}, year=2024}"), source="file")
with connection.execute_wrapper(pause):
    apply(plan, None, "An import")
"""


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL sees to it by itself")
def test_a_process_that_is_killed_before_it_is_done_leaves_nothing(tmp_path):
    path = tmp_path / "lab.sqlite3"
    make_tables_in(path)
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{path}", "DJANGO_SETTINGS_MODULE": "labsite.settings"}
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED], env=environment, cwd=settings.BASE_DIR, stdout=subprocess.PIPE
    )
    assert process.stdout.readline() == b"nearly done\n"
    process.send_signal(signal.SIGKILL)
    process.communicate()
    with closing(sqlite3.connect(path)) as database:
        tables = ("publications_publication", "people_person", "publications_importedentry", "labsite_step")
        counts = [database.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0] for table in tables]
        assert (counts, database.execute("PRAGMA integrity_check").fetchone()) == ([0, 0, 0, 0], ("ok",))


def make_tables_in(path):
    """Make the tables of the test in a file with a write-ahead log, as a site has it."""
    with connection.cursor() as cursor:
        named = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
        tables = [sql for (sql,) in cursor.execute(named).fetchall()]
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.executescript(";\n".join(tables))
