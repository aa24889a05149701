"""Addresses that last: a page's slug, and the slugs it had before, which lead to it for ever."""

from collections.abc import Iterable, Mapping
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from anyascii import anyascii
from django.db import models
from django.db.models import Q
from django.urls import get_script_prefix, get_urlconf, reverse
from django.utils.text import slugify
from django.utils.translation import get_language, gettext_lazy as _

from labsite.modelling import content_version


def slug_of(text: str, longest: int = 60) -> str:
    """Return ``text`` as an ASCII slug of whole words, at most ``longest`` characters, or "unnamed" for nothing."""
    slug = slugify(anyascii(text))
    if len(slug) > longest:
        slug = slug[: longest + 1].rpartition("-")[0] or slug[:longest]
    return slug or "unnamed"


class AddressedQuerySet(models.QuerySet):
    def at(self, slug: str) -> Any:
        """Return the row at ``slug``, else the newest that once was there, else None."""
        row = self.filter(slug=slug).first()
        return row or self.filter(former_slugs__contains=f" {slug} ").order_by("-pk").first()

    def at_each(self, slugs: Iterable[str]) -> dict[str, Any]:
        """Return the row that is or was at each of ``slugs`` at which one is or was: one query."""
        slugs = list(slugs)
        conditions = [Q(slug__in=slugs), *(Q(former_slugs__contains=f" {slug} ") for slug in slugs)]
        rows = self.filter(reduce(or_, conditions)).order_by("pk")
        former = {slug: row for slug in slugs for row in rows if f" {slug} " in row.former_slugs}
        return former | {row.slug: row for row in rows if row.slug in slugs}

    def get_by_natural_key(self, slug: str) -> Any:
        """Return the row that is or was at ``slug``, so that a fixture may go on naming it; else DoesNotExist."""
        return self.at(slug) or self.get(slug=slug)

    def taken_slugs(self, stem: str) -> set[str]:
        """Return the slugs, former ones too, of these rows that begin with ``stem``."""
        rows = self.filter(slug__startswith=stem) | self.filter(former_slugs__contains=f" {stem}")
        return {slug for slugs in rows.values_list("slug", "former_slugs") for slug in " ".join(slugs).split()}


def address_at(url_name: str, slug: str) -> str:
    """Return the address of a view at a slug: ``reverse()`` of what is asked for hundreds of times a page."""
    before, after = _around_slug(url_name, get_language(), get_script_prefix(), get_urlconf())
    return f"{before}{slug}{after}" if slug else reverse(url_name, args=[slug])


@lru_cache
def _around_slug(url_name: str, *of_thread: str | None) -> list[str]:
    """Return what stands before and behind the slug in the address of a view, with all that the thread has set."""
    return reverse(url_name, args=["slug"]).rsplit("slug", 1)


class Naming:
    """Slugs for many new rows of one kind: the same that they would get if they were saved one after another.

    It knows the slugs that are taken from one query; nobody else may write while it is used.
    """

    def __init__(self, model: Any) -> None:
        rows = model._default_manager.order_by().values_list("slug", "former_slugs")
        self.taken = {slug for slugs in rows.iterator() for slug in " ".join(slugs).split()}
        self.next: dict[str, int] = {}

    def name(self, row: Any) -> None:
        """Give a row without a slug one that is free; with one it was before."""
        if row.slug:
            self.taken.add(row.slug)
            return
        stem = slug_of(row.slug_source())
        numbers = range(self.next.get(stem, 1), len(self.taken) + 3)
        number = next(each for each in numbers if _numbered(stem, each) not in self.taken)
        row.slug = _numbered(stem, number)
        self.next[stem] = number + 1
        self.taken.add(row.slug)


def _numbered(stem: str, number: int) -> str:
    return f"{stem}-{number}" if number > 1 else stem


class Addressed(models.Model):
    """A row with a page of its own. An empty slug is made from the row's name; a changed one leaves a redirect."""

    slug = models.SlugField(
        _("address"),
        max_length=80,
        unique=True,
        blank=True,
        help_text=_(
            "The last part of the page’s address. Leave empty to have it generated; old addresses keep working."
        ),
    )
    # Between spaces, so that one LIKE finds a whole slug on every database.
    former_slugs = models.TextField(editable=False, default="", blank=True)

    url_name: str  # of the view that shows such a row, by its slug
    compared: tuple[str, ...] = ("slug",)  # columns of which a save asks what the database holds
    in_database: Mapping[str, Any] = {}  # that, as far as it was fetched

    objects = AddressedQuerySet.as_manager()

    natural_key_fields = ("slug",)

    class Meta:
        abstract = True

    @classmethod
    def from_db(cls, *args: Any, **kwargs: Any) -> Any:
        row = super().from_db(*args, **kwargs)
        row.in_database = {name: row.__dict__[name] for name in cls.compared if name in row.__dict__}
        return row

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        if update_fields is None or "slug" in update_fields:
            if not self.slug:
                content_version.wait_for_write_lock()
                stem = slug_of(self.slug_source())
                taken = type(self)._default_manager.exclude(pk=self.pk).taken_slugs(stem)
                numbered = (_numbered(stem, number) for number in range(1, len(taken) + 3))
                self.slug = next(slug for slug in numbered if slug not in taken)
            former = dict.fromkeys([*self.former_slugs.split(), *self.in_database.get("slug", "").split()])
            former.pop(self.slug, None)
            self.former_slugs = f" {' '.join(former)} " if former else ""
            self.in_database = {**self.in_database, "slug": self.slug}
            update_fields = update_fields and {*update_fields, "former_slugs"}
        super().save(*args, update_fields=update_fields, **kwargs)

    def get_absolute_url(self) -> str:
        return address_at(self.url_name, self.slug)

    def natural_key(self) -> tuple[str]:
        return (self.slug,)

    def slug_source(self) -> str:
        """The text that a new row's slug is made from."""
        return str(self)
