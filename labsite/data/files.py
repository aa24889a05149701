"""The files that the site makes for machines: one table behind their addresses, the page /data/ and the pages' links.

Its JSON files are those that are registered when this module is imported, which is after all apps are ready: rows of
every model that registers them, and the lab itself. Each says in ``version`` which description on the page /data/ it
follows.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from labsite import registry
from labsite.content.data import LAB
from labsite.registry import DataFile, DataSection
from labsite.web.json_files import JSONFile, JSONFiles, Values
from labsite.web.large_files import large_file
from labsite.web.middleware import at_its_address
from labsite.web.requests import LabRequest
from publications.formats import WRITTEN

# It stays while fields are only added; a field that goes away or means something else makes it 2.
VERSION = 1

MEDIA_TYPES = {
    "json": "application/json",
    "xml": "application/atom+xml",
    "ics": "text/calendar",
    "png": "image/png",
    "yaml": "application/yaml",
} | {extension: written.media_type for extension, written in WRITTEN.items() if extension != "json"}

# The pages about what an address varies with.
PAGES = {
    "person": ("people:detail", "publications:of-member"),
    "venue": ("publications:venue", "publications:at-venue"),
    "publication": ("publications:detail",),
    "project": ("project",),
    "year": ("publications:year",),
}


@require_safe
def lab(request: LabRequest) -> HttpResponse:
    """Give the lab itself."""
    return _json(LAB(request.lab, request.build_absolute_uri))


def view_of(file: JSONFile) -> Callable[..., HttpResponseBase]:
    """Return the view of a file that lists rows, or of the file of each row, which takes its slug."""

    def every(request: HttpRequest) -> HttpResponse:
        return _json({file.name: [file.fields(row, request.build_absolute_uri) for row in file.rows()]})

    def each(request: HttpRequest, row: Any) -> HttpResponse:
        return _json(file.fields(row, request.build_absolute_uri))

    return at_its_address(file.rows)(each) if file.of else require_safe(large_file(every))


def _json(values: Values) -> JsonResponse:
    return JsonResponse({"version": VERSION} | values, json_dumps_params={"ensure_ascii": False})


# The views of these are called as the files are.
def _citations(name: str, path: str, holds: object, of: str = "") -> DataFile:
    view, pages = f"labsite.data.citations.{name.replace('-', '_')}", PAGES.get(of, ("publications:list",))
    return DataFile(name, f"{path}.<citations:extension>", view, holds, of, pages, tuple(WRITTEN))


def _feed(name: str, path: str, holds: object, of: str = "", *pages: str) -> DataFile:
    view = f"labsite.data.feeds.{name.replace('-', '_')}"
    return DataFile(name, f"{path}feed.xml", view, holds, of, pages or PAGES[of], ("xml",))


CITATIONS = (
    _citations("publications", "publications", _("All publications, or those that match a query")),
    _citations("year", "publications/years/<year:year>", _("The publications of a year"), "year"),
    _citations("publication", "publications/<slug:slug>", _("One publication"), "publication"),
    _citations("member-publications", "people/<slug:slug>/publications", _("The publications of a member"), "person"),
    _citations("venue-publications", "venues/<slug:slug>/publications", _("What appeared at a venue"), "venue"),
    _citations("project-publications", "projects/<slug:slug>/publications", _("Publications of a project"), "project"),
)
JSON = (
    DataFile("lab", "lab.json", lab, _("The lab itself"), "", ("home",), fields=tuple(LAB)),
    *(
        DataFile(
            *(file.name, file.path if file.of else f"{file.name}.json", view_of(file)),
            *(file.holds, file.of, file.pages),
            rows="" if file.of else file.name,
            fields=tuple(file.fields),
        )
        for kind in registry.facets(JSONFiles).values()
        for file in (kind.all, kind.each)
        if file
    ),
)
FEEDS = (
    _feed("feed", "", _("News and new publications"), "", "home"),
    _feed("publications-feed", "publications/", _("New publications"), "", "publications:list"),
    _feed("news-feed", "news/", _("News"), "", "news", "news-item"),
    _feed("person-feed", "people/<slug:slug>/", _("A member’s new publications, and news of them"), "person"),
    _feed("venue-feed", "venues/<slug:slug>/", _("New publications at a venue"), "venue"),
    DataFile(
        "calendar",
        "talks.ics",
        "labsite.data.icalendar.calendar",
        _("Talks whose date is known, as a calendar to subscribe to"),
        "",
        ("publications:talks",),
        ("ics",),
    ),
)
OTHERS = (
    DataFile(
        "sitemap",
        "sitemap.xml",
        "labsite.data.sitemaps.site_map",
        _("Every page with the day of its last change"),
        extensions=("xml",),
    ),
    DataFile(
        "sitemap-section",
        "sitemap-<slug:section>.xml",
        "labsite.data.sitemaps.section",
        _("Further site maps, if one can’t hold everything"),
        "section",
        extensions=("xml",),
    ),
)
SECTIONS = sorted(
    [
        DataSection("citations", _("Citations"), CITATIONS, order=10),
        DataSection("json", _("Data as JSON"), JSON, order=20),
        DataSection("feeds", _("Feeds and calendar"), FEEDS, order=40),
        DataSection("others", _("For search engines"), OTHERS, order=60),
        *registry.added(DataSection),
    ],
    key=lambda section: section.order,
)
FILES = tuple(file for section in SECTIONS for file in section.files)
