"""What e-mails need to know is the app ``mail``'s, which takes over the tables; those without a row it makes anew.

So a lab that leaves the app out from its beginning has no tables of it.
"""

from django.apps import apps as installed
from django.db import migrations

MODELS = ('Notice', 'MailSettings')


def drop_what_is_empty(apps, schema_editor):
    for name in MODELS:
        model = apps.get_model('labsite', name)
        if not model.objects.using(schema_editor.connection.alias).exists():
            schema_editor.delete_model(model)
        elif not installed.is_installed('labsite.contrib.mail'):
            raise ValueError('Upgrade with the app mail first; then manage.py migrate mail zero, and leave it out.')


def make_again(apps, schema_editor):
    tables = schema_editor.connection.introspection.table_names()
    for name in MODELS:
        model = apps.get_model('labsite', name)
        if model._meta.db_table not in tables:
            schema_editor.create_model(model)


class Migration(migrations.Migration):

    dependencies = [
        ('labsite', '0036_no_triggers'),
    ]

    operations = [
        migrations.RunPython(drop_what_is_empty, make_again),
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel(name) for name in MODELS]),
    ]
