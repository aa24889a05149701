"""PubMed's own format."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from publications import formats
from publications.citations.record import Name, Record
from publications.formats import nbib
from tests.corpora import files

TEXT = (Path(__file__).parents[2] / "data" / "formats" / "pubmed.nbib").read_text("utf-8")
KEPT = {"AD", "AID", "CI", "DEP", "DP", "GR", "IS", "LA", "MH", "MID", "OT", "PL", "PT"}


def one(*lines):
    [entry] = nbib.read("\n".join(["PMID- 1", "TI  - Naps.", *lines]))
    return entry


def test_article_of_a_journal():
    record = formats.read(TEXT)[0].record
    extra = dict(record.extra)
    assert record == Record(
        key="",
        title="From rest and leisure to health and beauty: advice for the sleepless in two centuries",
        kind="journal",
        authors=(
            Name("Zoë", "Lindqvist", orcid="0000-0002-1825-0097"),
            Name("Max", "Hale", "Jr"),
            Name(literal="The Quokka Team"),
        ),
        year=2024,
        month=5,
        venue="Journal of rest and leisure",
        acronym="J Rest",
        volume="20",
        number="4",
        pages="454–81",
        doi="10.5555/rest.2024.454",
        abstract="OBJECTIVE: We rest. RESULTS: All rested well, and slept longer.",
        ids=(("pmcid", "PMC4513071"), ("pmid", "30000001")),
        extra=record.extra,
    )
    assert extra.keys() == {f"PubMed {tag}" for tag in KEPT}
    assert (extra["PubMed OT"], extra["PubMed DP"]) == ("naps\nrest", "2024 May 3")


def test_preprint_with_authors_beyond_those_named():
    entry = nbib.read(TEXT)[1]
    record = entry.record
    assert (record.kind, record.status, record.venue, record.arxiv_id) == (
        "preprint",
        "preprint",
        "arXiv",
        "2406.18485",
    )
    assert (record.title, record.year, record.month) == ("Naps are all you need?", 2024, 6)
    assert record.authors == (Name("A", "Quill"), Name("A", "van der Berg"))
    assert entry.names_all_authors is False


def test_erratum_is_no_paper():
    assert nbib.read(TEXT)[2].no_paper.startswith("“Correction: Naps” is a notice about another paper")


def test_entry_without_a_title_is_told_with_its_line():
    assert nbib.read(TEXT)[3].problem == "Line 73: this entry has no title."


@pytest.mark.parametrize(
    ("lines", "kind", "venue"),
    [
        (["PT  - Review", "JT  - J Rest"], "journal", "J Rest"),
        (["BTI - All about Rest"], "chapter", "All about Rest"),
        (["PT  - Technical Report"], "report", ""),
        (["JT  - J Rest"], "journal", "J Rest"),
        ([], "other", ""),
    ],
)
def test_kind_is_what_the_types_say_or_what_it_stands_in(lines, kind, venue):
    record = one(*lines).record
    assert (record.kind, record.venue) == (kind, venue)


def test_book_has_its_isbn():
    [entry] = nbib.read("PMID- 1\nBTI - All about Rest.\nISBN- 978-0-306-40615-7\nPT  - Book")
    assert (entry.record.title, entry.record.kind) == ("All about Rest", "book")
    assert entry.record.ids == (("isbn", "9780306406157"), ("pmid", "1"))


def test_every_entry_of_other_programs_files_is_accounted_for():
    texts = {path.name: path.read_text("utf-8", "replace") for path in files("ris_xml_csv/jabref")}
    found = {name: text for name, text in texts.items() if formats.detect(text, name) == "nbib"}
    assert len(found) > 4
    for name, text in found.items():
        entries = nbib.read(text)
        pmids = re.findall(r"^PMID\s*-\s*(\d+)", text, re.MULTILINE)
        assert len(entries) >= len(pmids) > 0, name
        said = [value for entry in entries if entry.record for scheme, value in entry.record.ids if scheme == "pmid"]
        assert len([entry for entry in entries if entry.problem]) >= len(pmids) - len(said), name


LINES = st.builds(
    "{}- {}".format,
    st.sampled_from(["PMID", "TI  ", "BTI ", "AU  ", "FAU ", "AUID", "CN  ", "DP  ", "JT  ", "AID ", "PT  ", "    "]),
    st.sampled_from(["1", "Naps.", "Quill A", "Quill, Ada", "2024 Jun 3", "10.5555/a [doi]", ""])
    | st.text(max_size=9),
)


@settings(max_examples=50, deadline=None, database=None)
@given(st.lists(LINES, max_size=9).map("\n".join) | st.text())
def test_any_text_is_read_or_a_problem(text):
    assert all(bool(entry.record) + bool(entry.problem) + bool(entry.no_paper) == 1 for entry in nbib.read(text))
