"""Papers by their DOIs."""

import json

import pytest

from labsite.contrib.sources.client import Unavailable
from labsite.contrib.sources.crossref import as_csl, entries, plain_text
from labsite.contrib.sources.lookup import find
from publications.citations.entry import Entry
from publications.citations.record import Name, Record

from .replies import Web, kept

CROSSREF = "https://api.crossref.org/works/10.5555%2F3620678.3624647"


def test_a_paper_of_a_meeting():
    [entry] = entries(kept("crossref.json"))
    assert entry.place == "DOI 10.5555/3620678.3624647"
    assert entry.record == Record(
        key="",
        title="Quokka: Scheduling at Leisure & Beyond",
        kind="conference",
        authors=(
            Name("Zoë", "Lindqvist", orcid="0000-0002-1825-0097"),
            Name("Ada", "Quill", "Jr."),
            Name(literal="The Leisure Collaboration"),
        ),
        year=2024,
        month=6,
        venue="12th Conference on Systems",
        acronym="SYSCON",
        proceedings="Proceedings of the 12th Conference on Systems",
        pages="1–17",
        publisher="ACM",
        doi="10.5555/3620678.3624647",
        abstract="Schedulers are in a hurry. Ours is not.",
        ids=entry.record.ids,
        extra=entry.record.extra,
    )


@pytest.mark.parametrize("acronym", ["SYSCON '23", "SYSCON ’23", "SYSCON 2023", "SYSCON", "SYSCON '24"])
def test_a_meeting_may_be_of_another_year_than_its_papers(acronym):
    message = json.loads(kept("crossref.json"))["message"]
    event = {"name": f"{acronym}: 12th Conference on Systems", "acronym": acronym}
    [entry] = entries(json.dumps({"message": {**message, "event": event}}).encode())
    assert (entry.record.acronym, entry.record.venue) == ("SYSCON", "12th Conference on Systems")


def test_a_workshop_is_no_conference():
    message = json.loads(kept("crossref.json"))["message"]
    titled = {"message": {**message, "container-title": ["2024 SYSCON Workshops"]}}
    assert entries(json.dumps(titled).encode())[0].record.kind == "workshop"


def test_an_article_of_a_journal():
    [entry] = entries(kept("crossref_journal.json"))
    record = entry.record
    assert (record.kind, record.venue, record.volume, record.number) == ("journal", "Journal of Leisure", "49", "1")
    assert (record.title, record.article, record.pages) == ("On k-fold Leisure", "e17", "134–186")
    assert (record.year, record.month) == (2022, None)


def test_a_preprint_is_served_by_an_institution():
    [entry] = entries(kept("crossref_preprint.json"))
    assert (entry.record.kind, entry.record.status, entry.record.venue) == ("preprint", "preprint", "bioRxiv")
    assert entry.record.abstract == "On an island, quokkas smile."


def test_what_another_register_says():
    [entry] = entries(kept("datacite.json"))
    assert (entry.record.kind, entry.record.title, entry.record.year) == ("dataset", "Leisure Traces", 2024)
    assert entry.record.doi == "10.5555/zenodo.12345"
    assert entry.record.authors == (Name("Zoë", "Lindqvist"), Name(literal="Leisure Lab"))
    assert entry.record.abstract == "Traces of a year of leisure."


def changed(**fields):
    """Return what Crossref says of a paper, with other values in some fields."""
    message = json.loads(kept("crossref_journal.json"))["message"]
    return json.dumps({"message": {**message, **fields}}).encode()


@pytest.mark.parametrize(
    ("kind", "why"),
    [("journal", "This is a journal, not a paper."), ("proceedings", "These are proceedings, not a paper.")],
)
def test_what_has_a_doi_and_is_no_paper(kind, why):
    assert entries(changed(type=kind)) == [Entry("DOI 10.5555/1leis.04607", no_paper=why)]


def test_a_thesis_was_approved():
    nothing, approved = {"date-parts": [[None]]}, {"date-parts": [[2023, 5]]}
    [entry] = entries(changed(type="dissertation", issued=nothing, approved=approved))
    assert (entry.record.kind, entry.record.year, entry.record.month) == ("thesis", 2023, 5)


def test_a_date_that_says_nothing_is_none():
    [entry] = entries(changed(issued={"date-parts": [[None]]}))
    assert (entry.record.year, entry.record.extra) == (None, (("ISSN", "1529-3181"),))


def test_a_paper_without_a_title_is_told_so():
    [entry] = entries(changed(title=[]))
    assert entry.place == "DOI 10.5555/1leis.04607"
    assert "no title" in entry.problem


def test_nothing_of_the_books_that_crossref_keeps_comes_along():
    said = as_csl(json.loads(kept("crossref.json"))["message"])
    assert not said.keys() & {"indexed", "reference", "deposited", "score", "license", "link", "source", "member"}


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("a < b and c > d", "a < b and c > d"),
        ("H<sub>2</sub>O &amp;\n Co", "H2O & Co"),
        ("<jats:title>Abstract</jats:title><jats:p>Yes.</jats:p>", "Yes."),
    ],
)
def test_tags_are_no_text(text, plain):
    assert plain_text(text) == plain


class FindTests:
    def test_crossref_is_asked_first(self):
        web = Web(**{CROSSREF: "crossref.json"})
        found = find("https://doi.org/10.5555/3620678.3624647", web.get)
        assert (found.source, found.label) == ("doi:10.5555/3620678.3624647", "Crossref 10.5555/3620678.3624647")
        assert len(found.entries) == 1
        assert web.asked == [("Crossref", CROSSREF, "application/json")]

    def test_then_whoever_has_the_doi(self):
        csl = "application/vnd.citationstyles.csl+json"
        web = Web(**{"https://doi.org/10.5555/zenodo.12345": "datacite.json"})
        assert find("10.5555/zenodo.12345", web.get).entries[0].record.title == "Leisure Traces"
        assert web.asked[1] == ("doi.org", "https://doi.org/10.5555/zenodo.12345", csl)

    def test_where_nobody_has_it_that_is_said(self):
        with pytest.raises(Unavailable) as caught:
            find("10.5555/nothing", Web().get)
        assert str(caught.value) == (
            "Neither Crossref nor another registry knows the DOI 10.5555/nothing. Check it for typing errors."
        )

    @pytest.mark.parametrize("nonsense", [b"", b"nonsense", b"[]", b"{}", b'{"message": 3}', b'{"message": {}}'])
    def test_what_cannot_be_read_is_said(self, nonsense):
        with pytest.raises(Unavailable, match="Crossref sent something that can’t be read"):
            find("10.5555/3620678.3624647", Web(**{CROSSREF: nonsense}).get)
