"""A mailbox with a real server on this machine, to which the site's e-mails go: STARTTLS, then a login."""

import gc
import socket
import ssl
import warnings
from email import message_from_bytes, policy

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from tests.web import self_signed

NAME, PASSWORD = "labsite", "quokka"


class Mailbox:
    """What a server keeps: each e-mail as it came, with whom it is for; what ``refusal`` says is answered instead."""

    refusal = ""

    def __init__(self):
        self.kept = []

    async def handle_DATA(self, server, session, envelope):
        if self.refusal:
            return self.refusal
        self.kept.append((envelope.rcpt_tos, message_from_bytes(envelope.content, policy=policy.default)))
        return "250 Kept"


def authenticate(server, session, envelope, mechanism, data):
    return AuthResult(success=(data.login, data.password) == (NAME.encode(), PASSWORD.encode()), handled=False)


@pytest.fixture
def mailbox(tmp_path, settings, monkeypatch):
    """The mailbox of a server at a free port, whose certificate the site trusts."""
    certificate = self_signed(tmp_path)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    options = {"tls_context": context, "require_starttls": True, "auth_required": True, "authenticator": authenticate}
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    controller = Controller(Mailbox(), hostname="localhost", port=port, **options)
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "localhost", port
    settings.EMAIL_USE_TLS, settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = True, NAME, PASSWORD
    settings.DEFAULT_FROM_EMAIL = "Leisure Lab <site@lab.example>"
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    yield controller.handler
    controller.stop()
    with warnings.catch_warnings():  # of what it leaves of connections that were broken off
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
