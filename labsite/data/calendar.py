"""The lab's talks as a calendar: one event for each dated occasion."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from labsite.data import icalendar
from labsite.modelling.periods import PartialDate
from labsite.web.json_files import Absolute
from labsite.web.requests import LabRequest
from publications.models import TalkOccasion


@require_safe
def calendar_file(request: LabRequest) -> HttpResponse:
    """Give the talks as a calendar to subscribe to."""
    host, absolute = request.get_host(), request.build_absolute_uri
    events = [event(occasion, host, absolute) for occasion in dated_occasions()]
    response = HttpResponse(icalendar.render(f"Talks – {request.lab.name}", events), content_type=icalendar.MEDIA_TYPE)
    response["Content-Disposition"] = 'inline; filename="talks.ics"'
    return response


def dated_occasions() -> Any:
    """Return the occasions that a calendar has a place for, with what event() needs."""
    return TalkOccasion.objects.exclude(date="").with_talks()


def event(occasion: Any, host: str, absolute: Absolute) -> icalendar.Event:
    """Return an occasion as an event of the calendar at ``host``, over all the days that its date can mean."""
    talk, date = occasion.talk, PartialDate(occasion.date)
    page = talk.paper.get_absolute_url() if talk.paper else reverse("publications:talks")
    return icalendar.Event(
        uid=f"talk-occasion-{occasion.pk}@{host}",
        changed=talk.changed_at,
        first=date.first,
        last=date.last,
        summary=f"{talk.speaker.name}: {talk.title}",
        location=", ".join(filter(None, [occasion.host, occasion.place])),
        description="\n".join(_words(talk, date)),
        url=absolute(page),
    )


def _words(talk: Any, date: PartialDate) -> Any:
    """Yield what the talk is about, and how well its date is known."""
    if talk.paper and talk.paper.title != talk.title:
        yield f"About the paper: {talk.paper.title}"
    if date.first != date.last:
        yield f"The day isn’t known, only {date.words}."
