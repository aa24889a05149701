"""Why two papers are alike, in the words of the page of duplicates."""

import pytest

from publications.citations.record import Record, RecordLink
from publications.matching.papers import PaperFingerprint, likeness_of, similar


def paper(*titles, year=2024, authors=(), ids=()):
    return PaperFingerprint(
        titles, year=year, authors=tuple(frozenset([(name, "")]) for name in authors), ids=frozenset(ids)
    )


def of_record(kind="conference", addresses=(), **fields):
    links = tuple(RecordLink("page", address) for address in addresses)
    return PaperFingerprint.of_record(Record("key", "Naps", kind, links=links, **fields))


def why(one, other):
    likeness = likeness_of(one, other)
    return "; ".join(likeness.reasons) if likeness else ""


def test_an_identifier_is_named():
    for pair, words in (
        (("doi", "10.1/a"), "the same DOI, 10.1/a"),
        (("arxiv", "2301.00001"), "the same arXiv id, 2301.00001"),
        (("dblp", "conf/sus/Quill24"), "the same dblp key, conf/sus/Quill24"),
        (("pmid", "12345678"), "the same PubMed id, 12345678"),
    ):
        assert why(paper("Naps", ids={pair}), paper("Naps and Sleep", ids={pair})) == words


def test_an_identifier_of_what_looks_like_another_paper_is_doubted():
    one, other = (paper(title, authors={title}, ids={("doi", "10.1/a")}) for title in ("Naps", "Sleep"))
    assert why(one, other) == "the same DOI, 10.1/a; but it looks like another paper"


def test_a_similar_title_of_the_same_authors():
    one = paper("Quokka: Scheduling Jobs at Leisure", authors={"quill", "brandt"})
    other = "Quokka: Scheduling of Jobs at Leisure"
    assert why(one, paper(other, authors={"quill", "brandt"})) == "similar titles; 2 of the same authors"
    assert why(one, paper(other, authors={"hale"})) == ""


def test_a_title_that_lost_its_first_part():
    one = paper("Quokka and Friends: Scheduling Jobs at Leisure", authors={"quill"})
    assert why(one, paper("Scheduling Jobs at Leisure")) == ""
    assert why(one, paper("Scheduling Jobs at Leisure", authors={"quill"})) == "similar titles; one author in common"


def test_an_earlier_title():
    one = paper("Naps", "Sleeping at Scale", authors={"quill"})
    words = "one was once called “Sleeping at Scale”; one author in common"
    assert why(one, paper("Sleeping at scale", authors={"quill"})) == words


def test_other_dois_are_said():
    one, other = (paper("Naps", authors={"quill"}, ids={("doi", doi)}) for doi in ("10.1/a", "10.1/b"))
    assert why(one, other) == "the same title; one author in common; but different DOIs"


def test_the_same_short_title_of_other_people_is_another_paper():
    assert why(paper("Naps", authors={"quill"}), paper("Naps", authors={"hale"})) == ""


def test_no_title_is_like_no_title():
    assert why(paper("", authors={"quill"}), paper("", authors={"quill"})) == ""
    assert not similar((), ("naps",))


@pytest.mark.parametrize(
    "address",
    [
        "https://arxiv.org/abs/2301.00001v3",
        "https://arxiv.org/pdf/2301.00001.pdf",
        "doi.org/10.48550/arXiv.2301.00001",
    ],
)
def test_an_arxiv_id_is_known_in_every_address(address):
    assert of_record(addresses=[address]).linked_ids == {("arxiv", "2301.00001")}


@pytest.mark.parametrize("value", ["2301.00001", "2301.00001v2", "arXiv:2301.00001"])
def test_an_arxiv_id_is_known_in_every_form(value):
    assert of_record("preprint", ids=(("arxiv", value),)).ids == {("arxiv", "2301.00001")}


def test_other_addresses_identify_nothing():
    addresses = ["", "10.1145/3292500.3330701", "https://example.org/2301.00001/x"]
    assert of_record(addresses=addresses).linked_ids == set()


def test_a_doi_is_known_with_its_address_and_in_capitals():
    linked = of_record(addresses=["https://doi.org/10.1145/ABC"]).linked_ids
    assert linked == of_record("journal", ids=(("doi", "10.1145/abc"),)).ids
