"""What stands in an open archive is no journal article, and its DOI is its own."""

import pytest

from publications.citations.record import Record
from publications.importing.read import normalised


def kind_of(**fields):
    return normalised(Record(key="", title="Quokka", **{"kind": "journal", **fields}))[0].kind


@pytest.mark.parametrize(
    "place",
    [
        "openRxiv",
        "bioRxiv",
        "medRxiv: the preprint server",
        "arXiv",
        "ChemRxiv",
        "PsyArXiv",
        "Research Square",
        "SSRN",
    ],
)
def test_what_stands_on_a_server_of_preprints_is_one(place):
    assert (kind_of(venue=place), kind_of(publisher=place)) == ("preprint", "preprint")
    assert (
        kind_of(venue=f"{place} preprint" if ":" not in place else place, doi="10.1101/2024.06.01.596123")
        == "preprint"
    )


@pytest.mark.parametrize(
    ("place", "kind"),
    [
        ("Dryad", "dataset"),
        ("GigaScience Database", "dataset"),
        ("figshare", "other"),
        ("Zenodo", "other"),
        ("OSF", "other"),
    ],
)
def test_what_is_deposited_is_no_article_and_data_where_there_is_nothing_else(place, kind):
    assert (kind_of(venue=place), kind_of(venue=place, kind="software")) == (kind, "software")


@pytest.mark.parametrize("publisher", ["openRxiv", "Cold Spring Harbor Laboratory", "OSF"])
def test_a_doi_tells_more_than_a_publisher(publisher):
    assert kind_of(publisher=publisher, doi="10.1101/gr.278123.123") == "journal"


def test_where_no_place_is_given_the_doi_tells():
    table = [
        ("10.1101/2024.06.01.596123", "preprint"),
        ("10.64898/2026.01.02.123", "preprint"),
        ("10.31219/osf.io/abcde", "preprint"),
        ("10.1101/gr.278123.123", "journal"),
        ("10.5061/dryad.1234", "dataset"),
        ("10.5281/zenodo.1234", "other"),
        ("10.6084/m9.figshare.1234", "other"),
        ("10.1000/quokka", "journal"),
    ]
    assert [(doi, answer, kind) for doi, kind in table if (answer := kind_of(doi=doi)) != kind] == []


@pytest.mark.parametrize("place", ["Journal of Leisure", "Nature", "Archiv der Ruhe", "Preprints in Repose"])
def test_a_journal_is_a_journal(place):
    assert kind_of(venue=place) == "journal"


def test_an_article_never_has_its_preprints_doi():
    said = Record(key="", title="Quokka", kind="journal", venue="Journal of Leisure", doi="10.1101/2024.06.01.596123")
    record, _ = normalised(said)
    assert (record.doi, record.ids) == ("", (("doi", "10.1101/2024.06.01.596123"),))


def test_the_doi_of_arxiv_is_an_arxiv_id():
    said = Record(
        key="", title="Quokka", kind="conference", proceedings="Proc. SYSCON", doi="10.48550/arXiv.2406.18485"
    )
    record, _ = normalised(said)
    assert (record.doi, record.arxiv_id) == ("", "2406.18485")
