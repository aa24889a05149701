"""What waits to be sent, for administrators: how much, since when, and why it didn't go."""

from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.db.models import Min
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from labsite.contrib.mail.models import Notice
from labsite.web.health import Check

MAX_NAMED = 20
PATIENCE = timedelta(hours=1)  # after which what is due should have been tried


def checks() -> Iterator[Check]:
    """Say what waits, and of each reader's kind that was tried in vain what the server said; nothing without one."""
    if not settings.SENDS_EMAIL:
        return
    now, waiting = timezone.now(), Notice.objects.filter(has_failed=False)
    number, due_at = waiting.count(), waiting.filter(tries=0).aggregate(first=Min("due_at"))["first"]
    is_late = due_at is not None and now - due_at > PATIENCE
    words = ngettext("%(number)d thing to tell somebody.", "%(number)d things to tell somebody.", number)
    late = gettext("Nobody sends it: is the timer of send_mail running?") if is_late else ""
    yield Check(gettext("Waiting"), not is_late, f"{words % {'number': number}} {late}".strip())
    tried = Notice.objects.exclude(trouble="").select_related("to", "invitation").order_by("-has_failed", "pk")
    for notice in tried[:MAX_NAMED]:
        values = {"tries": notice.tries, "trouble": notice.trouble}
        words = ngettext("Tried %(tries)d time: %(trouble)s", "Tried %(tries)d times: %(trouble)s", notice.tries)
        over = gettext("It isn’t tried again.") if notice.has_failed else ""
        yield Check(notice.address, False, f"{words % values} {over}".strip())


def try_again() -> int:
    """Let what was given up be tried for some days again; return how much that is."""
    now = timezone.now()
    return Notice.objects.given_up().update(has_failed=False, due_at=now, created_at=now)
