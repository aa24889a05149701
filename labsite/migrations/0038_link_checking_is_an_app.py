"""What is known of addresses outside is the app ``link_checking``'s, which takes over the table."""

from django.db import migrations

from labsite.migrations._moved_tables import give_up


class Migration(migrations.Migration):

    dependencies = [
        ('labsite', '0037_mail_is_an_app'),
    ]

    operations = give_up('labsite', ('LinkCheck',), 'link_checking')
