from django.db import migrations, models


def forget_the_one_number(apps, schema_editor):
    """Let each group begin at one, as they do once all migrations are done."""
    apps.get_model("labsite", "ContentVersion").objects.using(schema_editor.connection.alias).all().delete()


class Migration(migrations.Migration):
    dependencies = [("labsite", "0034_long_jobs")]

    operations = [
        migrations.RunPython(forget_the_one_number, migrations.RunPython.noop),
        migrations.AddField(
            "ContentVersion",
            "name",
            models.CharField(default="", help_text="Of the group.", max_length=50, unique=True),
            preserve_default=False,
        ),
    ]
