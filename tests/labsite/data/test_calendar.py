import pytest

from labsite.data import views
from publications.models import Talk, TalkOccasion
from tests import cast

pytestmark = pytest.mark.django_db


def absolute(path):
    return f"https://lab.example{path}"


def events():
    return [views.event(occasion, "lab.example", absolute) for occasion in views.dated_occasions()]


def test_an_occasion_is_an_event():
    paper = cast.make_publication("Quokka")
    talk = cast.make_talk(cast.pi(), publication=paper, occasions=[])
    occasion = TalkOccasion.objects.create(talk=talk, host="SYSCON", place="Perth", date="2024-06-26")
    (event,) = events()
    assert event.uid == f"talk-occasion-{occasion.pk}@lab.example"
    assert event.changed == Talk.objects.get().changed_at
    assert (event.first.isoformat(), event.last.isoformat()) == ("2024-06-26", "2024-06-26")
    assert (event.summary, event.location) == ("Ada Quill: On Leisure", "SYSCON, Perth")
    assert event.description == "About the paper: Quokka"
    assert event.url == "https://lab.example/publications/quokka/"


@pytest.mark.parametrize(
    ("date", "first", "last", "words"),
    [
        ("2024-02", "2024-02-01", "2024-02-29", "The day isn’t known, only Feb 2024."),
        ("2023", "2023-01-01", "2023-12-31", "The day isn’t known, only 2023."),
        ("2023-05-09", "2023-05-09", "2023-05-09", ""),
    ],
)
def test_it_lasts_as_long_as_the_date_can_mean_and_says_so(date, first, last, words):
    cast.make_talk(cast.pi(), occasions=[("SYSCON", date)])
    (event,) = events()
    assert (event.first.isoformat(), event.last.isoformat(), event.description) == (first, last, words)


def test_an_occasion_without_a_date_is_no_event():
    cast.make_talk(cast.pi(), occasions=[("SYSCON", "")])
    assert events() == []


def test_a_talk_about_no_paper_leads_to_the_talks():
    cast.make_talk(cast.pi())
    assert [event.url for event in events()] == ["https://lab.example/talks/"]


def test_the_calendar_is_a_file(client):
    cast.make_lab(name="Leisure Lab")
    cast.make_talk(cast.pi(), occasions=[("SYSCON", "2024-06"), ("Rest Inc.", "2023")])
    response = client.get("/talks.ics")
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assert response["Content-Disposition"] == 'inline; filename="talks.ics"'
    text = response.content.decode()
    assert "NAME:Talks – Leisure Lab\r\n" in text
    assert text.count("BEGIN:VEVENT") == 2


def test_the_calendar_says_the_same_until_a_talk_changes(client):
    cast.make_talk(cast.pi())
    before = client.get("/talks.ics").content
    cast.make_news()
    assert client.get("/talks.ics").content == before
    Talk.objects.update(changed_at="2190-01-02T03:04:05Z")
    assert b"LAST-MODIFIED:21900102T030405Z" in client.get("/talks.ics").content
