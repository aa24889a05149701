"""What e-mails need to know is the app ``mail``'s, which takes over the tables; those without a row it makes anew."""

from django.db import migrations

from labsite.migrations._moved_tables import give_up


class Migration(migrations.Migration):

    dependencies = [
        ('labsite', '0036_no_triggers'),
    ]

    operations = give_up('labsite', ('Notice', 'MailSettings'), 'mail')
