import pytest
from django.db import connection, transaction

from labsite.modelling import content_version
from labsite.models import ContentVersion, Lab, PlantedRow
from people.models import Person
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def moved():
    """Say whether the version has moved since the question was last asked."""
    last = content_version.current()

    def moved():
        nonlocal last
        before, last = last, content_version.current()
        return last > before

    return moved


def test_it_begins_at_a_number_and_moves_by_one():
    before = content_version.current()
    content_version.bump()
    assert content_version.current() == before + 1


def test_it_begins_again_in_an_emptied_database():
    ContentVersion.objects.all().delete()
    assert content_version.current() == 0
    content_version.bump()
    content_version.bump()
    assert content_version.current() == 2


def test_it_moves_when_a_row_is_made_changed_and_deleted(moved):
    person = cast.make_person("Ada Quill")
    assert moved()
    person.headline = "Thinks slowly"
    person.save()
    assert moved()
    person.delete()
    assert moved()


def test_it_moves_with_a_bulk_create(moved):
    Person.objects.bulk_create([Person(name="Ada", slug="ada"), Person(name="Zoë", slug="zoe")])
    assert moved()


def test_it_moves_with_updates_and_deletes_of_sets(moved):
    cast.make_lab()
    moved()
    Lab.objects.update(name="Rest Lab")
    assert moved()
    Lab.objects.all().delete()
    assert moved()


def test_it_moves_with_a_bulk_update(moved):
    person = cast.make_person("Ada Quill")
    moved()
    person.headline = "Thinks slowly"
    Person.objects.bulk_update([person], ["headline"])
    assert moved()


def test_it_moves_with_a_many_to_many_row(moved):
    news, person = cast.make_news(), cast.make_person("Ada Quill")
    moved()
    news.people.add(person)
    assert moved()
    news.people.clear()
    assert moved()


def test_it_moves_with_a_raw_save_and_with_sql_of_ones_own(moved):
    Person(name="Ada", slug="ada").save_base(raw=True)
    assert moved()
    with connection.cursor() as cursor:
        cursor.execute("update people_person set headline = 'x'")
    assert moved()


@pytest.mark.parametrize(
    "sql",
    [
        "WITH x AS (SELECT 1) UPDATE people_person SET headline = 'x'",
        "/* a comment */ UPDATE people_person SET headline = 'x'",
        "SELECT 1; UPDATE people_person SET headline = 'x'",
        'UPDATE "public"."people_person" SET headline = \'x\'',
        "MERGE INTO people_person USING x ON true WHEN MATCHED THEN DELETE",
        "TRUNCATE people_person",
    ],
)
def test_it_does_not_see_writes_that_begin_as_django_never_writes_them(sql):
    match = content_version.WRITE.match(sql)
    assert not (match and match[1] == "people_person")


def test_it_stays_when_content_is_read(moved):
    cast.make_person("Ada Quill")
    moved()
    list(Person.objects.select_related("login"))
    assert not moved()


def test_it_stays_when_somebody_signs_in_and_out(client, moved):
    login = cast.make_login(password="leisurely-quokka")
    moved()
    assert client.login(email=login.email, password="leisurely-quokka")
    client.logout()
    assert not moved()


def test_it_stays_when_the_ledger_of_seeding_is_written(moved):
    PlantedRow.objects.create(model="people.person", key='["ada"]')
    assert not moved()


def test_it_goes_back_with_what_was_rolled_back(moved):
    with pytest.raises(RuntimeError), transaction.atomic():
        cast.make_person("Ada Quill")
        raise RuntimeError
    assert not moved()
    assert not Person.objects.exists()


def test_reading_it_is_one_query(django_assert_num_queries):
    with django_assert_num_queries(1):
        content_version.current()
