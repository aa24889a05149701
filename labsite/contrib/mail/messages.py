"""An e-mail as it is sent: a letter with the ways to get no more of its kind, for readers and for their programs."""

from django.core.mail import DNS_NAME, EmailMultiAlternatives
from django.urls import reverse

from labsite.accounts.letters import Letter, absolute, typeset
from labsite.contrib.mail.links import unsubscribing_address
from labsite.contrib.mail.models import Notice
from labsite.models import User


def message_of(letter: Letter, notice: Notice, login: User | None) -> EmailMultiAlternatives:
    """Return the e-mail that tells somebody of notices, the first of which names it to servers."""
    unsubscribing = unsubscribing_address(login, notice.kind) if login else ""
    context = {
        "kind": notice.get_kind_display() if login else "",
        "unsubscribing": unsubscribing,
        "choices": absolute(reverse("mail-choices")),
    }
    message = typeset(letter, notice.address, "mail/letter", context)
    message.extra_headers["Message-ID"] = f"<{notice.pk}.{notice.created_at.timestamp():.0f}@{DNS_NAME}>"
    message.extra_headers["Auto-Submitted"] = "auto-generated"
    if login:  # https://www.rfc-editor.org/rfc/rfc8058
        message.extra_headers["List-Unsubscribe"] = f"<{unsubscribing}>"
        message.extra_headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return message
