import json

import pytest

from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def world():
    venue = cast.make_venue(name="Conference on Rest")
    member = cast.student()
    quokka = cast.make_publication(authors=[member, "Ivo Brandt"], venue=venue)
    wombat = cast.make_publication("Wombat", authors=[member], year=2022)
    cast.make_publication("Numbat", authors=["Ivo Brandt"], year=2022)
    cast.make_project(people=[member], publications=[quokka, wombat])
    return member


def titles(client, address):
    return [item["title"] for item in json.loads(client.get(address).content)]


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("/publications.json", ["Quokka: Scheduling at Leisure", "Numbat", "Wombat"]),
        ("/publications.json?year=2022", ["Numbat", "Wombat"]),
        ("/publications.json?member=zoe-lindqvist&year=2022", ["Wombat"]),
        ("/publications.json?q=quokka", ["Quokka: Scheduling at Leisure"]),
        ("/publications.json?venue=nowhere", []),
        ("/publications/quokka.json", ["Quokka: Scheduling at Leisure"]),
        ("/publications/years/2022.json", ["Numbat", "Wombat"]),
        ("/people/zoe-lindqvist/publications.json", ["Quokka: Scheduling at Leisure", "Wombat"]),
        ("/venues/syscon/publications.json", ["Quokka: Scheduling at Leisure"]),
        ("/projects/leisure-at-scale/publications.json", ["Quokka: Scheduling at Leisure", "Wombat"]),
    ],
)
def test_a_file_holds_what_its_page_lists(client, world, address, expected):
    assert titles(client, address) == expected


@pytest.mark.parametrize(
    ("extension", "media_type", "beginning"),
    [
        ("bib", "application/x-bibtex; charset=utf-8", "@inproceedings{"),
        ("ris", "application/x-research-info-systems; charset=utf-8", "TY  - CPAPER"),
        ("json", "application/vnd.citationstyles.csl+json; charset=utf-8", "["),
    ],
)
def test_each_format_is_served_as_what_it_is(client, world, extension, media_type, beginning):
    response = client.get(f"/publications/quokka.{extension}")
    assert response["Content-Type"] == media_type
    assert response.content.decode().startswith(beginning)


@pytest.mark.parametrize(
    ("address", "disposition"),
    [
        ("/publications.bib", 'attachment; filename="publications.bib"'),
        ("/publications/quokka.ris", 'attachment; filename="quokka.ris"'),
        ("/publications/years/2022.bib", 'attachment; filename="publications-2022.bib"'),
        ("/people/zoe-lindqvist/publications.bib", 'attachment; filename="zoe-lindqvist-publications.bib"'),
        ("/venues/syscon/publications.json", 'inline; filename="syscon-publications.json"'),
    ],
)
def test_it_is_saved_under_a_name_that_says_what_it_holds(client, world, address, disposition):
    assert client.get(address)["Content-Disposition"] == disposition


def test_the_files_of_a_changed_slug_move_along(client, world):
    world.slug = "zoe"
    world.save()
    for extension in ("bib", "ris", "json"):
        response = client.get(f"/people/zoe-lindqvist/publications.{extension}")
        assert (response.status_code, response["Location"]) == (301, f"/people/zoe/publications.{extension}")


@pytest.mark.parametrize(
    "address",
    [
        "/publications/wallaby.bib",
        "/publications/years/1999.bib",
        "/publications/quokka.xml",
        "/people/ivo-brandt/publications.bib",
        "/venues/nowhere/publications.bib",
    ],
)
def test_there_is_no_file_of_what_has_no_page(client, world, address):
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("extension", ["bib", "ris", "json"])
def test_a_list_without_publications_is_a_file_too(client, extension):
    response = client.get(f"/publications.{extension}")
    assert (response.status_code, response.content.strip()) in [(200, b""), (200, b"[]")]


def test_a_query_string_is_never_an_error(client, world):
    assert client.get("/publications.bib?year=x&member=%00&kind=&page=-1&venue=a&venue=b").status_code == 200


def test_a_query_that_narrows_nothing_leads_to_the_whole_list(client, world):
    response = client.get("/publications.bib?page=2&year=")
    assert (response.status_code, response["Location"]) == (302, "/publications.bib")


def test_a_language_makes_no_difference(client, world):
    english = client.get("/publications/quokka.json", headers={"accept-language": "en"})
    assert client.get("/publications/quokka.json", headers={"accept-language": "zh-hans"}).content == english.content
    assert client.get("/zh-hans/publications/quokka.json").status_code == 404


def test_a_member_s_publications_are_found_in_the_file_of_citations(client, world):
    told = client.get("/people/zoe-lindqvist.json").json()["publications"]
    cited = {item["id"]: item["title"] for item in json.loads(client.get("/publications.json").content)}
    assert [cited[paper["citation_key"]] for paper in told] == [paper["title"] for paper in told]
