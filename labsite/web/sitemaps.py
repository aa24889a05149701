"""What a model says of its pages to the site map."""

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils.functional import Promise

from labsite.modelling.publishing import is_public, last_change
from labsite.registry import ContentFacet

MAX_AT_ONCE = 1000

Page = tuple[str, datetime.datetime | None]


def address_maker(name: str) -> Callable[[str], str]:
    """Return what makes the address called ``name`` from a slug; reverse() would be slow for each of many rows."""
    before, _, after = reverse(name, args=["slug"]).rpartition("slug")
    return lambda slug: f"{before}{slug}{after}"


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
        address = address_maker(self.name)
        return [(address(slug), changed) for slug, changed in rows[part]]

    def __len__(self) -> int:
        return len(self.first) if self.are_few else self.rows.count()

    def newest(self) -> datetime.datetime | None:
        if self.are_few:
            return max((changed for _, changed in self.first), default=None)
        return self.rows.order_by("-changed").values_list("changed", flat=True).first()  # as an index may have them


class PagesWithLists:
    """The pages of rows, and those that list what is public in the ``relation`` of each that has some."""

    def __init__(self, rows: QuerySet[Any], name: str, relation: str, list_name: str) -> None:
        self.rows, self.name, self.relation, self.list_name = rows, name, relation, list_name
        field: Any = rows.model._meta.get_field(relation)
        self.listed, self.row = field.related_model.objects.published(), field.remote_field.name

    @cached_property
    def all(self) -> list[Page]:
        newest = Max(last_change(self.relation), filter=is_public(self.relation))
        page_address, list_address = address_maker(self.name), address_maker(self.list_name)
        pages: list[Page] = []
        for slug, changed, newest_change in (
            self.rows.annotate(newest=newest).order_by("pk").values_list("slug", "changed_at", "newest")
        ):
            pages.append((page_address(slug), max(changed, newest_change or changed)))
            if newest_change:
                pages.append((list_address(slug), newest_change))
        return pages

    def __getitem__(self, part: slice) -> list[Page]:
        return self.all[part]

    def __len__(self) -> int:
        return self.summary["pages"] + self.summary["lists"]

    def newest(self) -> datetime.datetime | None:
        return max(filter(None, [self.summary["changed"], self.summary["list_changed"]]), default=None)

    @cached_property
    def summary(self) -> dict[str, Any]:
        """How many pages there are and when the newest changed, without asking that of each row."""
        shown = self.listed.filter(Exists(self.rows.filter(**{self.relation: OuterRef("pk")})))
        newest = shown.annotate(changed=last_change()).order_by("-changed").values("changed")[:1]
        has_list = Exists(self.listed.filter(**{self.row: OuterRef("pk")}))
        return (
            self.rows.order_by()
            .annotate(has_list=has_list, list_changed_at=Subquery(newest))
            .aggregate(
                pages=Count("pk"),
                lists=Count("pk", filter=Q(has_list=True)),
                changed=Max("changed_at"),
                list_changed=Max("list_changed_at"),
            )
        )


Pages = list[Page] | RowPages | PagesWithLists


def newest(pages: Pages) -> datetime.datetime | None:
    """Return the time of the latest change of any of the pages."""
    if isinstance(pages, list):
        return max((changed for _, changed in pages if changed), default=None)
    return pages.newest()


@dataclass(frozen=True)
class SitemapSections(ContentFacet):
    """Functions that return the pages of rows, with the time of the latest change known of each, by section."""

    sections: Mapping[str, Callable[[], Pages]]


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


def row_pages(rows: Any, name: str) -> Pages:
    """Return the pages of rows that have one each, at the address called ``name``."""
    return RowPages(rows.annotate(changed=F("changed_at")).order_by("pk").values_list("slug", "changed"), name)


def published_pages(rows: Any, name: str) -> Pages:
    """Return the pages of rows that are public, each as new as when it changed or appeared."""
    found = rows.published().annotate(changed=last_change())
    return RowPages(found.order_by("pk").values_list("slug", "changed"), name)
