from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F
from django.urls import resolve, reverse

from labsite.modelling.addresses import Addressed, AddressedQuerySet, slug_of
from labsite.modelling.changes import ChangedAtField
from labsite.modelling.publishing import Publishable, PublishableQuerySet
from labsite.modelling.ranking import SearchedQuerySet
from labsite.modelling.rows_as_json import JSONRow
from labsite.texts.folding import FoldedField
from labsite.texts.markdown import MarkdownField


class PageQuerySet(PublishableQuerySet, SearchedQuerySet, AddressedQuerySet):
    def in_navigation(self):
        """What the head of every page needs of the pages it leads to, as one JSON value each."""
        pages = self.published().filter(place__isnull=False).order_by("place", "title")
        return pages.annotate(row=JSONRow(slug="slug", title="title")).values("row")


class Page(Publishable, Addressed):
    """A page of the lab's own words, such as how to join."""

    title = models.CharField(max_length=100)
    text = MarkdownField(blank=True, help_text="In Markdown.")
    place = models.PositiveSmallIntegerField(
        "place in the navigation",
        null=True,
        blank=True,
        help_text="1 comes first. Empty: the page isn't in the navigation.",
    )
    changed_at = ChangedAtField()
    search_text = FoldedField(names=1, sources=("title", "text"))

    objects = PageQuerySet.as_manager()

    class Meta:
        ordering = [F("place").asc(nulls_last=True), "title"]

    def __str__(self):
        return self.title

    def clean(self):
        super().clean()
        slug = self.slug or slug_of(self.title)
        if slug in dict(settings.LANGUAGES) or resolve(reverse("page", args=[slug])).url_name != "page":
            raise ValidationError({"slug": "The site has another page at this address; choose another."})

    def get_absolute_url(self):
        return reverse("page", args=[self.slug])
