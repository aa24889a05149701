"""Labs of earlier versions, brought to this one as an upgrade does it."""

import json
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
from django.core import signing
from django.db import connection
from django.utils import timezone

from tests.labsite.leaving.installations import run
from tests.upgrades.stored import Lab, copied, unpacked, versions
from tests.upgrades.tables import rows
from tests.worlds import made_once

*EARLIER, LATEST = versions()
# What the oldest left behind takes all migrations, which is what a second kind of database is asked.
VERSIONS = [*EARLIER, pytest.param(LATEST, marks=pytest.mark.smoke)][: None if connection.vendor == "sqlite" else 1]


@pytest.fixture(scope="session", params=VERSIONS)
def upgraded(request, tmp_path_factory, django_db_blocker):
    """A lab on which the commands of an upgrade have been run: only copies are opened, of one for all workers."""

    def upgrade(lab):
        with django_db_blocker.unblock(), lab.open():
            lab.noted.write_text(json.dumps(rows()))
        for command in ("migrate", "seed"):
            options = {"MEDIA_ROOT": str(lab.media), "FIXTURES": ""}
            done = run("manage.py", command, "--verbosity", "0", database=lab.address, **options)
            assert done.returncode == 0, done.stderr

    def make(folder):
        with unpacked(request.param, folder) as lab:
            upgrade(lab)

    if connection.vendor == "sqlite":
        yield Lab.on_sqlite(made_once(tmp_path_factory, f"upgraded-{request.param}", make))
        return
    with unpacked(request.param, tmp_path_factory.mktemp(request.param)) as lab:
        upgrade(lab)
        yield lab


@pytest.fixture
def lab(upgraded, tmp_path, settings, monkeypatch, django_db_blocker):
    """A copy of an upgraded lab, which this process serves an hour after it was stored."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    settings.MEDIA_ROOT = tmp_path / "lab" / "media"
    with django_db_blocker.unblock(), copied(upgraded, tmp_path / "lab") as lab, lab.open():
        go_to(monkeypatch, datetime.fromisoformat(lab.left["made at"]) + timedelta(hours=1))
        yield lab


def go_to(monkeypatch, moment):
    """Let it be another time; it goes on from then."""
    gone = moment - datetime.now(moment.tzinfo)
    monkeypatch.setattr(timezone, "now", lambda: datetime.now(moment.tzinfo) + gone)
    monkeypatch.setattr(signing, "time", SimpleNamespace(time=lambda: timezone.now().timestamp()))
