import datetime
import re

import pytest

from publications.models import Venue
from tests import cast
from tests.reading import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def marks(client):
    """Return a function that gives every mark of the page, by what it says, with its address."""

    def read():
        page = text(client, "/explore/").replace("&amp;", "&")
        return {said: address for address, said in re.findall('<a href="([^"]*)" aria-label="([^"]*)"', page)}

    return read


def test_papers_are_counted_by_year_and_kind(marks):
    for title, year, kind in (("A", 2023, "journal"), ("B", 2024, "journal"), ("C", 2024, "journal")):
        cast.make_publication(title, year=year, kind=kind)
    cast.make_publication("D", year=2024)
    assert marks() == {
        "2023, Journal article: 1 paper": "/publications/?year=2023&kind=journal",
        "2024, Journal article: 2 papers": "/publications/?year=2024&kind=journal",
        "2024, Conference paper: 1 paper": "/publications/?year=2024&kind=conference",
    }


def test_papers_whose_kind_is_not_stated_are_counted_too(client, marks):
    cast.make_publication("A", kind="")
    cast.make_publication("B")
    assert marks() == {
        "2024, Conference paper: 1 paper": "/publications/?year=2024&kind=conference",
        "2024, Not stated: 1 paper": "/publications/?year=2024&kind=none",
    }
    listed = client.get("/publications/?year=2024&kind=none").content.decode()
    assert set(re.findall('href="/publications/(a|b)/"', listed)) == {"a"}


def test_services_are_counted_by_year_and_role(marks):
    venue, student = cast.make_venue(), cast.student()
    cast.make_service(student, venue, year=2023), cast.make_service(student, venue, year=None)
    cast.make_service(cast.pi(), venue, year=2023)
    found = {said: address for said, address in marks().items() if address.startswith("/services/")}
    assert found == {"2023, Programme committee: 2 service roles": "/services/?kind=pc&year=2023"}


def test_members_are_counted_in_each_year_they_were_in_the_lab(client, marks, monkeypatch):
    monkeypatch.setattr("django.utils.timezone.localdate", lambda *args: datetime.date(2024, 6, 1))
    cast.make_member("Ada Quill", role="lead", start="2022-09")
    cast.make_member("Zoë Lindqvist", role="phd", start="2020", end="2022")
    cast.make_member("Ivo Brandt", role="phd", start="", has_left=True)
    assert {said: address for said, address in marks().items() if "person" in said or "people" in said} == {
        f"{year}, {role}: 1 person": "/people/"
        for role, years in (("PhD students", (2020, 2021, 2022)), ("Principal investigators", (2022, 2023, 2024)))
        for year in years
    }
    assert "1 membership without known years is not counted." in text(client, "/explore/")


def test_topics_are_what_keywords_say_and_lead_to_these_papers(client, marks):
    for title, keywords in (("A", "Tides; art"), ("B", "tides, Sleep"), ("C", "heart"), ("D", "art")):
        cast.make_publication(title).extra_fields.create(name="keywords", value=keywords)
    found = {said: address for said, address in marks().items() if "topic=" in address}
    assert found == {
        "tides, 2024: 2 papers": "/publications/?year=2024&topic=tides",
        "art, 2024: 2 papers": "/publications/?year=2024&topic=art",
    }
    listed = text(client, "/publications/?year=2024&topic=art")
    assert re.findall(r"<h3><a [^>]*>([^<]*)</a></h3>", listed) == ["A", "D"]


def test_venues_are_counted_by_year(marks):
    venue = cast.make_venue()
    for title, year in (("A", 2021), ("B", 2021), ("C", 2023), ("D", None)):
        cast.make_publication(title, venue=venue, year=year)
    found = marks()
    assert found["SYSCON, 2021: 2 papers"] == "/publications/?year=2021&venue=syscon"
    assert found["SYSCON, 2023: 1 paper"] == "/publications/?year=2023&venue=syscon"
    assert not any(said.startswith("SYSCON, 2022") for said in found)


def test_of_venues_those_with_most_papers_in_the_newest_years_are_shown(client, monkeypatch):
    monkeypatch.setattr("labsite.pages.explore.MAX_VENUES", 2)
    monkeypatch.setattr("labsite.pages.explore.MAX_YEARS", 3)
    for acronym, years in (
        ("OLD", [2010, 2011, 2012]),
        ("ONE", [2024]),
        ("TWO", [2023, 2024]),
        ("ALSO", [2022, 2022]),
    ):
        for place, year in enumerate(years):
            venue = Venue.objects.filter(acronym=acronym).first() or cast.make_venue(acronym)
            cast.make_publication(f"{acronym} {place}", venue=venue, year=year)
    page = text(client, "/explore/")
    rows = page.partition('<ul class="grid-rows">')[2].partition("</ul>")[0]
    assert re.findall(">([A-Z]+)</a>", rows) == ["ALSO", "TWO"]
    assert "The 2 venues with the most papers from 2022 to 2024." in page


def test_members_stand_beside_those_they_write_with(marks):
    pi, student, stranger = cast.pi(), cast.student(), cast.stranger()
    cast.make_publication("One", authors=[pi, student, stranger])
    cast.make_publication("Two", authors=[pi, stranger])
    cast.make_publication("Three", authors=["Uma Far", stranger])
    found = {said: address for said, address in marks().items() if "member=" in address}
    assert found == {
        "Ada Quill, Ivo Brandt: 2 papers": "/publications/?member=ada-quill&member=ivo-brandt",
        "Ada Quill, Zoë Lindqvist: 1 paper": "/publications/?member=ada-quill&member=zoe-lindqvist",
        "Zoë Lindqvist, Ada Quill: 1 paper": "/publications/?member=ada-quill&member=zoe-lindqvist",
        "Zoë Lindqvist, Ivo Brandt: 1 paper": "/publications/?member=ivo-brandt&member=zoe-lindqvist",
    }


def test_a_mark_leads_to_as_many_papers_as_it_says(client, marks):
    pi, student, stranger = cast.pi(), cast.student(), cast.stranger()
    venue = cast.make_venue()
    cast.make_publication("One", authors=[pi, student, stranger], venue=venue)
    cast.make_publication("Two", authors=[pi, stranger], venue=venue, kind="journal")
    cast.make_publication("Three", authors=[student], venue=venue, year=2023)
    found = {said: address for said, address in marks().items() if address.startswith("/publications/?")}
    assert len(found) == 9
    for said, address in found.items():
        listed = set(re.findall("/publications/(one|two|three)/", client.get(address).content.decode()))
        assert f": {len(listed)} paper" in said


def test_each_chart_has_its_numbers_as_a_table(client):
    venue = cast.make_venue()
    cast.make_publication("A", authors=[cast.pi(), "Uma Far"], venue=venue, year=2023)
    cast.make_service(cast.student(), venue, year=2023)
    page = text(client, "/explore/")
    assert [page.count(f'id="{name}-table"') for name in ("kinds", "venues", "people", "services")] == [1] * 4
    cell = '<td class="number"><a href="/publications/?year=2023&amp;venue=syscon">1</a></td>'
    assert f'<tr><th scope="row">SYSCON</th>{cell}' in page


def test_a_lab_without_papers_has_nothing_to_draw(client):
    cast.pi()
    assert "There are no charts yet." in text(client, "/explore/")


def test_it_is_reached_from_every_page(client):
    cast.make_publication()
    assert '<a href="/explore/">Explore</a>' in text(client, "/venues/")
