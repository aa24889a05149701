"""Signs behind the names of a copied list of authors."""

from publications.citations.names import Marks, without_marks
from publications.citations.record import Name


def test_signs():
    table = [
        ("Quill*", "Quill", Marks(is_equal=True)),
        ("Quill∗", "Quill", Marks(is_equal=True)),
        ("Quill$^*$", "Quill", Marks(is_equal=True)),
        ("Quill$^{*,1}$", "Quill", Marks(is_equal=True)),
        (r"Quill$^\ast$", "Quill", Marks(is_equal=True)),
        ("Quill†", "Quill", Marks(is_lead=True)),
        (r"Quill$^{\dagger}$", "Quill", Marks(is_lead=True)),
        ("Quill *†", "Quill", Marks(is_equal=True, is_lead=True)),
        ("Quill✉", "Quill", Marks(is_corresponding=True)),
        ("Quill‡", "Quill", Marks(unclear="‡")),
        ("Quill", "Quill", Marks()),
        ("Quill 3rd", "Quill 3rd", Marks()),
        ("Quill<sup>*</sup>", "Quill", Marks(is_equal=True)),
        ("Quill<sup>1,*</sup>", "Quill", Marks(is_equal=True)),
        (r"Quill\textsuperscript{*}", "Quill", Marks(is_equal=True)),
        ("Quill $^{*}$", "Quill", Marks(is_equal=True)),
        (r"Quill$^{a,\dagger}$", "Quill", Marks(is_lead=True)),
        ("Quill#", "Quill", Marks(unclear="#")),
        (r"Quill\#", "Quill", Marks(unclear="#")),
        ("Quill¹²", "Quill", Marks()),
        ("Quill<sup>1</sup>", "Quill", Marks()),
        ("Quill<sup>1</sup>*", "Quill", Marks(is_equal=True)),
        ("Quill$^{1,2}$", "Quill", Marks()),
        (r"Quill\textsuperscript{a}*", "Quill", Marks(is_equal=True)),
        ("Quill1,2", "Quill", Marks()),
    ]
    assert [
        (family, bare, marks, answer)
        for family, bare, marks in table
        if (answer := without_marks((Name("Ada", family),))) != ((Name("Ada", bare),), (marks,))
    ] == []


def test_signs_behind_the_given_name_or_a_name_without_parts():
    names, marks = without_marks((Name("Ada*", "Quill"), Name(literal="Quokka Team*")))
    assert names == (Name("Ada", "Quill"), Name(literal="Quokka Team"))
    assert marks == (Marks(is_equal=True), Marks(is_equal=True))


def test_a_dagger_that_several_share_is_for_equal_contribution():
    _, marks = without_marks((Name("Ada", "Quill†"), Name("Ivo", "Brandt†"), Name("Una", "Hale")))
    assert marks == (Marks(is_equal=True), Marks(is_equal=True), Marks())


def test_a_hash_that_several_share_is_for_equal_contribution():
    names, marks = without_marks((Name("Ada", "Quill#"), Name("Ivo", "Brandt<sup>#</sup>"), Name("Una", "Hale*")))
    assert [str(name) for name in names] == ["Ada Quill", "Ivo Brandt", "Una Hale"]
    assert marks == (Marks(is_equal=True),) * 3


def test_digits_of_a_group_are_part_of_its_name():
    assert without_marks((Name(literal="Quokka2020"),)) == ((Name(literal="Quokka2020"),), (Marks(),))


def test_beside_stars_daggers_are_for_leads():
    _, marks = without_marks((Name("Ada", "Quill†"), Name("Ivo", "Brandt†"), Name("Una", "Hale*")))
    assert marks == (Marks(is_lead=True), Marks(is_lead=True), Marks(is_equal=True))
