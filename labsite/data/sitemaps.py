"""Every page of the site for search engines, with the day it changed and the languages it speaks.

https://www.sitemaps.org/protocol.html; each page names its translations as
https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap asks.
"""

from typing import Any

from django.conf import settings
from django.contrib.sitemaps import Sitemap, views
from django.db.models import Max
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from labsite.modelling.publishing import is_public, last_change
from labsite.models import NewsItem, Opening, Page, Project
from labsite.texts.languages import TAGS
from people.models import Person
from publications.models import Publication, Talk, Venue

MAX_NUMBER = 50_000  # addresses in one file, by the protocol
# The pages that are there whatever the lab's content, and the kinds of rows whose changes they show.
LISTS = {
    "home": ("people", "publications", "projects", "openings", "news"),
    "people:list": ("people",),
    "publications:list": ("publications",),
    "publications:venues": ("venues",),
    "publications:talks": ("talks",),
    "services:list": (),
    "explore": ("publications", "venues", "people"),
    "people:awards": (),
    "projects": ("projects",),
    "openings": ("openings",),
    "news": ("news",),
    "data": (),
}

Pages = list[tuple[str, Any]]


class Section(Sitemap):
    """Pages of one kind, as pairs of path and the time of the latest change that is known of it."""

    i18n = alternates = True
    limit = MAX_NUMBER

    def __init__(self, pages):
        self.pages = pages

    def items(self):
        return self.pages

    def lastmod(self, page):
        return page[1]

    def _location(self, item, force_lang_code=None):
        (path, _), language = item
        return in_language(path, force_lang_code or language)

    def _urls(self, *args):
        urls = super()._urls(*args)
        for alternate in (alternate for url in urls for alternate in url["alternates"]):
            alternate["lang_code"] = TAGS[alternate["lang_code"]]
        return urls


@require_safe
def site_map(request):
    """Give the addresses of all pages, or of more files where one can't hold them."""
    found = sections()
    if sum(section.paginator.count for section in found.values()) > MAX_NUMBER:
        return views.index(request, found, sitemap_url_name="data:sitemap-section")
    return views.sitemap(request, found)


@require_safe
def section(request, section):
    """Give the addresses of the pages of one kind."""
    return views.sitemap(request, sections(), section=section)


def in_language(path: str, language: str) -> str:
    """Return the path of a page's translation."""
    return path if language == settings.LANGUAGE_CODE else f"/{language}{path}"


def sections() -> dict[str, Section]:
    """Return all pages by their kind."""
    kinds = {
        "people": _with_lists(Person.objects.members(), "people:detail", "publications:of-member"),
        "venues": _with_lists(Venue.objects.public(), "publications:venue", "publications:at-venue"),
        "publications": _published(Publication.objects, "publications:detail"),
        "years": _years(),
        "projects": _rows(Project.objects.all(), "project"),
        "news": _published(NewsItem.objects, "news-item"),
        "openings": _rows(Opening.objects.open(timezone.localdate()), "opening"),
        "texts": _published(Page.objects, "page"),
    }
    return {"pages": Section(_lists(kinds))} | {name: Section(pages) for name, pages in kinds.items()}


def _rows(rows: Any, name: str) -> Pages:
    """Return the pages of rows that have one each, at the address called ``name``."""
    found = rows.order_by("pk").values_list("slug", "changed_at")
    return [(reverse(name, args=[slug]), changed) for slug, changed in found]


def _published(rows: Any, name: str) -> Pages:
    """Return the pages of rows that are public, each as new as when it changed or appeared."""
    found = rows.published().order_by("pk").values_list("slug", last_change())
    return [(reverse(name, args=[slug]), changed) for slug, changed in found]


def _with_lists(rows: Any, name: str, list_name: str) -> Pages:
    """Return the pages of people or venues, and of the publications of each that has some."""
    newest = Max(last_change("publications"), filter=is_public("publications"))
    newest = rows.annotate(newest=newest).order_by("pk")
    pages = []
    for slug, changed, paper_changed in newest.values_list("slug", "changed_at", "newest"):
        pages.append((reverse(name, args=[slug]), max(changed, paper_changed or changed)))
        if paper_changed:
            pages.append((reverse(list_name, args=[slug]), paper_changed))
    return pages


def _years() -> Pages:
    papers = Publication.objects.published().dated().order_by("-year")
    years = papers.values_list("year").annotate(newest=Max(last_change()))
    return [(reverse("publications:year", args=[year]), changed) for year, changed in years]


def _lists(kinds: dict[str, Pages]) -> Pages:
    """Return the pages that show many rows, each as new as the newest of them."""
    times = {kind: [changed for _, changed in pages] for kind, pages in kinds.items()}
    times["talks"] = list(Talk.objects.values_list("changed_at", flat=True))
    return [
        (reverse(name), max((time for kind in shown for time in times[kind]), default=None))
        for name, shown in LISTS.items()
    ]
