import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from labsite.modelling.rows_as_json import unpack_rows, with_rows
from people.models import Membership, NameVariant, Person, Position
from tests import cast

pytestmark = pytest.mark.django_db

LISTS = ("memberships", "name_variants", "positions", "projects")


@pytest.fixture
def member():
    person = cast.student()
    NameVariant.objects.create(person=person, name="Z. “Zoë” Lindqvist")
    for title, start, ongoing in (("Baker", "2018-05", False), ("Miller", "2020", True)):
        Position.objects.create(person=person, title=title, organisation="Mill", start=start, ongoing=ongoing)
    cast.make_project(people=[person])
    return person


def fetched():
    return unpack_rows(with_rows(Person.objects.all(), *LISTS).get(slug="zoe-lindqvist"), *LISTS)


def test_a_row_and_its_lists_are_one_query(member):
    with CaptureQueriesContext(connection) as queries:
        person = fetched()
        assert [len(getattr(person, name).all()) for name in LISTS] == [1, 1, 2, 1]
    assert len(queries) == 1


def test_rows_are_in_the_order_of_their_model(member):
    assert [step.title for step in fetched().positions.all()] == ["Miller", "Baker"]


def test_rows_have_the_values_that_the_database_has(member):
    for name in LISTS:
        plain = getattr(Person.objects.get(pk=member.pk), name).all().values()
        fields = getattr(member, name).model._meta.concrete_fields
        rows = [
            {f.attname: f.get_prep_value(getattr(row, f.attname)) for f in fields}
            for row in getattr(fetched(), name).all()
        ]
        assert rows == list(plain)


def test_rows_know_their_owner_and_can_be_saved(member):
    person = fetched()
    membership = person.memberships.all()[0]
    assert membership.person is person
    membership.role = "staff"
    membership.save()
    assert [row.role for row in Membership.objects.all()] == ["staff"]


def test_a_person_without_rows_has_empty_lists():
    cast.make_person("Zoë Lindqvist")
    assert [list(getattr(fetched(), name).all()) for name in LISTS] == [[], [], [], []]


def test_no_new_connection_is_asked_whether_it_knows_json(member):
    connection.features.__dict__.pop("supports_json_field", None)
    with CaptureQueriesContext(connection) as queries:
        fetched()
    assert len(queries) == 1
