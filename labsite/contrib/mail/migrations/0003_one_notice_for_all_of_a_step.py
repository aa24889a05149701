# A notice names all of a step that concerns its reader, where there was one for each version.

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('mail', '0002_changes_wait_for_monday'),
    ]

    operations = [
        migrations.AddField(
            model_name='notice',
            name='versions',
            field=models.JSONField(db_default=models.Value([], models.JSONField()), default=list, help_text='The keys of what was done in one step, however much.'),
        ),
        migrations.AlterField(
            model_name='notice',
            name='kind',
            field=models.CharField(choices=[('waiting', 'A paper or news item is awaiting approval'), ('decided', 'A paper or news item that you submitted or co-authored is published or returned'), ('changed', 'Someone else changed your page, or one of your papers, talks, awards or service roles'), ('asked', 'A member has a question for the editors'), ('answered', 'An editor answered your question'), ('left', 'Someone has left the lab'), ('digest', 'Mondays: papers that may be yours, what is new on your page, what is missing'), ('overview', 'Mondays: what others changed on the site, with a way to undo it'), ('confirming', 'Once a term: is your page still up to date?'), ('invitation', 'An invitation expires soon')], max_length=10),
        ),
    ]
