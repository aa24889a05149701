"""What a model says of its pages to the site map."""

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import F, Max, QuerySet
from django.urls import reverse

from labsite.modelling.publishing import is_public, last_change
from labsite.registry import ContentFacet

MAX_AT_ONCE = 1000

Page = tuple[str, datetime.datetime | None]


class RowPages:
    """The pages of rows of (slug, ``changed``) at an address of this name: few are fetched at once, many in parts."""

    def __init__(self, rows: QuerySet[Any, Any], name: str) -> None:
        self.rows, self.name = rows, name

    @cached_property
    def first(self) -> list[Any]:
        return list(self.rows[: MAX_AT_ONCE + 1])

    @property
    def are_few(self) -> bool:
        return len(self.first) <= MAX_AT_ONCE

    def __getitem__(self, part: slice) -> list[Page]:
        rows = self.first if self.are_few else self.rows
        return [(reverse(self.name, args=[slug]), changed) for slug, changed in rows[part]]

    def __len__(self) -> int:
        return len(self.first) if self.are_few else self.rows.count()

    def newest(self) -> datetime.datetime | None:
        if self.are_few:
            return max((changed for _, changed in self.first), default=None)
        return self.rows.order_by().aggregate(newest=Max("changed"))["newest"]


Pages = list[Page] | RowPages


def newest(pages: Pages) -> datetime.datetime | None:
    """Return the time of the latest change of any of the pages."""
    if isinstance(pages, RowPages):
        return pages.newest()
    return max((changed for _, changed in pages if changed), default=None)


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
    return RowPages(rows.annotate(changed=F("changed_at")).order_by("pk").values_list("slug", "changed"), name)


def published_pages(rows: Any, name: str) -> Pages:
    """Return the pages of rows that are public, each as new as when it changed or appeared."""
    found = rows.published().annotate(changed=last_change())
    return RowPages(found.order_by("pk").values_list("slug", "changed"), name)


def pages_with_lists(rows: Any, name: str, relation: str, list_name: str) -> Pages:
    """Return the pages of rows, and those that list what is public in the ``relation`` of each that has some."""
    newest = Max(last_change(relation), filter=is_public(relation))
    pages: list[Page] = []
    for slug, changed, newest_change in (
        rows.annotate(newest=newest).order_by("pk").values_list("slug", "changed_at", "newest")
    ):
        pages.append((reverse(name, args=[slug]), max(changed, newest_change or changed)))
        if newest_change:
            pages.append((reverse(list_name, args=[slug]), newest_change))
    return pages
