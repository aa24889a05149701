"""While ``migrate`` runs, and until the service is started again, the version before works on the new tables."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import AddField, DeleteModel, RemoveField, RenameField, RenameModel

from tests.labsite.leaving.installations import copied, variables

pytestmark = pytest.mark.once

ROOT = Path(settings.BASE_DIR)
ONE_ROW = {"lab"}  # models whose one row is there long before, so that none is made meanwhile
MIGRATIONS = ":(glob)*/migrations/0*.py"

# What visitors and an administrator do, by the code that it is run with.
WORK = """
import django; django.setup()
from django.test import Client
from labsite.models import User
from people.models import Person
from publications.models import Publication
from tests import cast
from tests.editing import address, form_of

visitor, editor = Client(SERVER_NAME="localhost"), Client(SERVER_NAME="localhost")
ada, paper = Person.objects.get(name="Ada Quill"), Publication.objects.get(title__startswith="Quokka: S")
pages = ("/", "/people/", "/publications/", "/news/", "/search/?q=quokka", "/publications.bib", ada.get_absolute_url())
for page in pages:
    assert visitor.get(page).status_code == 200, page
editor.force_login(cast.make_administrator())
for row, change in ((ada, {"headline": "Saved before"}), (paper, {"notes": "Saved before"})):
    where = address(type(row), "change", row.pk)
    assert editor.post(where, form_of(editor, where) | change).status_code == 302
where = address(Person, "add")
assert editor.post(where, form_of(editor, where) | {"name": "Newly Come", "role": "phd"}).status_code == 302
assert Person.objects.filter(headline="Saved before").exists()
assert Publication.objects.filter(notes="Saved before").exists()
assert Person.objects.filter(name="Newly Come").exists()
cast.make_publication("Wombat", ["Zoe Lindqvist"]), cast.make_page("Later"), cast.make_news("Later")
print("All is well.")
"""


def git(*command):
    done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True)
    return done.stdout if done.returncode == 0 else b""


@pytest.fixture(scope="module")
def before():
    """The version before: the last that was released, else the one without the newest migration."""
    release = git("describe", "--tags", "--abbrev=0", "HEAD^").decode().strip()
    newest = git("log", "-1", "--format=%H", "--diff-filter=A", "--", MIGRATIONS).decode().strip()
    commit = release or f"{newest}^"
    if not git("rev-parse", "--verify", "--quiet", f"{commit}^{{tree}}"):
        pytest.skip("this is no checkout by git with the version before in it")
    return commit


def test_the_version_before_reads_and_saves_what_this_one_has_migrated(before, lab, tmp_path):
    code = tmp_path / "before"
    code.mkdir()
    subprocess.run(["tar", "-x"], input=git("archive", before), cwd=code, check=True)
    shutil.copytree(Path(lab.removeprefix("sqlite:///")).parent / "media", tmp_path / "media")
    env = variables(copied(lab, tmp_path), MEDIA_ROOT=str(tmp_path / "media"), DEBUG="on") | {"PYTHONPATH": str(code)}
    done = subprocess.run([sys.executable, "-c", WORK], cwd=code, env=env, capture_output=True, text=True)
    assert done.stdout == "All is well.\n", done.stderr


def obstacle(operation):
    """Say what of a migration the code before can't live with, or nothing."""
    if isinstance(operation, RemoveField | DeleteModel | RenameField | RenameModel):
        return f"{operation.describe()}: leave that for the version after the one that no longer asks for it"
    adds = isinstance(operation, AddField) and operation.model_name_lower not in ONE_ROW
    field = operation.field if adds else None
    if field is None or field.many_to_many or field.null or field.has_db_default():
        return ""
    return f"{operation.describe()}: a row that lacks it can't be saved, so give it a db_default"


def test_no_migration_since_takes_anything_away_or_asks_for_what_the_version_before_doesnt_know(before):
    known = set(git("ls-tree", "-r", "--name-only", before).decode().splitlines())
    migrations = MigrationLoader(None).disk_migrations
    new = [key for key in migrations if (ROOT / key[0] / "migrations").is_dir() and path(key) not in known]
    found = [f"{key}: {words}" for key in new for each in migrations[key].operations if (words := obstacle(each))]
    assert found == []


def path(key):
    return f"{key[0]}/migrations/{key[1]}.py"
