from django.db import migrations
from django.db.models.functions import Lower


def write_small(apps, schema_editor):
    apps.get_model("labsite", "User").objects.update(email=Lower("email"))


class Migration(migrations.Migration):
    dependencies = [("labsite", "0006_drafts")]

    operations = [migrations.RunPython(write_small, migrations.RunPython.noop)]
