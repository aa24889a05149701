"""What triggers note of written rows, and who hears of it."""

import pytest

from labsite import registry
from labsite.editing.issues import Curated
from labsite.history import changed_objects
from labsite.history.changed_objects import changes_between, position, with_referring
from labsite.history.tracked import tracked_models
from people.models import Award, Membership, Person
from publications.models import Authorship, Publication, Venue
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def paper():
    return cast.make_publication("Quokka", [cast.student(), "Ivo Brandt"], venue=cast.make_venue())


def noted(edit):
    """Return what an edit changes, each with the model of the row that it wrote."""
    before = position()
    edit()
    changes = changes_between(before, position())
    return {(change.key.model, change.key.pk, change.by) for change in changes}


def test_a_row_is_noted_however_it_was_written(paper):
    change = (Publication, paper.pk, Publication)
    assert noted(lambda: Publication.objects.update(title="Numbat")) == {change}
    assert noted(paper.save) == {change}


def test_the_row_of_a_form_is_noted_as_its_object_and_whom_it_begins_or_ceases_to_name(paper):
    author = paper.authorships.get(person__name="Ivo Brandt")
    before, now = author.person_id, cast.alumna().pk
    assert noted(lambda: Authorship.objects.filter(pk=author.pk).update(person=now)) == {
        (Publication, paper.pk, Authorship),
        (Person, before, Authorship),
        (Person, now, Authorship),
    }
    assert noted(lambda: Authorship.objects.filter(pk=author.pk).update(is_lead=True)) == {
        (Publication, paper.pk, Authorship)
    }


def test_a_list_is_noted_as_the_object_that_holds_it(paper):
    award = cast.make_award(cast.alumna(), "Prize")
    change = {(Publication, paper.pk, Publication), (Award, award.pk, Publication)}
    assert noted(lambda: paper.awards.add(award)) == change
    assert noted(lambda: paper.awards.remove(award)) == change


def test_what_goes_is_noted(paper):
    assert (Publication, paper.pk, Publication) in noted(paper.delete)


def test_what_refers_to_a_changed_object_may_be_another_too(paper):
    before = position()
    Membership.objects.filter(person__name="Zoë Lindqvist").update(end="2020")
    changes = changes_between(before, position())
    zoe = Person.objects.get(name="Zoë Lindqvist")
    assert with_referring(changes) == {Person: {zoe.pk}, Publication: {paper.pk}}
    assert with_referring(changes, Venue) == {Person: {zoe.pk}}


def test_who_has_missed_too_much_or_comes_from_elsewhere_hears_nothing(paper, monkeypatch):
    before = position()
    monkeypatch.setattr(changed_objects, "KEPT", 2)
    Publication.objects.update(title="Numbat")
    assert changes_between(before, position()) is not None
    Publication.objects.update(title="Numbats")
    Publication.objects.update(title="Quokkas")
    assert changes_between(before, position()) is None
    assert changes_between(position() + 1, position()) is None


def test_every_model_that_the_worklist_looks_over_is_noted():
    assert set(registry.facets(Curated)) <= set(tracked_models())
