"""Every file with an extension that the site makes for machines. The page /data/ describes them all."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from labsite.data import cards, citations, feeds, sitemaps, views
from publications.formats import WRITTEN
from publications.urls import YearConverter  # noqa: F401  (importing it registers "year")


class CitationFormatConverter(StringConverter):
    """The extension of a file of citations."""

    regex = "|".join(WRITTEN)


register_converter(CitationFormatConverter, "citations")

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
    path("people.json", views.people_file, name="people"),
    path("people/<slug:slug>.json", views.person_file, name="person"),
    path("publications/<slug:slug>/data.json", views.publication_file, name="publication-data"),
    path("venues.json", views.venues_file, name="venues"),
    path("venues/<slug:slug>.json", views.venue_file, name="venue"),
    path("services.json", views.services_file, name="services"),
    path("talks.json", views.talks_file, name="talks"),
    path("talks.ics", views.calendar_file, name="calendar"),
    path("awards.json", views.awards_file, name="awards"),
    path("projects.json", views.projects_file, name="projects"),
    path("projects/<slug:slug>.json", views.project_file, name="project"),
    path("news.json", views.news_file, name="news"),
    path("openings.json", views.openings_file, name="openings"),
    path("card.png", cards.lab_card, name="card"),
    path("publications/<slug:slug>.png", cards.publication_card, name="publication-card"),
    path("people/<slug:slug>.png", cards.person_card, name="person-card"),
]
