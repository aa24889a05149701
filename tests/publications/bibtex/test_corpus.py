"""Bibliographies of other programs' tests, and any text at all: every entry is accounted for, and comes out again."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from publications.citations.record import KEY
from publications.formats import bibtex, decode
from tests.corpora import files
from tests.publications.records import records_in

pytestmark = pytest.mark.once

# An entry as anybody sees it: a line that begins with its type and a brace.
BEGINS = re.compile(r"^[ \t]*@[ \t]*(?!(?:comment|string|preamble)\b)\w+\s*[{(]", re.IGNORECASE | re.MULTILINE)
# A file in which the brace is missing, and two whose entry stands behind a remark on its encoding.
COUNTED_OTHERWISE = {
    **{"MarcXmlParserTestNotes.bib": 1, "encodingWithoutNewline.bib": 1},
    "encoding-utf-16BE-with-header.bib": 1,
}
# What no style prints and so isn't written; abstracts are left to the formats of libraries.
UNWRITTEN = {"journal": {"publisher": ""}, "thesis": {"publisher": ""}, "report": {"publisher": ""}}

NAMES = [
    *(
        "title",
        "subtitle",
        "author",
        "journal",
        "booktitle",
        "howpublished",
        "series",
        "abbr",
        "type",
        "year",
        "month",
    ),
    *("date", "volume", "number", "pages", "publisher", "school", "institution", "organization", "note", "keywords"),
    *("doi", "eprint", "archiveprefix", "arxiv", "url", "pdf", "pdf-2", "code", "isbn", "biburl", "crossref", "file"),
]
TYPES = [
    *(
        "article",
        "inproceedings",
        "misc",
        "online",
        "phdthesis",
        "mastersthesis",
        "thesis",
        "patent",
        "inbook",
        "book",
    ),
    *("techreport", "software", "dataset", "proceedings"),
]
VALUES = [
    *(
        "2024",
        "SUS '24",
        "SUS",
        "arXiv",
        "arXiv:2406.18485",
        "2406.18485v2",
        "10.5555/naps",
        "10.48550/arXiv.2406.18485",
    ),
    *("https://naps.example/a_b%20c#d", "\\url{https://naps.example}", "https://arxiv.org/abs/2406.18485", "naps.pdf"),
    *("Proceedings of SUS", "Workshop on Naps", "To appear", "in press", "2024-06-12", "3~June", "jun", "12--34"),
    *("Quill, Ada and van der Berg, Anna and {The Team}", "Ada Quill and others", "family=Quill, given=Ada", "key"),
    *("978-3-16-148410-0", "https://dblp.org/rec/conf/sus/Quill24.bib", "PhD Thesis", "Thesis", "$x^2$ and $5"),
]


def test_every_entry_of_other_programs_files_is_accounted_for_and_comes_out_again():
    differing, total, records = {}, 0, []
    for path in files("bibtex"):
        text = decode(path.read_bytes())
        entries = bibtex.read(text)
        total += len(entries)
        records += records_of(entries)
        if len(entries) != len(BEGINS.findall(text)):
            differing[path.name.rpartition("__")[2]] = len(entries) - len(BEGINS.findall(text))
    assert (total, differing, len(records)) == (10_580, COUNTED_OTHERWISE, 10_171)
    own_keys = [replace(record, key=f"{place}:{record.key}") for place, record in enumerate(records)]
    assert list(map(as_written, records_in(bibtex, bibtex.render(own_keys)))) == list(map(as_written, own_keys))


@settings(max_examples=60, deadline=None, database=None)
@given(st.text() | st.text(alphabet="@{}(),=\"#%\\$ \nabc-'`~"))
def test_any_text_is_read(text):
    entries = bibtex.read(text)
    assert all(bool(each.record) + bool(each.problem) + bool(each.no_paper) == 1 for each in entries)


@settings(max_examples=60, deadline=None, database=None)
@given(
    st.dictionaries(
        st.sampled_from(NAMES),
        st.text(max_size=30) | st.text(alphabet="{}\\$&-'`~\"^_ aÅ1", max_size=30) | st.sampled_from(VALUES),
    ),
    st.sampled_from(TYPES),
)
def test_any_fields_come_out_again(fields, entry_type):
    body = ", ".join(f"{name} = {{{value}}}" for name, value in ({"title": "T"} | fields).items())
    for record in records_of(bibtex.read(f"@{entry_type}{{key, {body}}}")):
        assert written_and_read(record) == as_written(record)


def records_of(entries):
    """Return the records of entries; those without a key that can be written have one of their own."""
    records = [entry.record for entry in entries if entry.record]
    return [each if re.fullmatch(KEY, each.key) else replace(each, key="key") for each in records]


def written_and_read(record):
    [found] = records_in(bibtex, bibtex.render([record]))
    return as_written(found)


def as_written(record):
    return replace(record, abstract="", **UNWRITTEN.get(record.kind, {}))
