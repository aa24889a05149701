"""From a member's form to the mailbox of an editor, by a real server: STARTTLS, then a login."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from labsite.contrib.mail.models import MailSettings, Notice
from labsite.roles import Role
from publications.models import Publication
from tests import cast
from tests.editing import address, form_of
from tests.mailbox import mailbox  # noqa: F401  (a fixture)

pytestmark = [pytest.mark.django_db, pytest.mark.once]


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


def test_an_editor_reads_that_a_members_paper_waits(editor, mailbox):  # noqa: F811
    MailSettings.objects.create(login=editor, language="zh-hans")
    hand_in()
    call_command("send_mail")
    [(recipients, message)] = mailbox.kept
    assert recipients == ["ada@lab.example"]
    assert (message["To"], message["From"]) == ("ada@lab.example", "Leisure Lab <site@lab.example>")
    assert message["Subject"].strip() == "“Quokka: Schlaf für alle”等待批准"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    text, html = (message.get_body([kind]).get_content() for kind in ("plain", "html"))
    paper = Publication.objects.get()
    for words in (text, html):
        assert f"http://testserver{paper.form_url}" in words
        assert "由Zoë Lindqvist提交。" in words
    link = message["List-Unsubscribe"].strip(" <>")
    assert Client().post(link.removeprefix("http://testserver"), {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert MailSettings.objects.get(login=editor).unwanted == ["waiting"]


def test_what_the_server_refuses_waits_with_its_words(editor, mailbox):  # noqa: F811
    mailbox.refusal = "452 Mailbox full"
    hand_in()
    call_command("send_mail")
    assert [notice.trouble for notice in Notice.objects.all()] == ["(452, b'Mailbox full')"]


def test_a_wrong_password_is_told_in_the_servers_words(editor, mailbox, settings):  # noqa: F811
    settings.EMAIL_HOST_PASSWORD = "wallaby"
    hand_in()
    with pytest.raises(CommandError, match="535"):
        call_command("send_mail")
    assert Notice.objects.get().tries == 1


def test_a_certificate_that_nobody_vouches_for_is_refused(editor, mailbox, monkeypatch):  # noqa: F811
    monkeypatch.delenv("SSL_CERT_FILE")
    hand_in()
    with pytest.raises(CommandError, match="certificate verify failed"):
        call_command("send_mail")
    assert mailbox.kept == []
