"""What a timer starts leaves word of its last run."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.db import DatabaseError

from labsite.management.jobs import Job
from labsite.models import JobRun

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
STARTED = re.compile(r"^ExecStart=\S+ -m labsite (\w+)", re.MULTILINE)


def started_by_timers():
    timers = (Path(settings.BASE_DIR) / "deploy").glob("*.timer")
    return {name for timer in timers for name in STARTED.findall(timer.with_suffix(".service").read_text())}


def test_every_command_of_a_timer_is_known_by_how_often_it_runs():
    assert started_by_timers() == set(JobRun.days())


@pytest.mark.parametrize("name", JobRun.days())
def test_every_command_of_a_timer_is_a_job(name):
    assert isinstance(load_command_class(get_commands()[name], name), Job)


@pytest.mark.parametrize(("command", "days"), [("check_links", 2), ("prune_history", 8)])
def test_a_job_is_late_a_day_after_its_time(command, days):
    run = JobRun(command=command, succeeded_at=NOW - timedelta(days=days))
    assert not run.is_late(NOW, NOW - timedelta(days=99))
    assert run.is_late(NOW + timedelta(seconds=1), NOW - timedelta(days=99))


def test_a_job_that_never_ended_well_is_late_a_day_after_the_site_should_have_run_it():
    run, due = JobRun(command="check_sources"), timedelta(days=7 + 1)
    assert not run.is_late(NOW, NOW - due)
    assert run.is_late(NOW, NOW - due - timedelta(seconds=1))


@pytest.mark.django_db
class NotingTests:
    def test_what_came_of_a_run_is_noted_and_printed(self, capsys):
        call_command("prune_history", older_than=9)
        run = JobRun.objects.get()
        assert (run.command, run.outcome) == ("prune_history", "0 versions and 0 files deleted.")
        assert capsys.readouterr().out == "0 versions and 0 files deleted.\n"
        assert not run.has_failed
        assert run.started_at <= run.ended_at == run.succeeded_at

    def test_a_failure_is_noted_and_when_it_last_went_well_stays(self):
        call_command("prune_history", older_than=9)
        well = JobRun.objects.get().succeeded_at
        with pytest.raises(CommandError):
            call_command("prune_history", older_than=-1)
        run = JobRun.objects.get()
        assert (run.has_failed, run.outcome) == (True, "Give a number of days: 0 to 36500.")
        assert run.succeeded_at == well < run.ended_at

    def test_an_error_that_nobody_foresaw_is_noted_in_one_line(self, monkeypatch):
        def broken(*args):
            raise ValueError("one\ntwo" + 400 * "!")

        monkeypatch.setattr("labsite.management.commands.prune_history.prune", broken)
        with pytest.raises(ValueError):
            call_command("prune_history", older_than=9)
        assert JobRun.objects.get().outcome == "ValueError: one"

    def test_a_run_that_was_cut_off_has_a_beginning_and_no_end(self, monkeypatch):
        seen = []
        monkeypatch.setattr(
            "labsite.management.commands.prune_history.stashed_uploads.sweep",
            lambda: seen.append(JobRun.objects.get()),
        )
        call_command("prune_history", older_than=9)
        assert (seen[0].ended_at, seen[0].outcome) == (None, "")

    def test_a_rehearsal_is_not_noted(self):
        call_command("check_sources", dry_run=True)
        assert not JobRun.objects.exists()

    def test_sessions_that_are_over_are_a_job_too(self):
        call_command("clearsessions")
        assert JobRun.objects.get().outcome == "Done."

    def test_a_note_that_cannot_be_written_stops_no_job(self, monkeypatch, capsys):
        def refused(*args, **kwargs):
            raise DatabaseError

        monkeypatch.setattr(JobRun.objects, "update_or_create", refused)
        call_command("prune_history", older_than=9)
        assert capsys.readouterr().out == "0 versions and 0 files deleted.\n"
