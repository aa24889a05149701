"""Names printed with signs of East Asian width, or with some that nobody sees, mean the people who are here."""

import json

import pytest

from people.models import Person
from publications import formats
from publications.importing import apply, plan_of
from publications.matching.people import Reason
from publications.models import Authorship
from tests import cast

pytestmark = pytest.mark.django_db

SOURCES = {
    "bib": "@article{{a, title={{Naps}}, author={{{}}}}}",
    "ris": "TY  - JOUR\nTI  - Naps\nAU  - {}\nER  - \n",
    "csv": 'title,authors\nNaps,"{}"\n',
    "nbib": "PMID- 1\nTI  - Naps\nFAU - {}\n",
}


def planned(text, form="bib"):
    """Return the authors of the one paper of a list of authors in a format."""
    [item] = plan_of(formats.read(SOURCES[form].format(text), form)).items
    return item.authors


@pytest.fixture
def people():
    """Whom the names mean: by their keys."""
    others = ["Jean-Luc Row", "約翰·史密斯", "タナカ タロウ", "김민수", "Алёна Кот"]
    known = {name: cast.make_person(name).pk for name in others}
    return known | {"Zoë Lindqvist": cast.student(native_name="林佐伊").pk}


NAMES = [
    ("Lindqvist，Zoë", "Zoë Lindqvist"),
    ("Zoë\u3000Lindqvist", "Zoë Lindqvist"),
    ("Ｚｏë Ｌｉｎｄｑｖｉｓｔ", "Zoë Lindqvist"),
    ("Zo\u200bë Lindqvist", "Zoë Lindqvist"),
    ("\u202aZoë Lindqvist\u202c", "Zoë Lindqvist"),
    ("Zoë Lind\u00adqvist", "Zoë Lindqvist"),
    ("Zoë\ufeff Lindq\u200dvist", "Zoë Lindqvist"),
    ("Zoë Lindqvist （林佐伊）", "Zoë Lindqvist"),
    ("林\u3000佐伊", "Zoë Lindqvist"),
    ("林，佐伊", "Zoë Lindqvist"),
    ("Jean\u2011Luc Row", "Jean-Luc Row"),
    ("JeanLuc Row", "Jean-Luc Row"),
    ("約翰・史密斯", "約翰·史密斯"),
    ("約翰‧史密斯", "約翰·史密斯"),
    ("約翰 史密斯", "約翰·史密斯"),
    ("ﾀﾅｶ ﾀﾛｳ", "タナカ タロウ"),
    ("ﾀﾅｶ･ﾀﾛｳ", "タナカ タロウ"),
    ("김 민수", "김민수"),
    ("Алена Кот", "Алёна Кот"),
]


@pytest.mark.parametrize("form", SOURCES)
def test_they_mean_who_is_here(people, form):
    matches = {printed: [author.match.person for author in planned(printed, form)] for printed, _ in NAMES}
    assert matches == {printed: [people[name]] for printed, name in NAMES}


@pytest.mark.parametrize("form", SOURCES)
def test_initials_are_asked_about_as_others_are(people, form):
    names = ("Z．Lindqvist", "Lindqvist，Z．", "Ｌｉｎｄｑｖｉｓｔ Ｚ．", "Ｚ． Lindqvist")
    matches = {name: [(each.match.reason, each.match.candidates) for each in planned(name, form)] for name in names}
    assert matches == dict.fromkeys(names, [(Reason.CHOOSE, (people["Zoë Lindqvist"],))])


@pytest.mark.parametrize("printed", ["林左伊", "林佐依", "タナカ ダロウ", "約翰·史密", "김민주", "Zoë Lindquist"])
def test_what_tells_two_names_apart_is_not_folded(people, printed):
    assert planned(printed)[0].match.person is None


@pytest.mark.parametrize("form", ["bib", "ris", "csv", "nbib"])
@pytest.mark.parametrize("printed", ["林佐伊；約翰·史密斯；김민수", "林佐伊、約翰·史密斯、김민수"])
def test_wide_semicolons_part_authors(people, form, printed):
    assert [str(author.match.name) for author in planned(printed, form)] == ["林佐伊", "約翰·史密斯", "김민수"]


@pytest.mark.parametrize("form", ["bib", "csv"])
@pytest.mark.parametrize(
    ("printed", "names"),
    [
        ("林佐伊，約翰·史密斯，김민수", ["林佐伊", "約翰·史密斯", "김민수"]),
        ("林佐伊, 白朗, 김민수, 約翰·史密斯", ["林佐伊", "白朗", "김민수", "約翰·史密斯"]),
        ("林, 佐伊, 白, 朗", ["林佐伊", "白朗"]),
        ("Lindqvist，Zoë；Row，Ben", ["Zoë Lindqvist", "Ben Row"]),
        ("Zoë Lindqvist；Ben Row", ["Zoë Lindqvist", "Ben Row"]),
    ],
)
def test_commas_part_whole_names_or_their_parts(form, printed, names):
    assert [str(author.match.name) for author in planned(printed, form)] == names


def test_the_parts_of_csl_json_are_read_so_too(people):
    authors = [{"family": "Ｌｉｎｄｑｖｉｓｔ", "given": "Zo\u200bë"}, {"literal": "約翰・史密斯"}]
    [item] = plan_of(formats.read(json.dumps([{"title": "Naps", "author": authors}]), "json")).items
    assert [author.match.person for author in item.authors] == [people["Zoë Lindqvist"], people["約翰·史密斯"]]


def test_the_paper_keeps_what_it_prints_and_a_new_person_has_usual_letters(people):
    text = SOURCES["bib"].format("Ｚｏë Ｌｉｎｄｑｖｉｓｔ and Ｂｅｎ\u3000Ｒｏｗ")
    for _ in range(2):
        apply(plan_of(formats.read(text)), None, "Brought in")
        printed = Authorship.objects.order_by("order").values_list("person__name", "printed_name")
        assert list(printed) == [("Zoë Lindqvist", "Ｚｏë Ｌｉｎｄｑｖｉｓｔ"), ("Ben Row", "Ｂｅｎ Ｒｏｗ")]
    assert Person.objects.get(name="Ben Row").family_name == "Row"
    assert plan_of(formats.read(text)).changes_nothing


def test_what_belongs_to_the_spelling_of_a_script_stays():
    [author] = planned("علی\u200cرضا رضایی")
    assert str(author.match.name) == "علی\u200cرضا رضایی"


def test_two_widths_of_one_new_name_are_one_person():
    text = "\n".join(
        f"@article{{{key}, title={{Naps {key}}}, author={{{name}}}}}"
        for key, name in {"a": "Ｂｅｎ Ｒｏｗ", "b": "Row，Ben", "c": "ﾀﾅｶ ﾀﾛｳ", "d": "タナカ タロウ"}.items()
    )
    assert sorted(map(str, plan_of(formats.read(text)).new_people.values())) == ["Ben Row", "タナカ タロウ"]
