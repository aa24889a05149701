"""Preprints by their arXiv identifiers."""

import pytest

from labsite.contrib.sources.client import Unavailable
from labsite.contrib.sources.lookup import find
from publications.citations.record import Name, Record
from publications.importing import plan_of
from publications.importing.plan import Fate

from .replies import Web, kept
from .test_crossref import CROSSREF

ADDRESS = "https://export.arxiv.org/api/query?max_results=1&id_list=2401.01234"


def test_a_preprint():
    [entry] = find("2401.01234", Web(**{ADDRESS: "arxiv.xml"}).get).entries
    assert entry.place == "arXiv:2401.01234"
    assert entry.record == Record(
        key="",
        title="Quokka: Scheduling at Leisure for $k$ Users",
        kind="preprint",
        status="preprint",
        authors=(Name("Zoë", "Lindqvist"), Name("Jan", "van der Berg"), Name("Ada", "Quill")),
        year=2024,
        month=1,
        venue="arXiv",
        acronym="arXiv",
        doi="10.5555/3620678.3624647",
        arxiv_id="2401.01234",
        abstract="Schedulers are in a hurry. Ours is not.",
        extra=(
            ("comment", "17 pages, 4 figures"),
            ("journal_ref", "SYSCON 2024, pp. 1-17"),
            ("primaryclass", "cs.DC"),
        ),
    )


def test_the_published_paper_comes_along_where_crossref_knows_it():
    web = Web(**{ADDRESS: "arxiv.xml", CROSSREF: "crossref.json"})
    published, preprint = find("2401.01234", web.get).entries
    assert (published.place, preprint.place) == ("DOI 10.5555/3620678.3624647", "arXiv:2401.01234")
    assert web.addresses == [ADDRESS, CROSSREF]


def test_under_the_same_title_it_is_the_paper():
    titled = kept("arxiv.xml").replace(b"for $k$ Users", b"&amp; beyond")
    [entry] = find("2401.01234", Web(**{ADDRESS: titled, CROSSREF: "crossref.json"}).get).entries
    assert (entry.place, entry.record.kind, entry.record.year) == ("DOI 10.5555/3620678.3624647", "conference", 2024)
    assert entry.record.arxiv_id == "2401.01234"
    assert ("comment", "17 pages, 4 figures") in entry.record.extra


@pytest.mark.django_db
def test_both_are_one_paper():
    web = Web(**{ADDRESS: "arxiv.xml", CROSSREF: "crossref.json"})
    published, preprint = plan_of(find("2401.01234", web.get).entries).items
    assert (published.fate, preprint.fate, preprint.same_as) == (Fate.CREATE, Fate.MATCH, 0)
    assert (published.record.kind, published.record.arxiv_id) == ("conference", "2401.01234")


@pytest.mark.parametrize("trouble", [Unavailable("Crossref is closed."), b"?", b'{"message": {}}'])
def test_without_crossref_the_preprint_comes_alone(trouble):
    [entry] = find("2401.01234", Web(**{ADDRESS: "arxiv.xml", CROSSREF: trouble}).get).entries
    assert (entry.place, entry.record.doi) == ("arXiv:2401.01234", "10.5555/3620678.3624647")


def test_it_is_asked_for_whichever_version_is_named():
    web = Web(**{ADDRESS: "arxiv.xml"})
    found = find("arXiv:2401.01234v2", web.get)
    assert (found.source, found.label, len(found.entries)) == ("arxiv:2401.01234", "arXiv 2401.01234", 1)
    assert web.asked[0] == ("arXiv", ADDRESS, "application/atom+xml")


def test_the_slash_of_an_old_identifier_stays():
    web = Web()
    with pytest.raises(Unavailable):
        find("math.GT/0309136", web.get)
    assert web.addresses == ["https://export.arxiv.org/api/query?max_results=1&id_list=math.GT/0309136"]


def test_what_arxiv_has_not_is_said():
    with pytest.raises(Unavailable) as caught:
        find("2401.01234", Web(**{ADDRESS: "arxiv_mistake.xml"}).get)
    assert str(caught.value) == "arXiv has no paper 2401.01234. Check it for typing errors."


@pytest.mark.parametrize("nonsense", [b"", b"<feed>", b"nonsense"])
def test_what_cannot_be_read_is_said(nonsense):
    with pytest.raises(Unavailable, match="arXiv sent something that can’t be read"):
        find("2401.01234", Web(**{ADDRESS: nonsense}).get)
