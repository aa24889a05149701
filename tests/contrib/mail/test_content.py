"""What the app adds to the site: a job, a command beside the server, a page of the admin."""

import pytest
from django.test import Client
from django.urls import reverse

from labsite.contrib.mail.models import Notice
from labsite.management.commands import run
from labsite.models import JobRun
from labsite.roles import Role
from tests import cast
from tests.labsite.concurrency.server import free_port

pytestmark = pytest.mark.django_db


@pytest.fixture
def started(monkeypatch):
    """What the command that shows the site starts beside it."""
    started = []
    monkeypatch.setattr(run.subprocess, "Popen", lambda arguments, **_: started.append(arguments[2:]))
    monkeypatch.setattr(run, "call_command", lambda *_, **options: None)
    monkeypatch.setattr(run.os, "execv", lambda *_: None)
    return started


def test_a_site_that_is_shown_sends_its_e_mails_each_minute(started):
    run.Command().execute(**run_options())
    assert started == [["labsite", "send_mail", "--every", "60"]]


def test_a_site_without_a_server_of_e_mails_starts_nothing_that_sends_them(started, settings):
    settings.SENDS_EMAIL = False
    run.Command().execute(**run_options())
    assert started == []


def run_options():
    parser = run.Command().create_parser("manage.py", "run")
    return vars(parser.parse_args(["--port", str(free_port())]))


def test_sending_is_a_job_that_is_late_after_a_day():
    assert JobRun.days()["send_mail"] == 0


@pytest.mark.parametrize(("role", "status"), [(Role.MEMBER, 403), (Role.EDITOR, 403), (Role.ADMINISTRATOR, 302)])
def test_only_administrators_let_what_was_given_up_be_tried_again(role, status):
    notice = Notice.objects.create(kind=Notice.Kind.LEFT, to=cast.make_login(), has_failed=True)
    client = Client()
    client.force_login(cast.make_login(role=role))
    assert client.get(reverse("admin:tell-again")).status_code == (403 if status == 403 else 405)
    assert client.post(reverse("admin:tell-again")).status_code == status
    notice.refresh_from_db()
    assert notice.has_failed is (status == 403)
