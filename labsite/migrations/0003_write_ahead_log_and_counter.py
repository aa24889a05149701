from django.db import migrations


def use_write_ahead_log(apps, schema_editor):
    """Let SQLite's readers and writers work side by side; the file remembers it."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.connection.cursor().execute("PRAGMA journal_mode=WAL")


def start_counting(apps, schema_editor):
    versions = apps.get_model("labsite", "ContentVersion").objects.using(schema_editor.connection.alias)
    versions.get_or_create(pk=1)


class Migration(migrations.Migration):
    # SQLite changes its journal only outside a transaction.
    atomic = False

    dependencies = [("labsite", "0002_initial")]

    operations = [
        migrations.RunPython(use_write_ahead_log, migrations.RunPython.noop),
        migrations.RunPython(start_counting, migrations.RunPython.noop),
    ]
