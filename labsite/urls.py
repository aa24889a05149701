from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path, register_converter
from django.urls.converters import StringConverter
from django.utils.module_loading import import_string
from django.views.generic import RedirectView

from labsite import registry
from labsite.accounts.urls import IN_THE_ADMIN
from labsite.data import documentation, files as data_files
from labsite.models.lab import STATEMENTS
from labsite.pages import reaching, views
from labsite.pages.draft_links import draft
from labsite.pages.home import home
from labsite.registry import PublicPages
from labsite.roles import admin_pages
from labsite.web.media import serve_media
from publications.formats import WRITTEN
from publications.urls import YearConverter  # noqa: F401  (importing it registers "year")

admin.autodiscover()


class CitationFormatConverter(StringConverter):
    """The extension of a file of citations."""

    regex = "|".join(WRITTEN)


register_converter(CitationFormatConverter, "citations")

# Files say the same in every language, so they have one address each.
FILES: list[URLPattern | URLResolver] = [
    path("", include(([path(each.path, each.function, name=each.name) for each in data_files.FILES], "data"))),
    *(path("", include(files.urls)) for files in registry.added(PublicPages) if files.are_files),
    path("favicon.ico", views.favicon, name="favicon"),
    path("apple-touch-icon.png", views.touch_icon, name="touch-icon"),
    path("robots.txt", views.robots, name="robots"),
    path(".well-known/security.txt", views.security_txt, name="security.txt"),
    re_path(r"^accent-(?P<digits>[0-9a-f]{6})\.css$", views.accent, name="accent"),
    path("media/<path:path>", serve_media, name="media"),
]

EDITING: list[URLPattern | URLResolver] = [
    path("account/", include("labsite.accounts.urls")),
    path("draft/<str:token>/", draft, name="draft"),
    *IN_THE_ADMIN,
    *(
        path(f"admin/{page.route}", import_string(page.view), name=page.name)
        for page in admin_pages().values()
        if page.for_scripts
    ),
    path("admin/", admin.site.urls),
]

PAGES: list[URLPattern | URLResolver] = [
    path("", home, name="home"),
    *(path("", include(pages.urls)) for pages in registry.added(PublicPages) if not pages.are_files),
    path("news/", views.news, name="news"),
    path("news/<slug:slug>/", views.news_item, name="news-item"),
    path("projects/", views.projects, name="projects"),
    path("projects/<slug:slug>/", views.project, name="project"),
    path("join/", reaching.join, name="openings"),
    path("openings/", RedirectView.as_view(pattern_name="openings", permanent=True), name="openings-before"),
    path("openings/<slug:slug>/", reaching.opening, name="opening"),
    path("contact/", reaching.contact, name="contact"),
    path("data/", documentation.data, name="data"),
    path("explore/", views.explore, name="explore"),
    path("search/", views.search, name="search"),
    *(path(f"{name}/", reaching.statement, {"name": name}, name=name) for name in STATEMENTS),
    # Last, because it answers to every word that no other address begins with.
    path("<slug:slug>/", views.page, name="page"),
]

urlpatterns = [*FILES, *EDITING, *i18n_patterns(*PAGES, prefix_default_language=False)]

handler500 = "labsite.pages.errors.server_error"
