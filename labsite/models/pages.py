"""What the lab publishes beside its papers: news, projects, openings, and pages of its own words."""

import datetime
import re
from collections.abc import Iterable
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import models
from django.db.models import Count, F, Prefetch, Q, Value
from django.urls import resolve, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _

from labsite.modelling.addresses import Addressed, AddressedQuerySet, slug_of
from labsite.modelling.natural_keys import NaturalKeyed, NaturalKeyQuerySet
from labsite.modelling.periods import PartialDateField, Period, PeriodQuerySet
from labsite.modelling.pictures import PictureField, PictureFile
from labsite.modelling.publishing import ChangedAtField, Publishable, PublishableQuerySet, is_public
from labsite.modelling.ranking import SearchedQuerySet, in_names
from labsite.texts.folding import FoldedField
from labsite.texts.languages import SECOND_TEXT
from labsite.texts.markdown import MarkdownField
from labsite.texts.plain_text import first_paragraph, first_sentences, lines_of, plain, sentences, shortened
from people.models import Membership, Person
from publications.models import Link, Publication

from .upkeep import pictures_in

# Addresses of the site's own pages at whose head the lab's page of the same address stands.
JOIN, CONTACT = ADDED_TO = ("join", "contact")
MAX_LABEL_LENGTH = 30  # characters of a summary that is a topic rather than a sentence
MAX_NEWS_LENGTH = 300  # characters of an item in a list
HOSTS = {
    Link.Kind.CODE: re.compile(r"^(?:github|gitlab|bitbucket|codeberg)\.|^git(?:lab)?\."),
    Link.Kind.DATA: re.compile(r"^(?:zenodo|figshare|osf|dataverse|kaggle)\.|^huggingface\."),
    Link.Kind.VIDEO: re.compile(r"^(?:youtube|vimeo)\.|^youtu\.be$"),
}


class AboutQuerySet(SearchedQuerySet, AddressedQuerySet):
    """Rows about people and publications, found by these too, if these are public."""

    def elsewhere(self, word: Any) -> Iterable[models.QuerySet[Any]]:
        people, papers = self.model.people.through.objects, self.model.publications.through.objects
        about = self.model.people.field.m2m_field_name()
        yield people.filter(person__in=Person.objects.named(word)).values(about)
        titled = Publication.objects.published().filter(in_names(word), pk__in=papers.values("publication"))
        yield papers.filter(publication__in=titled.order_by().values("pk")).values(about)


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
    text = MarkdownField(blank=True, help_text=_("In Markdown."))
    text_html: str
    title_second = models.CharField(_("title in the other language"), max_length=200, **SECOND_TEXT)
    text_second = MarkdownField(_("text in the other language"), **SECOND_TEXT)
    text_second_html: str
    people = models.ManyToManyField("people.Person", blank=True, related_name="news")
    publications = models.ManyToManyField("publications.Publication", blank=True, related_name="news")
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
        serialize=False,  # accounts belong to one installation
    )
    added_at = models.DateTimeField(default=timezone.now, editable=False, serialize=False)
    changed_at = ChangedAtField()
    search_text = FoldedField(names=2, sources=("title", "title_second", "text", "text_second"))

    url_name = "news-item"
    picture: PictureFile | None = None  # by find_pictures()

    objects = NewsQuerySet.as_manager()

    class Meta:
        ordering = ["-date", "title"]

    def __str__(self) -> str:
        return self.title

    @property
    def beginning(self) -> str:
        """The HTML of its first paragraph, without the end of a long one: what lists show."""
        paragraph = first_paragraph(self.text_html)
        words = plain(paragraph)
        return (
            paragraph if len(words) <= MAX_NEWS_LENGTH else format_html("<p>{}</p>", shortened(words, MAX_NEWS_LENGTH))
        )

    @property
    def goes_on(self) -> bool:
        """Whether there is more of it than its beginning."""
        return self.beginning != self.text_html.strip()

    @staticmethod
    def find_pictures(items: Iterable["NewsItem"]) -> None:
        """Let each item have the first picture of its text as its ``picture``."""
        files = pictures_in(*(item.text_html for item in items))
        for item in items:
            item.picture = next((file for url, file in files.items() if f'"{url}"' in item.text_html), None)


