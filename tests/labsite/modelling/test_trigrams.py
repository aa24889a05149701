import pytest
from django.core.management import call_command
from django.db import connection

from people.models import Person
from publications.models import Publication
from tests import cast

pytestmark = pytest.mark.django_db
in_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL keeps its indexes by itself")

EDITS = {
    "a paper comes": lambda paper: cast.make_publication("Sloth: Queues of quolls"),
    "many come at once": lambda paper: Publication.objects.bulk_create(
        Publication(title=f"{name} quolls", slug=name, citation_key=name) for name in "ab"
    ),
    "it is saved": lambda paper: Publication(pk=paper.pk, title="Quolls", slug="q", citation_key="q").save(),
    "it is changed by a statement": lambda paper: Publication.objects.update(search_text="\n quolls \n\n"),
    "its key changes": lambda paper: Publication.objects.update(id=paper.pk + 7),
    "it is deleted": lambda paper: paper.delete(),
}


def found(word):
    return sorted(Publication.objects.filter(search_text__contains=word).values_list("pk", flat=True))


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_the_index_is_right_whatever_is_written(edit):
    edit(cast.make_publication("Quokka: Resting", abstract="We rest."))
    texts = Publication.objects.values_list("pk", "search_text")
    for word in ("quo", "quokka", " resting", "quolls", "esti", "\n quokka"):
        assert found(word) == sorted(pk for pk, text in texts if word in text)


@pytest.mark.parametrize("word", ["佐", "佐伊", "林佐", "林佐伊", " 林", "zo", "z"])
def test_short_words_are_found_too(word):
    student = cast.student()
    cast.stranger()
    assert [*Person.objects.filter(search_text__contains=word)] == [student]


@pytest.mark.parametrize(("text", "other"), [("100%", "1000"), ("a_b", "axb"), ('a"b', "a b"), ("c\\\\d", "c\\d")])
def test_a_character_with_a_meaning_stands_for_itself(text, other):
    cast.stranger()
    Person.objects.update(sort_key=f" {other} ")
    assert not Person.objects.filter(sort_key__contains=text).exists()
    Person.objects.update(sort_key=f" {text} ")
    assert Person.objects.filter(sort_key__contains=text).exists()


@in_sqlite
def test_migrate_makes_lost_triggers_again_and_fills_the_index():
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER publications_publication_trigrams_insert")
    paper = cast.make_publication("Quokka")
    assert found("quokka") == []
    call_command("migrate", verbosity=0)
    assert found("quokka") == [paper.pk]
