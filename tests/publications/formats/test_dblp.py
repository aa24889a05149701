"""dblp's XML: persons, papers, what its search finds."""

from pathlib import Path

from publications import formats
from publications.citations.record import Name, Record, RecordLink
from publications.formats import dblp

DATA = Path(__file__).parents[2] / "data" / "formats"
PERSON = (DATA / "dblp-person.xml").read_text("utf-8")
SEARCH = (DATA / "dblp-search.xml").read_text("utf-8")
ZOE = Name("Zoë", "Lindqvist", orcid="0000-0002-1825-0097")
ADA = Name("Ada", "Quill")


def person():
    return {entry.record.title: entry.record for entry in dblp.read(PERSON) if entry.record}


def one(record):
    [entry] = dblp.read(f"<dblp>{record}</dblp>")
    return entry


def test_paper_at_a_conference():
    assert person()["Quokka: Scheduling O(n2) Naps at «Leisure»"] == Record(
        key="DBLP:conf/sus/LindqvistQ24",
        title="Quokka: Scheduling O(n2) Naps at «Leisure»",
        kind="conference",
        authors=(ZOE, ADA, Name("Anna", "van der Berg")),
        year=2024,
        venue="SUS",
        acronym="SUS",
        pages="12–34",
        doi="10.5555/3620666.3651380",
        url="https://www.usenix.example/conference/sus24/presentation/lindqvist",
        ids=(("dblp", "conf/sus/LindqvistQ24"),),
        links=(RecordLink("pdf", "https://www.usenix.example/system/files/sus24-lindqvist.pdf"),),
        extra=(
            ("dblp crossref", "conf/sus/2024"),
            ("dblp ee", "https://www.wikidata.org/entity/Q130000001"),
            ("dblp mdate", "2024-07-14"),
            ("dblp url", "db/conf/sus/sus2024-2.html#LindqvistQ24"),
        ),
    )


def test_corr_is_arxiv():
    record = person()["Naps Are All You Need?"]
    assert (record.kind, record.status, record.venue, record.acronym) == ("preprint", "preprint", "arXiv", "arXiv")
    assert (record.arxiv_id, record.doi, record.volume, record.url) == ("2406.18485", "", "", "")


def test_article_of_a_journal():
    record = person()["Slow Queues"]
    assert (record.kind, record.venue, record.volume, record.number) == ("journal", "Trans. Patience", "7", "3")
    assert (record.year, record.month, record.pages, record.doi) == (2023, 6, "12:1–12:25", "10.5555/slow.7")
    assert record.authors == (ADA, ZOE)


def test_thesis():
    record = person()["Rest at Scale"]
    assert (record.kind, record.publisher) == ("thesis", "Quokka University")
    assert record.ids == (("dblp", "phd/Lindqvist22"), ("isbn", "9780306406157"))


def test_paper_at_a_workshop():
    record = person()["On Pauses..."]
    assert (record.kind, record.venue, record.authors[0]) == ("workshop", "SUS Workshops", Name("Max", "Hale", "Jr."))


def test_what_is_no_paper_says_why():
    assert [entry.no_paper for entry in dblp.read(PERSON) if entry.no_paper] == [
        "“Correction to: Slow Queues” is a notice about another paper, not a paper itself.",
        "“Naps Considered Harmful” is a paper that was withdrawn, according to dblp.",
        "“Proceedings of the 3rd Workshop on Naps, NAP 2023, Sydney, May 8, 2023” is an edited volume, not a paper.",
        "“Home Page” is a homepage, not a paper.",
    ]


def test_every_record_of_a_person_is_accounted_for():
    assert len(dblp.read(PERSON)) == PERSON.count("<r>") == 9


def test_what_the_search_finds():
    slow, naps = (entry.record for entry in formats.read(SEARCH))
    assert (slow.title, slow.kind, slow.venue, slow.year) == ("Slow Queues", "conference", "SUS", 2020)
    assert (slow.doi, slow.ids) == ("10.5555/3373376.3378511", (("dblp", "conf/sus/QuillL20"),))
    assert slow.authors == (ADA, Name("Zoë", "Lindqvist"))
    assert (naps.kind, naps.arxiv_id) == ("preprint", "2001.00001")


def test_where_the_text_breaks_off_what_stands_before_is_read():
    cut = PERSON[: PERSON.index("<journal>Trans. Patience")]
    assert [bool(entry.record) for entry in dblp.read(cut)] == [True, True, False]
    assert dblp.read(cut)[-1].problem == "Line 48: the XML breaks off or is broken here (no element found)."


def test_a_record_without_a_title_is_told_with_its_line():
    assert (
        one('\n<article key="journals/top/Q"><year>2024</year></article>').problem
        == "Line 2: this entry has no title."
    )


def test_other_informal_articles_are_preprints_of_their_server():
    record = one('<article publtype="informal"><title>A.</title><journal>Quiet Arch.</journal></article>').record
    assert (record.kind, record.venue) == ("preprint", "Quiet Arch.")


def test_second_doi_is_kept_beside_the_first():
    record = one(
        "<article><title>A.</title><ee>https://doi.org/10.5555/a</ee><ee>https://doi.org/10.5555/b</ee></article>"
    ).record
    assert (record.doi, record.ids) == ("10.5555/a", (("doi", "10.5555/b"),))


def test_notices_about_papers_are_no_papers():
    table = [
        *(("Correction to: Naps.", True), ("Corrections to “Naps”", True), ("Erratum to Naps", True)),
        *(("Author’s Correction: Naps", True), ("Retraction Note to: Naps", True), ("RETRACTED: Naps", True)),
        *(
            ("Correction of Errors in Naps", False),
            ("Error Correction", False),
            ("Retraction of Cats", False),
        ),
    ]
    assert [
        (title, answer, is_notice)
        for title, is_notice in table
        if (answer := bool(one(f"<article><title>{title}</title></article>").no_paper)) is not is_notice
    ] == []
