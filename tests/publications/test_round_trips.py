"""What a format writes, it reads back."""

from dataclasses import replace

import pytest

from publications.formats import WRITTEN, bibtex, csl_json, ris
from tests.publications import records
from tests.publications.records import RECORDS, records_in

# BibTeX has no words for a journal's acronym, a poster, the venue beside the proceedings, or what isn't out; and
# abstracts are left to the formats of libraries.
IN_BIBTEX = {
    records.JOURNAL: {"acronym": ""},
    records.POSTER: {"kind": "conference", "venue": ""},
    records.LATEX: {"venue": ""},
    records.SUBMITTED: {"kind": "other"},
    records.ABSTRACT: {"abstract": ""},
}


def test_bibtex_is_read_as_it_was_written_but_for_what_it_has_no_words_for():
    assert [
        (record, answer)
        for record in RECORDS
        if (answer := records_in(bibtex, bibtex.render([record]))) != [replace(record, **IN_BIBTEX.get(record, {}))]
    ] == []


@pytest.mark.parametrize("reading", [bibtex, ris, csl_json], ids=["bib", "ris", "json"])
def test_what_was_read_is_written_as_it_was(reading):
    texts = [reading.render([record]) for record in RECORDS]
    assert [reading.render(records_in(reading, text)) for text in texts] == texts


@pytest.mark.parametrize("reading", [ris, csl_json], ids=["ris", "json"])
def test_a_record_is_read_as_it_was_written(reading):
    assert [records_in(reading, reading.render([record])) for record in RECORDS] == [[record] for record in RECORDS]


@pytest.mark.parametrize("reading", [ris, csl_json], ids=["ris", "json"])
def test_many_records_are_read_in_their_order(reading):
    assert records_in(reading, reading.render(RECORDS)) == RECORDS


def test_each_format_is_known_by_its_extension():
    assert {extension: form.label for extension, form in WRITTEN.items()} == {
        "bib": "BibTeX",
        "ris": "RIS",
        "json": "CSL-JSON",
    }
