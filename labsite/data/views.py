"""The site's rows as JSON files, and its talks as a calendar.

A JSON file says in ``version`` which description on the page /data/ it follows.
"""

from functools import partial

from django.http import HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from labsite.context_processors import lab_of
from labsite.data import activities, icalendar, lab, people, publications, talks, venues
from labsite.data.finding import at_its_address
from labsite.models import Opening
from people.models import Award, Person
from publications.models import Talk
from services.models import Service

# It stays while fields are only added; a field that goes away or means something else makes it 2.
VERSION = 1


@require_safe
def lab_file(request):
    """Give the lab itself."""
    return _json(lab.lab(lab_of(request), request.build_absolute_uri))


@require_safe
def people_file(request):
    """Give everyone who is, was or will be in the lab."""
    return _list(request, "people", people.members(), partial(people.summary, at=timezone.localdate()))


@at_its_address(lambda: people.with_everything(Person.objects.members()))
def person_file(request, found):
    """Give all that the page of a member tells."""
    return _json(people.person(found, timezone.localdate(), request.build_absolute_uri))


@at_its_address(publications.publications)
def publication_file(request, found):
    """Give all that the page of a publication tells."""
    return _json(publications.publication(found, request.build_absolute_uri))


@require_safe
def venues_file(request):
    """Give every venue."""
    return _list(request, "venues", venues.venues(), venues.summary)


@at_its_address(venues.venues)
def venue_file(request, found):
    """Give all that the page of a venue tells."""
    return _json(venues.venue(found, request.build_absolute_uri))


@require_safe
def services_file(request):
    """Give the lab's professional service."""
    return _list(request, "services", Service.objects.with_people(), activities.service)


@require_safe
def talks_file(request):
    """Give every talk, the one given last first."""
    return _list(request, "talks", Talk.objects.newest_first().with_occasions(), activities.talk)


@require_safe
def awards_file(request):
    """Give the awards of members and of papers."""
    return _list(request, "awards", Award.objects.public().with_recipients(), activities.award)


@require_safe
def projects_file(request):
    """Give every project."""
    return _list(request, "projects", lab.projects(), lab.project)


@at_its_address(lab.projects)
def project_file(request, found):
    """Give one project."""
    return _json(lab.project(found, request.build_absolute_uri))


@require_safe
def news_file(request):
    """Give the news."""
    return _list(request, "news", lab.news(), lab.news_item)


@require_safe
def openings_file(request):
    """Give the openings that one can apply for today."""
    return _list(request, "openings", Opening.objects.open(timezone.localdate()), lab.opening)


@require_safe
def calendar_file(request):
    """Give the talks as a calendar to subscribe to."""
    host, absolute = request.get_host(), request.build_absolute_uri
    events = [talks.event(occasion, host, absolute) for occasion in talks.dated_occasions()]
    response = HttpResponse(
        icalendar.render(f"Talks – {lab_of(request).name}", events), content_type=icalendar.MEDIA_TYPE
    )
    response["Content-Disposition"] = 'inline; filename="talks.ics"'
    return response


def _list(request, name, rows, builder):
    return _json({name: [builder(row, absolute=request.build_absolute_uri) for row in rows]})


def _json(values):
    return JsonResponse({"version": VERSION} | values, json_dumps_params={"ensure_ascii": False})
