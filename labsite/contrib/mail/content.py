"""What e-mails add to the site."""

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from labsite import registry
from labsite.contrib.mail import sending
from labsite.contrib.mail.models import MailSettings, Notice
from labsite.jobs.models import TimedCommand
from labsite.management.jobs import BesideTheServer
from labsite.modelling.content_version import NotContent
from labsite.privacy.own_data import RowsOfALogin
from labsite.roles import AdminPage, Role
from labsite.web.additions import Addition, PublicPages
from labsite.web.health import CheckedPart

EVERY_SECONDS = "60"

for model in (MailSettings, Notice):
    registry.register(model, NotContent())

registry.add(
    PublicPages("labsite.contrib.mail.urls", are_files=True),
    AdminPage("tell-again", "site/again/", "labsite.contrib.mail.views.tell_again", Role.ADMINISTRATOR),
    Addition("ways of a login", "mail/_way_to_choices.html"),
    Addition("after what is in order", "mail/_try_again.html"),
    CheckedPart(_("E-mails"), sending.checks),
    TimedCommand("send_mail", 0),
    BesideTheServer(("send_mail", "--every", EVERY_SECONDS), lambda: settings.SENDS_EMAIL),
    RowsOfALogin("mail_settings", lambda login: MailSettings.objects.filter(login=login)),
)
