"""Rows as JSON files, for every model that registers them, and the lab itself; its talks as a calendar.

A JSON file says in ``version`` which description on the page /data/ it follows.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_safe

from labsite.content.data import lab
from labsite.data import icalendar
from labsite.modelling.periods import PartialDate
from labsite.web.json_files import Absolute, JSONDetail, JSONList, Values
from labsite.web.large_files import large_file
from labsite.web.previews import at_its_address
from labsite.web.requests import LabRequest
from publications.models import TalkOccasion

# It stays while fields are only added; a field that goes away or means something else makes it 2.
VERSION = 1


@require_safe
def lab_file(request: LabRequest) -> HttpResponse:
    """Give the lab itself."""
    return _json(lab(request.lab, request.build_absolute_uri))


def list_file(kind: JSONList) -> Callable[..., HttpResponseBase]:
    """Return the view of a file that lists rows."""

    @require_safe
    @large_file
    def view(request: HttpRequest) -> HttpResponse:
        absolute = request.build_absolute_uri
        return _json({kind.name: [kind.build(row, absolute) for row in kind.rows()]})

    return view


def row_file(kind: JSONDetail) -> Callable[..., HttpResponse]:
    """Return the view of the file of each row, which takes its slug."""

    @at_its_address(kind.rows)
    def view(request: HttpRequest, row: Any) -> HttpResponse:
        return _json(kind.build(row, request.build_absolute_uri))

    return view


def _json(values: Values) -> JsonResponse:
    return JsonResponse({"version": VERSION} | values, json_dumps_params={"ensure_ascii": False})


@require_safe
@large_file
def calendar_file(request: LabRequest) -> HttpResponse:
    """Give the talks as a calendar to subscribe to."""
    host, absolute = request.get_host(), request.build_absolute_uri
    events = [event(occasion, host, absolute) for occasion in dated_occasions()]
    response = HttpResponse(icalendar.render(f"Talks – {request.lab.name}", events), content_type=icalendar.MEDIA_TYPE)
    response["Content-Disposition"] = 'inline; filename="talks.ics"'
    return response


def dated_occasions() -> Any:
    """Return the occasions whose day is known, with what event() needs.

    One of which only the month is known is left out: it would fill its subscribers' month, or claim a day.
    """
    return TalkOccasion.objects.on_a_day().with_talks()


def event(occasion: Any, host: str, absolute: Absolute) -> icalendar.Event:
    """Return an occasion as an event of the calendar at ``host``."""
    talk, day = occasion.talk, PartialDate(occasion.date).first
    page = talk.paper.get_absolute_url() if talk.paper else reverse("publications:talks")
    has_other_title = talk.paper and talk.paper.title != talk.title
    return icalendar.Event(
        uid=f"talk-occasion-{occasion.pk}@{host}",
        changed=talk.changed_at,
        day=day,
        summary=f"{talk.speaker.name}: {talk.title}",
        location=", ".join(filter(None, [occasion.host, occasion.place])),
        description=f"About the paper: {talk.paper.title}" if has_other_title else "",
        url=absolute(page),
    )
