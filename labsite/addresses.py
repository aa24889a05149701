"""Addresses that last: a page's slug, and the slugs it had before, which lead to it for ever."""

from typing import Any, TypeVar

from anyascii import anyascii
from django.db import models
from django.shortcuts import get_object_or_404
from django.utils.text import slugify

Row = TypeVar("Row", bound="Addressed")


def slug_of(text: str, longest: int = 60) -> str:
    """Return ``text`` as an ASCII slug of whole words and at most ``longest`` characters, "unnamed" where none is left."""
    slug = slugify(anyascii(text))
    if len(slug) > longest:
        slug = slug[: longest + 1].rpartition("-")[0] or slug[:longest]
    return slug or "unnamed"


class AddressedQuerySet(models.QuerySet):
    def get_by_natural_key(self, slug: str) -> Any:
        return self.get(slug=slug)

    def find_or_404(self, slug: str) -> Any:
        """Return the row at ``slug``, else the row that once was there; Http404 where neither is."""
        return self.filter(slug=slug).first() or get_object_or_404(self, former_slugs__contains=f" {slug} ")


class Addressed(models.Model):
    """A row with a page of its own. An empty slug is made from the row's name; a changed one leaves a redirect."""

    slug = models.SlugField(
        "address",
        max_length=80,
        unique=True,
        blank=True,
        help_text="The last part of the page's address. Leave it empty to have it made; old addresses keep working.",
    )
    # Between spaces, so that one LIKE finds a whole slug on every database.
    former_slugs = models.TextField(editable=False, default="", blank=True)

    objects = AddressedQuerySet.as_manager()

    class Meta:
        abstract = True

    @classmethod
    def from_db(cls, db: str | None, field_names: Any, values: Any) -> Any:
        row = super().from_db(db, field_names, values)
        row._slug_in_database = row.__dict__.get("slug", "")
        return row

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.slug = self.slug or self._free_slug()
        self._remember_former_slug()
        super().save(*args, **kwargs)
        self._slug_in_database = self.slug

    def natural_key(self) -> tuple[str]:
        return (self.slug,)

    def slug_source(self) -> str:
        """The text that a new row's slug is made from."""
        return str(self)

    def _free_slug(self) -> str:
        stem = slug_of(self.slug_source())
        others = type(self)._default_manager.exclude(pk=self.pk)
        taken = set(others.filter(slug__startswith=stem).values_list("slug", flat=True))
        numbered = (f"{stem}-{n}" for n in range(2, len(taken) + 3))
        return next(slug for slug in (stem, *numbered) if slug not in taken)

    def _remember_former_slug(self) -> None:
        former = getattr(self, "_slug_in_database", self.slug)
        slugs = dict.fromkeys([*self.former_slugs.split(), former])
        slugs.pop(self.slug, None)
        self.former_slugs = f" {' '.join(slugs)} " if slugs else ""
