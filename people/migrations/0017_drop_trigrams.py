from django.db import migrations

# Columns of folded texts that search once had indexes of, by their tables.
COLUMNS = {
    "people_person": ("search_text", "sort_key"),
    "publications_publication": ("search_text",),
    "publications_authorship": ("folded",),
    "publications_earlierversion": ("folded",),
}


def drop_trigrams(apps, schema_editor):
    for table, columns in COLUMNS.items():
        if schema_editor.connection.vendor == "sqlite":
            for event in ("insert", "delete", "update"):
                schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_trigrams_{event}")
            schema_editor.execute(f"DROP TABLE IF EXISTS {table}_trigrams_terms")
            schema_editor.execute(f"DROP TABLE IF EXISTS {table}_trigrams")
        else:
            for column in columns:
                schema_editor.execute(f"DROP INDEX IF EXISTS {table}_{column}_trigrams")


class Migration(migrations.Migration):
    dependencies = [("people", "0016_sharp_photos")]

    operations = [migrations.RunPython(drop_trigrams, migrations.RunPython.noop)]
