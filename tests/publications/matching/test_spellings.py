"""Names that may be spelt in two ways are asked about: never one person without a question, never two in silence."""

import pytest

from publications import formats
from publications.citations.names import Likeness, in_order, likeness, parts_of
from publications.importing import apply, plan_of
from publications.importing.plan import Fate
from publications.matching.candidates import people_alike
from publications.matching.people import Reason, match_authors, people_with_coauthors
from tests import cast

OTHER_SPELLINGS = [
    ("Zoë Mueller", "Zoe Müller"),
    ("Joerg Quill", "Jörg Quill"),
    ("Søren Aagaard", "Soeren Ågaard"),
    ("林偉", "林伟"),
    ("張偉", "张伟"),
    ("张偉", "張伟"),
]
OTHER_NAMES = [
    ("Zoë Mueller", "Zoë Miller"),
    ("Z. Mueller", "Zoë Müller"),
    ("Zoë Mueller", "Ada Müller"),
    ("张伟", "张玮"),
    ("張偉", "章伟"),
    ("张伟", "張偉文"),
    ("Алёна Кот", "Олёна Кот"),
]


@pytest.mark.parametrize(
    ("one", "other", "degree"),
    [(*pair, Likeness.MAYBE) for pair in OTHER_SPELLINGS] + [(*pair, Likeness.NONE) for pair in OTHER_NAMES],
)
def test_a_spelling_may_be_another_of_the_same_letters_or_characters(one, other, degree):
    ours, theirs = parts_of(in_order(one)), parts_of(in_order(other))
    assert likeness(ours, theirs) is likeness(theirs, ours) is degree


@pytest.mark.parametrize(("printed", "name"), OTHER_SPELLINGS)
@pytest.mark.django_db
def test_whether_it_is_a_member_is_asked(printed, name):
    cast.make_member(name)
    [item] = plan_of(formats.read(f"@article{{a, title={{Naps}}, author={{{printed}}}, journal={{Rest}}}}")).items
    assert (item.fate, item.authors[0].may_be) == (Fate.DECIDE, name)


@pytest.mark.parametrize(("printed", "is_sure"), [("张伟", True), ("張偉", False), ("張瑋", False), ("章偉", False)])
@pytest.mark.django_db
def test_a_latin_name_alone_does_not_settle_which_characters_are_meant(printed, is_sure):
    wei = cast.make_member("Wei Zhang", native_name="张伟")
    [[match]] = match_authors([[in_order(f"Wei Zhang ({printed})")]])
    assert (match.reason, match.candidates) == ((Reason.NAME, ()) if is_sure else (Reason.CHOOSE, (wei.pk,)))


@pytest.mark.parametrize(
    ("one", "other"), [("Zoë Mueller", "Zoë Müller"), ("Wei Zhang (張偉)", "Wei Zhang (张伟)"), ("林偉", "林伟")]
)
@pytest.mark.django_db
def test_two_whom_an_import_brings_are_found_among_the_duplicates(one, other):
    entries = [f"@article{{{n}, title={{Naps {n}}}, author={{{name}}}}}" for n, name in enumerate((one, other))]
    apply(plan_of(formats.read("\n".join(entries))), None, "Brought in")
    [[ours, theirs, alike]] = people_alike(people_with_coauthors())
    assert ours.pk != theirs.pk
    assert alike.reasons in (("one name may be another spelling of the other",), ("the same name",))