class OpeningQuerySet(SearchedQuerySet, AddressedQuerySet):
    def open(self, at: datetime.date | Value) -> Self:
        """Those that one can still apply for on the day ``at``. The twin of Opening.is_open."""
        return self.filter(Q(closes__isnull=True) | Q(closes__gte=at))


class ApplicantKindQuerySet(SearchedQuerySet, NaturalKeyQuerySet):
    """Kinds of applicants are found by words and by their titles."""


class Opening(Addressed):
    """A place in the lab that one can apply for, until the day on which it closes."""

    title = models.CharField(
        max_length=200, help_text=_("For example Two PhD students in systems for machine learning.")
    )
    role = models.CharField(max_length=20, choices=Membership.Role, default=Membership.Role.PHD_STUDENT)
    text = MarkdownField(
        blank=True, help_text=_("What it is about, whom you are looking for and how to apply, in Markdown.")
    )
    text_html: str
    title_second = models.CharField(_("title in the other language"), max_length=200, **SECOND_TEXT)
    text_second = MarkdownField(_("text in the other language"), **SECOND_TEXT)
    text_second_html: str
    closes = models.DateField(
        _("closing date"), null=True, blank=True, help_text=_("The last day to apply. Leave empty if it stays open.")
    )
    added_at = models.DateTimeField(default=timezone.now, editable=False, serialize=False)
    changed_at = ChangedAtField()
    search_text = FoldedField(names=2, sources=("title", "title_second", "text", "text_second"))

    url_name = "opening"

    objects = OpeningQuerySet.as_manager()

    class Meta:
        ordering = [F("closes").asc(nulls_last=True), "title"]

    def __str__(self) -> str:
        return self.title

    def is_open(self, at: datetime.date) -> bool:
        """Say whether one can still apply on the day ``at``. The twin of OpeningQuerySet.open."""
        return self.closes is None or self.closes >= at


class ApplicantKind(NaturalKeyed):
    """Those whom the lab wants to hear from, such as PhD students: what holds for them at any time."""

    title = models.CharField(
        _("kind of applicant"), max_length=100, unique=True, help_text=_("For example PhD students, or Visitors.")
    )
    text = MarkdownField(
        help_text=_("Whom you are looking for, when, what to send and to whom, and how they are funded, in Markdown.")
    )
    text_html: str
    title_second = models.CharField(_("kind of applicant in the other language"), max_length=100, **SECOND_TEXT)
    text_second = MarkdownField(_("text in the other language"), **SECOND_TEXT)
    text_second_html: str
    place = models.PositiveSmallIntegerField(default=0, help_text=_("Lower numbers first."))
    changed_at = ChangedAtField()
    search_text = FoldedField(names=2, sources=("title", "title_second", "text", "text_second"))

    objects = ApplicantKindQuerySet.as_manager()

    natural_key_fields = ("title",)

    class Meta:
        ordering = ["place", "title"]
        verbose_name = _("kind of applicant")
        verbose_name_plural = _("kinds of applicant")

    def __str__(self) -> str:
        return self.title

    @property
    def anchor(self) -> str:
        """Where it stands on the page about joining."""
        return slug_of(self.title)

    def get_absolute_url(self) -> str:
        return f"{reverse('openings')}#{self.anchor}"


class PageQuerySet(PublishableQuerySet, SearchedQuerySet, AddressedQuerySet):
    """Pages are found by their address, by words and by who may see them."""

    def in_menu(self) -> Self:
        """Those that have a place in the menu, in its order."""
        return self.published().filter(place__isnull=False).exclude(slug=JOIN).order_by("place", "title")


class Page(Publishable):
    """A page of the lab's own words, such as how to join."""

    title = models.CharField(max_length=100)
    text = MarkdownField(blank=True, help_text=_("In Markdown."))
    text_html: str
    title_second = models.CharField(_("title in the other language"), max_length=100, **SECOND_TEXT)
    text_second = MarkdownField(_("text in the other language"), **SECOND_TEXT)
    text_second_html: str
    place = models.PositiveSmallIntegerField(
        _("position in the menu"),
        null=True,
        blank=True,
        help_text=_(
            "Lower numbers first, among the sections of the site: People has 10, Publications 20, Projects 30, "
            "News 40 and Openings 50, unless the lab chose otherwise. Leave empty to keep the page out of the menu."
        ),
    )
    changed_at = ChangedAtField()
    search_text = FoldedField(names=2, sources=("title", "title_second", "text", "text_second"))

    url_name = "page"

    objects = PageQuerySet.as_manager()

    class Meta:
        ordering = [F("place").asc(nulls_last=True), "title"]

    def __str__(self) -> str:
        return self.title

    def clean(self) -> None:
        super().clean()
        slug = self.slug or slug_of(self.title)
        is_taken = slug in dict(settings.LANGUAGES) or resolve(reverse("page", args=[slug])).url_name != "page"
        if is_taken and slug not in ADDED_TO:
            raise ValidationError({"slug": gettext("The site already has a page at this address; choose another.")})


