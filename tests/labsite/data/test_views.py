from datetime import date

import pytest

from labsite.models import Opening
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["people", "venues", "services", "talks", "awards", "projects", "news", "openings"])
def test_a_list_without_rows(client, name):
    response = client.get(f"/{name}.json")
    assert response["Content-Type"] == "application/json"
    assert response.json() == {"version": 1, name: []}


def test_the_lab_before_anyone_described_it(client):
    told = client.get("/lab.json").json()
    assert (told["version"], told["name"], told["address"], told["email"]) == (1, "Research Lab", [], None)


def test_addresses_are_whole(client):
    cast.student()
    (person,) = client.get("/people.json", headers={"host": "localhost"}, secure=True).json()["people"]
    assert person["url"] == "https://localhost/people/zoe-lindqvist/"
    assert person["json"] == "https://localhost/people/zoe-lindqvist.json"


def test_every_row_leads_to_a_file_of_its_own(client):
    cast.student(), cast.make_venue(), cast.make_project()
    for name, title in (("people", "name"), ("venues", "acronym"), ("projects", "title")):
        (row,) = client.get(f"/{name}.json").json()[name]
        assert client.get(row["json"]).json()[title] == row[title]


def test_only_members_are_listed_and_have_a_file(client):
    cast.stranger()
    assert client.get("/people.json").json()["people"] == []
    assert client.get("/people/ivo-brandt.json").status_code == 404


def test_an_opening_that_has_closed_is_not_listed(client):
    Opening.objects.create(title="Closed", closes=date(2020, 1, 1))
    Opening.objects.create(title="Far", closes=date(2190, 1, 1))
    (opening,) = client.get("/openings.json").json()["openings"]
    assert (opening["title"], opening["closes"]) == ("Far", "2190-01-01")


def test_letters_of_all_scripts_are_written_as_they_are(client):
    cast.student()
    assert "林 佐伊" in client.get("/people.json").content.decode()


def test_an_unchanged_file_is_a_304_and_a_changed_one_is_not(client):
    etag = client.get("/people.json")["ETag"]
    assert client.get("/people.json", headers={"If-None-Match": etag}).status_code == 304
    cast.student()
    assert client.get("/people.json", headers={"If-None-Match": etag}).status_code == 200


def test_a_file_says_the_same_in_every_language(client):
    cast.make_service(cast.student(), cast.make_venue())
    english = client.get("/services.json").content
    assert client.get("/services.json?", headers={"accept-language": "zh-hans"}).content == english
