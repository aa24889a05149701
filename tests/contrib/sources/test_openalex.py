"""Papers of an author at OpenAlex."""

import json

import pytest

from labsite.contrib.sources.client import AccessRefused, Unavailable
from labsite.contrib.sources.lookup import find
from labsite.contrib.sources.openalex import entries
from publications.citations.entry import Entry
from publications.citations.record import Name, Record

from .replies import Web, kept

AUTHOR = "https://api.openalex.org/authors/A5023888391"
SELECT = (
    "id%2Cdoi%2Ctitle%2Ctype%2Cpublication_year%2Cpublication_date%2Cids%2Cbiblio%2Cauthorships"
    "%2Cprimary_location%2Clocations%2Cabstract_inverted_index"
)
CURSORS = ("%2A", "IlsxNjA5NDU5MjAwMDAwLCAnaHR0cHM6Ly9vcGVuYWxleC5vcmcvVzI0ODg0OTk3NjQnXSI%3D")
WORKS = [
    f"https://api.openalex.org/works?cursor={cursor}&filter=authorships.author.id%3AA5023888391"
    f"&per_page=100&select={SELECT}"
    for cursor in CURSORS
]
REPLIES = {AUTHOR: "openalex_author.json", WORKS[0]: "openalex_works_1.json", WORKS[1]: "openalex_works_2.json"}


def test_a_paper_of_a_meeting_that_is_at_arxiv_too():
    author = json.loads(kept("openalex_author.json"))
    payload = json.dumps({"author": author, **json.loads(kept("openalex_works_1.json"))})
    assert entries(payload.encode())[0] == Entry(
        "W4399000001",
        Record(
            key="",
            title="Quokka: Scheduling at Leisure",
            kind="conference",
            authors=(Name("Zoe M.", "Lindqvist", orcid="0000-0002-1825-0097"), Name("Ada", "Quill")),
            year=2024,
            month=6,
            proceedings="Proceedings of the 12th Conference on Systems",
            pages="1–17",
            doi="10.5555/3620678.3624647",
            arxiv_id="2401.01234",
            abstract="Schedulers are in a hurry. Ours is not.",
            ids=(("openalex", "W4399000001"),),
        ),
    )


def test_a_preprint_of_which_only_the_year_is_known():
    record = entries(kept("openalex_works_1.json"))[1].record
    assert (record.kind, record.status, record.venue, record.acronym) == ("preprint", "preprint", "arXiv", "arXiv")
    assert (record.doi, record.arxiv_id, record.year, record.month) == ("", "2311.04567", 2023, None)


def changed(authorship=None, **location):
    """Return what is read of a work with other values for its first author, or for where it appeared."""
    work = json.loads(kept("openalex_works_1.json"))["results"][0]
    work["authorships"][0] |= authorship or {}
    work["primary_location"] |= location
    return entries(json.dumps({"results": [work]}).encode())[0].record


def test_an_orcid_id_that_openalex_guesses_may_be_a_namesakes():
    assert changed().authors[0].orcid == ""
    stated = {"raw_orcid": "https://orcid.org/0000-0002-1694-233X"}
    assert changed(authorship=stated).authors[0].orcid == "0000-0002-1694-233X"


@pytest.mark.parametrize(
    ("printed", "kind"),
    [("2023 International Conference on Naps", "conference"), ("Journal of Naps", "journal"), (None, "other")],
)
def test_an_article_of_nothing_that_openalex_knows(printed, kind):
    assert changed(raw_type=None, raw_source_name=printed).kind == kind


def test_a_paper_of_proceedings_in_a_series_of_books():
    record = changed(source={"display_name": "Lecture Notes on Naps", "type": "book series"})
    assert (record.kind, record.venue, record.proceedings) == (
        "conference",
        "",
        "Proceedings of the 12th Conference on Systems",
    )


