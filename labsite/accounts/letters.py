"""Letters: the words of an e-mail as plain data, which templates/letters/ sets as text and as HTML; the invitation.

Where no server for e-mail is set, nothing is sent, and that is said before a deployment.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from email.mime.image import MIMEImage
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import Warning
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends import console
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, pgettext

from labsite.drawing.icons import ACCENT, touch_icon
from labsite.history.entries import who
from labsite.models import Invitation, Lab
from labsite.texts.languages import TAGS

ICON = "icon@labsite"  # the content id by which the HTML names the picture


class Line(NamedTuple):
    """Something that an e-mail names: where it leads, and a little more about it."""

    words: str
    address: str = ""
    about: str = ""


class LetterPart(NamedTuple):
    """Lines under a heading, or without one."""

    heading: str
    lines: Sequence[Line]


@dataclass(frozen=True)
class Letter:
    """The words of an e-mail; ``told`` is what whoever sends it remembers to have told."""

    subject: str
    lead: str
    parts: Sequence[LetterPart] = ()
    button: Line | None = None
    note: str = ""
    told: list[str] = field(default_factory=list)


def absolute(path: str) -> str:
    return f"{settings.SITE_ADDRESS}{path}"


def invited(invitation: Invitation, link: str) -> Letter:
    """Invite somebody, or bring an invitation to mind."""
    values = {"name": invitation.person.name, "lab": Lab.objects.current().shown_at("/").name}
    values["who"] = who(invitation.sent_by) if invitation.sent_by else values["lab"]
    values["day"] = date_format(timezone.localtime(invitation.expires_at), pgettext("day, month and year", "j F Y"))
    values["host"] = urlsplit(link).netloc
    lead = (
        gettext("Dear %(name)s, %(who)s invites you to edit your page on the website of %(lab)s, %(host)s.") % values
    )
    note = gettext(
        "The link is for you alone. It works once, until %(day)s. If you didn’t expect it, ignore this e-mail, or "
        "reply to it to ask."
    )
    subject = gettext("Your invitation to the website of %(lab)s") % values
    return Letter(subject, lead, button=Line(gettext("Choose a password"), link), note=note % values)


def typeset(
    letter: Letter, address: str, template: str = "letters/letter", context: dict[str, Any] | None = None
) -> EmailMultiAlternatives:
    """Return an e-mail with the words of a letter as text and as HTML, in the language that is active."""
    lab = Lab.objects.current().shown_at("/")
    context = (context or {}) | {
        "letter": letter,
        "lab": lab,
        "home": absolute(reverse("home")),
        "accent": lab.accent or ACCENT,
        "icon": ICON,
        "language": TAGS[get_language()],
    }
    subject = " ".join(letter.subject.split())
    text = render_to_string(f"{template}.txt", context).strip() + "\n"
    message = EmailMultiAlternatives(subject, text, to=[address], headers={"Content-Language": context["language"]})
    message.attach_alternative(render_to_string(f"{template}.html", context), "text/html")
    message.mixed_subtype = "related"  # type: ignore[attr-defined]  # which Django has, and its stubs don't
    icon = MIMEImage(touch_icon(lab.accent, lab.logo_content()), "png")
    icon.add_header("Content-ID", f"<{ICON}>")
    icon.add_header("Content-Disposition", "inline", filename="icon.png")
    message.attach(icon)
    return message


class ReadableBackend(console.EmailBackend):
    """Prints the words of e-mails, without HTML, pictures and encodings: for a machine of one's own."""

    def write_message(self, message: Any) -> None:
        self.stream.write(f"To: {', '.join(message.to)}\nSubject: {message.subject}\n\n{message.body}\n")


class NoEmailBackend(BaseEmailBackend):
    """Refuses to send, so that no e-mail is lost in silence; pages ask SENDS_EMAIL first and say so."""

    def send_messages(self, email_messages: Any) -> int:
        raise ImproperlyConfigured("This site sends no e-mail: EMAIL_URL is not set (see docs/deploying.md).")


def check_that_e_mail_is_sent(app_configs: Any, **kwargs: Any) -> list[Warning]:
    """Warn before a deployment of what the site will not do."""
    words = "EMAIL_URL is not set: nobody can be invited by e-mail or ask for a new password."
    return [] if settings.SENDS_EMAIL else [Warning(words, hint="See docs/deploying.md.", id="labsite.W001")]
