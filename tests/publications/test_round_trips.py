"""What a format writes, it reads back."""

import pytest

from publications.formats import FORMATS, csl_json, ris
from tests.publications.records import RECORDS


def name_of(record):
    return record.key


@pytest.mark.parametrize("record", RECORDS, ids=name_of)
@pytest.mark.parametrize("reading", [ris, csl_json], ids=["ris", "json"])
def test_a_record_is_read_as_it_was_written(reading, record):
    assert reading.parse(reading.render([record])) == [record]


@pytest.mark.parametrize("reading", [ris, csl_json], ids=["ris", "json"])
def test_many_records_are_read_in_their_order(reading):
    assert reading.parse(reading.render(RECORDS)) == RECORDS


def test_each_format_is_known_by_its_extension():
    assert {extension: form.label for extension, form in FORMATS.items()} == {
        "bib": "BibTeX",
        "ris": "RIS",
        "json": "CSL-JSON",
    }
