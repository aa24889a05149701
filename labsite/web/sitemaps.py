"""What a model says of its pages to the site map."""

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.urls import reverse

from labsite.modelling.publishing import is_public, last_change
from labsite.registry import ContentFacet

Pages = list[tuple[str, datetime.datetime | None]]


@dataclass(frozen=True)
class SitemapSections(ContentFacet):
    """Functions that return the pages of rows, with the time of the latest change known of each, by section."""

    sections: Mapping[str, Callable[[], Pages]]


@dataclass(frozen=True)
class ListPage(ContentFacet):
    """A page that shows many rows and is there whatever the lab's content: the name of its address.

    It is as new as the newest page of the ``sections`` that it shows, or the newest of the times in ``changes``.
    """

    name: str
    sections: tuple[str, ...] = ()
    changes: Callable[[], Iterable[datetime.datetime]] = tuple


def row_pages(rows: Any, name: str) -> Pages:
    """Return the pages of rows that have one each, at the address called ``name``."""
    found = rows.order_by("pk").values_list("slug", "changed_at")
    return [(reverse(name, args=[slug]), changed) for slug, changed in found]


def published_pages(rows: Any, name: str) -> Pages:
    """Return the pages of rows that are public, each as new as when it changed or appeared."""
    found = rows.published().order_by("pk").values_list("slug", last_change())
    return [(reverse(name, args=[slug]), changed) for slug, changed in found]


def pages_with_lists(rows: Any, name: str, relation: str, list_name: str) -> Pages:
    """Return the pages of rows, and those that list what is public in the ``relation`` of each that has some."""
    newest = Max(last_change(relation), filter=is_public(relation))
    pages: Pages = []
    for slug, changed, newest_change in (
        rows.annotate(newest=newest).order_by("pk").values_list("slug", "changed_at", "newest")
    ):
        pages.append((reverse(name, args=[slug]), max(changed, newest_change or changed)))
        if newest_change:
            pages.append((reverse(list_name, args=[slug]), newest_change))
    return pages
