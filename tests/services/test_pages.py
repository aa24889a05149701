import pytest

from tests import cast
from tests.reading import text

pytestmark = pytest.mark.django_db


def test_service_is_listed_by_venue_and_by_person(client):
    pi, student = cast.pi(), cast.student()
    cast.make_service(pi, cast.make_venue("ZOOCON"), year=2021)
    cast.make_service(student, cast.make_venue("ANTCON"), year=2022)
    by_venue, _, by_person = text(client, "/services/").partition('id="by-person"')
    assert by_venue.index(">ANTCON</a>") < by_venue.index(">ZOOCON</a>")
    assert by_person.index("Lindqvist") < by_person.index("ANTCON 2022") < by_person.index("Quill")


def test_the_role_is_said_as_printed(client):
    cast.make_service(cast.student(), cast.make_venue(), kind="organiser", title="Publicity Chair")
    assert "Publicity Chair, 2024 – " in text(client, "/services/")


def test_a_role_without_a_printed_title_is_said_by_its_kind(client):
    cast.make_service(cast.student(), cast.make_venue(), kind="ae")
    assert "Artifact evaluation committee, 2024 – " in text(client, "/services/")


def test_standing_service_has_no_year(client):
    cast.make_service(cast.student(), cast.make_venue(), year=None, title="Journal Reviewer")
    page = text(client, "/services/")
    assert "Journal Reviewer – " in page
    assert '<p class="when">Standing</p>' in page


def test_a_workshop_names_the_conference_it_was_held_with(client):
    host = cast.make_venue("HOSTCON")
    cast.make_service(cast.student(), cast.make_venue("NAPS"), host=host)
    assert 'co-located with <a href="/venues/hostcon/">HOSTCON 2024</a>' in text(client, "/services/")


def test_an_empty_list_says_so(client):
    assert "No service is listed yet." in text(client, "/services/")
