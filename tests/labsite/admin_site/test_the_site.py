"""The page on which administrators see whether the site is in order."""

import re
import smtplib

import pytest
from django.contrib.messages import get_messages
from django.core import mail
from django.core.cache import cache

from labsite.models import JobRun
from labsite.roles import Role
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss(client):
    cast.make_lab()
    cache.clear()
    client.force_login(cast.make_login(role=Role.ADMINISTRATOR))
    return client


@pytest.fixture
def smtp(settings, monkeypatch):
    """A server at mail.example that answers with the error it is given."""
    settings.EMAIL_HOST, settings.EMAIL_PORT = "mail.example", 587
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"

    def fail_with(error):
        def refuse(*args, **kwargs):
            raise error

        monkeypatch.setattr("django.core.mail.backends.smtp.EmailBackend.send_messages", refuse)

    return fail_with


def told(answer):
    return [str(message) for message in get_messages(answer.wsgi_request)]


def words_of(page):
    """Return what the page says of each thing, and whether it wants a look."""
    rows = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", page, re.DOTALL)
    return {
        name: (words.partition("<strong")[0].replace("\xa0", " "), "Needs attention" in words) for name, words in rows
    }


def test_it_says_of_each_thing_whether_it_is_in_order(boss, settings):
    settings.DEBUG, settings.ADMINS, settings.SENDS_EMAIL = True, [("", "ops@lab.example")], True
    JobRun.objects.create(command="check_links", has_failed=True, outcome="<b>Nothing answered.</b>")
    words = words_of(boss.get("/admin/site/").content.decode())
    assert words["DEBUG"] == ("On: errors are shown to everyone.", True)
    assert words["HTTPS"][1] is not settings.HTTPS
    assert words["Errors"] == ("Reported to ops@lab.example.", False)
    assert words["check_sources"] == ("It hasn’t run yet: the site is new.", False)
    assert words["Version"][0].startswith(f"{settings.VERSION}, on Python 3.")


def test_it_says_by_which_addresses_the_university_signs_people_in(boss, settings, monkeypatch):
    words = words_of(boss.get("/admin/site/").content.decode())["Example University"]
    told = (
        "Through https://sso.example, if it reports email_verified; "
        "if all its addresses are verified, set SSO_TRUST_EMAIL=on."
    )
    assert words == (told, False)
    monkeypatch.setitem(settings.SSO["settings"], "verified_email", True)
    words = words_of(boss.get("/admin/site/").content.decode())["Example University"]
    assert words == ("Through https://sso.example, all of whose addresses are trusted (SSO_TRUST_EMAIL).", False)


def test_what_a_job_said_is_text(boss):
    JobRun.objects.create(command="check_links", started_at="2026-03-01T03:00Z", ended_at="2026-03-01T03:01Z")
    JobRun.objects.update(outcome="<b>Nothing answered.</b>", has_failed=True)
    assert "&lt;b&gt;Nothing answered." in boss.get("/admin/site/").content.decode()


def test_without_a_mail_server_there_is_no_button(boss, settings):
    settings.SENDS_EMAIL = False
    page = boss.get("/admin/site/").content.decode()
    assert words_of(page)["E-mail"] == (
        "EMAIL_URL isn’t set: nobody can be invited or ask for a new password.",
        True,
    )
    assert "Send a test e-mail" not in page


def test_the_menu_names_it_to_administrators_only(boss):
    address = '<a href="/admin/site/"'
    assert address in boss.get("/admin/").content.decode()
    boss.force_login(cast.make_login(cast.student(), Role.EDITOR))
    assert address not in boss.get("/admin/").content.decode()
    assert boss.get("/admin/site/").status_code == boss.post("/admin/site/").status_code == 403
    assert mail.outbox == []


def test_a_test_e_mail_goes_to_who_asked_for_it(boss):
    answer = boss.post("/admin/site/")
    (sent,) = mail.outbox
    assert answer["Location"] == "/admin/site/"
    assert told(answer) == [
        f"An e-mail is on its way to {sent.to[0]}. Check that it arrives, and look in the spam folder too."
    ]
    assert sent.to == [answer.wsgi_request.user.email]


def test_a_fourth_within_a_minute_is_refused(boss):
    assert [boss.post("/admin/site/").status_code for _ in range(4)] == [302, 302, 302, 429]
    assert len(mail.outbox) == 3


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            smtplib.SMTPAuthenticationError(535, b"5.7.8 authentication failed"),
            "mail.example:587 refuses the name or password in EMAIL_URL: 535 5.7.8 authentication failed",
        ),
        (
            smtplib.SMTPRecipientsRefused({"a@lab.example": (550, b"no such user")}),
            "mail.example:587 refuses the address: 550 no such user",
        ),
        (smtplib.SMTPSenderRefused(553, b"not you", "site@lab.example"), "mail.example:587 refused: 553 not you"),
        (smtplib.SMTPNotSupportedError("no TLS"), "Communication with mail.example:587 failed: no TLS"),
        (ConnectionRefusedError(111, "Connection refused"), "mail.example:587 can’t be reached: [Errno 111]"),
    ],
)
def test_a_server_that_takes_no_e_mail_is_quoted(boss, smtp, error, words):
    smtp(error)
    answer = boss.post("/admin/site/")
    assert answer.status_code == 302
    assert words in told(answer)[0]
