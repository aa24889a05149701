"""Names that one list of authors prints twice."""

import pytest

from publications.citations.names import NO_MARKS, Marks, in_order
from publications.citations.record import Name
from publications.citations.repeats import is_ones_own, may_be_anybodys, named_once

ORCID, OTHER_ORCID = "0000-0002-1825-0097", "0000-0001-5109-3700"
IVO = Name("Ivo", "Brandt")


def test_a_name_is_surely_of_one_if_spelled_out_and_not_common():
    table = [
        (Name("Ada", "Quill"), True),
        (Name("Hale B.", "Zhang"), True),
        (Name("A. Hale", "Smith"), True),
        (Name("Zoë", "Lindqvist-Brandt"), True),
        (Name(literal="The Slow Clock Consortium"), True),
        (Name("A. B.", "Quill"), False),
        (Name("AB", "Quill"), False),
        (Name("Wei", "Zhang"), False),
        (Name("Ji-Hoon", "Kim"), False),
        (Name("Peter", "Müller"), False),
        (Name(literal="Quill"), False),
        (in_order("张伟"), False),
        (Name("俊介", "佐藤"), False),
    ]
    assert [(name, answer, is_own) for name, is_own in table if (answer := is_ones_own(name)) is not is_own] == []


def test_who_is_named_again_stands_at_the_first_place_with_all_that_is_said():
    names = (Name("Ada", "Quill"), IVO, Name("Ada", "QUILL", orcid=ORCID))
    marks = (Marks(is_lead=True), NO_MARKS, Marks(is_equal=True))
    assert named_once(names, marks) == (
        (Name("Ada", "Quill", orcid=ORCID), IVO),
        (Marks(is_equal=True, is_lead=True), NO_MARKS),
        ("Ada QUILL (3)",),
    )


@pytest.mark.parametrize(
    "names",
    [
        (Name("Wei", "Zhang"), IVO, Name("Wei", "Zhang")),
        (Name("I.", "Brandt"), Name("I.", "Brandt"), IVO),
        (Name("Ivo", "Brandt", orcid=ORCID), Name("Ivo", "Brandt", orcid=OTHER_ORCID)),
        (IVO, Name("Ivo", "Brandt", "Jr."), Name("Ivo B.", "Brandt")),
    ],
)
def test_who_may_be_somebody_else_stands_twice(names):
    assert named_once(names, (NO_MARKS,) * len(names)) == (names, (NO_MARKS,) * len(names), ())


def test_initials_with_a_common_family_name_may_be_anybodys():
    names = ("W. Zhang", "W. L. Zhang", "Wei Zhang", "A. Quill")
    assert [may_be_anybodys(in_order(name)) for name in names] == [True, True, False, False]
