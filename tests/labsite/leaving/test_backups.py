"""A backup holds the whole site at one moment, and brings it back into an empty place; what is damaged is refused."""

import fcntl
import json
import os
import re
import shutil
import sqlite3
import subprocess
import zipfile
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management.base import CommandError
from django.db import connection

from labsite.leaving import backups
from labsite.leaving.backups import back_up
from labsite.leaving.restoring import restore
from publications.models import Link
from tests import cast
from tests.labsite.leaving.installations import copied, new_database, run, tables

BACKUPS = 20


def backed_up(database, folder, media=""):
    """Back a site up with the command; return the file."""
    done = run("manage.py", "backup", str(folder), database=database, MEDIA_ROOT=str(media or folder / "no media"))
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"\S+: the database and \d+ files\.\n", done.stdout)
    [made] = folder.glob("labsite-*.zip")
    return made


def restored(made, database, media):
    """Restore a backup with the command; return what this says."""
    done = run("manage.py", "restore", str(made), database=database, MEDIA_ROOT=str(media))
    assert done.returncode == 0, done.stderr
    return done.stdout


def refusal(made, database, media):
    done = run("manage.py", "restore", str(made), database=database, MEDIA_ROOT=str(media))
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1), done.stderr
    return done.stderr.strip().removeprefix("CommandError: ")


def rows_of(database):
    """Return all rows but the note of the backup's own run, which ends after it."""
    return {name: rows for name, rows in tables(database).items() if name != "labsite_jobrun"}


