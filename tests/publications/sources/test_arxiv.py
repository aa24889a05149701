"""Preprints by their arXiv identifiers."""

import pytest

from publications.record import Name, Record
from publications.sources import Unavailable, find
from publications.sources.arxiv import entries

from .replies import Web, kept

ADDRESS = "https://export.arxiv.org/api/query?max_results=1&id_list=2401.01234"


def test_a_preprint():
    [entry] = entries(kept("arxiv.xml"))
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


def test_an_entry_that_reports_a_mistake_is_none():
    assert entries(kept("arxiv_mistake.xml")) == []


def test_it_is_asked_for_whichever_version_is_named():
    web = Web(**{ADDRESS: "arxiv.xml"})
    found = find("arXiv:2401.01234v2", web.get)
    assert (found.source, found.label, len(found.entries)) == ("arxiv:2401.01234", "arXiv 2401.01234", 1)
    assert web.asked == [("arXiv", ADDRESS, "application/atom+xml")]


def test_the_slash_of_an_old_identifier_stays():
    web = Web()
    with pytest.raises(Unavailable):
        find("math.GT/0309136", web.get)
    assert web.addresses == ["https://export.arxiv.org/api/query?max_results=1&id_list=math.GT/0309136"]


def test_what_arxiv_has_not_is_said():
    with pytest.raises(Unavailable) as caught:
        find("2401.01234", Web(**{ADDRESS: "arxiv_mistake.xml"}).get)
    assert str(caught.value) == "arXiv has no paper 2401.01234. Look for a slip in it."


@pytest.mark.parametrize("nonsense", [b"", b"<feed>", b"nonsense"])
def test_what_cannot_be_read_is_said(nonsense):
    with pytest.raises(Unavailable, match="arXiv sent something that can’t be read"):
        find("2401.01234", Web(**{ADDRESS: nonsense}).get)