class ProjectQuerySet(AboutQuerySet, PeriodQuerySet):
    """Projects are found by their address, by words and by the days they last."""

    def in_brief(self) -> Self:
        """Fetch what a project's row in a list shows: its members, and how many published papers it has."""
        papers = Count("publications", filter=is_public("publications"))
        return self.annotate(paper_count=papers).prefetch_related(Prefetch("people", Person.objects.members()))


class ProjectLink(NamedTuple):
    """A page of a project elsewhere: what kind it is, what it is called, and its address."""

    kind: str
    name: str
    address: str


class Project(Period, Addressed):
    """A theme of the lab's research, or a funded project: who works on it and what came of it."""

    title = models.CharField(max_length=200)
    summary = models.CharField(max_length=300, blank=True, help_text=_("What it is about, in one sentence."))
    picture = PictureField(
        upload_to="projects",
        width_field="picture_width",
        height_field="picture_height",
        blank=True,
        help_text=_("JPEG, PNG or WebP."),
    )
    picture_width = models.PositiveIntegerField(null=True, editable=False)
    picture_height = models.PositiveIntegerField(null=True, editable=False)
    picture_alt = models.CharField(
        _("picture description"),
        max_length=200,
        blank=True,
        help_text=_("What the picture shows, for people who can’t see it."),
    )
    text = MarkdownField(blank=True, help_text=_("In Markdown."))
    text_html: str
    title_second = models.CharField(_("title in the other language"), max_length=200, **SECOND_TEXT)
    summary_second = models.CharField(_("summary in the other language"), max_length=300, **SECOND_TEXT)
    text_second = MarkdownField(_("text in the other language"), **SECOND_TEXT)
    text_second_html: str
    funding = models.TextField(blank=True, help_text=_("The funder and the grant’s number, one grant per line."))
    links = models.TextField(
        _("code, data and other pages"),
        blank=True,
        default="",
        db_default="",
        help_text=_(
            "Addresses, one per line, each with a name before it if you like: Simulator https://lab.example/sim"
        ),
    )
    people = models.ManyToManyField("people.Person", blank=True, related_name="projects")
    publications = models.ManyToManyField("publications.Publication", blank=True, related_name="projects")
    changed_at = ChangedAtField()
    search_text = FoldedField(
        names=2, sources=("title", "title_second", "summary", "text", "funding", "summary_second", "text_second")
    )

    paper_count: int  # by in_brief()

    url_name = "project"

    objects = ProjectQuerySet.as_manager()

    class Meta:
        ordering = ["-start", "title"]

    def __str__(self) -> str:
        return self.title

    def clean(self) -> None:
        super().clean()
        for line in lines_of(self.links):
            try:
                URLValidator(schemes=["http", "https"])(line.split()[-1])
            except ValidationError as error:
                words = gettext("“%(line)s” doesn’t end with the address of a page that starts with https://.")
                raise ValidationError({"links": words % {"line": line}}) from error

    @property
    def sentence(self) -> str:
        """What it is about, for a list: the summary, or the text's first sentence, before which a mere label stays."""
        if len(self.summary) > MAX_LABEL_LENGTH:
            return self.summary
        words = first_sentences(plain(first_paragraph(self.text_html)), 1)
        return sentences(self.summary, words) if words else self.summary

    @property
    def named_links(self) -> list[ProjectLink]:
        """Its pages elsewhere; what has no name is called by what the host keeps, else by the host."""
        links = []
        for line in lines_of(self.links):
            name, _space, address = line.rpartition(" ")
            host = urlsplit(address).netloc.removeprefix("www.")
            kind = next((kind for kind, hosts in HOSTS.items() if hosts.search(host)), Link.Kind.OTHER)
            default = host if kind == Link.Kind.OTHER else str(kind.label)
            links.append(ProjectLink(kind, name.strip(" :–-") or default, address))
        return links
