"""Sending what is due: each reader's notices of a kind are one e-mail; what can't be sent is tried again later."""

import logging
from collections import Counter
from collections.abc import Collection
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.core.mail import DNS_NAME, EmailMultiAlternatives, get_connection
from django.core.management.base import CommandError
from django.db import transaction
from django.urls import reverse
from django.utils.translation import override

from labsite import roles
from labsite.accounts.letters import Letter, absolute, typeset
from labsite.contrib.mail import letters
from labsite.contrib.mail.models import MAX_TROUBLE, MailSettings, Notice
from labsite.contrib.mail.noticing import next_monday, readers
from labsite.models import User
from labsite.roles import Role

logger = logging.getLogger(__name__)

Kind = Notice.Kind
LETTERS: dict[str, Any] = {kind.value: getattr(letters, kind.value) for kind in Kind}
FOR_EDITORS = {Kind.WAITING, Kind.ASKED, Kind.LEFT, Kind.OVERVIEW}
CLAIMED_FOR = timedelta(minutes=10)  # in which no other process sends the same
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=5), timedelta(hours=12)  # before each further try
TRIED_FOR = timedelta(days=4)
UNFORESEEN = "Something unexpected happened; see the log."


def send_due(now: datetime) -> Counter[str]:
    """Send what is due, and return how many e-mails were sent and failed. Raises CommandError."""
    counts: Counter[str] = Counter()
    due = Notice.objects.filter(has_failed=False, due_at__lte=now)
    groups = list(due.order_by("to", "kind", "invitation").values_list("to", "kind", "invitation").distinct())
    connection = get_connection()
    logins = {login.pk: login for login in readers().select_related("person", "mail_settings")}
    for to, kind, invitation in groups:
        try:
            connection.open()
        except (OSError, SMTPException) as error:
            connection.close()  # which a refused login leaves open
            put_off(due, now, str(error))
            raise CommandError(f"The mail server can’t be reached: {error}") from error
        if notices := claim(to, kind, invitation, now):
            counts[send(logins.get(to), notices, connection, now)] += 1
    connection.close()
    return counts


@transaction.atomic
def claim(to: int | None, kind: str, invitation: int | None, now: datetime) -> list[Notice]:
    """Return a reader's notices of a kind, also those that aren't due yet; none if another process sends them now."""
    waiting = Notice.objects.filter(has_failed=False, to=to, kind=kind, invitation=invitation)
    notices = list(waiting.select_for_update())
    if not any(notice.due_at <= now for notice in notices):
        return []
    Notice.objects.filter(pk__in=[notice.pk for notice in notices]).update(due_at=now + CLAIMED_FOR)
    return notices


def send(login: User | None, notices: list[Notice], connection: Any, now: datetime) -> str:
    """Send notices as one e-mail, and return what became of it: sent, failed, or needless.

    Nobody who can't sign in any more or doesn't want the kind gets one; an invitation goes to who has no login yet.
    """
    first = notices[0]
    reader = login or (first.invitation.sent_by if first.invitation else None)
    chosen = getattr(reader, "mail_settings", None) or MailSettings()
    language = chosen.language if chosen.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    may_get = first.kind not in FOR_EDITORS or roles.at_least(login, Role.EDITOR)
    is_wanted = first.kind not in chosen.unwanted and may_get if login else first.kind == Kind.INVITATION
    if login and first.kind == Kind.CHANGED in chosen.unwanted:  # then their digest tells of it
        Notice.objects.filter(pk__in=[each.pk for each in notices]).update(kind=Kind.DIGEST, due_at=next_monday(now))
        return "needless"
    try:
        with override(language):
            letter = LETTERS[first.kind](login, notices) if is_wanted else None
            if letter:
                connection.send_messages([message_of(letter, first, login)])
    except Exception as error:
        is_of_server = isinstance(error, OSError | SMTPException)
        if not is_of_server:
            logger.exception("An e-mail could not be made")
        connection.close()  # the server may have hung up
        put_off(notices, now, str(error) or type(error).__name__ if is_of_server else UNFORESEEN)
        return "failed"
    with transaction.atomic():
        Notice.objects.filter(pk__in=[notice.pk for notice in notices]).delete()
        if letter and letter.told:
            MailSettings.objects.filter(login=login).update(told=letter.told)
    return "sent" if letter else "needless"


def put_off(notices: Collection[Notice], now: datetime, trouble: str) -> None:
    """Note a try that failed: the next waits twice as long as the last, and after some days there is none."""
    for each in notices:
        each.tries, each.trouble = each.tries + 1, trouble[:MAX_TROUBLE]
        each.due_at = now + min(FIRST_WAIT * 2 ** (each.tries - 1), LONGEST_WAIT)
        each.has_failed = now - each.created_at > TRIED_FOR
    Notice.objects.bulk_update(notices, ["tries", "trouble", "due_at", "has_failed"])


def message_of(letter: Letter, notice: Notice, login: User | None) -> EmailMultiAlternatives:
    """Return the e-mail of a letter with ways to get no more of its kind, for readers and for their programs.

    The first of its notices names it to servers.
    """
    unsubscribing = letters.signed_address("mail-unsubscribe", login, notice.kind) if login else ""
    context = {"kind": notice.get_kind_display(), "choices": absolute(reverse("mail-choices"))}
    message = typeset(letter, notice.address, "mail/letter", context | {"unsubscribing": unsubscribing})
    message.extra_headers["Message-ID"] = f"<{notice.pk}.{notice.created_at.timestamp():.0f}@{DNS_NAME}>"
    message.extra_headers["Auto-Submitted"] = "auto-generated"
    if login:  # https://www.rfc-editor.org/rfc/rfc8058
        message.extra_headers["List-Unsubscribe"] = f"<{unsubscribing}>"
        message.extra_headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return message
