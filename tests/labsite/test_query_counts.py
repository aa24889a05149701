"""A page asks the database a number of times that doesn't depend on how much the lab has done."""

from itertools import chain

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from labsite.models import Project
from people.models import (
    ContactDetail,
    Education,
    Membership,
    NameVariant,
    Person,
    Position,
    ProfileLink,
    Reference,
    Teaching,
)
from publications.models import EarlierVersion, Link, Publication, TalkOccasion, Venue, VenueAlias
from tests import cast
from tests.worlds import lasting

pytestmark = [pytest.mark.django_db, pytest.mark.once]

MAX_NUMBER = 18
MAX_OF_RICH = 36
RICH = ("/reports/", "/search/", "/people/zoe-lindqvist", "/publications/quokka/")  # what looks at many kinds of rows
PAGES = [
    "/",
    "/people/",
    "/people/zoe-lindqvist/",
    "/publications/",
    "/publications/?q=quokka&venue=syscon&year=2024",
    "/publications/years/2024/",
    "/people/zoe-lindqvist/publications/",
    "/venues/syscon/publications/",
    "/publications/quokka/",
    "/venues/",
    "/venues/syscon/",
    "/venues/?kind=conference&sort=year",
    "/services/",
    "/services/?by=person&year=2024",
    "/explore/",
    "/talks/",
    "/awards/",
    "/news/",
    "/news/first/",
    "/projects/",
    "/projects/leisure-at-scale/",
    "/join/",
    "/contact/",
    "/openings/a-phd-student/",
    "/join-us/",
    *chain(*cast.of_apps("PAGES")),
    "/data/",
    "/search/?q=lindqvist",
    "/search/?q=quokka+syscon",
    "/no-such-page/",
]


FILES = [
    *(f"/{name}.json" for name in ("lab", "people", "venues", "services", "talks", "awards", "projects", "news")),
    *(f"/publications.{extension}" for extension in ("bib", "ris", "json")),
    "/openings.json",
    "/people/zoe-lindqvist.json",
    "/publications/quokka/data.json",
    "/venues/syscon.json",
    "/projects/leisure-at-scale.json",
    "/publications.json?year=2024&member=zoe-lindqvist&venue=syscon&kind=conference&q=quokka",
    "/publications/quokka.bib",
    "/publications/years/2024.bib",
    "/people/zoe-lindqvist/publications.bib",
    "/venues/syscon/publications.bib",
    "/projects/leisure-at-scale/publications.bib",
    "/talks.ics",
    "/card.png",
    "/publications/quokka.png",
    "/people/zoe-lindqvist.png",
    "/feed.xml",
    *(f"/{place}/feed.xml" for place in ("publications", "news", "people/zoe-lindqvist", "venues/syscon")),
    *chain(*cast.of_apps("FILES")),
    "/sitemap.xml",
    "/robots.txt",
]


@pytest.fixture
def lab(db):
    return make_the_lab()


def make_the_lab():
    """Make a lab in which everything a page can show is there once."""
    cast.make_lab(address="Perth")
    pi, member = cast.pi(), cast.student()
    cast.alumna(), cast.newcomer()
    venue = cast.make_venue()
    paper = cast.make_publication(authors=[member, "Ivo Brandt"], venue=venue)
    cast.make_project(people=[member], publications=[paper], funding="Example Fund 12")
    cast.make_opening()
    cast.make_page(place=1)
    for make_pages in cast.of_apps("make_pages"):
        make_pages(member)
    do_more(pi, member, venue, "first")
    return pi, member, venue


def do_more(pi, member, venue, name):
    """Add one of everything to the member, the paper and the venue whose pages are asked for."""
    other = cast.make_venue(acronym=f"HOST {name}")
    paper = Publication.objects.get(slug="quokka")
    more_of_the_person(pi, member, name)
    another = cast.make_publication(
        f"Quokka {name}", authors=[member, pi, f"Ivo {name}"], venue=venue, year=2020 + len(name)
    )
    another.awards.add(cast.make_award(pi, f"Prize {name}"))
    cast.add_author(paper, f"Author {name}", mentor=pi, order=9)
    for row in (paper, another):
        Link.objects.create(publication=row, kind="code", label=name, url="https://code.example")
        EarlierVersion.objects.create(publication=row, title=f"Earlier {name}")
    talk = cast.make_talk(member, f"Talk {name}", publication=paper)
    TalkOccasion.objects.create(talk=talk, host="SYSCON", date="2021-03", venue=venue)
    VenueAlias.objects.create(venue=venue, name=name)
    for person in (pi, member):
        cast.make_service(person, venue, title=name, host=other)
        cast.make_service(person, other, title=name, host=venue)
    news = cast.make_news(name)
    news.people.add(member)
    news.publications.add(paper)
    cast.make_opening(f"Opening {name}")
    cast.make_applicant_kind(f"Kind {name}")
    cast.make_page(f"Page {name}", place=2)
    cast.make_project(f"Project {name}", people=[member], publications=[paper])
    Project.objects.get(slug="leisure-at-scale").people.add(cast.make_member(f"Worker {name}"))
    Project.objects.get(slug="leisure-at-scale").publications.add(another)


def more_of_the_person(pi, member, name):
    for model, fields in {
        Position: {"title": name, "organisation": "Somewhere"},
        Education: {"degree": name, "organisation": "Somewhere"},
        Teaching: {"course": name},
        NameVariant: {"name": name},
        ProfileLink: {"kind": "code", "label": name, "url": "https://code.example"},
        ContactDetail: {"value": f"{name}@lab.example"},
        Membership: {"role": "staff", "start": f"20{len(name):02}"},
        Reference: {"referee": cast.make_person(f"Referee {name}")},
    }.items():
        row = model.objects.create(person=member, **fields)
        if hasattr(row, "advisors"):
            row.advisors.add(pi)
    cast.make_award(member, f"Medal {name}")
    cast.make_member(f"Colleague {name}")


def count_queries(client, page):
    with CaptureQueriesContext(connection) as queries:
        client.get(page)
    return len(queries)


@pytest.fixture(scope="module")
def counts(django_db_setup, django_db_blocker, tmp_path_factory):
    """The numbers of queries of every page, by how much the lab has done."""
    with lasting(django_db_blocker, tmp_path_factory):
        rows, client = make_the_lab(), Client()
        counted = {"little": count_all(client)}
        do_more(*rows, "second")
        do_more(*rows, "the third")
        do_more(*rows, "the fourth")
        counted["much"] = count_all(client)
    return counted


def count_all(client):
    caches["memory"].clear()
    return {address: count_queries(client, address) for address in PAGES + FILES}


def test_a_page_needs_no_more_queries_for_more_rows(counts):
    assert counts["much"] == counts["little"]


def test_no_page_needs_more_than_eighteen_queries_and_no_rich_one_more_than_thirty_six(counts):
    rich = {page: number for page, number in counts["much"].items() if page.startswith(RICH)}
    assert [page for page, number in counts["much"].items() if page not in rich and number > MAX_NUMBER] == []
    assert [page for page, number in rich.items() if number > MAX_OF_RICH] == []


@pytest.mark.both
def test_the_lab_of_these_tests_has_something_on_every_page(client, lab):
    assert [page for page in PAGES[:-1] + FILES if client.get(page).status_code != 200] == []
    assert Person.objects.members().count() == 6
    assert Venue.objects.count() == 2