def test_an_article_of_a_journal():
    record = entries(kept("openalex_works_2.json"))[0].record
    assert (record.kind, record.venue, record.volume, record.number) == ("journal", "Journal of Leisure", "49", "1")
    assert (record.pages, record.month) == ("e17", 3)
    assert record.ids == (("openalex", "W3000000003"), ("pmcid", "PMC5815332"), ("pmid", "29456894"))


def test_what_is_no_paper_is_counted_as_none():
    assert entries(kept("openalex_works_2.json"))[1] == Entry(
        "W3000000004", no_paper="This is a cover or a list of contents, not a paper."
    )


def test_a_hundred_authors_may_not_be_all():
    work = json.loads(kept("openalex_works_1.json"))["results"][0]
    one = work["authorships"][1]
    for count, is_all in ((99, True), (100, False)):
        payload = json.dumps({"results": [{**work, "authorships": [one] * count}]}).encode()
        assert entries(payload)[0].names_all_authors is is_all


def test_letters_that_no_database_keeps_are_left_out():
    payload = kept("openalex_works_1.json").replace(b"Why Quokkas", b"Why\\u0000 \\ud800Quokkas")
    assert entries(payload)[1].record.title == "Why Quokkas Smile"


def test_a_work_in_an_unknown_form_stops_no_other():
    works = json.loads(kept("openalex_works_1.json"))["results"]
    broken, fine = entries(json.dumps({"results": [{**works[0], "authorships": "?"}, works[1]]}).encode())
    assert broken.problem == "Work 1: OpenAlex describes it in a form that can’t be read."
    assert fine.record.title == "Why Quokkas Smile"


class FindTests:
    def test_an_author_with_all_pages(self):
        web = Web(**REPLIES)
        found = find("https://openalex.org/A5023888391", web.get)
        assert (found.source, found.label) == ("openalex:A5023888391", "OpenAlex A5023888391 (Zoe M. Lindqvist)")
        assert [entry.place for entry in found.entries] == ["W4399000001", "W4388000002", "W3000000003", "W3000000004"]
        assert web.addresses == list(REPLIES)

    def test_the_names_are_those_that_papers_print(self):
        found = find("A5023888391", Web(**REPLIES).get)
        assert found.names == ("Zoe M. Lindqvist", "Zoë Lindqvist", "Z. Lindqvist")

    def test_by_orcid_id(self):
        by_orcid = "https://api.openalex.org/authors/orcid:0000-0002-1825-0097"
        web = Web(**{**REPLIES, by_orcid: "openalex_author.json"})
        assert len(find("openalex:0000-0002-1825-0097", web.get).entries) == 4
        assert web.addresses == [by_orcid, *WORKS]

    def test_one_work(self):
        work = json.dumps(json.loads(kept("openalex_works_1.json"))["results"][0]).encode()
        found = find("W4399000001", Web(**{f"https://api.openalex.org/works/W4399000001?select={SELECT}": work}).get)
        assert ([entry.place for entry in found.entries], found.names) == (["W4399000001"], ())

    def test_the_key_goes_along(self, settings):
        settings.OPENALEX_KEY = "a key"
        web = Web()
        with pytest.raises(Unavailable):
            find("A5023888391", web.get)
        assert web.addresses == [f"{AUTHOR}?api_key=a+key"]

    @pytest.mark.parametrize(
        ("key", "said"),
        [
            ("a key", "Refused."),
            (
                "",
                "Refused. The person who runs this site can get a free key there and set OPENALEX_KEY, which allows "
                "more requests.",
            ),
        ],
    )
    def test_who_is_refused_without_a_key_is_told_of_it(self, settings, key, said):
        settings.OPENALEX_KEY = key
        refusing = Web(**{AUTHOR: AccessRefused("Refused."), f"{AUTHOR}?api_key=a+key": AccessRefused("Refused.")})
        with pytest.raises(Unavailable) as caught:
            find("A5023888391", refusing.get)
        assert str(caught.value) == said

    def test_whom_it_does_not_know(self):
        with pytest.raises(Unavailable) as caught:
            find("A5023888391", Web().get)
        assert str(caught.value) == "OpenAlex has no author or paper under A5023888391."
