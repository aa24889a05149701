"""The table is that of labsite, where it left it."""

from django.db import migrations, models

from labsite.migrations._moved_tables import AdoptModel, take_content_types


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('contenttypes', '0002_remove_content_type_name'),
        ('labsite', '0038_link_checking_is_an_app'),
    ]

    operations = [
        take_content_types('labsite', ('LinkCheck',), 'link_checking'),
        AdoptModel(
            name='LinkCheck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.CharField(max_length=1000, unique=True, verbose_name='address')),
                ('state', models.CharField(choices=[('reachable', 'Reachable'), ('unknown', "Unclear"), ('failing', 'Failed once'), ('broken', 'Unreachable')], default='unknown', max_length=10)),
                ('words', models.CharField(blank=True, max_length=200, verbose_name='what it answered')),
                ('checked_at', models.DateTimeField(null=True)),
                ('failing_since', models.DateTimeField(null=True)),
                ('waits_for', models.CharField(blank=True, help_text='A host that wants to be left alone.', max_length=253)),
                ('not_before', models.DateTimeField(help_text='Until when it does.', null=True)),
            ],
            options={
                'db_table': 'labsite_linkcheck',
                'ordering': ['url'],
            },
        ),
    ]
