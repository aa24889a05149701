"""The lab's talks as a calendar: one event for each dated occasion."""

from typing import Any

from django.urls import reverse

from labsite.data import icalendar
from labsite.data.references import Absolute
from labsite.modelling.periods import PartialDate
from publications.models import TalkOccasion


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
