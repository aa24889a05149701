"""A long import, written part by part: one step of the history, and whatever stops it, nothing of it is left."""

import pytest
from django.db import connection

from labsite import history
from labsite.history import long_steps, undoing
from labsite.history.models import Step, Version
from people.models import Person
from publications.importing import applying, plan_of
from publications.importing.plan import Fate
from publications.models import Publication
from tests import cast

from .test_applying import ADA, UNA, ZOE, bring, entry, undo
from .test_interruptions import Stopped

pytestmark = pytest.mark.django_db

ENTRIES = [
    entry("Beds", doi="10.1000/beds", volume="7", authors=(ADA,), venue="Conference on Cots"),
    entry("Naps", doi="10.1000/naps", authors=(ADA, UNA), venue="Conference on Cots"),
    entry("Naps, Early", kind="preprint", status="preprint", doi="10.1000/naps", authors=(ADA,)),
    entry("Cots", doi="10.1000/cots", authors=(UNA,)),
]


@pytest.fixture(autouse=True)
def parts(monkeypatch):
    """Make each entry, and each object that goes back, a part of its own."""
    monkeypatch.setattr(applying, "BATCH_SIZE", 1)
    monkeypatch.setattr(undoing, "LONG", 1)
    monkeypatch.setattr(undoing, "PIECE", 1)
    monkeypatch.setattr(long_steps, "PART", 0)
    monkeypatch.setattr(long_steps, "PAUSE", 0)


def stop_at_the_second_paper():
    met = []

    def execute(execute, sql, params, many, context):
        if sql.startswith('INSERT INTO "publications_publication"'):
            met.append(sql)
            if len(met) > 1:
                raise Stopped
        return execute(sql, params, many, context)

    return connection.execute_wrapper(execute)


def state():
    papers = Publication.objects.order_by("title").values_list("title", "volume", "authorships__person__name")
    return [*papers], Person.objects.count(), Version.objects.filter(step__is_under_way=True).count()


def test_it_is_one_step_and_undone_as_one():
    cast.make_publication("Beds", doi="10.1000/beds")
    before = state()
    applied = bring(*ENTRIES)
    assert [item.fate for item in applied.plan.items] == [Fate.UPDATE, Fate.CREATE, Fate.MATCH, Fate.CREATE]
    assert sorted(applied.publications) == [0, 1, 2, 3]
    assert list(Step.objects.exclude(comment="").values_list("comment", "is_under_way")) == [("An import", False)]
    after = state()
    undo()
    assert state() == before
    undo("Undid: An import")
    assert state() == after


def test_what_is_written_is_taken_back_where_the_rest_cannot_be():
    before = state()
    with pytest.raises(Stopped), stop_at_the_second_paper():
        bring(*ENTRIES)
    assert state() == before
    comments = Step.objects.order_by("pk").values_list("comment", flat=True)
    assert list(comments) == ["An import", "Interrupted and undone: An import"]


@pytest.fixture
def killed(monkeypatch):
    """An import whose process died after the first part."""
    with monkeypatch.context() as patched, stop_at_the_second_paper(), pytest.raises(Stopped):
        patched.setattr(long_steps, "_end_broken_off", lambda: None)
        bring(*ENTRIES)
    return Step.objects.get(comment="An import")


def test_of_an_import_that_was_killed_nothing_is_left_once_another_comes(killed):
    assert (killed.is_under_way, Publication.objects.get().title) == (True, "Beds")
    bring(entry("Lulls", authors=(ZOE,)), entry("Dozes", authors=(ZOE,)), words="Another")
    assert set(Publication.objects.values_list("title", flat=True)) == {"Lulls", "Dozes"}
    assert not Step.objects.filter(is_under_way=True).exists()


def test_what_was_edited_since_stays_when_a_killed_import_is_taken_back(killed):
    paper = Publication.objects.get()
    with history.step(None):
        paper.volume = "8"
        paper.save()
    history.take_back_broken_off()
    assert state()[:2] == ([("Beds", "8", "Ada Quill")], 1)


def test_undoing_an_import_that_was_killed_takes_it_back(killed):
    history.undo(killed, None)
    assert state() == ([], 0, 0)


def test_what_others_do_meanwhile_stands():
    def meanwhile(done, total):
        if done == 1:
            cast.make_publication("Cots", doi="10.1000/cots")

    plan = plan_of(ENTRIES, source="file")
    applied = applying.apply(plan, None, "An import", meanwhile)
    assert applied.failed == {3: applying.CHANGED_MEANWHILE}
    assert Publication.objects.filter(title="Cots").count() == 1
