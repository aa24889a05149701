"""What a model says of its pages to the site map."""

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Max, QuerySet
from django.utils.functional import Promise

from labsite.modelling.addresses import address_at
from labsite.modelling.publishing import is_public, last_change
from labsite.registry import ContentFacet

Page = tuple[str, datetime.datetime | None]


def newest(pages: Iterable[Page]) -> datetime.datetime | None:
    """Return the time of the latest change of any of the pages."""
    return max((changed for _, changed in pages if changed), default=None)


@dataclass(frozen=True)
class SitemapSections(ContentFacet):
    """Functions that return the pages of rows, with the time of the latest change known of each, by section."""

    sections: Mapping[str, Callable[[], list[Page]]]


@dataclass(frozen=True)
class ListPage(ContentFacet):
    """A page that shows many rows and is there whatever the lab's content: the name of its address.

    It is as new as the newest page of the ``sections`` that it shows, or the newest of the times in ``changes``.
    With a ``label`` it is in the visitors' menu while there is one of its ``rows``, usually in the place ``order``;
    ``home`` is its usual place on the home page.
    """

    name: str
    sections: tuple[str, ...] = ()
    changes: Callable[[], Iterable[datetime.datetime]] = tuple
    label: str | Promise = ""
    rows: Callable[[], QuerySet[Any] | tuple[QuerySet[Any], ...]] | None = None
    home: int | None = None

    @property
    def content(self) -> tuple[QuerySet[Any], ...]:
        """The querysets of ``rows``, of which each can make the page worth a visit."""
        rows = self.rows() if self.rows else ()
        return rows if isinstance(rows, tuple) else (rows,)


def row_pages(rows: Any, name: str) -> list[Page]:
    """Return the pages of rows that have one each, at the address called ``name``."""
    return _pages(rows.annotate(changed=F("changed_at")), name)


def published_pages(rows: Any, name: str) -> list[Page]:
    """Return the pages of rows that are public, each as new as when it changed or appeared."""
    return _pages(rows.published().annotate(changed=last_change()), name)


def _pages(rows: Any, name: str) -> list[Page]:
    return [(address_at(name, slug), changed) for slug, changed in rows.order_by("pk").values_list("slug", "changed")]


def pages_with_lists(rows: Any, name: str, relation: str, list_name: str) -> list[Page]:
    """Return the pages of rows, and those that list what is public in the ``relation`` of each that has some."""
    newest_listed = Max(last_change(relation), filter=is_public(relation))
    found = rows.annotate(newest=newest_listed).order_by("pk").values_list("slug", "changed_at", "newest")
    pages: list[Page] = []
    for slug, changed, newest_change in found:
        pages.append((address_at(name, slug), max(changed, newest_change or changed)))
        if newest_change:
            pages.append((address_at(list_name, slug), newest_change))
    return pages
