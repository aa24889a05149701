import pytest

from publications.citations.record import Record
from publications.formats.program_fields import without_zoteros_extra


def parted(note, **fields):
    record = without_zoteros_extra(Record(key="", title="Quokka", note=note, **fields))
    return record.note, dict(record.ids), dict(record.extra)


@pytest.mark.parametrize(
    ("note", "ids", "extra"),
    [
        ("PMID: 39264040", {"pmid": "39264040"}, {}),
        ("PMID: 39264040 PMCID: PMC1234567", {"pmid": "39264040", "pmcid": "PMC1234567"}, {}),
        ("00000 tex.ids: quokka24", {}, {"extra citations": "00000", "extra tex.ids": "quokka24"}),
        ("Citation Key: quokka24\nType: article", {}, {"extra citation key": "quokka24", "extra type": "article"}),
    ],
)
def test_labels_become_identifiers_or_unknown_fields(note, ids, extra):
    assert parted(note) == ("", ids, extra)


def test_fields_that_are_empty_are_filled_and_others_stay():
    note = "Number: 3 Publisher: Leisure Press"
    record = without_zoteros_extra(Record(key="", title="Quokka", note=note, number="4"))
    assert (record.number, record.publisher, record.note) == ("4", "Leisure Press", "")
    assert record.extra == (("extra number", "3"),)


def test_what_somebody_wrote_stays_a_note():
    table = [
        *("Invited talk", "Best Paper: second", "Invited. Publisher: none", "12345678"),
        *("Status: accepted for the spring issue", "Version: two of three", "Type: invited talk"),
        *("PMID: not yet", "DOI: to follow", "Pages: all of them", "PMID: 1234 DOI: to follow"),
    ]
    assert [(note, answer, (note, {}, {})) for note in table if (answer := parted(note)) != (note, {}, {})] == []


def test_lines_are_parted_one_by_one():
    assert parted("Invited talk\nPMID: 1234") == ("Invited talk", {"pmid": "1234"}, {})
