"""Pairs of venues just inside and just outside every threshold, which everything that asks answers alike."""

import pytest
from django.core.cache import caches

from labsite.curation.duplicates import candidates
from publications.adding.proposal import propose
from publications.adding.reading import Pasted
from publications.adding.sheet import Sheet
from publications.citations.entry import Entry
from publications.citations.record import Name, Record
from publications.importing import plan_of
from publications.matching.candidates import Index, venue_keys
from publications.matching.venues import SAME_NAME, VenueFingerprint, likeness_of
from tests import cast
from tests.worlds import undone

SAME, ALIKE, DIFFERENT = "the same", "alike", "different"

# The names of two venues, their kinds, and what they are to each other.
PAIRS = [
    ("Science", "SCIENCE", "journal", "journal", SAME),
    ("Science", "Science Advances", "journal", "journal", DIFFERENT),
    ("PLOS ONE", "PLoS One", "journal", "journal", SAME),
    ("Circulation", "Circulation: Genomic Medicine", "journal", "journal", DIFFERENT),
    ("Science", "Science, Technology and Society", "journal", "journal", DIFFERENT),
    ("Biology", "Transactions on Medicine (Biology)", "journal", "journal", DIFFERENT),
    ("Mathematics", "Advances in Mathematics", "journal", "journal", DIFFERENT),
    ("Physical Review", "Physical Review A", "journal", "journal", ALIKE),
    ("Journal of Cardiology", "International Journal of Cardiology", "journal", "journal", ALIKE),
    ("ACM Transactions on Multimedia", "IEEE Transactions on Multimedia", "journal", "journal", ALIKE),
    ("Machine Learning", "International Conference on Machine Learning", "journal", "conference", DIFFERENT),
    ("Resting Systems", "Resting Systems", "journal", "conference", ALIKE),
    ("Resting Systems", "Proceedings of the 12th Resting Systems 2024", "conference", "conference", SAME),
    ("Resting Systems", "Annual Resting Systems '24", "conference", "conference", SAME),
    ("Conference on Resting", "ACM Conference on Resting", "conference", "conference", ALIKE),
    ("Journal of Very Long Naps", "J. of Very Long Naps", "journal", "journal", SAME),
    ("IEEE Transactions on Resting Systems", "IEEE Trans. Rest. Syst.", "journal", "journal", ALIKE),
    ("Very Long Naps", "Very Long Deep Naps", "journal", "journal", ALIKE),  # 3 of 4 words
    ("Five Very Long Deep Naps Today", "Five Very Long Deep Naps Again", "journal", "journal", DIFFERENT),  # 5 of 7
    ("Naps", "Deep Naps", "journal", "journal", DIFFERENT),
]
ANSWERS = {(one, other): answer for one, other, *_, answer in PAIRS}
IS_LIKE = {pair: answer != DIFFERENT for pair, answer in ANSWERS.items()}


def answers(ask):
    """Return by pair what is answered of its names and kinds; what was written for one pair is gone for the next."""
    found = {}
    for one, other, kind, other_kind, _ in PAIRS:
        with undone():
            caches["memory"].clear()
            found[one, other] = ask(one, other, kind, other_kind)
    return found


def test_the_answer_is_the_same_from_either_side():
    pairs = [
        (VenueFingerprint(1, (one,), kind), VenueFingerprint(2, (other,), other_kind))
        for one, other, kind, other_kind, _ in PAIRS
    ]
    expected = list(ANSWERS.values())
    assert [compared(ours, theirs) for ours, theirs in pairs] == expected
    assert [compared(theirs, ours) for ours, theirs in pairs] == expected


def compared(*pair):
    alike = likeness_of(*pair)
    return DIFFERENT if not alike else SAME if alike.rank == SAME_NAME else ALIKE


@pytest.mark.django_db
def test_an_import():
    def planned(one, other, kind, other_kind):
        venue = cast.make_venue("ONE", name=one, kind=kind)
        record = Record("key", "Naps", other_kind, authors=(Name("Ada", "Quill"),), year=2024, venue=other)
        [item] = plan_of([Entry("line 1", record)]).items
        is_asked = not item.venue.venue and not item.venue.new and venue.pk in item.venue.candidates
        return SAME if item.venue.venue == venue.pk else ALIKE if is_asked else DIFFERENT

    assert answers(planned) == ANSWERS


@pytest.mark.django_db
def test_the_form_that_adds_a_paper():
    user = cast.make_administrator()

    def proposed(one, other, kind, other_kind):
        venue = cast.make_venue("ONE", name=one, kind=kind)
        form = Sheet(propose(Pasted(Record("key", "Naps", other_kind, year=2024, venue=other))), user).venue
        return form.key == venue.pk, venue.pk in form.offered

    found = answers(proposed)
    assert {pair: is_taken for pair, (is_taken, _) in found.items()} == {
        pair: answer == SAME for pair, answer in ANSWERS.items()
    }
    assert [pair for pair, (_, is_offered) in found.items() if IS_LIKE[pair] and not is_offered] == []


@pytest.mark.django_db
def test_the_page_of_duplicates():
    def is_listed(one, other, kind, other_kind):
        cast.make_venue("ONE", name=one, kind=kind)
        cast.make_venue("TWO", name=other, kind=other_kind)
        return bool(candidates.open_candidates()["venues"])

    assert answers(is_listed) == IS_LIKE


def test_the_likeliest_come_first():
    pairs = [
        ("Rest", "rest", "conference"),
        ("EuroRest", "Euro Rest", "conference"),
        ("ACM Rest", "IEEE Rest", "conference"),
        ("Transactions on Resting Systems", "Trans. Rest. Syst.", "conference"),
        ("Very Long Naps", "Very Long Deep Naps", "conference"),
        ("Rest", "rest", "journal"),
    ]
    ranks = [
        likeness_of(VenueFingerprint(1, (one,), "conference"), VenueFingerprint(2, (other,), kind)).rank
        for one, other, kind in pairs
    ]
    assert ranks == sorted(set(ranks), reverse=True)


@pytest.mark.parametrize(("others", "is_found"), [(60, True), (61, False)])
def test_a_key_that_too_many_venues_have_says_nothing(others, is_found):
    venues = [VenueFingerprint(number, (f"n{number}", "Rest")) for number in range(others + 1)]
    assert any(Index(venues, venue_keys).pairs()) is is_found
