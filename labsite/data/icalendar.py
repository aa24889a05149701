"""The talks as a calendar: events of whole days, as https://www.rfc-editor.org/rfc/rfc5545 asks."""

import datetime
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from labsite.modelling.periods import PartialDate
from labsite.web.json_files import Absolute
from labsite.web.large_files import large_file
from labsite.web.requests import LabRequest
from publications.models import TalkOccasion

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
        changed = f"{event.changed.astimezone(datetime.UTC):%Y%m%dT%H%M%SZ}"
        # Nothing is sent to invite anyone, so both times tell when the event last changed.
        lines += ["BEGIN:VEVENT", f"UID:{_text(event.uid)}", f"DTSTAMP:{changed}", f"LAST-MODIFIED:{changed}"]
        for name_of_day, day in (("DTSTART", event.day), ("DTEND", event.day + datetime.timedelta(days=1))):
            lines.append(f"{name_of_day};VALUE=DATE:{day.isoformat().replace('-', '')}")
        for property_name in ("summary", "location", "description"):
            if value := getattr(event, property_name):
                lines.append(f"{property_name.upper()}:{_text(value)}")
        if event.url:
            lines.append(f"URL:{event.url}")
        lines += ["TRANSP:TRANSPARENT", "END:VEVENT"]
    return "".join(f"{_fold(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


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


@require_safe
@large_file
def calendar(request: LabRequest) -> HttpResponse:
    """Give the talks as a calendar to subscribe to."""
    host, absolute = request.get_host(), request.build_absolute_uri
    events = [event(occasion, host, absolute) for occasion in dated_occasions()]
    response = HttpResponse(render(f"Talks – {request.lab.name}", events), content_type=MEDIA_TYPE)
    response["Content-Disposition"] = 'inline; filename="talks.ics"'
    return response


def dated_occasions() -> Any:
    """Return the occasions whose day is known, with what event() needs.

    One of which only the month is known is left out: it would fill its subscribers' month, or claim a day.
    """
    return TalkOccasion.objects.on_a_day().with_talks()


def event(occasion: Any, host: str, absolute: Absolute) -> Event:
    """Return an occasion as an event of the calendar at ``host``."""
    talk, day = occasion.talk, PartialDate(occasion.date).first
    page = talk.paper.get_absolute_url() if talk.paper else reverse("publications:talks")
    has_other_title = talk.paper and talk.paper.title != talk.title
    return Event(
        uid=f"talk-occasion-{occasion.pk}@{host}",
        changed=talk.changed_at,
        day=day,
        summary=f"{talk.speaker.name}: {talk.title}",
        location=", ".join(filter(None, [occasion.host, occasion.place])),
        description=f"About the paper: {talk.paper.title}" if has_other_title else "",
        url=absolute(page),
    )
