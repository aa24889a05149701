"""Authors of a record: matched by identity, and by a name only where it can mean one person."""

import pytest

from publications.citations.names import Likeness, likeness, parts_of, split_printed
from publications.citations.record import Name
from publications.matching.people import KnownPeople, PersonFingerprint, Reason, match_authors
from tests import cast

QUILL = Name("Ada", "Quill")


def known(*people):
    """Make people of (key, names, ORCID iD)."""
    return KnownPeople(
        PersonFingerprint(pk, tuple(parts_of(name) for name in names), *orcid) for pk, names, *orcid in people
    )


def matched(name, *people):
    match = known(*people).match(name)
    return match.reason, match.person, match.candidates


class LikenessTests:
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            (Name("Zoë", "Lindqvist"), Name("Zoe", "Lindqvist")),
            (Name("Ying-Tong", "Xiong"), Name("Yingtong", "Xiong")),
            (Name("Anna", "van der Berg"), Name("Anna", "Van Der Berg")),
            (Name("Max", "Hale", "Jr."), Name("Max", "Hale", "Jr")),
            (Name("Łukasz", "Søren"), Name("Lukasz", "Soren")),
            (Name(literal="林佐伊"), Name(literal="林 佐伊")),
        ],
    )
    def test_same(self, one, other):
        assert likeness(parts_of(one), parts_of(other)) is Likeness.SAME

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            (Name("A.", "Quill"), Name("Ada", "Quill")),
            (Name("A.", "Quill"), Name("A.", "Quill")),
            (Name("AB", "Quill"), Name("Ada", "Quill")),
            (Name("Ada B.", "Quill"), Name("Ada", "Quill")),
            (Name("Ada", "Quill"), Name("Ada Beatrix", "Quill")),
            (Name("Quill", "Ada"), Name("Ada", "Quill")),
            (Name("Max", "Hale", "Jr."), Name("Max", "Hale")),
        ],
    )
    def test_maybe(self, one, other):
        assert likeness(parts_of(one), parts_of(other)) is Likeness.MAYBE

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            (Name("Ada", "Quill"), Name("Adam", "Quill")),
            (Name("B.", "Quill"), Name("Ada", "Quill")),
            (Name("Ada", "Quill"), Name("Ada", "Quillon")),
            (Name("Max", "Hale", "Jr."), Name("Max", "Hale", "III")),
            (Name(literal="Quill"), Name("Ada", "Quill")),
            (Name("Ada B.", "Quill"), Name("Ada C.", "Quill")),
        ],
    )
    def test_none(self, one, other):
        assert likeness(parts_of(one), parts_of(other)) is Likeness.NONE

    def test_printed_name_is_split_by_the_family_name_of_the_person(self):
        assert split_printed("Anna van der Berg", "van der Berg") == Name("Anna", "van der Berg")
        assert split_printed("Gu Diandian", "Gu") == Name("Diandian", "Gu")
        assert split_printed("Max Hale, Jr.", "Hale") == Name("Max", "Hale", "Jr.")


