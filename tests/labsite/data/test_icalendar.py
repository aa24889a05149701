from datetime import UTC, date, datetime

import pytest

from labsite.data.icalendar import Event, render

CHANGED = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def an_event(**fields):
    return Event(**{"uid": "1@lab.example", "changed": CHANGED, "day": date(2024, 6, 26), "summary": "Nap"} | fields)


def lines_of(event):
    return render("Talks", [event]).replace("\r\n ", "").split("\r\n")[6:-3]


def test_an_event_of_one_day():
    event = an_event(location="SYSCON, Perth", description="Rest", url="https://lab.example/talks/")
    assert render("Leisure Lab", [event]) == (
        "BEGIN:VCALENDAR\r\n"
        "VERSION:2.0\r\n"
        "PRODID:-//Leisure Lab//Talks//EN\r\n"
        "NAME:Leisure Lab\r\n"
        "X-WR-CALNAME:Leisure Lab\r\n"
        "BEGIN:VEVENT\r\n"
        "UID:1@lab.example\r\n"
        "DTSTAMP:20260102T030405Z\r\n"
        "LAST-MODIFIED:20260102T030405Z\r\n"
        "DTSTART;VALUE=DATE:20240626\r\n"
        "DTEND;VALUE=DATE:20240627\r\n"
        "SUMMARY:Nap\r\n"
        "LOCATION:SYSCON\\, Perth\r\n"
        "DESCRIPTION:Rest\r\n"
        "URL:https://lab.example/talks/\r\n"
        "TRANSP:TRANSPARENT\r\n"
        "END:VEVENT\r\n"
        "END:VCALENDAR\r\n"
    )


def test_an_event_ends_on_the_day_after():
    event = an_event(day=date(999, 12, 31))
    assert {"DTSTART;VALUE=DATE:09991231", "DTEND;VALUE=DATE:10000101"} <= set(lines_of(event))


def test_what_is_not_known_is_left_out():
    assert [line.partition(":")[0] for line in lines_of(an_event())] == [
        "UID",
        "DTSTAMP",
        "LAST-MODIFIED",
        "DTSTART;VALUE=DATE",
        "DTEND;VALUE=DATE",
        "SUMMARY",
        "TRANSP",
    ]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a; b, c", "a\\; b\\, c"),
        ("C:\\naps", "C:\\\\naps"),
        ("one\ntwo\r\nthree", "one\\ntwo\\nthree"),
        ("\x07bell\x1b\x7f", "bell"),
        ("tab\there", "tab\there"),
        ("BEGIN:VEVENT\r\nEND:VEVENT", "BEGIN:VEVENT\\nEND:VEVENT"),
    ],
)
def test_a_text_is_escaped(text, written):
    assert f"SUMMARY:{written}" in lines_of(an_event(summary=text))


@pytest.mark.parametrize("text", ["x" * 300, "林佐伊" * 60, "é" * 200, "a🦘" * 70, "x" * 67, "x" * 68])
def test_no_line_has_more_than_75_octets_and_none_breaks_a_letter(text):
    written = render("Talks", [an_event(summary=text)])
    assert max(len(line.encode()) for line in written.split("\r\n")) <= 75
    assert f"SUMMARY:{text}" in written.replace("\r\n ", "")


def test_a_line_of_just_75_octets_is_one():
    assert f"SUMMARY:{'x' * 67}\r\n" in render("Talks", [an_event(summary="x" * 67)])
    assert f"SUMMARY:{'x' * 67}\r\n x\r\n" in render("Talks", [an_event(summary="x" * 68)])
