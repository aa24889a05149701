# Changes of others wait for Monday with their readers.

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('labsite', '0040_plainer_labels'),
        ('mail', '0001_initial'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='notice',
            name='since',
        ),
        migrations.AddField(
            model_name='notice',
            name='step',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='labsite.step'),
        ),
        migrations.AlterField(
            model_name='mailsettings',
            name='digest_at',
            field=models.DateTimeField(help_text='When the last digest was due.', null=True),
        ),
        migrations.AlterField(
            model_name='mailsettings',
            name='told',
            field=models.JSONField(default=list, help_text='What the last digest told besides changes, by keys.'),
        ),
        migrations.AlterField(
            model_name='notice',
            name='kind',
            field=models.CharField(choices=[('waiting', 'A paper is waiting for approval'), ('decided', 'A paper that you submitted or co-authored is published or returned'), ('changed', 'Someone else changed your page, or one of your papers, talks, services or awards'), ('asked', 'A member has a question for the editors'), ('answered', 'An editor answered your question'), ('left', 'Someone has left the lab'), ('digest', 'Mondays: papers that may be yours, what is new on your page, what is missing'), ('overview', 'Mondays: what others changed on the site, with a way to undo it'), ('confirming', 'Once a term: is your page still true?'), ('invitation', 'An invitation expires soon')], max_length=10),
        ),
    ]
