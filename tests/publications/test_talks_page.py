import datetime

import pytest

from publications.models import Talk
from publications.pages.talks import given, upcoming
from tests import cast
from tests.reading import text

pytestmark = pytest.mark.django_db

TODAY = datetime.date(2024, 6, 15)


def talks():
    return Talk.objects.with_occasions()


def test_each_occasion_of_a_talk_is_listed_newest_first(client):
    cast.make_talk(cast.student(), occasions=[("Old Hall", "2022-01"), ("SYSCON", "2024-06"), ("Barn", "2023")])
    page = text(client, "/talks/")
    order = ["<h2>2024</h2>", "On Leisure", "SYSCON", "Jun 2024", "Barn", "Old Hall", "Jan 2022"]
    assert sorted(order, key=page.index) == order


def test_a_talk_without_an_occasion_is_still_listed(client):
    cast.make_talk(cast.student(), occasions=())
    page = text(client, "/talks/")
    assert page.index("<h2>Undated</h2>") < page.index("On Leisure")


def test_what_is_to_come_stands_first_the_next_one_at_the_top(client):
    speaker = cast.student()
    cast.make_talk(speaker, "Given", [("SYSCON", "2023-05")])
    cast.make_talk(speaker, "Later", [("SYSCON", "2193-05")])
    cast.make_talk(speaker, "Sooner", [("SYSCON", "2190-05-04")])
    page = text(client, "/talks/")
    order = ["<h2>Upcoming</h2>", "4 May 2190", "Sooner", "May 2193", "Later", "<h2>2023</h2>", "Given"]
    assert sorted(order, key=page.index) == order
    assert page.count("Later") == 1


def test_a_talk_that_is_to_be_given_again_stands_in_its_last_year_too():
    cast.make_talk(cast.student(), occasions=[("SYSCON", "2023"), ("REST", "2024-07")])
    assert [occasion.host for occasion in upcoming(talks(), TODAY)] == ["REST"]
    assert [(year, [talk.title for talk in last]) for year, last in given(talks(), TODAY)] == [(2023, ["On Leisure"])]


@pytest.mark.parametrize(
    ("date", "is_upcoming"),
    [("2024-06-15", True), ("2024-06-14", False), ("2024-07", True), ("2024-06", False), ("2025", True), ("", False)],
)
def test_only_what_is_certain_to_come_is_upcoming(date, is_upcoming):
    cast.make_talk(cast.student(), occasions=[("SYSCON", date)])
    assert bool(upcoming(talks(), TODAY)) is is_upcoming
    assert bool(given(talks(), TODAY)) is not is_upcoming


def test_talks_lead_to_paper_speaker_venue_and_calendar(client):
    paper = cast.make_publication("Quokka")
    talk = cast.make_talk(cast.student(), "On Quokkas", occasions=(), publication=paper)
    talk.occasions.create(host="SYSCON 2023", date="2023", venue=cast.make_venue())
    page = text(client, "/talks/")
    for address in ("/publications/quokka/", "/people/zoe-lindqvist/", "/venues/syscon/", "/talks.ics"):
        assert f'href="{address}"' in page


def test_an_empty_list_says_so(client):
    assert "No talks are listed yet." in text(client, "/talks/")
