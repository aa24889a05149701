"""How e-mails are sent: as text and HTML, tried again, given up, and to nobody who doesn't want them."""

from datetime import timedelta
from smtplib import SMTPServerDisconnected

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from labsite.contrib.mail import content, noticing, sending
from labsite.contrib.mail.models import MailSettings, Notice
from labsite.contrib.mail.sending import send_due
from labsite.models import Invitation, JobRun
from labsite.models.accounts import fingerprint
from labsite.roles import Role
from tests import cast

from .conftest import LATER, body, save, sent

pytestmark = pytest.mark.django_db

AN_HOUR = timedelta(hours=1)


@pytest.fixture
def notice(people):
    """Zoë is to be told that Ada changed her page."""
    save(people.zoe, people.logins.ada, headline="Sleeps well")
    Notice.objects.exclude(to=people.logins.zoe).delete()  # the editors', on Monday
    Notice.objects.update(due_at=timezone.now())
    return Notice.objects.get()


def refuse(monkeypatch):
    def refused(self, *args):
        raise SMTPServerDisconnected("Come back later")

    monkeypatch.setattr(EmailBackend, "send_messages", refused)


class LetterTests:
    def test_an_e_mail_is_text_with_an_html_twin_that_shows_the_labs_icon(self, people, notice):
        sent()
        message = mail.outbox[0].message()
        assert message.get_content_type() == "multipart/related"
        parts = [part.get_content_type() for part in message.walk() if not part.is_multipart()]
        assert parts == ["text/plain", "text/html", "image/png"]
        assert '<img src="cid:icon@labsite"' in mail.outbox[0].alternatives[0].content
        assert [part["Content-ID"] for part in message.walk() if part["Content-ID"]] == ["<icon@labsite>"]

    def test_the_html_has_the_labs_colour_and_says_nothing_unescaped(self, lab, people):
        lab.accent = "#123456"
        lab.save()
        save(people.zoe, people.logins.ada, name="<b>Zoë</b>")
        sent()
        html = mail.outbox[0].alternatives[0].content
        assert "border-bottom:2px solid #123456" in html
        assert "&lt;b&gt;Zoë&lt;/b&gt;" in html
        assert "<b>Zoë" not in html

    def test_it_says_to_servers_how_it_is_stopped(self, people, notice):
        sent()
        headers = mail.outbox[0].extra_headers
        assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert headers["List-Unsubscribe"].strip("<>") in body()
        assert headers["Auto-Submitted"] == "auto-generated"

    def test_it_speaks_the_language_in_which_the_reader_used_the_site(self, people, notice):
        MailSettings.objects.create(login=people.logins.zoe, language="zh-hans")
        assert sent() == [("zoe@lab.example", "有改动：Zoë Lindqvist")]
        assert mail.outbox[0].extra_headers["Content-Language"] == "zh-Hans"
        assert "不再接收这类邮件：" in body()

    def test_links_lead_to_the_address_of_the_site(self, people, notice, settings):
        settings.SITE_ADDRESS = "https://lab.example:8443"
        sent()
        assert f"https://lab.example:8443/admin/people/person/{people.zoe.pk}/history/" in body()

    def test_many_things_cost_as_many_queries_as_one(self, people, django_assert_num_queries):
        for number in range(2):
            cast.make_publication(f"Paper {number}", [people.zoe])
        papers = list(people.zoe.publications.all())
        save(papers[0], people.logins.ada, year=2020)
        with django_assert_num_queries(16):
            sent()
        for paper in papers:
            save(paper, people.logins.ada, year=2021)
            save(paper, people.logins.ada, year=2022)
        with django_assert_num_queries(16):
            sent()


