import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from services.models import Service
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("year", [2024, None])
def test_a_service_is_there_once(year):
    ada, venue = cast.pi(), cast.make_venue()
    cast.make_service(ada, venue, "reviewer", year=year)
    with pytest.raises(ValidationError, match="service .*is already listed."):
        Service(person=ada, venue=venue, kind="reviewer", year=year).full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        cast.make_service(ada, venue, "reviewer", year=year)


def test_a_person_serves_a_venue_in_several_roles_and_years():
    ada, venue = cast.pi(), cast.make_venue()
    cast.make_service(ada, venue, "pc", year=2024)
    for fields in ({"kind": "pc", "year": 2025}, {"kind": "chair", "year": 2024}, {"kind": "pc", "title": "Lead"}):
        Service(person=ada, venue=venue, **fields).full_clean()


def test_a_role_is_shown_as_printed_else_as_its_kind():
    assert Service(kind="pc").role == "Programme committee"
    assert Service(kind="chair", title="Publicity Chair").role == "Publicity Chair"


def test_an_edition_is_the_venue_and_its_year():
    venue = cast.make_venue("SYSCON")
    assert Service(venue=venue, year=2024).edition == "SYSCON 2024"
    assert Service(venue=venue).edition == "SYSCON"


def test_the_newest_comes_first_and_standing_work_last():
    ada, venue = cast.pi(), cast.make_venue()
    for year in (2023, None, 2025):
        cast.make_service(ada, venue, year=year)
    assert [service.year for service in Service.objects.all()] == [2025, 2023, None]


def test_a_venue_with_services_cannot_be_deleted():
    venue = cast.make_venue()
    cast.make_service(cast.pi(), venue)
    with pytest.raises(ProtectedError):
        venue.delete()


def test_a_service_outlives_the_venue_it_was_held_with():
    host = cast.make_venue("REST")
    cast.make_service(cast.pi(), cast.make_venue("WORKSHOP"), host=host)
    host.delete()
    assert Service.objects.get().host is None
