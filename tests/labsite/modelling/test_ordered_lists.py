"""Rows of a many-to-many field that stay in the order in which they were put there."""

import json

import pytest
from django.core import serializers
from django.db.models import Prefetch
from django.urls import reverse

from labsite import history
from labsite.editing import inputs
from labsite.history import undo
from labsite.models import Step
from people.models import Education, Person, has_page
from tests import cast
from tests.reading import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def names():
    """The advisors of a degree, whose order is neither that of names nor that in which people were made."""
    return ["Maren Hale", "Ada Quill", "Zora Yi"]


@pytest.fixture
def degree(names):
    people = {name: cast.make_person(name) for name in sorted(names)}
    step = Education.objects.create(person=cast.student(), degree="Ph.D.", organisation="Leisure U", ongoing=True)
    step.advisors.add(*(people[name] for name in names))
    return step


def advisors(step):
    return [person.name for person in Education.objects.get(pk=step.pk).advisors.all()]


def test_they_are_read_as_they_were_put(degree, names):
    [fetched] = Education.objects.prefetch_related(
        Prefetch("advisors", Person.objects.annotate(has_page=has_page("pk")))
    )
    assert advisors(degree) == [person.name for person in fetched.advisors.all()] == names


def test_another_order_is_written(degree, names):
    degree.advisors.set(Person.objects.get(name=name) for name in reversed(names))
    assert advisors(degree) == names[::-1]


def test_one_that_is_added_stands_behind_the_others(degree, names):
    degree.advisors.add(cast.make_person("Abe Ant"))
    assert advisors(degree) == [*names, "Abe Ant"]


def test_the_page_and_its_data_name_them_in_their_order(client, degree, names):
    assert f"Advised by {', '.join(names)}" in text(client, "/people/zoe-lindqvist/")
    assert f"Advised by {', '.join(names)}" in text(client, "/people/")
    [step] = client.get("/people/zoe-lindqvist.json").json()["education"]
    assert [advisor["name"] for advisor in step["advisors"]] == names


def test_fixtures_keep_it(degree, names):
    written = serializers.serialize("json", [degree], use_natural_foreign_keys=True, use_natural_primary_keys=True)
    slugs = [["maren-hale"], ["ada-quill"], ["zora-yi"]]
    assert json.loads(written)[0]["fields"]["advisors"] == slugs
    degree.advisors.clear()
    for row in serializers.deserialize("json", written):
        row.save()
    assert advisors(degree) == names


def test_a_change_of_order_is_a_step_that_can_be_undone(degree, names):
    administrator = cast.make_administrator()
    with history.step(administrator, "Advisors"):
        degree.advisors.set(list(degree.advisors.all())[::-1])
    undo(Step.objects.get(comment="Advisors"), administrator)
    assert advisors(degree) == names


class FormTests:
    @pytest.fixture
    def form(self, admin_client, degree):
        page = admin_client.get(reverse("admin:people_person_change", args=[degree.person_id]))
        formsets = [each.formset for each in page.context["inline_admin_formsets"]]
        return next(each for each in formsets if each.prefix == "education").forms[0]

    def test_it_shows_them_in_their_order(self, form, degree):
        chosen = [each.pk for each in degree.advisors.all()]
        assert form["advisors"].value() == chosen
        groups = form.fields["advisors"].widget.widget.optgroups("advisors", list(map(str, chosen)))
        assert [str(option["value"]) for option in groups[0][1] if option["selected"]] == list(map(str, chosen))

    def test_another_order_is_a_change(self, form):
        field, keys = form.fields["advisors"], form["advisors"].value()
        assert not field.has_changed(keys, list(map(str, keys)))
        assert field.has_changed(keys, list(map(str, keys[::-1])))
        assert [row.pk for row in field.clean(list(map(str, keys[::-1])))] == keys[::-1]

    def test_two_who_order_them_otherwise_are_asked(self, form):
        held = inputs.stored(form)["advisors"]
        assert held == tuple(map(str, form["advisors"].value()))
        assert inputs.in_words(form.fields["advisors"], held) == "Maren Hale, Ada Quill, Zora Yi"
