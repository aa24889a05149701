"""iCalendar: events of whole days, written as RFC 5545 asks. https://www.rfc-editor.org/rfc/rfc5545"""

import datetime
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

MEDIA_TYPE = "text/calendar; charset=utf-8"
MAX_LINE_LENGTH = 75  # octets, without the line's end
ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f]")


@dataclass(frozen=True)
class Event:
    """Something on a ``day`` that keeps nobody from anything else."""

    uid: str
    changed: datetime.datetime
    day: datetime.date
    summary: str
    location: str = ""
    description: str = ""
    url: str = ""


def render(name: str, events: Iterable[Event]) -> str:
    """Return a calendar called ``name``."""
    title = _text(name)
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:-//{title}//Talks//EN"]
    lines += [f"NAME:{title}", f"X-WR-CALNAME:{title}"]  # RFC 7986 brought the first; many know only the second
    for event in events:
        lines += ["BEGIN:VEVENT", *_properties(event), "END:VEVENT"]
    return "".join(f"{_fold(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _properties(event: Event) -> Iterator[str]:
    changed = event.changed.astimezone(datetime.UTC)
    begin, end = (day.isoformat().replace("-", "") for day in (event.day, event.day + datetime.timedelta(days=1)))
    yield f"UID:{_text(event.uid)}"
    # Nothing is sent to invite anyone, so both tell when the event last changed.
    yield f"DTSTAMP:{changed:%Y%m%dT%H%M%SZ}"
    yield f"LAST-MODIFIED:{changed:%Y%m%dT%H%M%SZ}"
    yield f"DTSTART;VALUE=DATE:{begin}"
    yield f"DTEND;VALUE=DATE:{end}"
    for property_name in ("summary", "location", "description"):
        if value := getattr(event, property_name):
            yield f"{property_name.upper()}:{_text(value)}"
    if event.url:
        yield f"URL:{event.url}"
    yield "TRANSP:TRANSPARENT"


def _text(value: str) -> str:
    """Return a text as a value: its marks escaped, its lines in one, without control characters."""
    return CONTROLS.sub("", "\n".join(value.splitlines())).translate(ESCAPES)


def _fold(line: str) -> str:
    """Break a line before it has too many octets, never within a letter; a space begins each further line."""
    folded, size = [], 0
    for letter in line:
        width = len(letter.encode())
        if size + width > MAX_LINE_LENGTH:
            folded.append("\r\n ")
            size = 1
        folded.append(letter)
        size += width
    return "".join(folded)
