"""From a member's form to the mailbox of an editor, by a real server: STARTTLS, then a login."""

import datetime
import gc
import socket
import ssl
import warnings
from email import message_from_bytes, policy

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.management import CommandError, call_command
from django.test import Client

from labsite.models import MailSettings, Notice
from labsite.roles import Role
from publications.models import Publication
from tests import cast
from tests.editing import address, form_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]

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


@pytest.fixture(scope="module")
def secured(tmp_path_factory):
    """A certificate for this machine, as its own authority."""
    key, name = (
        ec.generate_private_key(ec.SECP256R1()),
        x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")]),
    )
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder(
            name, name, key.public_key(), x509.random_serial_number(), now, now + datetime.timedelta(1)
        )
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = tmp_path_factory.mktemp("smtp") / "localhost.pem"
    own = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(own + certificate.public_bytes(serialization.Encoding.PEM))
    return file


@pytest.fixture
def mailbox(secured, settings, monkeypatch):
    """The mailbox of a server at a free port, which takes e-mails only after STARTTLS and a login."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(secured)
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
    monkeypatch.setenv("SSL_CERT_FILE", str(secured))
    yield controller.handler
    controller.stop()
    with warnings.catch_warnings():  # of what it leaves of connections that were broken off
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@pytest.fixture
def editor(no_monday):
    cast.make_lab(needs_approval=True)
    return cast.make_login(cast.pi(), Role.EDITOR, email="ada@lab.example")


def hand_in():
    """Add a paper by the form, as Zoë."""
    client = Client()
    client.force_login(cast.make_login(cast.student(), Role.MEMBER))
    add = address(Publication, "add")
    client.post(add, form_of(client, add) | {"title": "Quokka: Schlaf für alle", "kind": "conference"})


def test_an_editor_reads_that_a_members_paper_waits(editor, mailbox):
    MailSettings.objects.create(login=editor, language="zh-hans")
    hand_in()
    call_command("send_mail")
    [(recipients, message)] = mailbox.kept
    assert recipients == ["ada@lab.example"]
    assert (message["To"], message["From"]) == ("ada@lab.example", "Leisure Lab <site@lab.example>")
    assert message["Subject"].strip() == "“Quokka: Schlaf für alle”等待审核"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    text, html = (message.get_body([kind]).get_content() for kind in ("plain", "html"))
    paper = Publication.objects.get()
    for words in (text, html):
        assert f"http://testserver{paper.form_url}" in words
        assert "由Zoë Lindqvist提交。" in words
    link = message["List-Unsubscribe"].strip(" <>")
    assert Client().post(link.removeprefix("http://testserver"), {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert MailSettings.objects.get(login=editor).unwanted == ["waiting"]


def test_what_the_server_refuses_waits_with_its_words(editor, mailbox):
    mailbox.refusal = "452 Mailbox full"
    hand_in()
    call_command("send_mail")
    assert [notice.trouble for notice in Notice.objects.all()] == ["(452, b'Mailbox full')"]


def test_a_wrong_password_is_told_in_the_servers_words(editor, mailbox, settings):
    settings.EMAIL_HOST_PASSWORD = "wallaby"
    hand_in()
    with pytest.raises(CommandError, match="535"):
        call_command("send_mail")
    assert Notice.objects.get().tries == 1


def test_a_certificate_that_nobody_vouches_for_is_refused(editor, mailbox, monkeypatch):
    monkeypatch.delenv("SSL_CERT_FILE")
    hand_in()
    with pytest.raises(CommandError, match="certificate verify failed"):
        call_command("send_mail")
    assert mailbox.kept == []
