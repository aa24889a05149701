"""Two members and two editors of a lab whose papers are approved, and what each of them is told."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core import mail
from django.utils import timezone

from labsite import history
from labsite.contrib.mail.models import Notice
from labsite.contrib.mail.sending import send_due
from labsite.roles import Role
from tests import cast

LATER = timedelta(hours=2)  # when also what is gathered is due


@pytest.fixture
def lab():
    return cast.make_lab(needs_approval=True)


@pytest.fixture
def people(lab):
    """Ada leads and edits, as Maren does; Zoë and Ivo are members."""
    made = SimpleNamespace(ada=cast.pi(), zoe=cast.student(), ivo=cast.make_member("Ivo Brandt"))
    logins = {
        "ada": cast.make_login(made.ada, Role.EDITOR, email="ada@lab.example"),
        "maren": cast.make_login(None, Role.EDITOR, email="maren@lab.example", first_name="Maren", last_name="Hale"),
        "zoe": cast.make_login(made.zoe, Role.MEMBER, email="zoe@lab.example"),
        "ivo": cast.make_login(made.ivo, Role.MEMBER, email="ivo@lab.example"),
    }
    return SimpleNamespace(**vars(made), logins=SimpleNamespace(**logins))


@pytest.fixture
def no_monday(monkeypatch):
    """Whatever day it is, no digest is due."""
    monkeypatch.setattr("labsite.contrib.mail.management.commands.send_mail.queue_weekly", lambda now: None)


def save(row, by, **values):
    """Change a row in a step of somebody's, as their form does."""
    with history.step(by):
        for name, value in values.items():
            setattr(row, name, value)
        row.save()


def sent(at=LATER):
    """Send what is due by then and doesn't wait for a Monday; return the recipients and the subject of each e-mail."""
    mail.outbox.clear()
    Notice.objects.filter(kind__in=("digest", "overview")).delete()
    send_due(timezone.now() + at)
    return sorted((*message.to, message.subject) for message in mail.outbox)


def body():
    [message] = mail.outbox
    return message.body
