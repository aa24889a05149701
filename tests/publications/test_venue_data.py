import pytest

from publications import data
from publications.models import TalkOccasion, VenueAlias
from tests import cast

pytestmark = pytest.mark.django_db
ADA = {"id": "ada-quill", "name": "Ada Quill", "url": "https://lab.example/people/ada-quill/"}


def absolute(path):
    return f"https://lab.example{path}"


def test_a_venue_in_the_list():
    venue = cast.make_venue(name="Conference on Rest", publisher="ACM", url="https://rest.example")
    VenueAlias.objects.create(venue=venue, name="Proc. Rest")
    cast.make_publication(venue=venue)
    cast.make_service(cast.pi(), venue, year=2025)
    assert data.VENUE_SUMMARY(data.venues().get(), absolute) == {
        "id": "syscon",
        "url": "https://lab.example/venues/syscon/",
        "json": "https://lab.example/venues/syscon.json",
        "acronym": "SYSCON",
        "name": "Conference on Rest",
        "kind": "conference",
        "publisher": "ACM",
        "homepage": "https://rest.example",
        "also_called": ["Proc. Rest"],
        "paper_count": 1,
        "service_count": 1,
        "last_year": 2025,
    }


def test_what_is_not_known_of_a_venue_is_null():
    cast.make_venue()
    told = data.VENUE_SUMMARY(data.venues().get(), absolute)
    assert [told[name] for name in ("name", "publisher", "homepage", "last_year")] == [None] * 4


def test_a_venue_with_what_was_done_there():
    venue, pi = cast.make_venue(), cast.pi()
    cast.make_publication("Quokka", venue=venue)
    cast.make_service(pi, venue)
    cast.make_service(pi, cast.make_venue("RESTWS"), host=venue)
    TalkOccasion.objects.create(talk=cast.make_talk(pi, occasions=[]), host="SYSCON", date="2024-06", venue=venue)
    found = data.venues().get(slug="syscon")
    told = data.VENUE(found, absolute)
    assert list(told)[:12] == list(data.VENUE_SUMMARY(found, absolute))
    assert [paper["id"] for paper in told["publications"]] == ["quokka"]
    assert [service["venue"]["id"] for service in told["services"]] == ["syscon"]
    assert [service["venue"]["id"] for service in told["hosted_services"]] == ["restws"]
    assert told["talks"] == [
        {
            "title": "On Leisure",
            "speaker": ADA,
            "publication": None,
            "host": "SYSCON",
            "place": None,
            "date": "2024-06",
        }
    ]
