"""What probes are told, and what the log is."""

import shutil
from collections import namedtuple
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import OperationalError, connection
from django.utils import timezone
from django.utils.translation import override

from labsite.models import JobRun
from labsite.web import health

Usage = namedtuple("Usage", "total used free")


def answered(client, address="/healthz", **options):
    response = client.get(address, **options)
    return response.status_code, response.content.decode()


def said(log):
    return [record.getMessage() for record in log.records if record.name == health.__name__]


@pytest.fixture
def migrated(db):
    """A database that knows its migrations, also where the tests made it without them."""
    with connection.cursor() as cursor:
        if "django_migrations" not in connection.introspection.table_names(cursor):
            columns = "id integer, app varchar(99), name varchar(99), applied timestamp"
            cursor.execute(f"CREATE TABLE django_migrations ({columns})")
            rows = [(*each, timezone.now()) for each in health._newest_migrations()]
            cursor.executemany("INSERT INTO django_migrations (app, name, applied) VALUES (%s, %s, %s)", rows)


@pytest.fixture
def ran(migrated):
    """Every job ended well, just now."""
    now = timezone.now()
    for name in JobRun.days():
        JobRun.objects.create(command=name, started_at=now, ended_at=now, succeeded_at=now, outcome="Done.")


@pytest.fixture
def away(monkeypatch):
    def refuse():
        raise OperationalError("connection to 192.0.2.1 refused\nIs the server running?")

    monkeypatch.setattr(connection, "cursor", refuse)


@pytest.mark.usefixtures("migrated")
def test_a_site_in_order_is_ok(client, django_assert_num_queries):
    health._newest_migrations()
    with django_assert_num_queries(2):
        assert answered(client) == (200, "ok\n")


@pytest.mark.usefixtures("migrated")
@pytest.mark.parametrize("options", [{"headers": {"Host": "192.0.2.1:8000"}}, {"secure": False}, {"secure": True}])
def test_a_probe_may_ask_by_any_name_without_https(client, settings, options):
    settings.SECURE_SSL_REDIRECT = True
    assert answered(client, **options) == (200, "ok\n")


@pytest.mark.django_db
def test_the_answer_is_kept_by_nobody_and_sets_no_cookie(client):
    response = client.get("/healthz")
    assert response["Cache-Control"] == "no-store"
    assert not response.cookies


def test_without_a_database_it_is_not_and_only_the_log_says_why(client, away, caplog):
    assert answered(client) == (503, "not ok\n")
    assert said(caplog) == ["Not ok: Database. Database: It can’t be queried: connection to 192.0.2.1 refused"]


@pytest.mark.usefixtures("migrated")
def test_a_migration_that_is_not_applied_is_named(client, monkeypatch, caplog):
    expected = health._newest_migrations() | {("labsite", "9999_later")}
    monkeypatch.setattr(health, "_newest_migrations", lambda: expected)
    assert answered(client) == (503, "not ok\n")
    assert said(caplog) == ["Not ok: Migrations. Migrations: Run migrate: labsite.9999_later."]


@pytest.mark.parametrize(("free", "is_fine"), [(health.MIN_FREE, True), (health.MIN_FREE - 1, False)])
def test_a_disk_needs_room(monkeypatch, free, is_fine):
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(0, 0, free))
    assert {check.is_fine for check in health.disks()} == {is_fine}


def test_a_folder_that_cannot_be_written_to_is_named(monkeypatch, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "not" / "yet" / "made"
    monkeypatch.setattr(health, "access", lambda folder, mode: Path(folder) != tmp_path)
    (found,) = [check for check in health.disks() if not check.is_fine]
    assert found.words.startswith(f"{tmp_path} can’t be written to. ")


def test_a_folder_that_cannot_be_looked_at_is_named(monkeypatch, settings, tmp_path):
    def refuse(folder):
        raise PermissionError(13, "Permission denied")

    settings.MEDIA_ROOT = tmp_path
    monkeypatch.setattr(shutil, "disk_usage", refuse)
    assert next(health.disks()) == ("Uploads", False, f"{tmp_path} can’t be checked: Permission denied.")


@pytest.mark.usefixtures("ran")
class AllTests:
    def test_a_failed_job_does_not_take_the_site_out_of_service(self, client):
        JobRun.objects.filter(command="check_links").update(has_failed=True)
        assert answered(client) == (200, "ok\n")

    def test_who_asks_for_all_is_told_of_jobs(self, client):
        assert answered(client, "/healthz?all") == (200, "ok\n")
        JobRun.objects.filter(command="check_links").update(has_failed=True)
        assert answered(client, "/healthz?all") == (503, "not ok\n")

    def test_a_full_disk_takes_no_site_out_of_service_and_who_asks_for_all_is_told(self, client, monkeypatch):
        monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(0, 0, 0))
        assert answered(client) == (200, "ok\n")
        assert answered(client, "/healthz?all") == (503, "not ok\n")

    def test_each_job_is_told_in_words(self):
        now = timezone.now()
        JobRun.objects.filter(command="check_links").update(has_failed=True, outcome="Nothing answered.")
        JobRun.objects.filter(command="check_sources").update(ended_at=None, started_at=now - timedelta(hours=2))
        JobRun.objects.filter(command="clearsessions").update(succeeded_at=now - timedelta(days=3))
        JobRun.objects.filter(command="prune_history").delete()
        found = {check.name: (check.is_fine, check.words.replace("\xa0", " ")) for check in health.jobs()}
        assert found["check_links"] == (False, "0 minutes ago it failed: Nothing answered.")
        assert found["check_sources"] == (True, "Started 2 hours ago, and not finished.")
        assert found["clearsessions"] == (False, "0 minutes ago: Done.")
        assert found["prune_history"] == (True, "It hasn’t run yet: the site is new.")

    def test_the_log_says_in_english_what_a_probe_finds_whoever_was_served_before(self, client, caplog):
        JobRun.objects.filter(command="check_links").update(has_failed=True, outcome="Nothing answered.")
        with override("zh-hans"):
            answered(client, "/healthz?all")
        found = "Not ok: check_links. check_links: 0 minutes ago it failed: Nothing answered."
        assert [line.replace("\xa0", " ") for line in said(caplog)] == [found]

    @pytest.mark.parametrize(("days", "is_fine"), [(7, True), (9, False)])
    def test_a_job_that_never_ran_is_missed_once_it_should_have(self, days, is_fine):
        JobRun.objects.filter(command="prune_history").delete()
        with connection.cursor() as cursor:
            row = ("labsite", "0001_initial", timezone.now() - timedelta(days=days))
            cursor.execute("INSERT INTO django_migrations (app, name, applied) VALUES (%s, %s, %s)", row)
        found = {check.name: check.is_fine for check in health.jobs()}
        assert found["prune_history"] is is_fine

    @pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options"])
    def test_a_probe_only_asks(self, client, method):
        response = getattr(client, method)("/healthz")
        assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")
