"""A rehearsal imports into a copy of the site, and leaves the site itself as it was."""

import sqlite3
from contextlib import closing

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.contrib.moving.test_families import SITES
from tests.labsite.leaving.installations import run


def names_in(file):
    with closing(sqlite3.connect(file)) as opened:
        return {name for (name,) in opened.execute("SELECT name FROM people_person")}


@pytest.mark.once
def test_a_rehearsal_is_a_copy_of_the_site_with_the_old_one_in_it(tmp_path):
    file = tmp_path / "rehearsal.sqlite3"
    database = f"sqlite:///{tmp_path / 'lab.sqlite3'}"
    assert run("manage.py", "migrate", "-v0", database=database).returncode == 0
    with closing(sqlite3.connect(tmp_path / "lab.sqlite3")) as here, here:
        assert here.execute("SELECT COUNT(*) FROM people_person").fetchone() == (0,)
    done = run(
        "manage.py",
        "import_site",
        str(SITES / "al_folio"),
        "--into",
        str(file),
        database=database,
        MEDIA_ROOT=str(tmp_path / "media"),
    )
    assert done.returncode == 0, done.stderr
    assert "Maren Hale" in names_in(file)
    assert names_in(tmp_path / "lab.sqlite3") == set()
    assert not (tmp_path / "media").exists()
    assert any((tmp_path / "rehearsal-media").rglob("*"))
    shown = f"DATABASE_URL=sqlite:///{file} MEDIA_ROOT={tmp_path / 'rehearsal-media'} S3_BUCKET= CACHE_URL= "
    shown += "HTTPS=off ALLOWED_HOSTS=localhost"
    assert done.stdout.endswith(f"To look at the rehearsal:\n{shown} manage.py runserver\n")


def test_a_file_that_is_there_is_not_written_over(tmp_path):
    file = tmp_path / "lab.sqlite3"
    file.touch()
    with pytest.raises(CommandError, match="already exists"):
        call_command("import_site", "nowhere", into=file)
    assert file.read_bytes() == b""