class MatchingTests:
    def test_orcid_goes_before_the_name(self):
        name = Name("Ada", "Quill", orcid="0000-0002-1825-0097")
        people = [(1, [QUILL]), (2, [Name("A. B.", "Quill-Hale")], "0000-0002-1825-0097")]
        assert matched(name, *people) == (Reason.ORCID, 2, ())

    def test_same_name_with_another_orcid_is_somebody_else(self):
        name = Name("Ada", "Quill", orcid="0000-0002-1825-0097")
        assert matched(name, (1, [QUILL], "0000-0001-0000-0009")) == (Reason.NEW, None, ())

    def test_a_name_that_one_person_has(self):
        assert matched(QUILL, (1, [QUILL]), (2, [Name("Ivo", "Brandt")])) == (Reason.NAME, 1, ())

    def test_another_spelling(self):
        spellings = [Name("Zoë", "Lindqvist"), Name("Zoë", "Hale"), Name(literal="林佐伊")]
        for name in spellings:
            assert matched(name, (1, spellings)) == (Reason.NAME, 1, ())

    def test_a_name_parted_in_another_place(self):
        assert matched(Name("Jean", "de la Rue"), (1, [Name("Jean de la", "Rue")])) == (Reason.NAME, 1, ())

    def test_a_name_that_two_people_have_is_asked_about(self):
        assert matched(QUILL, (1, [QUILL]), (2, [QUILL])) == (Reason.CHOOSE, None, (1, 2))

    def test_initials_are_asked_about_even_if_one_person_fits(self):
        assert matched(Name("A.", "Quill"), (1, [QUILL])) == (Reason.CHOOSE, None, (1,))

    def test_initials_under_which_only_one_person_is_known_will_do(self):
        spellings = [QUILL, Name("A.", "Quill")]
        assert matched(Name("A.", "Quill"), (1, spellings)) == (Reason.NAME, 1, ())
        assert matched(Name("A.", "Quill"), (1, spellings), (2, [Name("Ava", "Quill")])) == (
            Reason.CHOOSE,
            None,
            (1, 2),
        )

    def test_a_collaboration_is_found_by_its_whole_name(self):
        team = Name(literal="The Quokka Team and Friends")
        assert matched(team, (1, [team])) == (Reason.NAME, 1, ())

    def test_nobody_is_found_for_an_unknown_name(self):
        assert matched(Name("Ivo", "Brandt"), (1, [QUILL])) == (Reason.NEW, None, ())
        assert matched(Name(), (1, [QUILL])) == (Reason.NEW, None, ())


@pytest.mark.django_db
class KnownFromTheDatabaseTests:
    def match(self, *names, me=None):
        return match_authors([names], me)[0]

    def test_native_name_variants_and_printed_names_are_known(self):
        zoe = cast.student()
        zoe.name_variants.create(name="Zoë Hale")
        cast.add_author(cast.make_publication(), zoe, printed_name="Z. L. Lindqvist")
        names = [Name(literal="林佐伊"), Name("Zoe", "Hale"), Name("Z. L.", "Lindqvist")]
        assert [self.match(name)[0].person for name in names] == [zoe.pk] * 3

    def test_initials_are_taken_for_who_wrote_with_another_author(self):
        ada, ivo = cast.pi(), cast.stranger()
        assert [match.reason for match in self.match(QUILL, Name("I.", "Brandt"))] == [Reason.NAME, Reason.CHOOSE]
        cast.make_publication(authors=[ada, ivo])
        first, second = self.match(QUILL, Name("I.", "Brandt"))
        assert (second.reason, second.person) == (Reason.LIKELY, ivo.pk)

    def test_initials_are_taken_for_whoever_adds_the_paper(self):
        ada = cast.pi()
        [match] = self.match(Name("A.", "Quill"), me=ada.pk)
        assert (match.reason, match.person) == (Reason.LIKELY, ada.pk)

    def test_of_two_the_likely_one_comes_first(self):
        first, second = cast.make_person("Ivo Brandt"), cast.make_person("Ivo Brandt")
        cast.make_publication(authors=[cast.pi(), second])
        assert self.match(QUILL, Name("Ivo", "Brandt"))[1].candidates == (second.pk, first.pk)

    def test_nobody_is_matched_twice(self):
        ada = cast.pi()
        first, second = self.match(QUILL, Name("Ada", "QUILL"))
        assert (first.person, second.person) == (ada.pk, None)
        assert (second.reason, second.candidates) == (Reason.CHOOSE, (ada.pk,))

    def test_queries_are_the_same_for_one_author_and_for_three_hundred(self, django_assert_num_queries):
        ada, ivo = cast.pi(), cast.stranger()
        cast.make_publication(authors=[ada, ivo])
        with django_assert_num_queries(4):
            match_authors([[QUILL, Name("I.", "Brandt")]])
        with django_assert_num_queries(4):
            match_authors([[QUILL, Name("I.", "Brandt"), *(Name("New", f"Person{n}") for n in range(300))]] * 5)
