"""What e-mails add to the site."""

from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.db.models import Min
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from labsite import registry
from labsite.contrib.mail.models import MailSettings, Notice
from labsite.jobs.models import TimedCommand
from labsite.management.jobs import BesideTheServer
from labsite.modelling.content_version import NotContent
from labsite.privacy.own_data import RowsOfALogin
from labsite.registry import Addition, PublicPages
from labsite.roles import AdminPage, Role
from labsite.web.health import Check, CheckedPart

EVERY_SECONDS = "60"
PATIENCE = timedelta(hours=1)  # after which what is due should have been tried
MAX_NAMED = 20  # failures that administrators see


def checks() -> Iterator[Check]:
    """Say to administrators what waits, and of each notice that was tried in vain what the server said."""
    if not settings.SENDS_EMAIL:
        return
    waiting = Notice.objects.filter(has_failed=False)
    number, due_at = waiting.count(), waiting.filter(tries=0).aggregate(first=Min("due_at"))["first"]
    is_late = due_at is not None and timezone.now() - due_at > PATIENCE
    words = ngettext("%(number)d notice to send.", "%(number)d notices to send.", number)
    late = gettext("They aren’t being sent: is the timer for send_mail running?") if is_late else ""
    yield Check(gettext("Waiting"), not is_late, f"{words % {'number': number}} {late}".strip())
    tried = Notice.objects.exclude(trouble="").select_related("to", "invitation").order_by("-has_failed", "pk")
    for notice in tried[:MAX_NAMED]:
        values = {"tries": notice.tries, "trouble": notice.trouble}
        words = ngettext("Tried %(tries)d time: %(trouble)s", "Tried %(tries)d times: %(trouble)s", notice.tries)
        over = gettext("It won’t be tried again.") if notice.has_failed else ""
        yield Check(notice.address, False, f"{words % values} {over}".strip())


for model in (MailSettings, Notice):
    registry.register(model, NotContent())

registry.add(
    PublicPages("labsite.contrib.mail.urls", are_files=True),
    AdminPage("tell-again", "site/again/", "labsite.contrib.mail.views.tell_again", Role.ADMINISTRATOR),
    Addition("ways of a login", "mail/_way_to_choices.html"),
    Addition("after what is in order", "mail/_try_again.html"),
    CheckedPart(_("E-mails"), checks),
    TimedCommand("send_mail", 0),
    BesideTheServer(("send_mail", "--every", EVERY_SECONDS), lambda: settings.SENDS_EMAIL),
    RowsOfALogin("mail_settings", lambda login: MailSettings.objects.filter(login=login)),
)
