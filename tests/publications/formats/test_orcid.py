"""Works of ORCID records: groups of summaries, and works in full."""

import json
from pathlib import Path

from hypothesis import given, settings, strategies as st

from publications import formats
from publications.citations.record import Name, Record
from publications.formats import orcid

DATA = Path(__file__).parents[2] / "data" / "formats"
WORKS = (DATA / "orcid-works.json").read_text("utf-8")
BULK = (DATA / "orcid-bulk.json").read_text("utf-8")


def test_one_work_of_several_sources_is_one_entry_as_its_owner_prefers_it():
    entry = formats.read(WORKS)[0]
    assert entry.record == Record(
        key="",
        title="Quokka & Co: Scheduling at Leisure",
        kind="conference",
        year=2024,
        month=6,
        venue="Symposium on Unhurried Systems",
        doi="10.5555/3620678.3624647",
        arxiv_id="2406.18485",
        url="https://press.example/quokka",
        extra=(
            ("ORCID eid", "2-s2.0-85100000000"),
            ("ORCID part-of isbn", "9780306406157"),
            ("ORCID put-code", "102"),
            ("ORCID version-of arxiv", "2406.18485v2"),
        ),
    )


def test_summaries_name_no_authors():
    assert [entry.names_all_authors for entry in orcid.read(WORKS) if entry.record] == [False, False]


def test_a_talk_is_no_paper():
    assert orcid.read(WORKS)[1].no_paper == "“How to Rest” is a talk, not a paper."


def test_a_whole_book_has_its_isbn():
    record = orcid.read(WORKS)[2].record
    assert (record.kind, record.year) == ("book", None)
    assert record.ids == (("isbn", "9780306406157"), ("pmcid", "PMC45"), ("pmid", "123"))


def test_work_in_full_has_the_authors_and_pages_of_its_citation():
    entry = formats.read(BULK)[0]
    assert entry.record == Record(
        key="",
        title="Slow Queues",
        kind="journal",
        authors=(Name("Ada", "Quill"), Name("Zoë", "Lindqvist", orcid="0000-0002-1825-0097"), Name("Max", "Hale")),
        year=2019,
        month=3,
        venue="Transactions on Patience",
        volume="7",
        number="3",
        pages="1–9",
        url="https://press.example/slow",
        abstract="We wait.",
        extra=(("ORCID language", "en"), ("ORCID put-code", "201")),
    )
    assert entry.names_all_authors is True


def test_contributors_are_authors_but_for_editors():
    record = orcid.read(BULK)[1].record
    assert record.authors == (Name("Ada", "Quill"), Name("Anna", "van der Berg"))
    assert (record.kind, record.venue, record.arxiv_id, record.url) == ("preprint", "arXiv", "2406.18485", "")


def test_work_that_orcid_does_not_give_is_told():
    assert orcid.read(BULK)[2].problem == (
        "Item 3: ORCID doesn’t give this work: 404 Not Found: The resource was not found."
    )


def test_whole_record_and_one_work_are_read_too():
    record = json.dumps({"orcid-identifier": {}, "activities-summary": {"works": json.loads(WORKS)}})
    assert formats.read(record) == orcid.read(WORKS)
    assert formats.read(json.dumps(json.loads(BULK)["bulk"][0]["work"])) == orcid.read(BULK)[:1]


def test_record_without_works_has_no_entries():
    assert formats.read('{"last-modified-date": null, "group": [], "path": "/0000-0002-1825-0097/works"}') == []


NAMES = ["group", "bulk", "work", "work-summary", "title", "value", "external-ids", "external-id", "contributors"]
NAMES += ["contributor", "credit-name", "citation", "citation-type", "citation-value", "publication-date", "year"]
NAMES += ["external-id-type", "external-id-value", "type", "url", "display-index", "error", "put-code"]
LEAVES = st.sampled_from(["doi", "isbn", "book", "bibtex", "@a{b, title={", "9", "2024"]) | st.none() | st.integers()
JSON = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner))


@settings(max_examples=50, deadline=None, database=None)
@given(JSON.map(json.dumps) | st.text())
def test_any_text_is_read_or_a_problem(text):
    assert all(bool(entry.record) + bool(entry.problem) + bool(entry.no_paper) == 1 for entry in orcid.read(text))
