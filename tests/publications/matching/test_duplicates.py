"""Papers that a record may already be on the site as."""

from dataclasses import replace

import pytest

from publications.citations.record import Name, Record
from publications.matching.candidates import Duplicate, find_duplicates
from publications.matching.papers import Likely
from publications.models import EarlierVersion
from tests import cast

pytestmark = pytest.mark.django_db

PAPER = Record("key", "Quokka: Scheduling at Leisure", authors=(Name("Ada", "Quill"),), year=2024)


def found(**fields):
    return find_duplicates([replace(PAPER, **fields)])[0]


def test_same_doi_whatever_its_case():
    paper = cast.make_publication("Something Else", year=1999, doi="10.5555/QUOKKA")
    assert found(doi="10.5555/quokka") == [Duplicate(paper.pk, Likely.DOI)]


def test_same_arxiv_id_of_an_earlier_version():
    paper = cast.make_publication("Something Else", year=1999)
    EarlierVersion.objects.create(publication=paper, title="Else", arxiv_id="2406.18485")
    assert found(arxiv_id="2406.18485") == [Duplicate(paper.pk, Likely.ARXIV)]


def test_same_title_in_a_year_near_by():
    paper = cast.make_publication("QUOKKA – scheduling, at leisure", year=2022)
    cast.make_publication("Quokka: Scheduling at Leisure", year=2001, slug="other")
    assert found() == [Duplicate(paper.pk, Likely.TITLE)]


def test_same_title_without_a_year():
    paper = cast.make_publication("Quokka: Scheduling at Leisure", year=None)
    assert found() == [Duplicate(paper.pk, Likely.TITLE)]


def test_earlier_title():
    paper = cast.make_publication("Something Else")
    EarlierVersion.objects.create(publication=paper, title="Quokka: scheduling at leisure")
    assert found() == [Duplicate(paper.pk, Likely.TITLE)]


def test_short_title_by_others_is_another_paper():
    cast.make_publication("Introduction", authors=["Ivo Brandt"])
    assert found(title="Introduction") == []


def test_short_title_by_the_same():
    paper = cast.make_publication("Introduction", authors=["Ada Quill"])
    assert found(title="Introduction") == [Duplicate(paper.pk, Likely.TITLE)]


def test_similar_title_or_the_same_systems_preprint_by_the_same_authors():
    longer = cast.make_publication("Quokka: Scheduling Jobs at Leisure", authors=[cast.pi()])
    renamed = cast.make_publication("Quokka: No Hurry", authors=["Bo Quill"], slug="no-hurry", kind="preprint")
    cast.make_publication("Quokka: A Cage", authors=["Bo Quill"], slug="cage")
    cast.make_publication("Quokka: A Zoo", authors=["Ivo Brandt"], slug="zoo", kind="preprint")
    assert found() == [Duplicate(longer.pk, Likely.ALIKE), Duplicate(renamed.pk, Likely.ALIKE)]


def test_surest_reason_comes_first():
    title = cast.make_publication("Quokka: Scheduling at Leisure")
    doi = cast.make_publication("Something Else", doi="10.5555/quokka")
    assert [each.publication for each in found(doi="10.5555/quokka")] == [doi.pk, title.pk]


def test_title_of_signs_only_is_compared_as_it_stands():
    paper = cast.make_publication("???")
    cast.make_publication("!!!")
    assert found(title="???") == [Duplicate(paper.pk, Likely.TITLE)]


def test_queries_are_the_same_for_one_paper_and_for_many(django_assert_num_queries):
    for n in range(3):
        cast.make_publication(f"Quokka: Scheduling at Leisure {n}", authors=["Ada Quill"])
    for number in (1, 50):
        with django_assert_num_queries(5):
            find_duplicates([PAPER] * number)
