"""An import carried out for a page: done with its papers or not at all, and what its row says of it."""

import datetime
from functools import partial

import pytest
from django.utils import timezone

from labsite import history
from labsite.jobs.background import FAULT
from labsite.jobs.models import PATIENCE
from labsite.models import JobRun, Step
from publications.citations.entry import packed
from publications.importing import applying, plan_of, running
from publications.importing.pages.plan_page import current_plan
from publications.models import Import, Publication
from tests import cast
from tests.labsite.jobs import join_jobs

from . import test_applying

pytestmark = pytest.mark.django_db
entry = partial(test_applying.entry, publisher="Rest Press")
State = Import.State


def make_import(*entries, **fields):
    return Import.objects.create(source="file", label="naps.bib", entries=[packed(each) for each in entries], **fields)


@pytest.fixture
def editor():
    return cast.make_administrator()


def test_an_import_is_done_with_its_papers(editor):
    row = make_import(entry("Naps"), entry("Beds"))
    assert running.run(row, editor, current_plan(row, editor))
    row.refresh_from_db()
    assert (row.state, row.step, row.trouble) == (State.DONE, Step.objects.get().pk, "")
    assert row.report["counts"] == {"create": 2, "update": 0, "match": 0, "decide": 0, "skip": 0, "fail": 0}
    papers = Publication.objects.order_by("pk").values_list("pk", flat=True)
    assert [each["publication"] for each in row.report["entries"]] == list(papers)
    assert len(papers) == 2


def test_what_is_under_way_or_over_is_not_begun_again(editor):
    row = make_import(entry(), state=State.DONE)
    assert not running.run(row, editor, current_plan(row, editor))
    assert not running.start(row, editor, current_plan(row, editor))
    assert Publication.objects.count() == 0


def test_what_breaks_off_leaves_nothing_and_says_so(editor, monkeypatch, caplog):
    row = make_import(entry())
    monkeypatch.setattr(applying, "log_entries", lambda *args: 1 / 0)
    running.run(row, editor, current_plan(row, editor))
    row.refresh_from_db()
    assert (row.state, row.trouble, Publication.objects.count()) == (State.FAILED, FAULT, 0)
    assert running.take_up_again(row, editor)
    monkeypatch.undo()
    assert running.run(row, editor, current_plan(row, editor))


def test_what_somebody_looked_at_waits_for_another_look_where_it_does_not_hold_any_more(editor):
    row = make_import(entry(doi="10.1000/naps"))
    plan = plan_of([entry(doi="10.1000/naps")], source="file", user=editor)
    cast.make_publication("Naps at Scale", doi="10.1000/naps")
    running.run(row, editor, plan)
    row.refresh_from_db()
    assert row.state == State.WAITING
    assert row.trouble.startswith("The site has changed in the meantime")


def test_one_that_was_begun_again_meanwhile_writes_nothing(editor, monkeypatch):
    row = make_import(entry())
    settled = applying.log_entries

    def begun_again(*args):
        settled(*args)
        JobRun.objects.update(started_at=timezone.now())

    monkeypatch.setattr(applying, "log_entries", begun_again)
    running.run(row, editor, current_plan(row, editor))
    row.refresh_from_db()
    assert (row.state, Publication.objects.count()) == (State.APPLYING, 0)


def test_one_that_nobody_works_on_any_more_is_taken_up_again(editor):
    row = make_import(entry())
    running.claim(row, editor, State.WAITING, State.APPLYING)
    row.refresh_from_db()
    assert running.run_of(row)
    assert not running.take_up_again(row, editor)
    JobRun.objects.update(alive_at=timezone.now() - PATIENCE - datetime.timedelta(seconds=1))
    assert running.run_of(row) is None
    assert running.take_up_again(row, editor)
    row.refresh_from_db()
    assert row.state == State.WAITING


@pytest.mark.parametrize("state", [State.APPLYING, State.ASKING, State.FAILED])
def test_one_that_an_earlier_version_of_the_program_left_under_way_is_taken_up_again(editor, state):
    row = make_import(entry(), state=state)
    assert running.run_of(row) is None
    assert running.take_up_again(row, editor)
    assert running.run(row, editor, current_plan(row, editor))
    assert Publication.objects.count() == 1


def test_it_can_be_undone_by_its_step(editor):
    row = make_import(entry())
    running.run(row, editor, current_plan(row, editor))
    row.refresh_from_db()
    history.undo(Step.objects.get(pk=row.step), editor)
    assert Publication.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_it_is_carried_out_in_the_background(editor):
    row = make_import(entry())
    assert running.start(row, editor, current_plan(row, editor))
    join_jobs()
    row.refresh_from_db()
    assert (row.state, Publication.objects.count()) == (State.DONE, 1)
