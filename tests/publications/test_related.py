"""Which of the lab's papers stand at the end of another's page."""

import pytest

from publications.models import Publication
from publications.pages.papers import MAX_RELATED, related
from tests import cast

pytestmark = pytest.mark.django_db


def titles(publication):
    found = Publication.objects.with_authors().get(pk=publication.pk)
    return [other.title for other in related(found)]


def test_those_that_share_most_authors_come_first():
    pi, student, stranger = cast.pi(), cast.student(), cast.stranger()
    paper = cast.make_publication(authors=[pi, student, stranger])
    cast.make_publication("One", authors=[pi], year=2026)
    cast.make_publication("Three", authors=[student, pi, stranger], year=2010)
    cast.make_publication("Two", authors=[student, "Someone Else", pi], year=2020)
    cast.make_publication("None", authors=["Someone Else Again"])
    assert titles(paper) == ["Three", "Two", "One"]


def test_of_those_that_share_as_many_the_same_venue_comes_first_and_then_the_newest():
    pi, venue = cast.pi(), cast.make_venue()
    paper = cast.make_publication(authors=[pi], venue=venue)
    cast.make_publication("Undated", authors=[pi], year=None)
    cast.make_publication("Newer", authors=[pi], year=2022)
    cast.make_publication("New", authors=[pi], year=2021)
    cast.make_publication("There", authors=[pi], venue=venue, year=2011)
    cast.make_publication("Others there", authors=["Someone Else"], venue=venue)
    assert titles(paper) == ["There", "Newer", "New", "Undated", "Others there"]


def test_a_preprint_server_relates_nothing():
    arxiv = cast.make_venue("arXiv", kind="preprints")
    paper = cast.make_publication(venue=arxiv)
    cast.make_publication("Other", venue=arxiv)
    assert titles(paper) == []


def test_there_are_only_so_many():
    pi = cast.pi()
    paper = cast.make_publication(authors=[pi])
    for number in range(MAX_RELATED + 1):
        cast.make_publication(f"Paper {number}", authors=[pi])
    assert len(titles(paper)) == MAX_RELATED
