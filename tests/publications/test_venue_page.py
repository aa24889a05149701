import re

import pytest

from publications.models import VenueAlias
from tests import cast
from tests.reading import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def venue():
    return cast.make_venue(name="Conference on Systems", publisher="ACME", url="https://syscon.example")


def test_it_says_what_the_venue_is_and_how_much_of_ours_it_holds(client, venue):
    student = cast.student()
    cast.make_publication(venue=venue)
    for year in (2022, 2023):
        cast.make_service(student, venue, year=year)
    cast.make_talk(student, occasions=()).occasions.create(host="SYSCON", date="2023", venue=venue)
    page = text(client, "/venues/syscon/")
    assert '<h1>SYSCON</h1> <p class="full-name">Conference on Systems</p>' in page
    facts = '<li>Conference</li> <li>ACME</li> <li><a href="https://syscon.example">Web page</a></li>'
    assert facts in page
    assert '<a href="/venues/syscon/publications/">1 paper</a>' in page
    assert '<a href="/services/?venue=syscon">2 service roles</a>' in page
    assert "<li>1 talk</li>" in page


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda venue, student: cast.make_publication(venue=venue), "Leisure Lab at SYSCON: papers."),
        (lambda venue, student: cast.make_service(student, venue), "Leisure Lab at SYSCON: service."),
        (
            lambda venue, student: cast.make_service(student, cast.make_venue("NAPS"), host=venue),
            "Leisure Lab at SYSCON: service.",
        ),
        (lambda venue, student: None, "SYSCON"),
    ],
)
def test_its_description_names_only_what_is_there(client, make, said):
    cast.make_lab()
    make(cast.make_venue(), cast.student())
    assert f'<meta name="description" content="{said}">' in client.get("/venues/syscon/").content.decode()


def test_a_list_of_its_papers_promises_nothing_else(client, venue):
    cast.make_publication(venue=venue)
    assert '<a href="/venues/syscon/">The page of SYSCON</a>' in text(client, "/venues/syscon/publications/")


def test_other_spellings_are_said(client, venue):
    VenueAlias.objects.create(venue=venue, name="ACME SysCon")
    assert "Also printed as <span>ACME SysCon</span>" in text(client, "/venues/syscon/")


def test_editions_are_newest_first_with_papers_before_our_service_before_talks(client, venue):
    student = cast.student()
    for title, year in (("Old", 2021), ("New", 2024)):
        cast.make_publication(title, venue=venue, year=year)
    cast.make_service(student, venue, year=2021, title="Chair of Chairs")
    cast.make_talk(student, occasions=()).occasions.create(host="SYSCON", date="2021-04", venue=venue)
    page = text(client, "/venues/syscon/")
    talk = "<span>On Leisure</span>, Apr 2021 – "
    order = ["<h2>2024</h2>", ">New</a>", "<h2>2021</h2>", ">Old</a>", "Our service", "Chair of Chairs", talk]
    assert sorted(order, key=page.index) == order


def test_those_who_held_a_role_stand_behind_it(client, venue):
    for person in (cast.pi(), cast.student()):
        cast.make_service(person, venue)
    page = text(client, "/venues/syscon/")
    assert re.findall("<dt>(.*?)</dt>", page) == ["Programme committee "]
    names = '<a href="/people/zoe-lindqvist/">Zoë Lindqvist</a>, <a href="/people/ada-quill/">Ada Quill</a>'
    assert f"<dd>{names}</dd>" in page


def test_standing_service_comes_after_the_years(client, venue):
    cast.make_service(cast.student(), venue, year=None)
    cast.make_publication(venue=venue)
    page = text(client, "/venues/syscon/")
    assert page.index("<h2>2024</h2>") < page.index("<h2>No year given</h2>")


def test_a_host_names_the_workshops_held_with_it_in_their_year(client):
    host, workshop = cast.make_venue("HOSTCON"), cast.make_venue("NAPS", kind="workshop")
    cast.make_service(cast.student(), workshop, host=host, title="Organizer")
    page = text(client, "/venues/hostcon/")
    assert page.index("<h2>2024</h2>") < page.index('<a href="/venues/naps/">NAPS 2024</a>: ')
    assert re.search("Zoë Lindqvist</a> ?, <span>Organizer</span>", page)


def test_members_stand_beside_with_what_they_did_there_the_busiest_first(client, venue):
    pi, student, stranger = cast.pi(), cast.student(), cast.stranger()
    cast.make_publication("One", authors=[student, stranger], venue=venue)
    cast.make_publication("Two", authors=[pi, student], venue=venue)
    cast.make_publication("Elsewhere", authors=[pi], venue=cast.make_venue("REST"))
    cast.make_service(pi, venue), cast.make_service(pi, venue, year=2023)
    beside = text(client, "/venues/syscon/").partition('<aside class="aside">')[2].partition("</aside>")[0]
    order = [
        '<a href="/people/ada-quill/">Ada Quill</a>',
        '<a href="/venues/syscon/publications/?member=ada-quill">1 paper</a>',
        '<a href="/services/?venue=syscon&amp;member=ada-quill">2 service roles</a>',
        '<a href="/people/zoe-lindqvist/">Zoë Lindqvist</a>',
        '<a href="/venues/syscon/publications/?member=zoe-lindqvist">2 papers</a>',
    ]
    assert sorted(order, key=beside.index) == order
    assert beside.count("<li>") == 2


def test_the_chart_leads_to_the_papers_of_each_year(client, venue):
    for title, year in (("One", 2022), ("Two", 2024), ("Three", 2024)):
        cast.make_publication(title, venue=venue, year=year)
    page = text(client, "/venues/syscon/")
    assert '<a href="/venues/syscon/publications/?year=2024" aria-label="2024: 2 papers">' in page
    assert '<a href="/venues/syscon/publications/?year=2022" aria-label="2022: 1 paper">' in page


def test_of_many_papers_the_newest_are_shown_and_the_others_linked(client, venue, monkeypatch):
    monkeypatch.setattr("publications.pages.venues.MAX_PAPERS", 2)
    for title, year in (("A", 2019), ("B", 2020), ("C", 2020), ("D", 2024)):
        cast.make_publication(title, venue=venue, year=year)
    page = text(client, "/venues/syscon/")
    assert [title for title in "ABCD" if f">{title}</a></h3>" in page] == ["B", "D"]
    assert '<a href="/venues/syscon/publications/?year=2020">All 2 papers of 2020</a>' in page
    assert '<a href="/venues/syscon/publications/?year=2019">1 paper of 2019</a>' in page
    assert '<a href="/venues/syscon/publications/">All 4 papers at SYSCON</a>' in page


def test_a_venue_without_anything_says_so(client, venue):
    assert "Nothing is listed here yet." in text(client, "/venues/syscon/")
