"""One person in two scripts: who is meant by a native name, a Latin one, or both side by side."""

import pytest

from people.models import Person
from publications import formats
from publications.citations.names import in_both_scripts, in_order, parts_of, split_printed
from publications.citations.record import Name
from publications.importing import apply, plan_of
from publications.matching.papers import author_key
from publications.matching.people import Reason, match_authors
from tests import cast

ZOE = Name("Zoë", "Lindqvist")
BOTH = (
    "Zoë Lindqvist (林佐伊)",
    "林佐伊 Zoë Lindqvist",
    "林佐伊（Zoe Lindqvist）",
    "Lindqvist Zoë (林 佐伊)",
    "Z. Lindqvist 林佐伊",
)


def matched(name):
    [[match]] = match_authors([[name]])
    return match.reason, match.person, match.candidates


def test_a_name_in_two_scripts_is_parted():
    table = [
        (ZOE, (ZOE, "")),
        (Name(literal="林佐伊"), (Name(literal="林佐伊"), "")),
        (Name("Zoë (林佐伊)", "Lindqvist"), (ZOE, "林佐伊")),
        (Name("Zoë Lindqvist", "林佐伊"), (ZOE, "林佐伊")),
        (Name("Ana (安娜)", "García Márquez"), (Name("Ana", "García Márquez"), "安娜")),
        (Name(literal="林佐伊 (Zoë Lindqvist)"), (Name(literal="Zoë Lindqvist"), "林佐伊")),
        (Name(literal="Quokka 团队 Consortium"), (Name(literal="Quokka 团队 Consortium"), "")),
        (Name("Zoë", "字" * 101), (Name("Zoë", "字" * 101), "")),
    ]
    assert [(name, answer, parts) for name, parts in table if (answer := in_both_scripts(name)) != parts] == []


def test_a_native_name_is_printed_family_name_first():
    assert [str(name) for name in (Name("清昊", "胡"), Name("하나", "김"), Name("アダ", "クイル"))] == [
        "胡清昊",
        "김하나",
        "アダ クイル",
    ]


def test_a_native_name_without_a_comma_is_not_parted_by_guess():
    [entry] = formats.read("@misc{a, title = {A}, author = {胡 清昊 and 胡, 清昊 and Ada Quill}}")
    assert entry.record.authors == (Name(literal="胡 清昊"), Name("清昊", "胡"), Name("Ada", "Quill"))
    assert in_order("胡 清昊") == Name(literal="胡 清昊")
    assert len({parts_of(name) for name in entry.record.authors[:2]}) == 1


def test_a_name_printed_in_two_scripts_keeps_its_family_name():
    assert split_printed("Qinghao Hu (胡清昊)", "Hu") == Name("Qinghao (胡清昊)", "Hu")
    assert split_printed("Hu Qinghao (胡清昊)", "Hu") == Name("Qinghao (胡清昊)", "Hu")


@pytest.mark.django_db
class MemberTests:
    @pytest.mark.parametrize("text", BOTH)
    def test_a_member_with_a_native_name_is_meant_by_both(self, text):
        zoe = cast.student()
        assert matched(in_order(text)) == (Reason.NAME, zoe.pk, ())

    @pytest.mark.parametrize("name", [Name("佐伊", "林"), Name(literal="林 佐伊"), Name(literal="林佐伊")])
    def test_a_member_is_meant_by_the_native_name_in_each_form(self, name):
        zoe = cast.student()
        assert matched(name) == (Reason.NAME, zoe.pk, ())

    def test_an_alias_may_hold_the_native_name(self):
        zoe = cast.make_member("Zoë Lindqvist")
        zoe.name_variants.create(name="林佐伊 (Zoë Lindqvist)")
        for name in (Name("佐伊", "林"), in_order("Z. Lindqvist (林佐伊)")):
            assert matched(name) == (Reason.NAME, zoe.pk, ())

    def test_a_member_whose_native_name_nobody_gave_is_meant_by_the_latin_one(self):
        zoe = cast.make_member("Zoë Lindqvist")
        assert matched(in_order("Zoë Lindqvist (林佐伊)")) == (Reason.NAME, zoe.pk, ())

    @pytest.mark.parametrize("text", ["Zoë Lindqvist (林左一)", "Jing Lin (林佐伊)"])
    def test_whoever_has_another_name_in_one_script_is_asked_about(self, text):
        zoe = cast.student()
        assert matched(in_order(text)) == (Reason.CHOOSE, None, (zoe.pk,))

    def test_of_two_with_one_native_name_the_latin_one_tells(self):
        zoe = cast.student()
        cast.make_member("Jing Lin", native_name="林佐伊")
        assert matched(in_order("Zoë Lindqvist (林佐伊)")) == (Reason.NAME, zoe.pk, ())
        assert matched(Name(literal="林佐伊"))[0] is Reason.CHOOSE

    def test_family_and_given_name_the_wrong_way_round_are_asked_about(self):
        zoe = cast.student()
        [entry] = formats.read("@misc{a, title = {A}, author = {Zoë, Lindqvist}}")
        assert matched(entry.record.authors[0]) == (Reason.CHOOSE, None, (zoe.pk,))


@pytest.mark.django_db
class ImportTests:
    def brought(self, *authors):
        text = "".join(f"@misc{{k{n}, title = {{Paper {n}}}, author = {{{each}}}}}" for n, each in enumerate(authors))
        apply(plan_of(formats.read(text)), None, "Brought")
        return sorted((person.name, person.native_name, person.family_name) for person in Person.objects.all())

    def test_a_new_person_has_both_names(self):
        assert self.brought("Hale, Maren (海玛伦)") == [("Maren Hale", "海玛伦", "Hale")]

    def test_entries_in_each_script_are_one_new_person_where_one_names_both(self):
        assert self.brought("海玛伦", "Maren Hale", "海玛伦 (Maren Hale)") == [("Maren Hale", "海玛伦", "Hale")]

    def test_two_of_one_latin_name_are_two_people(self):
        people = [("Na Li", "李娜", "Li"), ("Na Li", "李那", "Li")]
        assert self.brought("Li, Na (李娜)", "Li, Na (李那)") == people

    def test_a_member_is_found_and_the_printed_name_kept(self):
        zoe = cast.student()
        self.brought("Lindqvist, Zoë (林佐伊)", "林佐伊")
        assert list(zoe.authorships.order_by("pk").values_list("printed_name", flat=True)) == [
            "Zoë (林佐伊) Lindqvist",
            "林佐伊",
        ]


def test_authors_in_two_scripts_are_authors_of_the_paper_that_names_them_in_one():
    names = (ZOE, Name("Zoë Lindqvist", "(林佐伊)"), Name("Zoë (林佐伊)", "Lindqvist"))
    assert {author_key(name) for name in names} == {("lindqvist", "z")}
