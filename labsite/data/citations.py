"""Publications as files of citations: one, or any list of the site, in every format of publications.formats."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from labsite.models import Project
from labsite.web.large_files import large_file
from labsite.web.middleware import at_its_address
from people.models import Person
from publications.citations.record import Record
from publications.citing import records_of
from publications.formats import WRITTEN
from publications.models import Publication, Venue
from publications.pages.filters import Filters


@require_safe
@large_file
def publications(request: HttpRequest, extension: str) -> HttpResponseBase:
    """Give all publications, or those that the same query leaves on the page of the list."""
    filters = Filters.of(request.GET)
    if request.GET and not filters.query:
        return redirect("data:publications", extension=extension)  # where the whole list is kept
    return _listed(request, filters.narrow(Publication.objects.published()), extension, "publications")


@at_its_address(Publication.objects.all)
def publication(request: HttpRequest, found: Publication, extension: str) -> HttpResponse:
    """Give one publication."""
    return _listed(request, Publication.objects.filter(pk=found.pk), extension, found.slug)


@require_safe
@large_file
def year(request: HttpRequest, year: int, extension: str) -> HttpResponse:
    """Give the publications of one year."""
    found = Publication.objects.published().in_years([year])
    if not found.exists():
        raise Http404(f"Nothing was published in {year}.")
    return _listed(request, found, extension, f"publications-{year}")


def publications_of(rows: Callable[[], Any]) -> Callable[..., HttpResponseBase]:
    """Return the view of the publications of a row, which takes its slug."""

    @at_its_address(rows)
    @large_file
    def view(request: HttpRequest, found: Any, extension: str) -> HttpResponse:
        records = list(records_of(found.publications.published(), request.build_absolute_uri))
        return _file(records, extension, f"{found.slug}-publications")

    return view


def _listed(request: HttpRequest, publications: QuerySet[Publication], extension: str, name: str) -> HttpResponse:
    return _file(records_of(publications, request.build_absolute_uri), extension, name)


def _file(records: Iterable[Record], extension: str, name: str) -> HttpResponse:
    """Return the publications as a file that is saved under ``name``; JSON is shown, as browsers can."""
    written = WRITTEN[extension]
    response = HttpResponse(written.render(records), content_type=f"{written.media_type}; charset=utf-8")
    disposition = content_disposition_header(extension != "json", f"{name}.{extension}")
    response["Content-Disposition"] = disposition or "inline"
    return response


member_publications = publications_of(Person.objects.members)
venue_publications = publications_of(Venue.objects.public)
project_publications = publications_of(Project.objects.all)
