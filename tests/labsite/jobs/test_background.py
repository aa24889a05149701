"""A job in the background: begun once, noted while it is under way, and whatever stops it, its row says so."""

import datetime

import pytest
from django.db import OperationalError
from django.utils import timezone
from django.utils.translation import gettext, override

from labsite import jobs
from labsite.jobs import JobRefused, JobRun, Progress, background
from labsite.jobs.models import PATIENCE
from tests import cast

from . import join_jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def run():
    return jobs.begin("undo 1", cast.make_administrator(), "Undoing: Naps", "/admin/changes/1/")


def outcome(run):
    run.refresh_from_db()
    return run.ended_at is not None, run.has_failed, run.outcome


def test_what_is_under_way_is_not_begun_again(run):
    assert jobs.begin("undo 1", run.user, "Undoing: Naps") is None
    assert jobs.begin("undo 2", run.user, "Undoing: Beds")


def test_what_is_over_is_begun_again_without_a_trace_of_before(run):
    Progress(run).finish("Put back.", step=7)
    again = jobs.begin("undo 1", run.user, "Undoing: Naps")
    assert (again.pk, again.ended_at, again.outcome, again.step) == (run.pk, None, "", None)


def test_what_nobody_works_on_any_more_is_begun_again_and_the_first_cannot_end_it(run):
    JobRun.objects.update(alive_at=timezone.now() - PATIENCE - datetime.timedelta(seconds=1))
    run.refresh_from_db()
    assert not run.is_under_way
    again = jobs.begin("undo 1", run.user, "Undoing: Naps")
    assert again.is_under_way
    with pytest.raises(background.TakenUpAgain):
        Progress(run).finish("Put back.")
    assert outcome(again) == (False, False, "")


def test_it_is_noted_how_far_it_is(run):
    JobRun.objects.update(alive_at=None)
    progress = Progress(run)
    progress(3, 12)
    progress.note()
    run.refresh_from_db()
    assert (run.done, run.total, run.percent, run.is_under_way) == (3, 12, 25, True)


def refuse(progress):
    raise JobRefused("A is in use.", "B is in use.")


def lock(progress):
    raise OperationalError("database is locked")


@pytest.mark.parametrize(
    ("work", "words"),
    [
        (refuse, "A is in use.\nB is in use."),
        (lock, background.BUSY),
        (lambda progress: 1 / 0, background.FAULT),
    ],
)
def test_why_it_broke_off_stands_in_its_row(run, work, words):
    failed = []
    background.carry_out(work, Progress(run), failed.append)
    assert (outcome(run), failed) == ((True, True, words), [words])


@pytest.mark.django_db(transaction=True)
def test_it_goes_on_in_a_thread_in_the_language_of_who_began_it(run):
    with override("zh-hans"):
        jobs.start(run, lambda progress: progress.finish(gettext("Undone.")))
        words = gettext("Undone.")
    join_jobs()
    assert outcome(run) == (True, False, words)


@pytest.mark.django_db(transaction=True)
def test_its_heart_beats_while_it_is_at_work(run, monkeypatch):
    monkeypatch.setattr(background, "HEARTBEAT", 0.01)
    JobRun.objects.update(alive_at=None)
    progress = Progress(run)
    with progress.noted():
        for _ in range(1000):
            run.refresh_from_db()
            if run.alive_at:
                break
            timezone.now()
            background.Event().wait(0.01)
    assert run.alive_at is not None
