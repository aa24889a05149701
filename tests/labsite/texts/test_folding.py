import pytest
from django.core import serializers

from labsite.texts.folding import fold, trace, words
from people.models import NameVariant, Person
from publications.citations.record import remembered
from tests import cast


def test_fold():
    table = [
        ("Müller", "muller"),
        ("Mu\u0308ller", "muller"),
        ("Łukasz Żyła", "lukasz zyla"),
        ("Søren", "soren"),
        ("Þórður Æsir", "thordur aesir"),
        ("Straße", "strasse"),
        ("İstanbul", "istanbul"),
        ("Nguyễn", "nguyen"),
        ("大模型", "大模型"),
        ("ガ が", "ガ が"),
        ("ＬＬＭ", "llm"),
        ("ﬁne", "fine"),
        ("℡", "tel"),
        ("한국어", "한국어"),
        ("Ελλάδα", "ελλαδα"),
        ("C++", "c++"),
        ("基于图神经网络的C++程序分析", "基于图神经网络的c++ 程序分析"),
        ("C# and F#.", "c# and f#"),
        ("a+b", "a b"),
        ("long-sequence", "long sequence"),
        ("snake_case", "snake case"),
        ("  O’Brien,\tJr.\n", "o brien jr"),
        ("10.1145/3292500", "10 1145 3292500"),
        ("— + # …", ""),
        ("", ""),
    ]
    assert [(text, answer, folded) for text, folded in table if (answer := fold(text)) != folded] == []


@pytest.mark.parametrize("text", ["Müller", "ガ", "C++", "Þórður", "℡ ﬁ ß"])
def test_folding_twice_is_folding_once(text):
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Müller", ["M", "ü", "l", "l", "e", "r"]),
        ("Mu\u0308ller", ["M", "u\u0308", "l", "l", "e", "r"]),
        ("(ß)", ["ß", "ß"]),
        ("ﬁne", ["ﬁ", "ﬁ", "n", "e"]),
        ("a–b", ["a", "–", "b"]),
        ("大 模", ["大", " ", "模"]),
        ("ｶﾞ", ["ｶﾞ"]),
        ("\u1112\u1161\u11ab", ["\u1112\u1161\u11ab"]),
        ("… !", []),
    ],
)
def test_a_traced_text_knows_where_each_folded_character_comes_from(text, found):
    traced = trace(text)
    assert [text[start:end] for start, end in zip(traced.starts, traced.ends, strict=True)] == found


def test_a_traced_text_is_folded_as_any_other():
    texts = {code: f"a{chr(code)}\u0308b " for code in range(0x20, 0x3120)}
    assert [hex(code) for code, text in texts.items() if trace(text).folded != fold(text)] == []
    assert trace("".join(texts.values())).folded == fold("".join(texts.values()))


def test_the_words_of_a_query_are_each_said_once_and_in_order():
    assert words("Müller, the  long-sequence müller") == ["muller", "the", "long", "sequence"]


def test_a_query_has_at_most_ten_words():
    assert words(" ".join(f"w{n}" for n in range(20))) == [f"w{n}" for n in range(10)]


@pytest.mark.django_db
def test_a_folded_field_holds_its_sources_in_order():
    cast.make_person("Zoë Lindqvist", native_name="林 佐伊", headline="Long-sequence models")
    person = Person.objects.get()
    assert person.search_text == "\n zoe lindqvist \n 林 佐伊 \n 林佐伊 \n\n long sequence models "
    assert person.sort_key == " lindqvist zoe zoe lindqvist "


@pytest.mark.django_db
def test_a_folded_field_follows_an_edit():
    person = cast.make_person("Zoë Lindqvist")
    person.headline = "Ärger"
    person.save()
    assert Person.objects.get().search_text == "\n zoe lindqvist \n\n arger "


@pytest.mark.django_db
def test_a_folded_field_follows_an_edit_of_named_fields():
    person = cast.make_person("Zoë Lindqvist")
    person.headline = "Ärger"
    person.save(update_fields=["headline"])
    assert Person.objects.get().search_text == "\n zoe lindqvist \n\n arger "


@pytest.mark.django_db
def test_a_folded_field_is_filled_by_a_raw_save():
    variant = NameVariant(person=cast.stranger(), name="Brändt, I.")
    variant.save_base(raw=True)
    assert NameVariant.objects.get().folded == " brandt i "


@pytest.mark.django_db
def test_a_folded_field_is_filled_by_a_bulk_create():
    Person.objects.bulk_create([Person(name="Zoë Lindqvist", slug="zoe")])
    assert "zoe lindqvist" in Person.objects.get().search_text


@pytest.mark.django_db
def test_an_update_of_a_set_leaves_folded_fields_until_the_next_save():
    cast.make_person("Zoë Lindqvist")
    Person.objects.update(headline="Ärger")
    assert Person.objects.get().search_text == "\n zoe lindqvist \n\n"
    Person.objects.get().save()
    assert Person.objects.get().search_text == "\n zoe lindqvist \n\n arger "


@pytest.mark.django_db
def test_a_folded_field_is_no_part_of_a_fixture():
    cast.stranger()
    (row,) = serializers.serialize("python", Person.objects.all())
    assert {"search_text", "sort_key"} & row["fields"].keys() == set()


def test_of_longer_texts_than_names_and_titles_nothing_is_remembered():
    asked = []
    derive = remembered(lambda text: asked.append(len(text)))
    for length in (500, 500, 501, 501):
        derive("a" * length)
    assert asked == [500, 501, 501]
