"""Every file with an extension that the site makes for machines. The page /data/ describes them all."""

from collections.abc import Iterator

from django.urls import URLPattern, path, register_converter
from django.urls.converters import StringConverter
from django.utils.module_loading import import_string

from labsite import registry
from labsite.data import cards, citations, feeds, sitemaps, views
from labsite.web.data_files import DataSection
from labsite.web.json_files import JSONFiles
from publications.formats import WRITTEN
from publications.urls import YearConverter  # noqa: F401  (importing it registers "year")


class CitationFormatConverter(StringConverter):
    """The extension of a file of citations."""

    regex = "|".join(WRITTEN)


register_converter(CitationFormatConverter, "citations")


def _json_files() -> Iterator[URLPattern]:
    for kind in registry.facets(JSONFiles).values():
        if kind.all:
            yield path(f"{kind.all.name}.json", views.list_file(kind.all), name=kind.all.name)
        if kind.each:
            yield path(kind.each.path, views.row_file(kind.each), name=kind.each.name)


def _added_files() -> Iterator[URLPattern]:
    for section in registry.added(DataSection):
        yield from (path(file.path, import_string(file.view), name=file.name) for file in section.files)


app_name = "data"
urlpatterns = [
    path("publications.<citations:extension>", citations.publications, name="publications"),
    path("publications/<slug:slug>.<citations:extension>", citations.publication, name="publication"),
    path("publications/years/<year:year>.<citations:extension>", citations.year, name="year"),
    path(
        "people/<slug:slug>/publications.<citations:extension>",
        citations.member_publications,
        name="member-publications",
    ),
    path(
        "venues/<slug:slug>/publications.<citations:extension>",
        citations.venue_publications,
        name="venue-publications",
    ),
    path(
        "projects/<slug:slug>/publications.<citations:extension>",
        citations.project_publications,
        name="project-publications",
    ),
    path("feed.xml", feeds.newest, name="feed"),
    path("publications/feed.xml", feeds.publications, name="publications-feed"),
    path("news/feed.xml", feeds.news, name="news-feed"),
    path("people/<slug:slug>/feed.xml", feeds.person, name="person-feed"),
    path("venues/<slug:slug>/feed.xml", feeds.venue, name="venue-feed"),
    path("sitemap.xml", sitemaps.site_map, name="sitemap"),
    path("sitemap-<slug:section>.xml", sitemaps.section, name="sitemap-section"),
    path("lab.json", views.lab_file, name="lab"),
    path("talks.ics", views.calendar_file, name="calendar"),
    *_json_files(),
    *_added_files(),
    path("card.png", cards.lab_card, name="card"),
    path("publications/<slug:slug>.png", cards.publication_card, name="publication-card"),
    path("people/<slug:slug>.png", cards.person_card, name="person-card"),
]
