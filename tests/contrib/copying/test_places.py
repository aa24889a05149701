"""Where addresses of the site stand in a copy of it."""

import pytest
from django.core.management.base import CommandError

from labsite.contrib.copying.copy import awkward_names, base_of
from labsite.contrib.copying.places import Place, Places, file_of

BOTH = ("en-gb", "zh-hans")
BASE = "http://lab.example/lab"


def place(address, *languages):
    return Places(BASE, languages or BOTH).of(address)


def test_an_address_has_one_place():
    table = [
        ("/people/", "/people/", "/people/"),
        ("/zh-hans/people/?language=zh-Hans", "/zh-hans/people/", "/zh-hans/people/"),
        ("/publications/?page=2", "/publications/page/2/", "/publications/?page=2"),
        ("/publications/?page=1", "/publications/", "/publications/"),
        ("/publications/?page=-1", "/publications/", "/publications/"),
        ("/news/?page=2&language=en", "/news/page/2/", "/news/?page=2"),
        ("/publications/?member=ada&year=2024", "/publications/?member=ada&year=2024", "/publications/"),
        ("/people/ada/publications/?q=nap&page=3", "/people/ada/publications/?q=nap", "/people/ada/publications/"),
        ("/search/?q={query}", "/search/?q={query}", "/search/"),
        ("/services/?year=2024&kind=pc", "/services/kind/pc/year/2024/", "/services/?kind=pc&year=2024"),
        ("/venues/?sort=acronym", "/venues/sort/acronym/", "/venues/?sort=acronym"),
        ("/media/people/a.jpg?language=en", "/media/people/a.jpg", "/media/people/a.jpg"),
    ]
    assert [
        (address, path, asked, answer)
        for address, path, asked in table
        if (answer := place(address)) != Place(path, asked)
    ] == []


@pytest.mark.parametrize(
    "address",
    [
        *(
            "/admin/",
            "/admin/publications/publication/1/change/",
            "/account/login/",
            "/services/?by=role&kind=pc&year=1",
        ),
        *("/services/?kind=../../etc", "/publications.bib?year=1", "/people/?q=ada", "/news/?page=-1"),
    ],
)
def test_what_needs_a_server_has_none(address):
    assert place(address) is None


def test_a_page_in_a_language_that_a_copy_lacks_is_its_twin():
    assert place("/zh-hans/people/", "en-gb").path == "/people/"
    assert place("/people/ada/", "zh-hans").path == "/zh-hans/people/ada/"
    assert place("/feed.xml", "zh-hans").path == "/feed.xml"


@pytest.mark.parametrize(
    "path, name",
    [
        ("/", "index.html"),
        ("/people/", "people/index.html"),
        ("/a.bib", "a.bib"),
        ("/media/%E6%9E%97.pdf", "media/林.pdf"),
    ],
)
def test_a_page_is_a_folder_and_a_file_a_file(path, name):
    assert file_of(path) == name


@pytest.mark.parametrize("path", ["/../a", "/media/%2e%2e/a", "/media/..%2fa", "//a", "/a%5cb", "/a%00"])
def test_nothing_leads_out_of_the_folder(path):
    assert file_of(path) == ""


@pytest.mark.parametrize(
    "address, base",
    [("https://lab.example/", "https://lab.example"), ("http://Lab.Example:81/a/b/", "http://lab.example:81/a/b")],
)
def test_a_base_is_an_address(address, base):
    assert base_of(address) == base


@pytest.mark.parametrize(
    "address", ["", "lab.example", "ftp://lab.example", "https://*", "https://a@b.c", "https://a:x/"]
)
def test_what_is_no_base_is_refused(address):
    with pytest.raises(CommandError):
        base_of(address)


def test_names_that_other_systems_cannot_hold_are_found():
    assert awkward_names(["a/b.html", "con/index.html", "A/B.html", "aux.bib", "media/a:b.pdf"]) == [
        *("A/B.html", "a/b.html", "aux.bib", "con/index.html", "media/a:b.pdf"),
    ]
