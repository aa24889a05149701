"""Once a term members are asked whether their page is still true."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail

from labsite.contrib.mail.models import MailSettings, Notice
from labsite.contrib.mail.noticing import queue_weekly
from labsite.contrib.mail.sending import send_due
from labsite.models import User
from people.models import Person

pytestmark = pytest.mark.django_db

MONDAY = datetime(2090, 1, 2, 6, tzinfo=UTC)
TERM = timedelta(days=182)


def asked(at):
    mail.outbox.clear()
    queue_weekly(at)
    send_due(at)
    return sorted(message.to[0] for message in mail.outbox if message.subject == "Is your page still up to date?")


@pytest.fixture
def members(people):
    """Those of the cast who are in the lab and sign in."""
    return sorted(User.objects.filter(person__in=Person.objects.members()).values_list("email", flat=True))


def test_members_are_asked_once_a_term_on_a_monday(members):
    assert members
    assert asked(MONDAY) == members
    assert asked(MONDAY + timedelta(days=7)) == []
    assert asked(MONDAY + TERM) == []
    assert asked(MONDAY + TERM + timedelta(days=7)) == members


@pytest.mark.parametrize("early", [timedelta(minutes=1), timedelta(days=1)])
def test_nobody_is_asked_on_another_day_or_at_night(members, early):
    assert asked(MONDAY - early) == []


def test_the_mail_leads_to_the_page_with_the_button(members):
    asked(MONDAY)
    [message, *_] = [each for each in mail.outbox if each.subject == "Is your page still up to date?"]
    assert "/admin/still-true/" in message.body


def test_who_confirmed_since_is_not_asked(members):
    Person.objects.update(confirmed_on=MONDAY.date() - timedelta(days=10))
    assert asked(MONDAY) == []


def test_who_confirms_before_the_mail_is_sent_gets_none(members):
    queue_weekly(MONDAY)
    Person.objects.update(confirmed_on=MONDAY.date())
    send_due(MONDAY)
    assert "Is your page still up to date?" not in [message.subject for message in mail.outbox]
    assert not Notice.objects.exists()


def test_who_does_not_want_it_gets_none(members):
    asked(MONDAY - TERM * 4)
    MailSettings.objects.update(unwanted=["confirming"])
    assert asked(MONDAY) == []
