"""The files that the site makes for machines: one table behind their addresses, the page /data/ and the pages' links.

Its JSON files are those that are registered when this module is imported, which is after all apps are ready.
"""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from labsite import registry
from labsite.content.data import LAB_FIELDS
from labsite.data.views import list_file, row_file
from labsite.web.additions import DataFile, DataSection
from labsite.web.json_files import JSONFiles
from publications.formats import WRITTEN

MEDIA_TYPES = {
    "json": "application/json",
    "xml": "application/atom+xml",
    "ics": "text/calendar",
    "png": "image/png",
    "yaml": "application/yaml",
} | {extension: written.media_type for extension, written in WRITTEN.items() if extension != "json"}

MEMBER_PAGES = ("people:detail", "publications:of-member")
VENUE_PAGES = ("publications:venue", "publications:at-venue")


# The views of these are called as the files are.
def _citations(name: str, path: str, holds: object, of: str, pages: tuple[str, ...]) -> DataFile:
    view = f"labsite.data.citations.{name.replace('-', '_')}"
    return DataFile(name, f"{path}.<citations:extension>", view, holds, of, pages, tuple(WRITTEN))


def _feed(name: str, path: str, holds: object, of: str, pages: tuple[str, ...]) -> DataFile:
    view = f"labsite.data.feeds.{name.replace('-', '_')}"
    return DataFile(name, f"{path}feed.xml", view, holds, of, pages, ("xml",))


def _json_files() -> Iterator[DataFile]:
    yield DataFile("lab", "lab.json", "labsite.data.views.lab", _("The lab itself"), "", ("home",), fields=LAB_FIELDS)
    for kind in registry.facets(JSONFiles).values():
        if every := kind.all:
            path, view = f"{every.name}.json", list_file(every)
            yield DataFile(every.name, path, view, every.holds, "", every.pages, rows=every.name, fields=every.fields)
        if each := kind.each:
            yield DataFile(each.name, each.path, row_file(each), each.holds, each.of, each.pages, fields=each.fields)


CITATIONS = (
    _citations(
        "publications", "publications", _("All publications, or those that a query leaves"), "", ("publications:list",)
    ),
    _citations(
        "year", "publications/years/<year:year>", _("The publications of a year"), "year", ("publications:year",)
    ),
    _citations(
        "publication", "publications/<slug:slug>", _("One publication"), "publication", ("publications:detail",)
    ),
    _citations(
        "member-publications",
        "people/<slug:slug>/publications",
        _("The publications of a member"),
        "person",
        MEMBER_PAGES,
    ),
    _citations(
        "venue-publications", "venues/<slug:slug>/publications", _("What appeared at a venue"), "venue", VENUE_PAGES
    ),
    _citations(
        "project-publications",
        "projects/<slug:slug>/publications",
        _("Publications of a project"),
        "project",
        ("project",),
    ),
)
JSON = tuple(_json_files())
FEEDS = (
    _feed("feed", "", _("News and new publications"), "", ("home",)),
    _feed("publications-feed", "publications/", _("New publications"), "", ("publications:list",)),
    _feed("news-feed", "news/", _("News"), "", ("news", "news-item")),
    _feed(
        "person-feed",
        "people/<slug:slug>/",
        _("A member’s new publications, and news of them"),
        "person",
        MEMBER_PAGES,
    ),
    _feed("venue-feed", "venues/<slug:slug>/", _("New publications at a venue"), "venue", VENUE_PAGES),
    DataFile(
        "calendar",
        "talks.ics",
        "labsite.data.icalendar.calendar",
        _("The talks whose day is known, as a calendar to subscribe to"),
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
        _("The same in parts, where one file can’t hold all"),
        "section",
        extensions=("xml",),
    ),
)
SECTIONS = sorted(
    [
        DataSection("citations", _("Citations"), CITATIONS, order=10),
        DataSection("json", _("Rows as JSON"), JSON, order=20),
        DataSection("feeds", _("Feeds and calendar"), FEEDS, order=40),
        DataSection("others", _("For search engines"), OTHERS, order=60),
        *registry.added(DataSection),
    ],
    key=lambda section: section.order,
)
FILES = tuple(file for section in SECTIONS for file in section.files)
