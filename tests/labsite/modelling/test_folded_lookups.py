import pytest

from people.models import Person
from tests import cast

pytestmark = pytest.mark.django_db


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
