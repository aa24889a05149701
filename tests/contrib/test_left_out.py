"""Apps that a lab can do without: the site is whole without any of them, and without all."""

import os
import subprocess
import sys
from itertools import combinations, count
from math import comb
from pathlib import Path

import pytest
from django.conf import settings
from django.db.migrations.recorder import MigrationRecorder

from labsite.apps import check_what_is_left_out

ROOT = Path(settings.BASE_DIR)
OPTIONS = ("--no-migrations", "-n0", "-p", "no:randomly", "-p", "no:cacheprovider", "-m", "")
# Of the promises those that take longest are kept once, with all of the apps left out, and then what is part of them.
WALKS, WALKED = "every_link", "home_page"
ALL = ",".join(app for app in settings.CONTRIB if "." not in app)
# Each of the others is left out in two runs, and no two in the same two: there is one without it and with any other.
OTHERS = [app for app in settings.CONTRIB if app != "documents"]
NUMBER = next(number for number in count(2) if comb(number, 2) >= len(OTHERS))
PAIRS = [*zip(OTHERS, combinations(range(NUMBER), 2), strict=False)]
SOME = [",".join(app for app, runs in PAIRS if run in runs) for run in range(NUMBER)]


@pytest.mark.once
@pytest.mark.parametrize("left_out", [ALL, "documents", *SOME])
def test_the_site_is_whole_without(left_out):
    command = [sys.executable, "-m", "pytest", *OPTIONS, "tests/contrib/promises.py"]
    command += ["-k", f"not {WALKED if left_out == ALL else WALKS}"]
    environment = os.environ | {"APPS_LEFT_OUT": left_out}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert run.returncode == 0, run.stdout[-5000:] + run.stderr[-2000:]
    assert f"{12 if left_out == ALL else 10} passed" in run.stdout


def test_an_app_whose_tables_are_there_is_not_left_out(settings, monkeypatch):
    settings.APPS_LEFT_OUT = ["documents", "moving"]
    applied = {("documents", "0001_initial"): None}
    monkeypatch.setattr(MigrationRecorder, "applied_migrations", lambda recorder: applied)
    [error] = check_what_is_left_out(databases=["default"])
    assert error.msg == "APPS_LEFT_OUT names documents, whose tables are in the database."
    assert error.hint == (
        "Unset that, delete the tables and their content with manage.py migrate documents zero, and set it again."
    )


def test_a_command_that_asks_no_database_is_not_refused(settings):
    settings.APPS_LEFT_OUT = ["documents"]
    assert check_what_is_left_out(databases=None) == []