def files(folder):
    return {str(each.relative_to(folder)): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


def last_keys(database):
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as opened:
        return {name: last for name, last in opened.execute("SELECT name, seq FROM sqlite_sequence") if last}


def media_of(database):
    return Path(database.removeprefix("sqlite:///")).parent / "media"


@pytest.fixture(scope="module")
def made(lab, tmp_path_factory):
    """A backup of the lab, which has logins, second factors, history, imports, a bin and uploads."""
    return backed_up(lab, tmp_path_factory.mktemp("backups"), media_of(lab))


@pytest.mark.once
class OnSQLiteTests:
    def test_what_comes_back_is_equal_row_by_row_and_file_by_file(self, lab, made, tmp_path):
        target = f"sqlite:///{tmp_path / 'new.sqlite3'}"
        said = restored(made, target, tmp_path / "media")
        uploads = files(media_of(lab))
        assert rows_of(target) == rows_of(lab)
        assert files(tmp_path / "media") == uploads
        assert said == f"{sum(map(len, tables(target).values()))} rows and {len(uploads)} files have been restored.\n"

    def test_no_key_of_a_deleted_row_is_given_out_again(self, lab, empty, tmp_path):
        source, target = copied(lab, tmp_path, "source"), copied(empty, tmp_path)
        with closing(sqlite3.connect(tmp_path / "source.sqlite3")) as opened, opened:
            opened.execute(
                "INSERT INTO labsite_textpicture (id, image, uploaded_at) VALUES (77, 'x.jpg', '2026-01-01')"
            )
            opened.execute("DELETE FROM labsite_textpicture WHERE id = 77")
        restored(backed_up(source, tmp_path / "backups", media_of(lab)), target, tmp_path / "media")
        assert last_keys(target)["labsite_textpicture"] == 77

    def test_a_backup_of_a_later_version_is_refused(self, lab, tmp_path):
        source, target = copied(lab, tmp_path, "source"), tmp_path / "new.sqlite3"
        with closing(sqlite3.connect(tmp_path / "source.sqlite3")) as opened, opened:
            opened.execute(
                "INSERT INTO django_migrations (app, name, applied) VALUES ('people', '0999_quokka', 'now')"
            )
        later = backed_up(source, tmp_path / "backups", media_of(lab))
        assert refusal(later, f"sqlite:///{target}", tmp_path / "media") == (
            f"The backup is of version {settings.VERSION} of the site, which is newer than this site: "
            "it has people.0999_quokka. Update first."
        )
        assert not (tmp_path / "media").exists()

    def test_a_database_with_rows_is_refused_and_stays(self, lab, made, tmp_path):
        target = copied(lab, tmp_path)
        words = refusal(made, target, tmp_path / "media")
        assert re.fullmatch("This site’s database isn’t empty, it has .*: start with an empty one.", words)
        assert tables(target) == tables(lab)
        assert not (tmp_path / "media").exists()

    def test_a_folder_with_files_is_refused_and_stays(self, made, empty, tmp_path):
        (tmp_path / "media").mkdir()
        (tmp_path / "media" / "quokka.jpg").write_bytes(b"mine")
        words = "There are uploaded files already, such as quokka.jpg: start with an empty folder."
        assert refusal(made, copied(empty, tmp_path), tmp_path / "media") == words
        assert files(tmp_path / "media") == {"quokka.jpg": b"mine"}

    def test_what_the_database_refuses_leaves_no_file(self, made, empty, tmp_path):
        target = copied(empty, tmp_path)
        with closing(sqlite3.connect(tmp_path / "copy.sqlite3")) as opened, opened:
            opened.execute("CREATE UNIQUE INDEX one_of_each ON people_person (native_language)")
        assert refusal(made, target, tmp_path / "media").startswith("Nothing was restored: people_person, UNIQUE")
        assert tables(target) == tables(empty)
        assert files(tmp_path / "media") == {}

    def test_settings_that_the_new_place_lacks_are_named(self, empty, tmp_path):
        place = {"database": copied(empty, tmp_path, "source"), "MEDIA_ROOT": str(tmp_path / "none")}
        done = run("manage.py", "backup", str(tmp_path), OPENALEX_KEY="not-for-others", **place)
        assert done.returncode == 0, done.stderr
        [made] = tmp_path.glob("labsite-*.zip")
        with zipfile.ZipFile(made) as archive:
            assert b"not-for-others" not in b"".join(map(archive.read, archive.namelist()))
        said = restored(made, copied(empty, tmp_path), tmp_path / "media")
        assert said.endswith("Settings that were set there and aren’t set here: OPENALEX_KEY.\n")


def rehearse(database, folder):
    """Back a site up twenty times while others write to it; return the last backup, made when they had stopped."""
    command = ("-m", "tests.labsite.leaving.rehearsal", str(folder / "backups"), str(BACKUPS))
    done = run(*command, database=database, MEDIA_ROOT=str(folder / "uploads"))
    assert re.fullmatch(r"0 bad, [1-9]\d+ writes\n", done.stdout), done.stdout + done.stderr
    [made] = (folder / "backups").glob("labsite-*.zip")
    return made


@pytest.mark.once
def test_twenty_backups_of_sqlite_under_writers_are_whole(empty, tmp_path):
    source, target = copied(empty, tmp_path, "source"), copied(empty, tmp_path)
    restored(rehearse(source, tmp_path), target, tmp_path / "media")
    assert tables(target) == tables(source)
    assert files(tmp_path / "media") == files(tmp_path / "uploads") != {}


@pytest.fixture(scope="module")
def migrated():
    """The name of a database on the server that is up to date and has no rows of its own, to be copied."""
    with new_database() as address:
        assert run("manage.py", "migrate", "--verbosity", "0", database=address).returncode == 0
        yield address.rpartition("/")[2]


@pytest.mark.database
@pytest.mark.skipif(connection.vendor != "postgresql", reason="the tests run on SQLite")
class OnPostgreSQLTests:
    def test_twenty_backups_under_writers_are_whole(self, empty, migrated, tmp_path):
        there, back = copied(empty, tmp_path, "there"), copied(empty, tmp_path, "back")
        with new_database(migrated) as source, new_database(migrated) as target:
            restored(rehearse(source, tmp_path), target, tmp_path / "media")
            for address, copy, media in ((source, there, "uploads"), (target, back, "media")):
                again = backed_up(address, tmp_path / Path(copy).stem, tmp_path / media)
                restored(again, copy, tmp_path / f"media of {Path(copy).stem}")
        assert rows_of(back) == rows_of(there)
        assert rows_of(back)["people_person"] != []
        assert last_keys(back) == last_keys(there)
        assert files(tmp_path / "media") == files(tmp_path / "uploads") != {}

    def test_a_backup_of_sqlite_comes_back_as_postgresql_and_the_other_way_round(self, lab, made, empty, tmp_path):
        back = copied(empty, tmp_path)
        with new_database() as address:
            restored(made, address, tmp_path / "there")
            again = backed_up(address, tmp_path / "backups", tmp_path / "there")
        restored(again, back, tmp_path / "back")
        assert rows_of(back) == rows_of(lab)
        assert files(tmp_path / "back") == files(media_of(lab))

    def test_new_rows_get_new_keys(self, lab, made, migrated, tmp_path):
        with new_database(migrated) as address:
            restored(made, address, tmp_path / "media")
            with psycopg.connect(address) as opened:
                opened.execute("INSERT INTO labsite_textpicture (image, uploaded_at) VALUES ('x.jpg', now())")
                newest = opened.execute("SELECT max(id) FROM labsite_textpicture").fetchone()[0]
        assert newest == max(row[0] for row in tables(lab)["labsite_textpicture"]) + 1

    def test_a_row_that_is_too_long_there_is_refused_and_nothing_is_written(self, lab, migrated, tmp_path):
        source = copied(lab, tmp_path, "source")
        with closing(sqlite3.connect(source.removeprefix("sqlite:///"))) as opened, opened:
            opened.execute("UPDATE people_person SET native_name = ?", ["x" * 101])
        too_long = backed_up(source, tmp_path / "backups", media_of(lab))
        with new_database(migrated) as address:
            words = refusal(too_long, address, tmp_path / "media")
            assert words == "Nothing was restored: people_person, value too long for type character varying(100)."
            with psycopg.connect(address) as opened:
                assert opened.execute("SELECT count(*) FROM people_person").fetchone() == (0,)
        assert files(tmp_path / "media") == {}

    def test_a_database_of_another_version_is_refused(self, tmp_path):
        with new_database() as address:
            done = run("manage.py", "backup", str(tmp_path), database=address)
        words = "CommandError: No backup was made: the database belongs to another version of the site; run migrate.\n"
        assert done.stderr.endswith(words)
        assert list(tmp_path.glob("labsite-*")) == []


@pytest.fixture
def copy(made, tmp_path):
    """A copy of the backup of the lab, to be damaged."""
    return Path(shutil.copy(made, tmp_path))


def refused(path):
    with pytest.raises(CommandError) as caught:
        restore(path)
    return str(caught.value)


def changed(made, **contents):
    """Write a backup anew, with other contents of some of its files."""
    with zipfile.ZipFile(made) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    path = made.with_name("changed.zip")
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in {**held, **contents}.items():
            archive.writestr(name, content)
    return path


@pytest.mark.once
class RefusedBackupsTests:
    def test_a_damaged_one(self, copy):
        content = copy.read_bytes()
        at = content.index(b"%PDF-1.4 a paper")
        copy.write_bytes(content[:at] + b"A" + content[at + 1 :])
        assert re.fullmatch(
            rf"{copy.name} is damaged or was changed: media/documents/.*\.pdf isn’t what was backed up\.",
            refused(copy),
        )

    @pytest.mark.parametrize("left", [0, 1, 100, -1])
    def test_one_that_was_cut_off(self, copy, left):
        copy.write_bytes(copy.read_bytes()[:left])
        assert refused(copy) == f"{copy.name} isn’t a backup, or is incomplete: it can’t be opened."

    def test_one_whose_files_were_swapped(self, copy):
        with zipfile.ZipFile(copy) as archive:
            first, second = [name for name in archive.namelist() if name.startswith("media/")][:2]
            contents = {first: archive.read(second), second: archive.read(first)}
        words = f"changed.zip is damaged or was changed: {first} isn’t what was backed up."
        assert refused(changed(copy, **contents)) == words

    def test_one_with_a_file_that_its_manifest_doesnt_know(self, copy):
        path = changed(copy, **{"media/evil.html": b"<script>"})
        words = "changed.zip was changed: it contains 'media/evil.html', which its manifest doesn’t list."
        assert refused(path) == words

    @pytest.mark.parametrize("name", ["media/../../etc/passwd", "/etc/passwd", "manage.py"])
    def test_one_with_a_name_that_leads_out_of_it(self, copy, name):
        with zipfile.ZipFile(copy) as archive:
            told = json.loads(archive.read("manifest.json"))
        told["files"][name] = "0" * 64
        path = changed(copy, **{name: b"root", "manifest.json": json.dumps(told)})
        assert refused(path) == f"changed.zip was changed: it names a file outside of it, {name!r}."

    @pytest.mark.parametrize(
        "manifest", ["", "[]", "{}", '{"files": {}, "site": "1", "settings": []}', '{"files": 3}']
    )
    def test_one_whose_manifest_is_none(self, copy, manifest):
        path = changed(copy, **{"manifest.json": manifest})
        assert refused(path) == "changed.zip wasn’t made by manage.py backup."

    def test_another_zip_file(self, tmp_path):
        with zipfile.ZipFile(tmp_path / "other.zip", "w") as archive:
            archive.writestr("README", "hello")
        assert refused(tmp_path / "other.zip") == "other.zip wasn’t made by manage.py backup."

    def test_one_that_is_not_there(self, tmp_path):
        assert refused(tmp_path / "x.zip") == f"There is no file {tmp_path / 'x.zip'}."

    def test_an_encrypted_one_with_how_to_decrypt_it(self, tmp_path):
        words = "l.zip.age is encrypted: age --decrypt --identity KEY l.zip.age > l.zip, then restore l.zip."
        assert refused(tmp_path / "l.zip.age") == words


@pytest.fixture
def place(transactional_db, tmp_path):
    """A folder for backups, of a site with one uploaded file."""
    default_storage.save("people/quokka.jpg", ContentFile(b"a quokka"))
    return tmp_path / "backups"


@pytest.mark.once
class MakingBackupsTests:
    def test_nobody_else_can_read_it(self, place):
        assert back_up(place).path.stat().st_mode & 0o077 == 0
        assert place.stat().st_mode & 0o077 == 0

    def test_so_many_are_kept_and_the_new_one_always(self, place):
        place.mkdir()
        future = place / "labsite-2999-01-01-000000-000000.zip"
        for path in (future, place / "labsite-2001-01-01-000000-000000.zip.age", place / "notes.zip"):
            path.touch()
        made = back_up(place, keep=2)
        assert made.deleted == ["labsite-2001-01-01-000000-000000.zip.age"]
        assert {each.name for each in place.glob("*.zip*")} == {made.path.name, future.name, "notes.zip"}
        assert back_up(place, keep=1).path.exists()
        assert len(list(place.glob("labsite-*"))) == 1

    def test_nothing_whole_is_there_before_the_end_and_nothing_after_a_failure(self, place, monkeypatch):
        seen = []

        def fail(*args):
            seen.extend(each.name for each in place.iterdir())
            raise OSError("No space left on device")

        monkeypatch.setattr(backups, "_put_files", fail)
        with pytest.raises(CommandError, match=r"No backup was made: No space left on device\."):
            back_up(place)
        assert [name for name in seen if name.startswith("labsite-")] == []
        assert [name for name in seen if name.endswith(".partial")] != []
        assert [each.name for each in place.iterdir()] == [backups.LOCK]

    def test_what_an_interrupted_one_has_left_goes_with_the_next(self, place):
        place.mkdir()
        left = place / ".labsite-2026-01-01-000000-000000.zip.partial"
        left.touch()
        back_up(place)
        assert not left.exists()

    def test_one_is_made_at_a_time(self, place):
        place.mkdir()
        with open(place / backups.LOCK, "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            with pytest.raises(CommandError, match="Another backup is being written to"):
                back_up(place)

    def test_none_is_put_among_the_uploads_that_everyone_sees(self, place):
        with pytest.raises(CommandError, match="is among the uploaded files, which everyone can see"):
            back_up(settings.MEDIA_ROOT / "backups")

    def test_a_file_that_a_row_names_and_that_is_lost_is_named(self, place):
        link = Link(publication=cast.make_publication(), kind="pdf", file="documents/lost.pdf")
        Link.objects.bulk_create([link])
        made = back_up(place)
        assert (made.lost, made.files) == (["documents/lost.pdf"], 1)

    def test_files_that_wait_for_a_form_are_left_out(self, place):
        default_storage.save(".kept/1/quokka.jpg", ContentFile(b"secret"))
        assert back_up(place).files == 1

    def test_what_was_deleted_is_no_part_of_it(self, place):
        cast.make_page("Soon gone", text="unforgettable " * 500).delete()
        with zipfile.ZipFile(back_up(place).path) as archive:
            assert b"unforgettable" not in archive.read(backups.DATABASE)

    def test_a_file_that_grows_meanwhile_is_copied_when_all_of_it_is_there(self, place, monkeypatch):
        path, put = Path(settings.MEDIA_ROOT, "people/quokka.jpg"), backups._put

        def put_while_it_grows(archive, name, *args):
            checksum = put(archive, name, *args)
            if name.endswith("quokka.jpg"):
                path.write_bytes(b"a quokka, all of it")
            return checksum

        monkeypatch.setattr(backups, "_put", put_while_it_grows)
        with zipfile.ZipFile(back_up(place).path) as archive:
            assert archive.read("media/people/quokka.jpg") == b"a quokka, all of it"


@pytest.mark.once
@pytest.mark.skipif(not shutil.which("age"), reason="age isn't installed")
def test_one_encrypted_with_age_is_whole_when_decrypted(place, tmp_path):
    key = subprocess.run(["age-keygen"], capture_output=True, text=True, check=True).stdout
    (tmp_path / "key").write_text(key)
    made = back_up(place, recipient=re.search("age1\\w+", key)[0]).path
    assert made.name.endswith(".zip.age")
    assert b"a quokka" not in made.read_bytes()
    plain = subprocess.run(["age", "--decrypt", "--identity", tmp_path / "key", made], capture_output=True, check=True)
    assert_holds_the_quokka(plain.stdout, tmp_path)


@pytest.mark.once
@pytest.mark.skipif(not shutil.which("gpg"), reason="GPG isn't installed")
def test_one_encrypted_with_gpg_is_whole_when_decrypted(place, tmp_path, monkeypatch):
    (tmp_path / "gpg").mkdir(mode=0o700)
    monkeypatch.setenv("GNUPGHOME", str(tmp_path / "gpg"))
    gpg = ["gpg", "--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase", ""]
    subprocess.run([*gpg, "--quick-gen-key", "backup@lab.example", "future-default"], check=True, capture_output=True)
    made = back_up(place, recipient="backup@lab.example").path
    assert made.name.endswith(".zip.gpg")
    plain = subprocess.run([*gpg, "--decrypt", made], capture_output=True, check=True)
    assert_holds_the_quokka(plain.stdout, tmp_path)
    subprocess.run(["gpgconf", "--kill", "all"], check=True)


def assert_holds_the_quokka(content, folder):
    (folder / "plain.zip").write_bytes(content)
    with zipfile.ZipFile(folder / "plain.zip") as archive:
        assert archive.read("media/people/quokka.jpg") == b"a quokka"


@pytest.mark.once
@pytest.mark.parametrize(
    ("recipient", "program", "package"), [("age1quokka", "age", "age"), ("quokka@lab.example", "gpg", "gnupg")]
)
def test_a_program_that_is_not_installed_is_named_and_nothing_is_written(
    place, monkeypatch, tmp_path, recipient, program, package
):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommandError, match=f"{program} isn’t installed: apt install {package}"):
        back_up(place, recipient=recipient)
    assert [each.name for each in place.iterdir()] == [backups.LOCK]


@pytest.mark.once
@pytest.mark.parametrize("recipient", ["age1quokka", "nobody@lab.example"])
def test_a_recipient_that_is_none_is_said_and_nothing_is_written(place, monkeypatch, tmp_path, recipient):
    (tmp_path / "gpg").mkdir(mode=0o700)
    monkeypatch.setenv("GNUPGHOME", str(tmp_path / "gpg"))
    program = "age" if recipient.startswith("age") else "gpg"
    if not shutil.which(program):
        pytest.skip(f"{program} isn't installed")
    default_storage.save("large.jpg", ContentFile(os.urandom(2_000_000)))
    with pytest.raises(CommandError, match=f"{program} can’t encrypt the backup: .*{recipient}"):
        back_up(place, recipient=recipient)
    assert [each.name for each in place.iterdir()] == [backups.LOCK]
