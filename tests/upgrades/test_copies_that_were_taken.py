"""What was taken out of a lab by an earlier version, its backup and its archive, comes into an empty site of today."""

import re
import shutil

import pytest
from django.db import connection

from tests.labsite.leaving.installations import run
from tests.upgrades.stored import copied, without_tables
from tests.upgrades.tables import rows
from tests.upgrades.test_nothing_is_lost import lost

pytestmark = [pytest.mark.database, pytest.mark.once]

BACKUP_NOTED = "labsite_jobrun"  # where the end of a backup is noted, which it can't have in it
IN_THE_ARCHIVE = {
    "authorship": 1322,
    "award": 2,
    "contactdetail": 1,
    "cvsettings": 1,
    "education": 1,
    "extrafield": 3,
    "frozencv": 1,
    "lab": 1,
    "link": 4,
    "membership": 42,
    "namevariant": 1,
    "newsitem": 31,
    "page": 2,
    "person": 279,
    "position": 1,
    "profilelink": 1,
    "project": 2,
    "publication": 303,
    "report": 1,
    "service": 201,
    "talk": 2,
    "talkoccasion": 2,
    "teaching": 1,
    "textpicture": 1,
    "venue": 64,
}


@pytest.fixture(scope="module")
def migrated(empty, tmp_path_factory, django_db_blocker):
    """A site that is up to date and empty: only copies are written to."""
    with django_db_blocker.unblock(), without_tables(tmp_path_factory.mktemp("migrated") / "site") as site:
        if connection.vendor == "sqlite":
            shutil.copy(empty.removeprefix("sqlite:///"), site.folder / "database.sqlite3")
        else:
            manage(site, "migrate", "--verbosity", "0")
        yield site


@pytest.fixture
def site(migrated, tmp_path, django_db_blocker):
    with django_db_blocker.unblock(), copied(migrated, tmp_path / "empty") as site:
        yield site


def manage(site, *command):
    done = run("manage.py", *command, database=site.address, MEDIA_ROOT=str(site.media), FIXTURES="")
    assert done.returncode == 0, done.stderr
    return done.stdout


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.both
def test_a_backup_comes_back_with_every_row_and_file(upgraded, site):
    [backup] = upgraded.folder.glob("labsite-*.zip")
    manage(site, "restore", str(backup))
    before = {table: held for table, held in upgraded.before.items() if table != BACKUP_NOTED}
    with site.open():
        assert [*lost(before, rows(), {})] == []
    assert files(site.media) == {name: content for name, content in files(upgraded.media).items() if name[0] != "."}


def test_an_archive_comes_into_an_empty_site_with_all_that_is_public(upgraded, site):
    said = manage(site, "import_lab", str(upgraded.folder / "archive.zip"))
    assert {model: int(number) for model, number in re.findall(r"\.(\w+): (\d+)", said)} == IN_THE_ARCHIVE
