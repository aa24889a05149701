"""Who takes only so many entries is told that there are more, before the rest is read."""

import json

import pytest

from publications import formats
from publications.formats import bibtex, tables
from publications.formats.bibtex import reading
from publications.formats.entries import TooManyEntries, at_most

NAP = "@misc{nap, title = {Naps}, year = 2024}"
THREE = {
    "bib": f"@string{{lab = {{Lab}}}}\n{NAP}\n@comment{{none}}\n{NAP} {NAP}",
    "ris": "TY  - JOUR\nTI  - Naps\nER  - \n" * 3,
    "json": json.dumps([{"type": "article", "title": "Naps"}] * 3),
    "csv": "Title,Year\nNaps,2024\nNaps,2025\nNaps,2026\n",
    "nbib": "PMID- 1\nTI  - Naps\n\n" * 3,
    "dblp": f"<dblp>{'<r/><article><title>Naps</title></article>' * 3}</dblp>",
    "orcid": '{"group": [{"put-code": 1}, {"put-code": 2}, {"put-code": 3}]}',
}


def test_every_format_is_tried():
    assert THREE.keys() == formats.FORMATS.keys()


@pytest.mark.parametrize("form", THREE)
def test_as_many_as_are_taken_are_read(form):
    assert len(formats.read(THREE[form], form, most=3)) == 3


@pytest.mark.parametrize("form", THREE)
def test_one_more_is_refused(form):
    with pytest.raises(TooManyEntries):
        formats.read(THREE[form], form, most=2)


def test_nothing_is_looked_for_behind_the_one_that_is_too_many():
    blocks = iter(range(9))
    with pytest.raises(TooManyEntries):
        list(at_most(blocks, 2))
    assert next(blocks) == 3


def test_no_entry_of_bibtex_is_understood_before_they_are_counted(monkeypatch):
    monkeypatch.delattr(reading, "_entry")
    with pytest.raises(TooManyEntries):
        bibtex.read(THREE["bib"], most=2)


def test_the_columns_of_a_table_are_told_by_its_first_rows(monkeypatch):
    def rows(table):
        yield from [tables.Row(2, ["Naps", ""])] * tables.EXAMPLES
        pytest.fail("It reads on.")

    monkeypatch.setattr(tables.Table, "rows", rows)
    assert [column.example for column in tables.columns(THREE["csv"])] == ["Naps", ""]
