"""What is looked up by what rows share is what comparing all with all finds."""

import pytest
from hypothesis import given, settings, strategies as st

from publications.citations.names import Likeness, parts_of
from publications.citations.record import Name
from publications.matching.candidates import Index, paper_keys
from publications.matching.papers import MIN_TITLE_OVERLAP, PaperFingerprint
from publications.matching.people import KnownPeople, PersonFingerprint, compare_names
from publications.matching.venue_names import abbreviates, keys
from publications.matching.venues import MIN_SUGGESTED_OVERLAP, KnownVenues, VenueFingerprint

quickly = settings(max_examples=50, deadline=None, database=None)
words = st.sampled_from(["quokka", "naps", "at", "leisure", "scheduling", "of", "long", "jobs", "???", "two", "C++"])
titles = st.builds(
    lambda system, rest: f"{system}: {' '.join(rest)}" if system else " ".join(rest),
    st.sampled_from(["", "", "Quokka", "A Long Name For It"]),
    st.lists(words, max_size=6),
)
papers = st.builds(
    PaperFingerprint,
    st.lists(titles, min_size=1, max_size=2).map(tuple),
    ids=st.sampled_from([frozenset(), frozenset({("doi", "10.1/a")}), frozenset({("arxiv", "2401.00001")})]),
)
names = st.builds(
    Name,
    st.sampled_from(["", "Ada", "A.", "AB", "Ada B.", "Ying-Tong", "Yingtong", "Quill"]),
    st.sampled_from(["", "Quill", "Ada", "de la Rue", "Jr.", "Quill Jr."]),
    st.sampled_from(["", "Jr.", "III"]),
)


@quickly
@given(st.lists(papers, max_size=8), papers)
def test_papers(known, new):
    found = Index(known, paper_keys).sharing_a_key(new)
    assert [paper for paper in found if _is_like(new, paper)] == [paper for paper in known if _is_like(new, paper)]


def _is_like(one, other):
    """Whether something is the same, or enough words of two titles are: letters alone may be missed."""
    ours, theirs = (set(words) for words in (one.words[0], other.words[0]))
    return bool(one.ids & other.ids or set(one.folded) & set(other.folded) or one.systems & other.systems) or len(
        ours & theirs
    ) >= MIN_TITLE_OVERLAP * len(ours | theirs)


@quickly
@given(st.lists(st.lists(names, min_size=1, max_size=3), max_size=4), names)
def test_people(spellings, name):
    people = [PersonFingerprint(pk, tuple(map(parts_of, each))) for pk, each in enumerate(spellings, start=1)]
    parts = parts_of(name)
    degrees = {person.pk: compare_names([parts], person.spellings) for person in people}
    found = KnownPeople(people).match(name)
    assert (found.person, found.candidates) == _settled(
        {pk: degree for pk, degree in degrees.items() if degree},
        any(parts in person.spellings for person in people if degrees[person.pk]),
    )


def _settled(degrees, is_known_so):
    """Return the one who is meant for sure, or else those who may be: of these, those whose names are the same."""
    same = [pk for pk, degree in degrees.items() if degree is Likeness.SAME]
    if len(degrees) == 1 and is_known_so:
        same = list(degrees)
    return (same[0], ()) if len(same) == 1 else (None, tuple(same or degrees))


@quickly
@given(st.lists(st.lists(words, min_size=1, max_size=4).map(" ".join), max_size=6), st.lists(words, max_size=5))
def test_venues(known, printed):
    venues = KnownVenues(VenueFingerprint(pk, (name,)) for pk, name in enumerate(known))
    own = {word for key in keys(" ".join(printed)) for word in key.split()}
    alike = {}
    for key, pks in venues.by_key.items():
        theirs = set(key.split())
        shared = len(own & theirs) / (len(own | theirs) or 1)
        for pk in pks if shared >= MIN_SUGGESTED_OVERLAP else ():
            alike[pk] = max(alike.get(pk, 0), shared)
    expected = sorted(alike, key=lambda pk: (-alike[pk], pk))[:5]
    assert list(venues.similar(" ".join(printed))) == expected


@pytest.mark.parametrize("text", ["J. Long Naps", "Trans. Naps Jobs", "Quok. Naps"])
def test_abbreviations(text):
    names = ["Journal of Long Naps", "Transactions on Naps and Jobs", "Quokka Naps", "Quota Naps"]
    venues = KnownVenues(VenueFingerprint(pk, (name,)) for pk, name in enumerate(names))
    short = tuple(keys(text)[0].split())
    expected = {pk for key, pks in venues.by_key.items() if abbreviates(short, tuple(key.split())) for pk in pks}
    assert venues.abbreviated([text]) == expected
