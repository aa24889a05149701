"""What a venue with an acronym, with a full name or with both is called, and where that is shown."""

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from publications.citing import record_of
from publications.models import Venue
from tests import cast

pytestmark = pytest.mark.django_db
LONG = "Journal of Afternoon Sciences and Naps"


@pytest.mark.parametrize(
    ("acronym", "name", "short", "longer"),
    [
        ("NAPS", "Symposium on Naps", "NAPS", "Symposium on Naps"),
        ("NAPS", "", "NAPS", ""),
        ("", "Symposium on Long Sleeps", "Symposium on Long Sleeps", ""),
        ("", "Symposium on Longer Sleeps", "Symp. Longer Sleeps", "Symposium on Longer Sleeps"),
    ],
)
def test_short_name_is_the_acronym_else_the_name_else_its_abbreviation(acronym, name, short, longer):
    venue = Venue.objects.create(acronym=acronym, name=name)
    venue.refresh_from_db()
    assert (venue.short_name, venue.longer_name) == (short, longer)


def test_address_is_made_of_the_short_name():
    assert Venue.objects.create(name=LONG).slug == "j-afternoon-sci-naps"


def test_short_name_follows_the_acronym():
    venue = Venue.objects.create(acronym="JASN", name=LONG)
    venue.acronym = ""
    venue.save()
    assert Venue.objects.get().short_name == "J. Afternoon Sci. Naps"


def test_two_venues_may_go_without_an_acronym():
    Venue.objects.create(name="Naps")
    Venue(name="Sleeps").full_clean(exclude=["slug"])


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"acronym": "NAPS", "name": "Other Naps"}, "Another venue has this acronym."),
        ({}, "Give the venue its full name or its acronym."),
    ],
)
def test_acronyms_are_unique_and_something_names_a_venue(fields, words):
    Venue.objects.create(acronym="NAPS")
    with pytest.raises(ValidationError, match=words):
        Venue(**fields).full_clean(exclude=["slug"])


class PageTests:
    @pytest.fixture
    def paper(self):
        venue = Venue.objects.create(name=LONG, kind="journal")
        return cast.make_publication("Naps", [cast.make_member("Ada Quill")], venue=venue, year=2024, kind="journal")

    def test_badge_shows_the_abbreviation_and_names_it_in_full(self, client, paper):
        page = client.get(reverse("publications:list")).text
        assert f'<span class="series" title="{LONG}">J. Afternoon Sci. Naps</span>' in page

    def test_venue_page_is_headed_by_the_full_name(self, client, paper):
        page = client.get(paper.venue.get_absolute_url()).text
        assert f"<h1>{LONG}</h1>" in page and "J. Afternoon Sci. Naps</h1>" not in page

    def test_list_of_venues_shows_both(self, client, paper):
        page = client.get(reverse("publications:venues")).text
        assert "J. Afternoon Sci. Naps</a>" in page and LONG in page

    def test_record_has_the_full_name_and_no_acronym(self, paper):
        record = record_of(paper)
        assert (record.venue, record.acronym) == (LONG, "")
