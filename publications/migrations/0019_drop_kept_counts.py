from django.db import migrations, models

TABLES = ("publications_publication", "publications_authorship", "people_membership")


def drop_triggers(apps, schema_editor):
    for table in TABLES:
        for event in ("insert", "delete", "update"):
            name = f"{table}_counted_{event}"
            schema_editor.execute(
                f"DROP TRIGGER IF EXISTS {name}"
                if schema_editor.connection.vendor == "sqlite"
                else f"DROP FUNCTION IF EXISTS {name}() CASCADE"
            )


class Migration(migrations.Migration):
    dependencies = [("publications", "0018_imports_run_as_jobs")]

    operations = [
        migrations.RunPython(drop_triggers, migrations.RunPython.noop),
        migrations.DeleteModel("CoauthorCount"),
        migrations.DeleteModel("PaperCount"),
        migrations.AddIndex(
            "publication",
            models.Index(
                fields=["venue", "year", "kind", "status", "state", "publish_from"], name="publication_counted_by"
            ),
        ),
    ]
