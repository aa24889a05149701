"""What stands in for e-mail where no server is set."""

from django.core.exceptions import ImproperlyConfigured
from django.core.mail.backends.base import BaseEmailBackend


class NoEmailBackend(BaseEmailBackend):
    """Refuses to send, so that no e-mail is lost in silence; pages ask SENDS_EMAIL first and say so."""

    def send_messages(self, email_messages):
        raise ImproperlyConfigured("This site sends no e-mail: EMAIL_URL is not set (see README.md).")