class RetryTests:
    def test_an_e_mail_that_a_server_refuses_is_sent_later(self, notice, monkeypatch):
        with monkeypatch.context() as patch:
            refuse(patch)
            assert sent(timedelta()) == []
        assert sent(timedelta(minutes=4)) == []
        assert sent(timedelta(minutes=6)) == [("zoe@lab.example", "Changes to Zoë Lindqvist")]
        assert not Notice.objects.exists()

    def test_each_wait_is_twice_as_long_as_the_last_until_it_is_half_a_day(self, notice):
        now, waits = timezone.now(), []
        for _ in range(9):
            sending.put_off([notice], now, "451 Try later")
            waits.append((notice.due_at - now) // timedelta(minutes=1))
        assert waits == [5, 10, 20, 40, 80, 160, 320, 640, 720]

    def test_after_some_days_it_is_given_up_until_an_administrator_says_otherwise(self, notice, monkeypatch):
        with monkeypatch.context() as patch:
            refuse(patch)
            assert sent(timedelta(days=4, hours=1)) == []
        assert Notice.objects.get().has_failed
        assert sent(timedelta(days=9)) == []
        signed_in = Client()
        signed_in.force_login(cast.make_administrator())
        signed_in.post(reverse("admin:tell-again"))
        assert sent() == [("zoe@lab.example", "Changes to Zoë Lindqvist")]

    def test_one_that_fails_holds_up_no_other(self, people, notice, monkeypatch):
        save(people.ivo, people.logins.ada, headline="Sleeps")
        monkeypatch.setitem(sending.LETTERS, "changed", failing_for(people.logins.ivo, sending.LETTERS["changed"]))
        assert sent() == [("zoe@lab.example", "Changes to Zoë Lindqvist")]
        assert Notice.objects.get().trouble == "Something unexpected happened; see the log."

    def test_a_server_that_is_away_is_asked_once(self, people, notice, monkeypatch):
        save(people.ivo, people.logins.ada, headline="Sleeps")
        Notice.objects.filter(kind="overview").delete()
        asked = []
        monkeypatch.setattr(EmailBackend, "open", lambda self: asked.append(1) or refuse_connection())
        with pytest.raises(CommandError, match="Connection refused"):
            send_due(timezone.now() + timedelta(hours=2))
        assert len(asked) == 1
        assert set(Notice.objects.values_list("tries", "trouble")) == {(1, "Connection refused")}

    def test_what_another_process_is_sending_is_left_to_it(self, people, notice):
        now = timezone.now()
        assert sending.claim(notice.to_id, notice.kind, None, now) == [notice]
        assert sending.claim(notice.to_id, notice.kind, None, now) == []

    def test_administrators_see_what_failed_and_try_it_again(self, notice, monkeypatch):
        sending.put_off([notice], timezone.now() + timedelta(days=5), "550 No such user")
        client = Client()
        client.force_login(cast.make_administrator())
        page = client.get(reverse("admin:the-site")).content.decode()
        assert "Tried 1 time: 550 No such user It won’t be tried again." in page
        assert "Try again to send 1 notice" in page
        assert client.post(reverse("admin:tell-again")).status_code == 302
        assert not Notice.objects.filter(has_failed=True).exists()

    def test_administrators_see_that_no_timer_sends_anything(self, notice):
        Notice.objects.update(due_at=timezone.now() - timedelta(hours=2))
        [waiting] = content.checks()
        assert waiting.words == "1 notice to send. They aren’t being sent: is the timer for send_mail running?"
        assert not waiting.is_fine


class WantedTests:
    def test_what_somebody_does_not_want_is_not_sent(self, people, notice):
        MailSettings.objects.create(login=people.logins.zoe, unwanted=["left"])
        Notice.objects.update(kind="left", person=people.ivo)
        assert sent() == []
        assert not Notice.objects.exists()

    def test_what_somebody_does_not_want_at_once_waits_for_their_digest(self, people, notice):
        MailSettings.objects.create(login=people.logins.zoe, unwanted=["changed"])
        now = timezone.now()
        assert sent() == []
        notice.refresh_from_db()
        assert (notice.kind, notice.due_at > now + LATER) == ("digest", True)

    def test_who_is_no_editor_any_more_gets_no_e_mail_of_editors(self, people):
        Notice.objects.create(kind="left", to=people.logins.zoe, person=people.ivo)
        assert sent() == []

    def test_who_can_not_sign_in_any_more_gets_nothing(self, people, notice):
        people.logins.zoe.is_active = False
        people.logins.zoe.save()
        assert sent() == []
        assert not Notice.objects.exists()


class InvitationTests:
    @pytest.fixture
    def invitation(self, people):
        now = timezone.now()
        times = {"sent_at": now - timedelta(days=6), "expires_at": now + timedelta(days=1)}
        who = {"person": cast.make_member("Noor Sato"), "email": "noor@lab.example", "sent_by": people.logins.ada}
        return Invitation.objects.create(**who, **times, role=Role.MEMBER, fingerprint=fingerprint("first"))

    def test_an_invitation_is_brought_to_mind_once_before_it_ends(self, invitation):
        for _ in range(2):
            noticing.queue_reminders(timezone.now())
        assert sent(timedelta()) == [
            ("noor@lab.example", "Expires soon: Your invitation to the website of Leisure Lab")
        ]
        assert (
            "Dear Noor Sato, Ada Quill invites you to edit your page on the website of Leisure Lab, testserver."
            in body()
        )
        noticing.queue_reminders(timezone.now())
        assert not Notice.objects.exists()

    @pytest.mark.parametrize(
        "change", [{"accepted_at": timezone.now()}, {"expires_at": timezone.now() + 3 * 24 * AN_HOUR}]
    )
    def test_what_is_accepted_or_has_time_is_not(self, invitation, change):
        Invitation.objects.update(**change)
        noticing.queue_reminders(timezone.now())
        assert not Notice.objects.exists()

    def test_its_link_and_the_first_both_lead_to_the_page(self, invitation):
        noticing.queue_reminders(timezone.now())
        sent(timedelta())
        link = body().partition("Choose a password: http://testserver")[2].partition("\n")[0]
        assert [Client().get(path).status_code for path in (link, reverse("invitation", args=["first"]))] == [200, 200]

    def test_nothing_in_it_speaks_of_unsubscribing(self, invitation):
        noticing.queue_reminders(timezone.now())
        sent(timedelta())
        assert "List-Unsubscribe" not in mail.outbox[0].extra_headers
        assert "/account/mails/" not in body()


@pytest.mark.usefixtures("no_monday")
class CommandTests:
    def test_it_says_how_many_it_sent_and_is_noted_as_a_job(self, notice):
        call_command("send_mail")
        assert len(mail.outbox) == 1
        assert JobRun.objects.get(command="send_mail").outcome == "1 sent."

    def test_it_fails_where_the_server_is_away(self, notice, monkeypatch):
        monkeypatch.setattr(EmailBackend, "open", lambda self: refuse_connection())
        with pytest.raises(CommandError, match="The mail server can’t be reached: Connection refused"):
            call_command("send_mail")

    def test_it_does_nothing_on_a_site_without_e_mail(self, notice, settings):
        settings.SENDS_EMAIL = False
        call_command("send_mail")
        assert mail.outbox == []


def refuse_connection():
    raise ConnectionRefusedError("Connection refused")


def failing_for(login, letter):
    def fail(reader, notices):
        return letter(reader, notices) if reader != login else {}["nothing"]

    return fail
