"""Every page of the site for search engines, with the day it changed and the languages it speaks.

https://www.sitemaps.org/protocol.html; each page names its translations as
https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap asks.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from django.conf import settings
from django.contrib.sitemaps import Sitemap, views
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from labsite import registry
from labsite.models.identity import EXPLORE
from labsite.texts.languages import TAGS
from labsite.web.large_files import large_file
from labsite.web.sitemaps import ListPage, Page, SitemapSections, newest

XML = "application/xml; charset=utf-8"
MAX_PAGES = 1_000  # in one file, so that one costs the same in a lab of any size; the protocol allows 50,000 addresses
LISTS = "pages"  # the section of what isn't the page of a row
# The list pages that are of no model.
HOME = ListPage("home", ("people", "publications", "projects", "openings", "news"), order=0)
DATA = ListPage("data", order=2000)


class SitemapSection(Sitemap):
    """Pages of one kind, as pairs of path and the time of the latest change that is known of it."""

    i18n = alternates = True

    def __init__(self, pages: list[Page]) -> None:
        self.pages = pages

    def items(self) -> list[Page]:
        return self.pages

    def lastmod(self, page: Any) -> Any:
        return page[1]

    def get_latest_lastmod(self) -> Any:
        return newest(self.pages)

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
    """Give the addresses of all pages, or of more files where they are many."""
    pages = all_pages()
    found: dict[str, Any] = {name: file for name in pages for name, file in _files(name, pages[name]).items()}
    if sum(map(len, pages.values())) > MAX_PAGES:
        return views.index(request, found, sitemap_url_name="data:sitemap-section", content_type=XML)
    return views.sitemap(request, found, content_type=XML)


@require_safe
@large_file
def section(request: HttpRequest, section: str) -> HttpResponse:
    """Give the addresses of pages of one kind: ``venues``, or the third file of them, ``venues-3``."""
    kind = section.rstrip("0123456789").removesuffix("-")
    rows = _sections()
    pages = all_pages()[LISTS] if kind == LISTS else rows[kind]() if kind in rows else []
    found: dict[str, Any] = _files(kind, pages)
    return views.sitemap(request, found, section=section, content_type=XML)


def _files(kind: str, pages: list[Page]) -> dict[str, SitemapSection]:
    """Return as many files as it takes to name the pages of a kind, by the names of their addresses."""
    files = (pages[start : start + MAX_PAGES] for start in range(0, len(pages), MAX_PAGES))
    return {f"{kind}-{n}" if n > 1 else kind: SitemapSection(some) for n, some in enumerate(files, start=1)}


def all_pages() -> dict[str, list[Page]]:
    """Return the pages of each section: of the lists, each as new as the newest row that it shows, and of rows."""
    rows = {name: find() for name, find in _sections().items()}
    times = {name: newest(pages) for name, pages in rows.items()}
    lists: list[Page] = [
        (reverse(each.name), max(filter(None, [*map(times.get, each.sections), *each.changes()]), default=None))
        for each in list_pages()
    ]
    return {LISTS: lists, **rows}


def _sections() -> dict[str, Callable[[], list[Page]]]:
    return {name: find for each in registry.facets(SitemapSections).values() for name, find in each.sections.items()}


def list_pages() -> list[ListPage]:
    """Return the pages that show many rows and are always there."""
    return sorted([HOME, EXPLORE, DATA, *registry.facets(ListPage).values()], key=attrgetter("order"))
