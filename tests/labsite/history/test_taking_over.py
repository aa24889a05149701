"""A database whose history is in the tables of another package keeps all of it."""

import json

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from labsite import history
from labsite.history.versions import deleted
from labsite.models import Page, Step, Version
from tests import cast

pytestmark = pytest.mark.django_db(transaction=True)

OLD_TABLES = """
CREATE TABLE reversion_revision (
    id integer PRIMARY KEY, date_created timestamp with time zone NOT NULL, comment text NOT NULL, user_id bigint
);
CREATE TABLE reversion_version (
    id integer PRIMARY KEY, object_id varchar(191) NOT NULL, format varchar(255) NOT NULL,
    serialized_data text NOT NULL, object_repr text NOT NULL, content_type_id integer NOT NULL,
    revision_id integer NOT NULL REFERENCES reversion_revision (id), db varchar(191) NOT NULL
)
"""


@pytest.fixture
def migrate(settings):
    """Run the migration that takes over the history, on a database that has or hasn't the old tables."""
    settings.MIGRATION_MODULES = {}
    executor = MigrationExecutor(connection)
    MigrationRecorder(connection).ensure_schema()
    state = executor.loader.project_state(("labsite", "0013_step_version"))
    with connection.schema_editor() as editor:
        editor.create_model(state.apps.get_model("labsite", "Change"))

    def migrate():
        migration = executor.loader.get_migration("labsite", "0014_take_over_the_history")
        with connection.schema_editor() as editor:
            migration.apply(state, editor)

    yield migrate
    with connection.cursor() as cursor:
        for table in ("labsite_change", "reversion_version", "reversion_revision"):
            cursor.execute(f"DROP TABLE IF EXISTS {table}")


def execute(statement, *rows):
    with connection.cursor() as cursor:
        cursor.executemany(statement, rows) if rows else cursor.execute(statement)


@pytest.fixture
def old(migrate):
    """A login and a page that was found, changed and deleted, as the old tables say it."""
    login = cast.make_administrator(email="editor@lab.example")
    page = cast.make_page("Join us", text="Come in.")
    pages = ContentType.objects.get_for_model(Page).pk
    data = json.dumps([{"model": "labsite.page", "pk": page.pk, "fields": {"title": "Join us", "slug": "join-us"}}])
    for statement in OLD_TABLES.split(";"):
        execute(statement)
    day = "2024-06-26 09:05:00+00:00"
    steps = [(7, day, "", None), (8, day, "Wrote more", login.pk), (12, day, "", login.pk)]
    execute("INSERT INTO reversion_revision (id, date_created, comment, user_id) VALUES (%s, %s, %s, %s)", *steps)
    columns = "id, object_id, format, serialized_data, object_repr, content_type_id, revision_id, db"
    versions = [(21, data, 7), (30, data, 8), (31, "[]", 12)]
    execute(
        f"INSERT INTO reversion_version ({columns}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
        *((pk, page.pk, "json", held, "Join us", pages, step, "default") for pk, held, step in versions),
    )
    changes = [(1, "changed", "Text", 30), (2, "removed", "", 31)]
    execute("INSERT INTO labsite_change (id, kind, words, version_id) VALUES (%s, %s, %s, %s)", *changes)
    ContentType.objects.create(app_label="reversion", model="version")
    Page.objects.all().delete()
    return page


def test_every_step_and_version_stays_under_its_key(old, migrate):
    migrate()
    assert list(Step.objects.order_by("pk").values_list("pk", "comment", "user__email")) == [
        (7, "", None),
        (8, "Wrote more", "editor@lab.example"),
        (12, "", "editor@lab.example"),
    ]
    assert {step.date_created.isoformat() for step in Step.objects.all()} == {"2024-06-26T09:05:00+00:00"}
    versions = Version.objects.order_by("pk").values_list("pk", "step", "kind", "changed_parts", "object_id")
    assert list(versions) == [
        (21, 7, "found", "", str(old.pk)),
        (30, 8, "changed", "Text", str(old.pk)),
        (31, 12, "removed", "", str(old.pk)),
    ]


def test_nothing_of_the_old_tables_stays(old, migrate):
    migrate()
    names = connection.introspection.table_names()
    assert [name for name in names if name.startswith("reversion") or name == "labsite_change"] == []
    assert not ContentType.objects.filter(app_label="reversion").exists()


def test_what_is_in_the_bin_comes_back_in_a_step_with_a_key_of_its_own(old, migrate):
    migrate()
    [removal] = deleted()
    undone = history.bring_back(removal, None)
    assert Page.objects.get(pk=old.pk).title == "Join us"
    assert undone.row.pk > 12
    assert undone.row.versions.get().pk > 31


def test_a_new_database_has_nothing_to_take_over(migrate):
    migrate()
    assert not Step.objects.exists()
