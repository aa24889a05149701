"""The files that the site makes for machines, described: one table behind the page /data/ and the pages' own links."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from labsite.data import fields
from publications.formats import WRITTEN

MEDIA_TYPES = {
    "json": "application/json",
    "xml": "application/atom+xml",
    "ics": "text/calendar",
    "png": "image/png",
} | {extension: written.media_type for extension, written in WRITTEN.items() if extension != "json"}


@dataclass(frozen=True)
class File:
    """A kind of file: its name in labsite.data.urls, what it holds, the pages that it belongs to, and its fields.

    ``of`` is what its address varies with. ``rows`` is the field of a JSON file that lists what has the ``fields``.
    """

    name: str
    holds: Any
    of: str = ""
    pages: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ("json",)
    rows: str = ""
    fields: tuple[str, ...] = ()

    def urls(self, **kwargs: Any) -> list[tuple[str, str]]:
        """Return extensions and addresses of the file of one row, which ``kwargs`` name."""
        return [(extension, self._url(extension, kwargs)) for extension in self.extensions]

    def _url(self, extension: str, kwargs: dict[str, Any]) -> str:
        open_extension = {"extension": extension} if len(self.extensions) > 1 else {}
        return reverse(f"data:{self.name}", kwargs=kwargs | open_extension)


def _list(name: str, holds: Any, page: str, names: tuple[str, ...], *row_pages: str) -> File:
    """Return a JSON file that lists rows under its own name."""
    return File(name, holds, "", (page, *row_pages), rows=name, fields=names)


CITED = tuple(WRITTEN)
FEED = ("xml",)
MEMBER_PAGES = ("people:detail", "publications:of-member")
VENUE_PAGES = ("publications:venue", "publications:at-venue")

CITATIONS = (
    File("publications", _("All publications, or those that a query leaves"), "", ("publications:list",), CITED),
    File("year", _("The publications of a year"), "year", ("publications:year",), CITED),
    File("publication", _("One publication"), "publication", ("publications:detail",), CITED),
    File("member-publications", _("The publications of a member"), "person", MEMBER_PAGES, CITED),
    File("venue-publications", _("What appeared at a venue"), "venue", VENUE_PAGES, CITED),
    File("project-publications", _("What came of a project"), "project", ("project",), CITED),
)
JSON = (
    File("lab", _("The lab itself"), "", ("home",), fields=fields.LAB),
    _list("people", _("Everyone who is, was or will be in the lab"), "people:list", fields.PEOPLE),
    File("person", _("All that the page of a member tells"), "person", ("people:detail",), fields=fields.PERSON),
    File(
        "publication-data",
        _("All that the page of a publication tells"),
        "publication",
        ("publications:detail",),
        fields=fields.PUBLICATION,
    ),
    _list("venues", _("Every venue"), "publications:venues", fields.VENUES),
    File("venue", _("All that the page of a venue tells"), "venue", ("publications:venue",), fields=fields.VENUE),
    _list("services", _("Committees, reviewing, organising, editing"), "services:list", fields.SERVICE),
    _list("talks", _("Talks with their occasions"), "publications:talks", fields.TALK),
    _list("awards", _("Awards of members and of papers"), "people:awards", fields.AWARD),
    _list("projects", _("Every project"), "projects", fields.PROJECT),
    File("project", _("One project"), "project", ("project",), fields=fields.PROJECT),
    _list("news", _("The news"), "news", fields.NEWS, "news-item"),
    _list("openings", _("The openings that one can apply for today"), "openings", fields.OPENING, "opening"),
)
FEEDS = (
    File("feed", _("News and new publications"), "", ("home",), FEED),
    File("publications-feed", _("New publications"), "", ("publications:list",), FEED),
    File("news-feed", _("News"), "", ("news", "news-item"), FEED),
    File("person-feed", _("A member’s new publications, and news of them"), "person", MEMBER_PAGES, FEED),
    File("venue-feed", _("New publications at a venue"), "venue", VENUE_PAGES, FEED),
    File("calendar", _("Talks, as a calendar to subscribe to"), "", ("publications:talks",), ("ics",)),
)
OTHERS = (
    File("sitemap", _("Every page with the day of its last change"), extensions=("xml",)),
    File("sitemap-section", _("The same in parts, where one file can’t hold all"), "section", (), ("xml",)),
)
CARDS = (
    File("card", _("The lab’s card, for where an address of the site is shared"), "", (), ("png",)),
    File("person-card", _("A member’s card"), "person", (), ("png",)),
    File("publication-card", _("A publication’s card"), "publication", (), ("png",)),
)
FILES = (*CITATIONS, *JSON, *FEEDS, *CARDS, *OTHERS)


@cache
def address_template(name: str) -> str:
    """Return the address of a file as its URL pattern writes it, with braces for what varies."""
    from labsite.data import urls  # which imports the views of these files

    pattern = next(str(each.pattern) for each in urls.urlpatterns if each.name == name)
    extensions = pattern.replace("<citations:extension>", f"{{{'|'.join(WRITTEN)}}}")
    return "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", extensions)
