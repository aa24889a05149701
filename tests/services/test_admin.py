import pytest

from services.models import Service
from tests import cast
from tests.editing import address, found, queries_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def editor(client):
    client.force_login(cast.make_administrator())
    return client


@pytest.mark.parametrize("query", ["zoe", "Zoë syscon", "symposium", "programme 2024"])
def test_search_finds_a_person_a_venue_a_role_and_a_year(editor, query):
    cast.make_service(cast.student(), cast.make_venue(name="Symposium on Configuration"))
    cast.make_service(cast.pi(), cast.make_venue("JOL"), kind="reviewer", year=None)
    assert found(editor, Service, query) == ["Programme committee, SYSCON 2024"]


def test_service_is_viewed_on_the_page_of_its_person_or_else_of_its_venue(editor):
    venue = cast.make_venue()
    for person, where in ((cast.pi(), "/people/ada-quill/"), (cast.make_person("Una Vale"), "/venues/syscon/")):
        service = cast.make_service(person, venue)
        page = editor.get(address(Service, "change", service.pk)).content.decode()
        assert f'<a href="{where}" class="viewsitelink">' in page


def test_list_costs_the_same_for_more_rows(editor):
    ada, venue = cast.pi(), cast.make_venue()
    cast.make_service(ada, venue, year=2022), cast.make_service(ada, venue, year=2023)
    before = queries_of(editor, address(Service, "changelist"))
    for number in range(4):
        cast.make_service(cast.make_person(f"No. {number}"), cast.make_venue(f"V{number}"), host=venue)
    assert queries_of(editor, address(Service, "changelist")) == before
