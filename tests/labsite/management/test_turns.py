"""Two machines of one deployment start ``migrate`` and ``seed`` at once: one works, the other waits."""

import subprocess
import sys

import pytest
from django.conf import settings
from django.db import connection

from tests.labsite.leaving.installations import new_database, variables


def started(database):
    """Start what a deployment does, in a process of its own."""
    manage = f"{sys.executable} manage.py"
    return subprocess.Popen(
        f"{manage} migrate --verbosity 0 && {manage} seed",
        shell=True,
        cwd=settings.BASE_DIR,
        env=variables(database),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def assert_one_plants_and_the_other_keeps(database):
    processes = [started(database) for _ in range(2)]
    said = [process.communicate() for process in processes]
    assert [(process.returncode, errors) for process, (_, errors) in zip(processes, said, strict=True)] == [
        (0, "")
    ] * 2
    labs = sorted(line for output, _ in said for line in output.splitlines() if line.startswith("labsite.lab:"))
    assert labs == ["labsite.lab: 0 added, 1 unchanged", "labsite.lab: 1 added, 0 unchanged"]


@pytest.mark.once
def test_on_sqlite(tmp_path):
    assert_one_plants_and_the_other_keeps(f"sqlite:///{tmp_path / 'lab.sqlite3'}")


@pytest.mark.database
@pytest.mark.skipif(connection.vendor != "postgresql", reason="the tests run on SQLite")
def test_on_postgresql():
    with new_database() as address:
        assert_one_plants_and_the_other_keeps(address)
