"""The tables that migrate makes at once in an empty database are those to which all migrations lead."""

import pytest
from django.db import connection

from tests.labsite.leaving.installations import run
from tests.upgrades.stored import without_tables
from tests.upgrades.tables import rows

pytestmark = [pytest.mark.database, pytest.mark.once, pytest.mark.both]

ANOTHER = "of_another_program"
WIDER = {"auth_group_permissions"}  # whose key Django’s migrations make wider than its models on PostgreSQL


def test_all_migrations_lead_to_the_tables_that_are_made_at_once(tmp_path, django_db_blocker):
    with django_db_blocker.unblock(), without_tables(tmp_path / "empty") as lab:
        at_once = migrated(lab)
    with django_db_blocker.unblock(), without_tables(tmp_path / "shared") as lab:
        with lab.open(), connection.cursor() as cursor:
            cursor.execute(f"CREATE TABLE {ANOTHER} (number integer)")
        one_by_one = migrated(lab)
    assert one_by_one.pop(ANOTHER)
    assert {name for name in at_once | one_by_one if at_once.get(name) != one_by_one.get(name)} <= WIDER


def migrated(lab):
    """Return the tables that migrate makes, which migrations it notes, and at which rows writers wait."""
    done = run("manage.py", "migrate", "--verbosity", "0", database=lab.address)
    assert done.returncode == 0, done.stderr
    with lab.open(), connection.cursor() as cursor:
        noted = rows(["django_migrations"])["django_migrations"].values()
        tables = {name: table(cursor, name) for name in connection.introspection.table_names(cursor)}
        numbers = rows(["labsite_contentversion"])["labsite_contentversion"].values()
        waited_at = sorted(row["name"] for row in numbers)
        return tables | {"migrations": sorted((row["app"], row["name"]) for row in noted), "rows": waited_at}


def table(cursor, name):
    """Return the columns, the constraints and the indexes of a table, by no name that Django makes up for one."""
    described = connection.introspection.get_table_description(cursor, name)
    constraints = connection.introspection.get_constraints(cursor, name)
    return {
        "columns": sorted(tuple(map(str, column)) for column in described),
        "constraints": sorted(str(sorted(each.items(), key=str)) for each in constraints.values()),
    }
