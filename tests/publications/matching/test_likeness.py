"""Which people and venues are alike and why, in the words of the page of duplicates."""

from publications.citations.names import parts_of
from publications.citations.record import Name
from publications.matching.candidates import Index, people_alike, venue_keys
from publications.matching.people import PersonFingerprint
from publications.matching.venues import VenueFingerprint, likeness_of


def person(pk, name, spellings=(), **known):
    given, _, family = name.rpartition(" ")
    parts = [parts_of(Name(given, family)), *(parts_of(Name(literal=each)) for each in (name, *spellings))]
    known = {key: frozenset(values) if key != "orcid" else values for key, values in known.items()}
    return PersonFingerprint(pk, tuple(parts), names=(name, *spellings), **known)


def people(rows):
    found = [(-alike.rank, one.pk, other.pk, alike) for one, other, alike in people_alike(rows)]
    return [
        (one, other, "; ".join(alike.reasons)) for _, one, other, alike in sorted(found, key=lambda each: each[:3])
    ]


def venues(rows):
    judged = [(one.pk, other.pk, likeness_of(one, other)) for one, other in Index(rows, venue_keys).pairs()]
    return [(one, other, "; ".join(alike.reasons)) for one, other, alike in judged if alike]


class PeopleTests:
    def test_the_same_orcid_comes_first_whatever_the_names(self):
        one = person(1, "Jin Park", orcid="0000-0002-1825-0097")
        assert people([one, person(2, "Una Vale", orcid="0000-0002-1825-0097")]) == [
            (1, 2, "the same ORCID iD, 0000-0002-1825-0097")
        ]

    def test_two_orcids_are_two_people(self):
        one = person(1, "Jin Park", orcid="0000-0002-1825-0097")
        assert people([one, person(2, "Jin Park", orcid="0000-0001-5109-3700")]) == []

    def test_the_same_name_in_other_letters(self):
        assert people([person(1, "Zoë Lindqvist"), person(2, "Zoe Lindqvist")]) == [(1, 2, "the same name")]

    def test_another_spelling_counts_as_a_name(self):
        one = person(1, "Zoë Berg", spellings=("Z. Lindqvist", "林佐伊"))
        assert people([one, person(2, "Z. Lindqvist")]) == [(1, 2, "both are called Z. Lindqvist")]
        assert people([one, person(2, "林佐伊")]) == [(1, 2, "both are called 林佐伊")]

    def test_words_in_another_order_or_written_together(self):
        assert people([person(1, "Park Jin"), person(2, "Jin Park")]) == [(1, 2, "the same words in another order")]
        assert people([person(1, "Jin-Soo Park"), person(2, "Jinsoo Park")]) == [
            (1, 2, "the same name, written together or apart")
        ]

    def test_an_initial_and_co_authors_in_common(self):
        one = person(1, "J. Park", coauthors=frozenset({7, 8, 9}))
        other = person(2, "Jin Park", coauthors=frozenset({7, 8, 9, 10}))
        third = person(3, "Jun Park")
        assert people([one, other, third]) == [
            (1, 2, "one name may be short for the other; both wrote with 3 of the same people")
        ]

    def test_an_initial_that_fits_nobody_else(self):
        assert people([person(1, "J. Park"), person(2, "Jin Park")]) == [(1, 2, "one name may be short for the other")]

    def test_an_initial_that_fits_several_says_nothing(self):
        assert people([person(1, "J. Park"), person(2, "Jin Park"), person(3, "Jun Park")]) == []

    def test_two_authors_of_one_paper_are_not_short_for_each_other(self):
        assert people([person(1, "J. Park", papers={5}), person(2, "Jin Park", papers={5})]) == []

    def test_two_authors_of_one_paper_with_the_same_name_come_last(self):
        found = people([person(1, "Jin Park", papers={5}), person(2, "Jin Park", papers={5}), person(3, "Jin Park")])
        assert found[-1] == (1, 2, "the same name; but a paper names both as its authors")

    def test_more_people_in_common_come_first(self):
        shared = [frozenset(range(10, 10 + number)) for number in (1, 5)]
        rows = [
            *(person(1, "J. Park", coauthors=shared[0]), person(2, "Jin Park", coauthors=shared[0])),
            *(person(3, "U. Vale", coauthors=shared[1]), person(4, "Una Vale", coauthors=shared[1])),
        ]
        assert [each[:2] for each in people(rows)] == [(3, 4), (1, 2)]


class VenueTests:
    def test_a_name_in_common(self):
        found = venues([VenueFingerprint(1, ("SYSCON", "ACM SYSCON")), VenueFingerprint(2, ("ACM Syscon",))])
        assert found == [(1, 2, "both are called ACM SYSCON")]

    def test_written_together_or_apart(self):
        assert venues([VenueFingerprint(1, ("EuroSys",)), VenueFingerprint(2, ("Euro Sys",))]) == [
            (1, 2, "the same name, written together or apart")
        ]

    def test_words_that_say_little(self):
        one = VenueFingerprint(1, ("REST", "International Conference on Resting Systems"))
        assert venues([one, VenueFingerprint(2, ("RS", "12th Annual ACM Conference on Resting Systems"))]) == [
            (1, 2, "names that differ only in words such as “international”")
        ]

    def test_an_abbreviation(self):
        one = VenueFingerprint(1, ("TPDS", "IEEE Transactions on Parallel and Distributed Systems"))
        assert venues([one, VenueFingerprint(2, ("IEEE Trans. Parallel Distrib. Syst.",))]) == [
            (1, 2, "one name may be short for the other")
        ]

    def test_another_kind_is_said(self):
        found = venues([VenueFingerprint(1, ("REST",), "journal"), VenueFingerprint(2, ("Rest",), "workshop")])
        assert found == [(1, 2, "both are called REST; but of different kinds")]

    def test_a_conference_and_a_journal_of_the_same_field_are_two(self):
        assert (
            venues([VenueFingerprint(1, ("Journal of Resting",)), VenueFingerprint(2, ("Conference on Resting",))])
            == []
        )
