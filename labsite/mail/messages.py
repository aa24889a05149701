"""An e-mail as it is sent: a letter as text, and the same as HTML with the lab's icon and colour."""

from email.mime.image import MIMEImage
from typing import Any

from django.core.mail import DNS_NAME, EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from labsite.drawing.icons import ACCENT, touch_icon
from labsite.mail.letters import Letter, absolute
from labsite.mail.links import unsubscribing_address
from labsite.models import Lab, Notice, User
from labsite.texts.languages import TAGS

ICON = "icon@labsite"  # the content id by which the HTML names the picture


def message_of(letter: Letter, notice: Notice, login: User | None) -> EmailMultiAlternatives:
    """Return the e-mail that tells somebody of notices, the first of which names it to servers."""
    unsubscribing = unsubscribing_address(login, notice.kind) if login else ""
    context = {
        "kind": notice.get_kind_display() if login else "",
        "unsubscribing": unsubscribing,
        "choices": absolute(reverse("mail-choices")),
    }
    message = typeset(letter, notice.address, context)
    message.extra_headers["Message-ID"] = f"<{notice.pk}.{notice.created_at.timestamp():.0f}@{DNS_NAME}>"
    message.extra_headers["Auto-Submitted"] = "auto-generated"
    if login:  # https://www.rfc-editor.org/rfc/rfc8058
        message.extra_headers["List-Unsubscribe"] = f"<{unsubscribing}>"
        message.extra_headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return message


def typeset(letter: Letter, address: str, context: dict[str, Any]) -> EmailMultiAlternatives:
    """Return an e-mail that says the words of a letter in both ways, in the language that is active."""
    lab = Lab.objects.current().shown_at("/")
    context = context | {
        "letter": letter,
        "lab": lab,
        "home": absolute(reverse("home")),
        "accent": lab.accent or ACCENT,
        "icon": ICON,
        "language": TAGS[get_language()],
    }
    subject = " ".join(letter.subject.split())
    text = render_to_string("mail/letter.txt", context).strip() + "\n"
    message = EmailMultiAlternatives(subject, text, to=[address], headers={"Content-Language": context["language"]})
    message.attach_alternative(render_to_string("mail/letter.html", context), "text/html")
    message.mixed_subtype = "related"  # type: ignore[attr-defined]  # which Django has, and its stubs don't
    icon = MIMEImage(touch_icon(lab.accent, lab.logo_content()), "png")
    icon.add_header("Content-ID", f"<{ICON}>")
    icon.add_header("Content-Disposition", "inline", filename="icon.png")
    message.attach(icon)
    return message
