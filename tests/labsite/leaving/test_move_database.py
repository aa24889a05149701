"""A site moves into another database whole; where the tests run on PostgreSQL, there and back again."""

import socket
import sqlite3
from contextlib import closing

import psycopg
import pytest
from django.db import connection

from tests.labsite.leaving.installations import copied, new_database, run, tables


def move(source, target, default=None):
    """Move a database with the command, and return the lines that this prints."""
    done = run("manage.py", "move_database", source, target, database=default or source)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def refusal(source, target, default):
    done = run("manage.py", "move_database", source, target, database=default)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    return done.stderr.strip().removeprefix("CommandError: ")


def counts(address):
    return {name: len(rows) for name, rows in tables(address).items()}


@pytest.mark.once
class SQLiteTests:
    def test_every_row_of_every_table_is_moved_as_it_is(self, lab, tmp_path):
        target, before = f"sqlite:///{tmp_path / 'new.sqlite3'}", tables(lab)
        lines = move(lab, target)
        assert tables(target) == before
        assert tables(lab) == before
        assert lines == [
            *(f"{name}: {count} in both" for name, count in counts(lab).items()),
            f"{sum(counts(lab).values())} rows were moved: set DATABASE_URL to the second, and restart the site.",
        ]

    def test_logins_and_history_are_among_them(self, lab):
        names = ("labsite_user", "labsite_user_groups", "auth_group_permissions", "mfa_authenticator", "labsite_step")
        names += ("labsite_version", "publications_import", "publications_importedentry", "labsite_plantedrow")
        assert [name for name in names if not tables(lab)[name]] == []
        assert "removed" in [value for row in tables(lab)["labsite_version"] for value in row]

    def test_neither_needs_to_be_the_database_of_the_site(self, lab, empty, tmp_path):
        target, site = copied(empty, tmp_path), copied(empty, tmp_path, "site")
        move(lab, target, default=site)
        assert tables(target) == tables(lab)
        assert tables(site) == tables(empty)

    def test_a_table_that_no_app_knows_is_named(self, lab, empty, tmp_path):
        source, target = copied(lab, tmp_path, "source"), copied(empty, tmp_path)
        with closing(sqlite3.connect(source.removeprefix("sqlite:///"))) as opened, opened:
            opened.execute("CREATE TABLE quokka (id INTEGER)")
            opened.execute("INSERT INTO quokka VALUES (1)")
        assert "quokka: 1 left behind, as no app of this site knows it" in move(source, target)

    def test_a_database_that_has_rows_is_refused_and_stays(self, lab, empty, tmp_path):
        target = copied(lab, tmp_path)
        assert refusal(lab, target, empty).startswith("The second database isn’t empty, it has ")
        assert tables(target) == tables(lab)

    def test_one_that_another_program_uses_is_refused_and_stays(self, lab, empty, tmp_path):
        with closing(sqlite3.connect(tmp_path / "other.sqlite3")) as opened, opened:
            opened.execute("CREATE TABLE quokka (id INTEGER)")
            opened.execute("INSERT INTO quokka VALUES (1)")
        target = f"sqlite:///{tmp_path / 'other.sqlite3'}"
        assert refusal(lab, target, empty) == "The second database isn’t empty, it has rows in quokka."
        assert tables(target) == {"quokka": [(1,)]}

    def test_one_that_refuses_a_row_stays_empty(self, lab, empty, tmp_path):
        target = copied(empty, tmp_path)
        with closing(sqlite3.connect(target.removeprefix("sqlite:///"))) as opened, opened:
            opened.execute("CREATE UNIQUE INDEX one_of_each ON people_person (native_language)")
        assert refusal(lab, target, empty) == (
            "Nothing was moved: people_person, UNIQUE constraint failed: people_person.native_language."
        )
        assert tables(target) == tables(empty)

    def test_one_that_is_not_up_to_date_is_refused(self, empty, tmp_path):
        source = f"sqlite:///{tmp_path / 'old.sqlite3'}"
        (tmp_path / "old.sqlite3").touch()
        words = "The first database isn’t up to date with this site: run migrate on it first."
        assert refusal(source, f"sqlite:///{tmp_path / 'new.sqlite3'}", empty) == words

    def test_one_that_is_not_there_is_not_made(self, empty, tmp_path):
        path = tmp_path / "nowhere.sqlite3"
        assert refusal(f"sqlite:///{path}", empty, empty) == f"There is no database at {path}."
        assert not path.exists()

    @pytest.mark.parametrize(
        "address",
        ["quokka", "", ":memory:", "sqlite://", "sqlite:///:memory:", "mysql://me:secret@host/lab", "postgres://"],
    )
    def test_what_is_no_address_of_a_database_that_the_site_can_use_is_refused(self, lab, empty, address):
        words = "address is neither sqlite:///FILE nor postgres://USER:PASSWORD@HOST/NAME."
        assert refusal(lab, address, empty) == f"The second {words}"
        assert refusal(address, lab, empty) == f"The first {words}"

    def test_an_option_that_no_database_has_is_named(self, lab, empty):
        assert "'quokka' is an invalid keyword argument" in refusal(lab, f"{empty}?quokka=1", empty)

    def test_a_server_that_does_not_answer_is_named(self, lab, empty):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        words = refusal(lab, f"postgres://labsite:secret@127.0.0.1:{port}/labsite", empty)
        assert words.startswith("Nothing was moved: connection")
        assert "secret" not in words


@pytest.mark.database
@pytest.mark.skipif(connection.vendor != "postgresql", reason="the tests run on SQLite")
class PostgreSQLTests:
    def test_a_site_comes_back_from_postgresql_as_it_went_there(self, lab, empty, tmp_path):
        back = copied(empty, tmp_path)
        with new_database() as address:
            there = move(lab, address, default=empty)
            assert move(address, back) == there
        assert tables(back) == tables(lab)

    def test_new_rows_get_new_keys(self, lab, empty):
        with new_database() as address:
            move(lab, address, default=empty)
            with psycopg.connect(address) as opened:
                opened.execute("INSERT INTO labsite_textpicture (image, uploaded_at) VALUES ('x.jpg', now())")
                newest = opened.execute("SELECT max(id) FROM labsite_textpicture").fetchone()[0]
        assert newest == max(row[0] for row in tables(lab)["labsite_textpicture"]) + 1

    def test_a_row_that_is_too_long_there_is_refused_and_nothing_moves(self, lab, empty, tmp_path):
        source = copied(lab, tmp_path)
        with closing(sqlite3.connect(source.removeprefix("sqlite:///"))) as opened, opened:
            opened.execute("UPDATE people_person SET native_name = ?", ["x" * 101])
        with new_database() as address:
            words = refusal(source, address, empty)
            assert words == "Nothing was moved: people_person, value too long for type character varying(100)."
            with psycopg.connect(address) as opened:
                assert opened.execute("SELECT count(*) FROM people_person").fetchone() == (0,)
