import re

import pytest
from django.urls import get_resolver

from labsite.data import documentation, files
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def world():
    member, venue = cast.student(), cast.make_venue()
    paper = cast.make_publication("Quokka", [member], venue=venue)
    cast.make_project(people=[member], publications=[paper])
    cast.make_service(member, venue)
    cast.make_talk(member)
    cast.make_award(member)
    cast.make_news(), cast.make_opening()
    cast.make_lab()


def test_an_address_is_said_with_what_varies_in_braces():
    addresses = {file.name: file.address for file in files.FILES}
    assert addresses["lab"] == "/lab.json"
    assert addresses["person"] == "/people/{slug}.json"
    assert addresses["year"] == "/publications/years/{year}.{bib|ris|json}"


def test_no_address_says_more_than_people_need():
    assert [file.name for file in files.FILES if re.search(r"[<>^$\\]", file.address)] == []


def test_every_field_has_a_meaning_and_every_meaning_a_field():
    assert {name for file in files.FILES for name in file.fields} == documentation.meanings().keys()


@pytest.mark.parametrize("file", files.JSON, ids=lambda file: file.name)
def test_the_fields_are_the_ones_of_the_file_in_their_order(client, world, file):
    examples = {"person": "zoe-lindqvist", "publication": "quokka", "venue": "syscon", "project": "leisure-at-scale"}
    ((_, url),) = file.urls(**({"slug": examples[file.of]} if file.of else {}))
    told = client.get(url).json()
    assert told.pop("version") == 1
    assert list(told) == ([file.rows] if file.rows else list(file.fields))
    if file.rows:
        assert [tuple(row) for row in told[file.rows]] == [file.fields]


def test_the_page_names_every_file_and_leads_to_examples_that_are_there(client, world):
    page = client.get("/data/").content.decode()
    for file in files.FILES:
        assert f"{file.address}</" in page
    examples = re.findall(r'<a href="(/[^"]+\.(?:bib|ris|json|yaml|xml|ics|png))"', page)
    assert len(set(examples)) == len(files.FILES) + 2 * len(files.CITATIONS)
    assert [example for example in examples if client.get(example).status_code != 200] == []


def test_the_page_of_an_empty_site_has_no_example_of_what_is_not_there(client):
    page = client.get("/data/").content.decode()
    assert "/people.json" in page
    assert 'href="/people/' not in page.partition("<main")[2].partition("</main>")[0].replace('href="/people/"', "")


def test_the_page_is_there_in_every_language(client, world):
    assert client.get("/zh-hans/data/").status_code == 200


def test_the_page_lists_the_words_that_a_field_can_hold(client):
    page = client.get("/data/").content.decode()
    assert "<code>pc</code> Programme committee" in page
    assert "<code>preprints</code> Preprint server" in page


def test_a_page_names_its_files_for_machines_and_for_people(client, world):
    page = client.get("/people/zoe-lindqvist/").content.decode()
    head, _, body = page.partition("</head>")
    for media_type, address in (
        ("application/atom+xml", "/people/zoe-lindqvist/feed.xml"),
        ("application/json", "/people/zoe-lindqvist.json"),
        ("application/x-bibtex", "/people/zoe-lindqvist/publications.bib"),
    ):
        assert f'<link rel="alternate" type="{media_type}" href="{address}"' in head
    assert 'href="/people/zoe-lindqvist/feed.xml"' in body
    assert 'href="/people/zoe-lindqvist.json"' in body


def test_a_page_of_one_row_names_the_file_that_lists_it(client, world):
    for page, address in (
        ("/news/a-paper-was-accepted/", "/news.json"),
        ("/openings/a-phd-student/", "/openings.json"),
    ):
        assert f'<link rel="alternate" type="application/json" href="{address}"' in client.get(page).content.decode()


def test_the_pages_of_a_file_are_pages():
    assert {name for file in files.FILES for name in file.pages} - set(names(get_resolver())) == set()


def names(resolver, namespace=""):
    """Yield the names of all addresses."""
    for pattern in resolver.url_patterns:
        if hasattr(pattern, "url_patterns"):
            yield from names(pattern, f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace)
        else:
            yield f"{namespace}{pattern.name}"
