import pytest

from labsite.data import icalendar
from publications.models import Talk, TalkOccasion
from tests import cast

pytestmark = pytest.mark.django_db


def absolute(path):
    return f"https://lab.example{path}"


def events():
    return [icalendar.event(occasion, "lab.example", absolute) for occasion in icalendar.dated_occasions()]


def test_an_occasion_is_an_event():
    paper = cast.make_publication("Quokka")
    talk = cast.make_talk(cast.pi(), publication=paper, occasions=[])
    occasion = TalkOccasion.objects.create(talk=talk, host="SYSCON", place="Perth", date="2024-06-26")
    (event,) = events()
    assert event.uid == f"talk-occasion-{occasion.pk}@lab.example"
    assert event.changed == Talk.objects.get().changed_at
    assert event.day.isoformat() == "2024-06-26"
    assert (event.summary, event.location) == ("Ada Quill: On Leisure", "SYSCON, Perth")
    assert event.description == "About the paper: Quokka"
    assert event.url == "https://lab.example/publications/quokka/"


def test_an_occasion_of_which_the_day_is_not_known_is_no_event():
    cast.make_talk(cast.pi(), occasions=[("SYSCON", ""), ("SYSCON", "2023"), ("SYSCON", "2024-02")])
    assert events() == []


def test_a_talk_about_no_paper_leads_to_the_talks():
    cast.make_talk(cast.pi(), occasions=[("SYSCON", "2024-06-26")])
    assert [event.url for event in events()] == ["https://lab.example/talks/"]


def test_the_calendar_is_a_file(client):
    cast.make_lab(name="Leisure Lab")
    cast.make_talk(cast.pi(), occasions=[("SYSCON", "2024-06-26"), ("Rest Inc.", "2023-05-09")])
    response = client.get("/talks.ics")
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assert response["Content-Disposition"] == 'inline; filename="talks.ics"'
    text = response.content.decode()
    assert "NAME:Talks – Leisure Lab\r\n" in text
    assert text.count("BEGIN:VEVENT") == 2


def test_the_calendar_says_the_same_until_a_talk_changes(client):
    cast.make_talk(cast.pi(), occasions=[("SYSCON", "2024-06-26")])
    before = client.get("/talks.ics").content
    cast.make_news()
    assert client.get("/talks.ics").content == before
    Talk.objects.update(changed_at="2190-01-02T03:04:05Z")
    assert b"LAST-MODIFIED:21900102T030405Z" in client.get("/talks.ics").content


def test_the_page_of_talks_offers_a_calendar_that_has_some(client):
    cast.make_talk(cast.pi(), occasions=[("SYSCON", "2024-06")])
    assert "webcal:" not in client.get("/talks/").content.decode()
    cast.make_talk(cast.student(), occasions=[("SYSCON", "2024-06-26")])
    assert 'href="webcal://testserver/talks.ics"' in client.get("/talks/").content.decode()
