"""The tables are those of labsite, where it left them; content types go along, and with them permissions."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from labsite.migrations._moved_tables import AdoptModel, take_content_types


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('contenttypes', '0002_remove_content_type_name'),
        ('labsite', '0037_mail_is_an_app'),
        ('people', '0016_sharp_photos'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        take_content_types('labsite', ('MailSettings', 'Notice'), 'mail'),
        AdoptModel(
            name='MailSettings',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('language', models.CharField(blank=True, help_text='In which they last used the site.', max_length=10)),
                ('unwanted', models.JSONField(default=list, help_text='The kinds of e-mail that they don’t want.')),
                ('digest_at', models.DateTimeField(help_text='Up to when digests have told them of changes.', null=True)),
                ('asked_at', models.DateTimeField(help_text='When they were asked whether their page is still true.', null=True)),
                ('told', models.JSONField(default=list, help_text='What else the last digest told, by keys.')),
                ('login', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='mail_settings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'labsite_mailsettings',
            },
        ),
        AdoptModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('waiting', 'A paper waits for approval'), ('decided', 'What you handed in or wrote is published or returned'), ('changed', 'Somebody else changed your page, or a paper, talk, service or award of yours'), ('asked', 'A member asks the editors something'), ('answered', 'An editor answered your question'), ('left', 'Somebody left the lab'), ('digest', 'Mondays: papers found for you, what is new on yours, what is missing'), ('overview', 'Mondays: what others changed on the site, with a way to undo it'), ('confirming', 'Once a term: is your page still true?'), ('invitation', 'An invitation ends soon')], max_length=10)),
                ('since', models.DateTimeField(help_text='From when on a digest tells of changes.', null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('due_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('trouble', models.CharField(blank=True, help_text='Why the last try failed.', max_length=300)),
                ('has_failed', models.BooleanField(default=False, help_text='No further try is made.')),
                ('invitation', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='labsite.invitation')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='people.person')),
                ('question', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='labsite.question')),
                ('to', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('version', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='labsite.version')),
            ],
            options={
                'db_table': 'labsite_notice',
                'ordering': ['pk'],
            },
        ),
    ]
