"""What the lab publishes beside its papers: news, projects, openings, and pages of its own words."""

import datetime
from typing import Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Prefetch, Q
from django.urls import resolve, reverse
from django.utils import timezone

from labsite.modelling.addresses import Addressed, AddressedQuerySet, slug_of
from labsite.modelling.periods import PartialDateField, Period, PeriodQuerySet
from labsite.modelling.pictures import PictureField
from labsite.modelling.publishing import ChangedAtField, Publishable, PublishableQuerySet, is_public
from labsite.modelling.ranking import SearchedQuerySet, in_names
from labsite.texts.folding import FoldedField
from labsite.texts.markdown import MarkdownField
from people.models import Membership, Person
from publications.models import Publication


class AboutQuerySet(SearchedQuerySet, AddressedQuerySet):
    """Rows about people and publications, found by these too, if these are public."""

    def containing_q(self, word: str) -> Q:
        people, papers = self.model.people.through.objects, self.model.publications.through.objects
        about = self.model.people.field.m2m_field_name()
        named = people.filter(person__in=Person.objects.named(word)).values(about)
        titled = papers.filter(is_public("publication"), in_names(word, "publication__search_text")).values(about)
        return super().containing_q(word) | Q(pk__in=named) | Q(pk__in=titled)


class NewsQuerySet(PublishableQuerySet, AboutQuerySet):
    def with_subjects(self) -> Self:
        """Fetch whom and what each item is about: people with a page, and published papers."""
        members = Person.objects.members()
        papers = Publication.objects.published()
        return self.prefetch_related(Prefetch("people", members), Prefetch("publications", papers))


class NewsItem(Publishable):
    """Something that happened, in a few lines, with the people and papers it is about."""

    title = models.CharField(max_length=200)
    date = PartialDateField(blank=False)
    text = MarkdownField(blank=True, help_text="In Markdown.")
    text_html: str
    people = models.ManyToManyField("people.Person", blank=True, related_name="news")
    publications = models.ManyToManyField("publications.Publication", blank=True, related_name="news")
    added_at = models.DateTimeField(default=timezone.now, editable=False, serialize=False)
    changed_at = ChangedAtField()
    search_text = FoldedField(names=1, sources=("title", "text"))

    url_name = "news-item"

    objects = NewsQuerySet.as_manager()

    class Meta:
        ordering = ["-date", "title"]

    def __str__(self) -> str:
        return self.title


class OpeningQuerySet(SearchedQuerySet, AddressedQuerySet):
    def open(self, at: datetime.date) -> Self:
        """Those that one can still apply for on the day ``at``. The twin of Opening.is_open."""
        return self.filter(Q(closes__isnull=True) | Q(closes__gte=at))


class Opening(Addressed):
    """A place in the lab that one can apply for, until the day on which it closes."""

    title = models.CharField(max_length=200, help_text="For example Two PhD students in systems for machine learning.")
    role = models.CharField(max_length=20, choices=Membership.Role, default=Membership.Role.PHD_STUDENT)
    text = MarkdownField(blank=True, help_text="What it is about, whom you look for and how to apply, in Markdown.")
    text_html: str
    closes = models.DateField("closing date", null=True, blank=True, help_text="The last day. Empty: it stays open.")
    added_at = models.DateTimeField(default=timezone.now, editable=False, serialize=False)
    changed_at = ChangedAtField()
    search_text = FoldedField(names=1, sources=("title", "text"))

    url_name = "opening"

    objects = OpeningQuerySet.as_manager()

    class Meta:
        ordering = [F("closes").asc(nulls_last=True), "title"]

    def __str__(self) -> str:
        return self.title

    def is_open(self, at: datetime.date) -> bool:
        """Say whether one can still apply on the day ``at``. The twin of OpeningQuerySet.open."""
        return self.closes is None or self.closes >= at


class PageQuerySet(PublishableQuerySet, SearchedQuerySet, AddressedQuerySet):
    """Pages are found by their address, by words and by who may see them."""


class Page(Publishable):
    """A page of the lab's own words, such as how to join."""

    title = models.CharField(max_length=100)
    text = MarkdownField(blank=True, help_text="In Markdown.")
    text_html: str
    place = models.PositiveSmallIntegerField(
        "place in the navigation",
        null=True,
        blank=True,
        help_text="1 comes first. Empty: the page isn't in the navigation.",
    )
    changed_at = ChangedAtField()
    search_text = FoldedField(names=1, sources=("title", "text"))

    url_name = "page"

    objects = PageQuerySet.as_manager()

    class Meta:
        ordering = [F("place").asc(nulls_last=True), "title"]

    def __str__(self) -> str:
        return self.title

    def clean(self) -> None:
        super().clean()
        slug = self.slug or slug_of(self.title)
        if slug in dict(settings.LANGUAGES) or resolve(reverse("page", args=[slug])).url_name != "page":
            raise ValidationError({"slug": "The site has another page at this address; choose another."})


class ProjectQuerySet(AboutQuerySet, PeriodQuerySet):
    """Projects are found by their address, by words and by the days they last."""


class Project(Period, Addressed):
    """A theme of the lab's research, or a funded project: who works on it and what came of it."""

    title = models.CharField(max_length=200)
    summary = models.CharField(max_length=300, blank=True, help_text="What it is about, in one sentence.")
    picture = PictureField(
        upload_to="projects",
        width_field="picture_width",
        height_field="picture_height",
        blank=True,
        help_text="JPEG, PNG or WebP.",
    )
    picture_width = models.PositiveIntegerField(null=True, editable=False)
    picture_height = models.PositiveIntegerField(null=True, editable=False)
    picture_alt = models.CharField(
        "picture description",
        max_length=200,
        blank=True,
        help_text="What the picture shows, for those who don't see it.",
    )
    text = MarkdownField(blank=True, help_text="In Markdown.")
    text_html: str
    funding = models.TextField(blank=True, help_text="Who pays for it, with the grant's number: one a line.")
    people = models.ManyToManyField("people.Person", blank=True, related_name="projects")
    publications = models.ManyToManyField("publications.Publication", blank=True, related_name="projects")
    changed_at = ChangedAtField()
    search_text = FoldedField(names=1, sources=("title", "summary", "text", "funding"))

    url_name = "project"

    objects = ProjectQuerySet.as_manager()

    class Meta:
        ordering = ["-start", "title"]

    def __str__(self) -> str:
        return self.title
