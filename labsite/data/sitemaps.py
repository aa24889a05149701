"""Every page of the site for search engines, with the day it changed and the languages it speaks.

https://www.sitemaps.org/protocol.html; each page names its translations as
https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap asks.
"""

from operator import attrgetter
from typing import Any

from django.conf import settings
from django.contrib.sitemaps import Sitemap, views
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from labsite import registry
from labsite.data.large_files import large_file
from labsite.texts.languages import TAGS
from labsite.web.sitemaps import ListPage, Pages, SitemapSections

XML = "application/xml; charset=utf-8"
MAX_NUMBER = 50_000  # addresses in one file, by the protocol
# The list pages that are of no model.
HOME = ListPage("home", ("people", "publications", "projects", "openings", "news"), order=0)
EXPLORE = ListPage("explore", ("publications", "venues", "people"), order=70)
DATA = ListPage("data", order=2000)


class SitemapSection(Sitemap):
    """Pages of one kind, as pairs of path and the time of the latest change that is known of it."""

    i18n = alternates = True
    limit = MAX_NUMBER

    def __init__(self, pages: Pages) -> None:
        self.pages = pages

    def items(self) -> Pages:
        return self.pages

    def lastmod(self, page: Any) -> Any:
        return page[1]

    def _location(self, item: Any, force_lang_code: str | None = None) -> str:
        (path, _), language = item
        language = force_lang_code or language
        return path if language == settings.LANGUAGE_CODE else f"/{language}{path}"

    def _urls(self, *args: Any) -> Any:
        urls: Any = super()._urls(*args)  # type: ignore[misc]
        for alternate in (alternate for url in urls for alternate in url["alternates"]):
            alternate["lang_code"] = TAGS[alternate["lang_code"]]
        return urls


@require_safe
@large_file
def site_map(request: HttpRequest) -> HttpResponse:
    """Give the addresses of all pages, or of more files where one can't hold them."""
    found = sections()
    if sum(section.paginator.count for section in found.values()) > MAX_NUMBER:
        return views.index(request, found, sitemap_url_name="data:sitemap-section", content_type=XML)
    return views.sitemap(request, found, content_type=XML)


@require_safe
@large_file
def section(request: HttpRequest, section: str) -> HttpResponse:
    """Give the addresses of the pages of one kind."""
    return views.sitemap(request, sections(), section=section, content_type=XML)


def sections() -> dict[str, Any]:
    """Return all pages by the section that they are in."""
    registered = registry.facets(SitemapSections).values()
    pages = {name: find() for each in registered for name, find in each.sections.items()}
    lists = []
    for each in list_pages():
        times = [changed for section in each.sections for _, changed in pages[section] if changed]
        lists.append((reverse(each.name), max([*times, *each.changes()], default=None)))
    return {name: SitemapSection(found) for name, found in {"pages": lists, **pages}.items()}


def list_pages() -> list[ListPage]:
    """Return the pages that show many rows and are always there."""
    return sorted([HOME, EXPLORE, DATA, *registry.facets(ListPage).values()], key=attrgetter("order"))
