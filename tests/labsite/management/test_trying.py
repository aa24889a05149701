"""``check --deploy`` tries what the site needs, and says each failure in one sentence."""

import socket

import pytest
from django.core.files.storage import default_storage

from labsite.management.trying import check_by_trying
from labsite.web.health import Check, SiteCheck
from tests.labsite.leaving.installations import run

pytestmark = pytest.mark.django_db


def said():
    return [error.msg for error in check_by_trying(None)]


@pytest.fixture(autouse=True)
def up_to_date(monkeypatch):
    """The database has what the models have, whether its migrations have run or not."""
    monkeypatch.setattr("labsite.management.trying.behind", lambda alias: False)


def test_where_all_is_well_nothing_is_said_and_nothing_left():
    assert said() == []
    assert default_storage.listdir("") == ([], [])


def test_a_database_that_lacks_migrations(monkeypatch):
    monkeypatch.setattr("labsite.management.trying.behind", lambda alias: True)
    assert said() == ["The database can’t be used: it isn’t up to date; run manage.py migrate."]


def test_a_folder_of_uploads_that_is_none(settings):
    settings.MEDIA_ROOT.parent.mkdir(exist_ok=True)
    settings.MEDIA_ROOT.write_text("a file")
    [words] = said()
    assert words.startswith("Uploaded files can’t be stored: ")


def test_a_server_of_e_mails_that_doesnt_answer(settings):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        settings.EMAIL_BACKEND, settings.SENDS_EMAIL = "django.core.mail.backends.smtp.EmailBackend", True
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free.getsockname()[1]
        assert said() == [
            "The mail server can’t be used (EMAIL_URL): [Errno 111] Connection refused.",
        ]


def test_style_that_was_not_collected(monkeypatch):
    monkeypatch.setattr("labsite.management.trying.staticfiles_storage.hashed_files", {}, raising=False)
    assert said() == ["Style sheets and scripts aren’t collected: run manage.py collectstatic."]


def test_what_an_app_lacks(monkeypatch):
    check = SiteCheck(lambda: Check("Documents", False, "Install a font."))
    monkeypatch.setattr("labsite.management.trying.registry.added", lambda facet: [check])
    assert said() == ["An app lacks what it needs: Documents: Install a font."]


@pytest.mark.once
def test_a_folder_that_is_not_there_is_one_sentence(tmp_path):
    done = run("manage.py", "check", "--deploy", database=f"sqlite:///{tmp_path}/nowhere/lab.sqlite3")
    assert done.returncode == 1
    assert "The database can’t be used: unable to open database file." in done.stderr
    assert "Traceback" not in done.stderr
