from django.db import migrations
from django.db.models.functions import Lower


def write_small(apps, schema_editor):
    logins = apps.get_model("labsite", "User").objects.using(schema_editor.connection.alias)
    logins.update(email=Lower("email"))


class Migration(migrations.Migration):
    dependencies = [("labsite", "0008_worklist")]

    operations = [migrations.RunPython(write_small, migrations.RunPython.noop)]
