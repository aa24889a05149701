import pytest
from django.apps import apps
from django.core.management import call_command
from django.db.models.signals import post_migrate

from labsite.texts import folding
from people.models import Person
from publications.models import Authorship
from tests import cast

pytestmark = pytest.mark.django_db


def spoil():
    Person.objects.update(search_text="")
    Authorship.objects.update(folded="")


def after_migrations(state=apps):
    for app in ("people", "publications"):
        arguments = {"app_config": apps.get_app_config(app), "using": "default", "plan": [], "apps": state}
        post_migrate.send(apps.get_app_config(app), verbosity=0, interactive=False, **arguments)


def is_folded():
    person = Person.objects.get()
    return person.search_text == "\n ivo brandt \n\n" and Authorship.objects.get().folded == " ivo brandt ivo brandt "


def test_every_row_is_folded_again_after_migrations():
    cast.make_publication(authors=[cast.stranger()])
    spoil()
    after_migrations()
    assert is_folded()


def test_rows_are_folded_where_no_migration_is_left_as_the_last_run_may_have_been_killed():
    cast.make_publication(authors=[cast.stranger()])
    spoil()
    call_command("migrate", verbosity=0)
    assert is_folded()


def test_a_table_of_another_version_is_left_alone():
    cast.make_publication(authors=[cast.stranger()])
    spoil()
    after_migrations(state=type(apps)())
    assert not is_folded()


def test_more_rows_than_a_batch_holds_are_all_folded(monkeypatch):
    monkeypatch.setattr(folding, "BATCH", 2)
    for name in "abcde":
        cast.make_person(name)
    Person.objects.update(search_text="")
    folding.refold(Person)
    assert list(Person.objects.values_list("search_text", flat=True)) == [f"\n {name} \n\n" for name in "abcde"]


def test_folding_authors_asks_for_persons_with_their_rows(django_assert_num_queries):
    cast.make_publication(authors=["Ivo Brandt", "Ada Brandt", "Eva Brandt"])
    with django_assert_num_queries(2):
        folding.refold(Authorship)
