"""The venue as an entry prints it is kept with its paper, comes out again, and is told in plans and reports."""

import pytest

from labsite.texts.folding import fold
from publications.citing import records_of
from publications.formats import bibtex
from publications.importing import apply, plan_of
from publications.importing.report import report_of
from publications.matching.well_known import PUBLISHERS, well_known_venues
from publications.models import Publication, Venue

pytestmark = pytest.mark.django_db
ENTRY = """@article{{k{number}, title={{Naps {number}}}, author={{Quill, Ada}}, year={{2024}},
 journal={{{journal}}}{more}}}
"""


def plan(*journals, more=""):
    text = "".join(ENTRY.format(number=place, journal=name, more=more) for place, name in enumerate(journals))
    return plan_of(bibtex.read(text))


def bring(*journals, more=""):
    return apply(plan(*journals, more=more), None, "An import")


def exported():
    text = bibtex.render(records_of(Publication.objects.order_by("title")))
    return [line.strip().removeprefix("journal = ").strip("{},") for line in text.splitlines() if "journal = " in line]


def test_what_is_printed_otherwise_is_kept_and_comes_out_again():
    Venue.objects.create(name="PLOS ONE", kind="journal")
    bring("plos one", "PLOS ONE")
    papers = Publication.objects.order_by("title")
    assert [(paper.venue.name, paper.proceedings) for paper in papers] == [("PLOS ONE", "plos one"), ("PLOS ONE", "")]
    assert exported() == ["plos one", "PLOS ONE"]


def test_a_second_run_changes_nothing():
    bring("plos one", "J. Long Naps")
    assert plan("plos one", "J. Long Naps").changes_nothing


@pytest.mark.parametrize(
    ("journals", "name"),
    [
        (("PLOS ONE", "plos one", "PLoS ONE"), "PLOS ONE"),
        (("Napping Reports", "napping reports"), "Napping Reports"),
        (("napping reports", "Napping Reports"), "Napping Reports"),
    ],
)
def test_capitals_make_no_second_venue_in_one_import(journals, name):
    assert [venue.name for venue in plan(*journals).new_venues.values()] == [name]


def test_capitals_and_publishers_make_no_second_venue_in_another_import():
    bring("Napping Reports", more=", publisher={One House}")
    entry = ENTRY.format(number=9, journal="napping reports", more=", publisher={Other House}")
    apply(plan_of(bibtex.read(entry)), None, "Another import")
    assert [venue.name for venue in Venue.objects.all()] == ["Napping Reports"]


def test_a_like_name_is_a_venue_of_its_own_and_comes_out_as_printed():
    bring("Science")
    apply(plan_of(bibtex.read(ENTRY.format(number=9, journal="Science Advances", more=""))), None, "Another import")
    assert sorted(Venue.objects.values_list("name", flat=True)) == ["Science", "Science Advances"]
    assert exported() == ["Science", "Science Advances"]


def test_report_says_which_venue_each_entry_gets():
    Venue.objects.create(name="PLOS ONE", kind="journal")
    Venue.objects.create(name="Journal of Naps", kind="journal")
    said = [
        entry.get("venue")
        for entry in report_of(plan("plos one", "Nat Commun", "International Journal of Naps"))["entries"]
    ]
    assert said == [
        "printed as “plos one” → venue: PLOS ONE",
        "printed as “Nat Commun” → venue: Nature Communications (new)",
        "printed as “International Journal of Naps” → venue: undecided",
    ]


@pytest.mark.parametrize("name", ["Elsevier", "American Association for Cancer Research (AACR)", "SPRINGER NATURE"])
@pytest.mark.parametrize("publisher", ["", "Rest Press"])
def test_a_publisher_in_the_place_of_a_journal_is_no_venue(name, publisher):
    more = f", publisher={{{publisher}}}" if publisher else ""
    planned = plan(name, more=more)
    assert report_of(planned)["entries"][0]["venue"] == f"printed as “{name}” → no venue: it is a publisher"
    apply(planned, None, "An import")
    paper = Publication.objects.get()
    assert (paper.venue, paper.publisher) == (None, publisher or name)
    assert dict(paper.extra_fields.values_list("name", "value")).get("venue", "") == (name if publisher else "")
    assert plan(name, more=more).changes_nothing


@pytest.mark.parametrize("name", ["Nature", "Science", "Cell", "Proceedings of the IEEE", "Communications of the ACM"])
def test_a_journal_that_is_called_like_its_publisher_is_a_venue(name):
    assert [venue.name for venue in plan(name).new_venues.values()] == [name]


def test_no_publisher_is_called_like_a_well_known_venue():
    names = {fold(name) for _, names in well_known_venues() for name in names}
    assert not PUBLISHERS & names
