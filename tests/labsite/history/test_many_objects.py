"""A step of thousands of objects is written and undone some at a time."""

import pytest

from labsite import history
from labsite.history import tracked
from labsite.history.models import Step, Version
from publications.models import Authorship, Publication
from tests import cast


@pytest.fixture
def small_batches(monkeypatch):
    """Make a step of a few objects as long as one of thousands."""
    monkeypatch.setattr(tracked, "BATCH", 2)


def state():
    papers = Publication.objects.order_by("pk").values_list("pk", "title", "year")
    return [*papers], [*Authorship.objects.order_by("pk").values_list("pk", "publication", "person", "order")]


@pytest.mark.django_db
@pytest.mark.usefixtures("small_batches")
def test_a_long_step_is_undone_as_one_and_so_is_its_undoing():
    user = cast.make_administrator()
    for number in range(9):
        cast.make_publication(f"Quokka {number}", ["Ivo Brandt", "Maren Hale"])
    papers, before = list(Publication.objects.order_by("pk")), state()
    with history.step(user, "Much at once") as step:
        for paper in papers[:3]:
            paper.delete()
        for paper in papers[3:6]:
            paper.title = f"Wombat {paper.pk}"
            paper.save()
            paper.authorships.last().delete()
        for number in range(5):
            cast.make_publication(f"Numbat {number}", ["Noor Sato"])
    after = state()
    assert step.row.versions.made().count() == 3 + 3 + 5 + 5  # and five people
    assert step.removed == [f"Quokka {number}" for number in range(3)]
    assert Version.objects.filter(kind=Version.Kind.FOUND).values_list("step").distinct().count() == 1
    undoing = history.undo(step.row, user)
    assert state() == before
    history.undo(undoing.row, user)
    assert state() == after


@pytest.mark.django_db
@pytest.mark.usefixtures("small_batches")
def test_of_a_long_step_nothing_is_undone_if_one_object_was_changed_since():
    user = cast.make_administrator()
    with history.step(user) as step:
        papers = [cast.make_publication(f"Quokka {number}") for number in range(5)]
    with history.step(user):
        papers[0].title = "Wombat"
        papers[0].save()
    before, steps = state(), Step.objects.count()
    with pytest.raises(history.UndoRefused):
        history.undo(step.row, user)
    assert (state(), Step.objects.count()) == (before, steps)
