"""The files that the site makes for machines, described: one table behind the page /data/ and the pages' own links.

Its JSON files are those that are registered when this module is imported, which is after all apps are ready.
"""

import re
from collections.abc import Iterator
from functools import cache

from django.utils.translation import gettext_lazy as _

from labsite import registry
from labsite.content.data import LAB_FIELDS
from labsite.web.data_files import DataFile, DataSection
from labsite.web.json_files import JSONFiles
from publications.formats import WRITTEN

MEDIA_TYPES = {
    "json": "application/json",
    "xml": "application/atom+xml",
    "ics": "text/calendar",
    "png": "image/png",
    "yaml": "application/yaml",
} | {extension: written.media_type for extension, written in WRITTEN.items() if extension != "json"}


def _json_files() -> Iterator[DataFile]:
    for kind in registry.facets(JSONFiles).values():
        if kind.all:
            yield DataFile(
                kind.all.name, kind.all.holds, "", kind.all.pages, rows=kind.all.name, fields=kind.all.fields
            )
        if kind.each:
            yield DataFile(kind.each.name, kind.each.holds, kind.each.of, kind.each.pages, fields=kind.each.fields)


CITED = tuple(WRITTEN)
FEED = ("xml",)
MEMBER_PAGES = ("people:detail", "publications:of-member")
VENUE_PAGES = ("publications:venue", "publications:at-venue")

CITATIONS = (
    DataFile("publications", _("All publications, or those that a query leaves"), "", ("publications:list",), CITED),
    DataFile("year", _("The publications of a year"), "year", ("publications:year",), CITED),
    DataFile("publication", _("One publication"), "publication", ("publications:detail",), CITED),
    DataFile("member-publications", _("The publications of a member"), "person", MEMBER_PAGES, CITED),
    DataFile("venue-publications", _("What appeared at a venue"), "venue", VENUE_PAGES, CITED),
    DataFile("project-publications", _("Publications of a project"), "project", ("project",), CITED),
)
JSON = (DataFile("lab", _("The lab itself"), "", ("home",), fields=LAB_FIELDS), *_json_files())
FEEDS = (
    DataFile("feed", _("News and new publications"), "", ("home",), FEED),
    DataFile("publications-feed", _("New publications"), "", ("publications:list",), FEED),
    DataFile("news-feed", _("News"), "", ("news", "news-item"), FEED),
    DataFile("person-feed", _("A member’s new publications, and news of them"), "person", MEMBER_PAGES, FEED),
    DataFile("venue-feed", _("New publications at a venue"), "venue", VENUE_PAGES, FEED),
    DataFile(
        "calendar",
        _("The talks whose day is known, as a calendar to subscribe to"),
        "",
        ("publications:talks",),
        ("ics",),
    ),
)
OTHERS = (
    DataFile("sitemap", _("Every page with the day of its last change"), extensions=("xml",)),
    DataFile("sitemap-section", _("The same in parts, where one file can’t hold all"), "section", (), ("xml",)),
)
CARDS = (
    DataFile("card", _("The lab’s card, for where an address of the site is shared"), "", (), ("png",)),
    DataFile("person-card", _("A member’s card"), "person", (), ("png",)),
    DataFile("publication-card", _("A publication’s card"), "publication", (), ("png",)),
)
SECTIONS = sorted(
    [
        DataSection("citations", _("Citations"), CITATIONS, order=10),
        DataSection("json", _("Rows as JSON"), JSON, order=20),
        DataSection("feeds", _("Feeds and calendar"), FEEDS, order=40),
        DataSection("cards", _("Pictures"), CARDS, order=50),
        DataSection("others", _("For search engines"), OTHERS, order=60),
        *registry.added(DataSection),
    ],
    key=lambda section: section.order,
)
FILES = tuple(file for section in SECTIONS for file in section.files)


@cache
def address_template(name: str) -> str:
    """Return the address of a file as its URL pattern writes it, with braces for what varies."""
    from labsite.data import urls  # which imports the views of these files

    pattern = next(str(each.pattern) for each in urls.urlpatterns if each.name == name)
    extensions = pattern.replace("<citations:extension>", f"{{{'|'.join(WRITTEN)}}}")
    return "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", extensions)
