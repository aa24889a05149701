"""What steps wrote lately, and who hears of it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from labsite import history, registry
from labsite.editing.issues import Curated
from labsite.history import changed_objects
from labsite.history.changed_objects import changes_between, position, with_referring
from labsite.history.tracked import tracked_models
from people.models import Award, Membership, Person
from publications.models import Publication, Venue
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def paper():
    return cast.make_publication("Quokka", [cast.student(), "Ivo Brandt"], venue=cast.make_venue())


def noted(edit):
    """Return what an edit in a step changes, each with whether it is or has the row that was written."""
    before = position()
    with history.step(None):
        edit()
    return {(change.key.model, change.key.pk, change.is_own) for change in changes_between(before, position())}


def save(row, **values):
    for name, value in values.items():
        setattr(row, name, value)
    row.save()


def test_a_row_is_noted_whether_or_not_the_history_knew_it(paper):
    assert noted(lambda: save(paper, title="Numbat")) == {(Publication, paper.pk, True)}
    assert noted(lambda: save(paper, title="Wombat")) == {(Publication, paper.pk, True)}


def test_the_row_of_a_form_is_noted_as_its_object_and_whom_it_begins_or_ceases_to_name(paper):
    author = paper.authorships.get(person__name="Ivo Brandt")
    before, now = author.person_id, cast.alumna().pk
    changed = {(Publication, paper.pk, True), (Person, before, False), (Person, now, False)}
    assert noted(lambda: save(author, person_id=now)) == changed
    assert noted(lambda: save(author, is_lead=True)) == {(Publication, paper.pk, True)}


def test_a_list_is_noted_as_the_object_that_holds_it(paper):
    award = cast.make_award(cast.alumna(), "Prize")
    changed = {(Publication, paper.pk, True), (Award, award.pk, False)}
    assert noted(lambda: paper.awards.add(award)) == changed
    assert noted(lambda: paper.awards.remove(award)) == changed


def test_what_goes_is_noted(paper):
    pk, venue = paper.pk, paper.venue_id
    assert {(Publication, pk, True), (Venue, venue, False)} <= noted(paper.delete)


def test_what_refers_to_a_changed_object_may_be_another_too(paper):
    before, zoe = position(), Person.objects.get(name="Zoë Lindqvist")
    with history.step(None):
        save(Membership.objects.get(person=zoe), end="2020")
    changes = changes_between(before, position())
    assert with_referring(changes) == {Person: {zoe.pk}, Publication: {paper.pk}}
    assert with_referring(changes, Venue) == {Person: {zoe.pk}}


def test_who_has_missed_too_much_comes_from_elsewhere_or_is_of_another_day_hears_nothing(paper, monkeypatch):
    with history.step(None):
        save(paper, title="Wombat")
    before = position()
    monkeypatch.setattr(changed_objects, "KEPT", 1)
    with history.step(None):
        save(paper, title="Numbat")
    assert changes_between(before, position()) is not None
    assert changes_between(before._replace(day=timezone.localdate() - timedelta(days=1)), position()) is None
    with history.step(None):
        save(paper, title="Numbats")
    assert changes_between(before, position()) is None
    assert changes_between(position()._replace(version=10**6), position()) is None


def test_what_no_step_wrote_is_looked_for_everywhere(paper):
    before = position()
    assert changes_between(before, position()) == []
    Publication.objects.update(title="Numbat")
    assert changes_between(before, position()) is None


def test_every_model_that_the_worklist_looks_over_is_noted():
    assert set(registry.facets(Curated)) <= set(tracked_models())


def test_no_table_has_a_trigger():
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        else:
            cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")
        assert cursor.fetchall() == []
