"""What stands in for e-mail where no server is set."""

from typing import Any

from django.conf import settings
from django.core.checks import Warning
from django.core.exceptions import ImproperlyConfigured
from django.core.mail.backends.base import BaseEmailBackend


class NoEmailBackend(BaseEmailBackend):
    """Refuses to send, so that no e-mail is lost in silence; pages ask SENDS_EMAIL first and say so."""

    def send_messages(self, email_messages: Any) -> int:
        raise ImproperlyConfigured("This site sends no e-mail: EMAIL_URL is not set (see docs/deploying.md).")


def check_that_e_mail_is_sent(app_configs: Any, **kwargs: Any) -> list[Warning]:
    """Warn before a deployment of what the site will not do."""
    words = "EMAIL_URL is not set: nobody can be invited by e-mail or ask for a new password."
    return [] if settings.SENDS_EMAIL else [Warning(words, hint="See docs/deploying.md.", id="labsite.W001")]
