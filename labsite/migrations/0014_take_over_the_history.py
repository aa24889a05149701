"""The history moves from the tables of another package to those of this project, every row under its own key.

A database that is new has nothing to move. Both tables are copied by one statement each, whatever their length.
"""

from django.core.management.color import no_style
from django.db import migrations
from django.db.migrations.recorder import MigrationRecorder

COPIES = [
    """
    INSERT INTO labsite_step (id, date_created, user_id, comment)
    SELECT id, date_created, user_id, comment FROM reversion_revision
    """,
    # A version of which no change is known says what was found, not what somebody did.
    """
    INSERT INTO labsite_version
        (id, step_id, kind, content_type_id, object_id, object_repr, changed_parts, serialized_data)
    SELECT version.id, version.revision_id, COALESCE(change.kind, 'found'), version.content_type_id,
        version.object_id, version.object_repr, COALESCE(change.words, ''), version.serialized_data
    FROM reversion_version version LEFT JOIN labsite_change change ON change.version_id = version.id
    """,
]


def copy_rows(apps, schema_editor):
    connection = schema_editor.connection
    if _has_old_tables(connection):
        models = [apps.get_model("labsite", name) for name in ("Step", "Version")]
        for statement in [*COPIES, *connection.ops.sequence_reset_sql(no_style(), models)]:
            schema_editor.execute(statement, params=None)


def drop_old_tables(apps, schema_editor):
    connection = schema_editor.connection
    if _has_old_tables(connection):
        schema_editor.execute("DROP TABLE reversion_version")
        schema_editor.execute("DROP TABLE reversion_revision")
        MigrationRecorder(connection).migration_qs.filter(app="reversion").delete()
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(connection.alias)
    content_types.filter(app_label="reversion").delete()
    content_types.filter(app_label="labsite", model="change").delete()


def _has_old_tables(connection):
    return "reversion_version" in connection.introspection.table_names()


class Migration(migrations.Migration):
    dependencies = [
        ("labsite", "0013_step_version"),
    ]

    operations = [
        migrations.RunPython(copy_rows),
        migrations.DeleteModel("Change"),
        migrations.RunPython(drop_old_tables),
    ]
