"""What identifies a paper, in whatever form a source writes it."""

from dataclasses import replace

from publications.citations.record import Name, Record
from publications.matching.papers import PaperFingerprint, identities

PAPER = Record("key", "Quokka: Scheduling at Leisure", "conference", authors=(Name("Ada", "Quill"),), year=2024)


def test_identifiers():
    table = [
        ({"doi": "10.5555/QUOKKA"}, {("doi", "10.5555/quokka")}),
        ({"doi": "10.48550/arXiv.2301.00001"}, {("arxiv", "2301.00001")}),
        ({"arxiv_id": "2301.00001v3"}, {("arxiv", "2301.00001")}),
        ({"arxiv_id": "arXiv:cs/0112017v1"}, {("arxiv", "cs/0112017")}),
        ({"ids": (("dblp", "conf/sus/Quill24"),)}, {("dblp", "conf/sus/Quill24")}),
        ({"ids": (("pmid", "PMID: 123"), ("pmcid", "PMC77"))}, {("pmid", "123"), ("pmcid", "77")}),
        ({"ids": (("openalex", "https://openalex.org/W77"),)}, {("openalex", "W77")}),
        ({"ids": (("isbn", "978-1-4503-0000-1"),)}, set()),
        ({"kind": "book", "ids": (("isbn", "978-1-4503-0000-1"),)}, {("isbn", "978145030000")}),
        ({"kind": "book", "ids": (("isbn", "1-4503-0000-X"),)}, {("isbn", "978145030000")}),
    ]
    assert [
        (fields, answer, ids)
        for fields, ids in table
        if (answer := PaperFingerprint.of_record(replace(PAPER, **fields)).ids) != ids
    ] == []


def test_what_everyone_sees_identifies_an_entry():
    same = replace(PAPER, key="other", title="QUOKKA – scheduling at leisure", authors=(Name("A.", "Quill*"),))
    assert identities([same]) == identities([PAPER])
    for fields in ({"title": "Quokka"}, {"year": 2023}, {"authors": (Name("Ada", "Quail"),)}):
        assert identities([replace(PAPER, **fields)]) != identities([PAPER])


def test_entries_of_one_identity_are_numbered():
    [one] = identities([PAPER])
    assert identities([PAPER, None, replace(PAPER, kind="journal")]) == [one, "", f"{one}-2"]
