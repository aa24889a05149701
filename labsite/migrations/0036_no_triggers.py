from django.db import migrations

# Of what triggers noted, whatever their tables are called today; on SQLite they are off before migrations begin.
FUNCTIONS = "SELECT oid::regprocedure::text FROM pg_proc WHERE proname ~ '_noted_(insert|update|delete)$'"


def drop_triggers(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(FUNCTIONS)
        for (function,) in cursor.fetchall():
            cursor.execute(f"DROP FUNCTION {function} CASCADE")


class Migration(migrations.Migration):
    dependencies = [("labsite", "0035_content_version_by_group")]

    operations = [
        migrations.RunPython(drop_triggers, migrations.RunPython.noop),
        migrations.DeleteModel("ChangedObject"),
    ]
