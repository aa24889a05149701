import re

from django.conf import settings
from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator, URLValidator
from django.db import models
from django.db.models import Exists, F, Prefetch, Q, Subquery
from django.db.models.functions import Lower
from django.urls import resolve, reverse
from django.utils import timezone

from labsite import colours, content_version
from labsite.addresses import Addressed, AddressedQuerySet, slug_of
from labsite.changes import ChangedAtField
from labsite.folding import FoldedField
from labsite.languages import validate_language_tag
from labsite.licences import licence_url
from labsite.lines import lines_of
from labsite.markdown import MarkdownField
from labsite.natural_keys import NaturalKeyed
from labsite.periods import PartialDateField, Period, PeriodQuerySet
from labsite.pictures import PictureField
from labsite.ranking import SearchedQuerySet, in_names
from labsite.rows_as_json import JSONRow, RowsAsJSON
from people.models import Membership, Person

HEX_COLOUR = r"^#[0-9a-fA-F]{6}$"


class UserManager(BaseUserManager):
    def create_user(self, email, password=None, **fields):
        user = self.model(email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email, password=None, **fields):
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, email):
        """Find a login whatever the case of the address that was typed."""
        return self.get(email__iexact=email)


class User(AbstractUser):
    """A login, by e-mail address. A lab member's login belongs to their Person."""

    username = None  # type: ignore[assignment]
    email = models.EmailField("e-mail address", unique=True)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: list[str] = []

    objects = UserManager()  # type: ignore[assignment,misc]

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                name="unique_email_whatever_its_case",
                violation_error_message="Somebody already signs in with this e-mail address.",
            )
        ]

    def __str__(self):
        return self.email


class LabQuerySet(models.QuerySet):
    def get_by_natural_key(self):
        return self.get()

    def current(self, at):
        """Return the lab's row on the day ``at``, or an unsaved one with neutral values while there is none.

        Every page also needs the content version and the places that its head leads to, so they come along in the
        one query: as ``content_version``, ``navigation_pages``, ``has_projects`` and ``has_openings``.
        """
        lab = self.annotate(
            content_version=Subquery(ContentVersion.objects.values("number")[:1]),
            navigation_pages=RowsAsJSON(Page.objects.in_navigation()),
            has_projects=Exists(Project.objects.all()),
            has_openings=Exists(Opening.objects.open(at)),
        ).first()
        return lab or Lab.before_the_first(at)


class Lab(models.Model):
    """The lab itself: one row, from which every page takes its name."""

    name = models.CharField(max_length=100, default="Research Lab")
    tagline = models.CharField(max_length=200, blank=True, help_text="One line: what the lab studies.")
    about = MarkdownField(blank=True, help_text="A paragraph or two for the home page, in Markdown.")
    address = models.TextField(blank=True, help_text="Postal address, one part a line.")
    email = models.EmailField("e-mail address", blank=True, help_text="For those who want to reach the lab.")
    contact = MarkdownField("how to join or reach us", blank=True, help_text="In Markdown.")
    links = models.TextField(
        "the lab elsewhere",
        blank=True,
        help_text="Addresses of the lab’s other pages, such as a code forge: one a line.",
    )

    accent = models.CharField(
        "accent colour",
        max_length=7,
        blank=True,
        validators=[RegexValidator(HEX_COLOUR, "Write it as six hexadecimal digits, such as #8a2c1c.")],
        help_text="For links and marks. Empty for the site’s own.",
    )
    language = models.CharField(
        "language of the content",
        max_length=12,
        default="en",
        validators=[validate_language_tag],
        help_text="The language that texts and titles are written in, as a tag such as en or zh.",
    )
    licence = models.CharField(
        "licence of the content",
        max_length=200,
        blank=True,
        help_text="For the foot of each page: for example CC BY 4.0.",
    )

    objects = LabQuerySet.as_manager()

    natural_key_fields = ()  # there is one lab, so nothing is needed to tell it from others

    class Meta:
        verbose_name = "lab"
        verbose_name_plural = "the lab"

    def __str__(self):
        return self.name

    def natural_key(self):
        return self.natural_key_fields

    def save(self, *args, **kwargs):
        self.pk = 1
        super().save(*args, **kwargs)

    def get_absolute_url(self):
        return reverse("home")

    def clean(self):
        super().clean()
        self.accent = self.accent.lower()
        if re.match(HEX_COLOUR, self.accent) and not colours.serves(self.accent):
            raise ValidationError({"accent": _too_bright(self.accent)})
        for line in self.link_list:
            _check_web_address(line)

    @property
    def accent_url(self):
        """The address of the style sheet of the lab's accent, or nothing where the site's own colours hold."""
        is_colour = re.match(HEX_COLOUR, self.accent)
        return reverse("accent", args=[self.accent[1:].lower()]) if is_colour else ""

    @property
    def link_list(self):
        return lines_of(self.links)

    @property
    def licence_url(self):
        return licence_url(self.licence)

    @classmethod
    def before_the_first(cls, at):
        """Return a lab that is in no database, with what a page asks of LabQuerySet.current."""
        lab = cls()
        lab.content_version = content_version.current()
        lab.navigation_pages = []
        lab.has_projects = Project.objects.exists()
        lab.has_openings = Opening.objects.open(at).exists()
        return lab


def _too_bright(accent):
    ratio = colours.contrast(accent, colours.PAPER[0])
    words = f"This colour is too bright to read as text: its contrast with the page is {ratio:.1f}."
    return f"{words} Near it, {colours.near(accent)} serves."


def _check_web_address(line):
    try:
        URLValidator(schemes=["http", "https"])(line)
    except ValidationError as error:
        words = f"“{line}” is no address of a page: write one a line, each from https:// on."
        raise ValidationError({"links": words}) from error


class AboutQuerySet(SearchedQuerySet, AddressedQuerySet):
    """Rows about people and publications, found by these too."""

    def mention(self, word):
        people, papers = self.model.people.through.objects, self.model.publications.through.objects
        about = self.model.people.field.m2m_field_name()
        named = people.filter(person__in=Person.objects.named(word)).values(about)
        titled = papers.filter(in_names(word, "publication__search_text")).values(about)
        return super().mention(word) | Q(pk__in=named) | Q(pk__in=titled)


class NewsQuerySet(AboutQuerySet):
    def with_subjects(self):
        """Fetch whom and what each item is about: people with a page, and papers."""
        members = Person.objects.members()
        return self.prefetch_related(Prefetch("people", members), "publications")


class NewsItem(Addressed):
    """Something that happened, in a few lines, with the people and papers it is about."""

    title = models.CharField(max_length=200)
    date = PartialDateField(blank=False)
    text = MarkdownField(blank=True, help_text="In Markdown.")
    people = models.ManyToManyField("people.Person", blank=True, related_name="news")
    publications = models.ManyToManyField("publications.Publication", blank=True, related_name="news")
    added_at = models.DateTimeField(default=timezone.now, editable=False, serialize=False)
    changed_at = ChangedAtField()
    search_text = FoldedField(names=1, sources=("title", "text"))

    objects = NewsQuerySet.as_manager()

    class Meta:
        ordering = ["-date", "title"]

    def __str__(self):
        return self.title

    def get_absolute_url(self):
        return reverse("news-item", args=[self.slug])


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
    funding = models.TextField(blank=True, help_text="Who pays for it, with the grant's number: one a line.")
    people = models.ManyToManyField("people.Person", blank=True, related_name="projects")
    publications = models.ManyToManyField("publications.Publication", blank=True, related_name="projects")
    changed_at = ChangedAtField()
    search_text = FoldedField(names=1, sources=("title", "summary", "text", "funding"))

    objects = ProjectQuerySet.as_manager()

    class Meta:
        ordering = ["-start", "title"]

    def __str__(self):
        return self.title

    def get_absolute_url(self):
        return reverse("project", args=[self.slug])

    @property
    def funding_list(self):
        return lines_of(self.funding)


class PageQuerySet(SearchedQuerySet, AddressedQuerySet):
    def in_navigation(self):
        """What the head of every page needs of the pages it leads to, as one JSON value each."""
        pages = self.filter(place__isnull=False).order_by("place", "title")
        return pages.annotate(row=JSONRow(slug="slug", title="title")).values("row")


class Page(Addressed):
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


class OpeningQuerySet(SearchedQuerySet, AddressedQuerySet):
    def open(self, at):
        """Those that one can still apply for on the day ``at``. The twin of Opening.is_open."""
        return self.filter(Q(closes__isnull=True) | Q(closes__gte=at))


class Opening(Addressed):
    """A place in the lab that one can apply for, until the day on which it closes."""

    title = models.CharField(max_length=200, help_text="For example Two PhD students in systems for machine learning.")
    role = models.CharField(max_length=20, choices=Membership.Role, default=Membership.Role.PHD_STUDENT)
    text = MarkdownField(blank=True, help_text="What it is about, whom you look for and how to apply, in Markdown.")
    closes = models.DateField("closing date", null=True, blank=True, help_text="The last day. Empty: it stays open.")
    added_at = models.DateTimeField(default=timezone.now, editable=False, serialize=False)
    changed_at = ChangedAtField()
    search_text = FoldedField(names=1, sources=("title", "text"))

    objects = OpeningQuerySet.as_manager()

    class Meta:
        ordering = [F("closes").asc(nulls_last=True), "title"]

    def __str__(self):
        return self.title

    def get_absolute_url(self):
        return reverse("opening", args=[self.slug])

    def is_open(self, at):
        """Say whether one can still apply on the day ``at``. The twin of OpeningQuerySet.open."""
        return self.closes is None or self.closes >= at


class TextPicture(models.Model):
    """A picture uploaded into a Markdown text: the row that its file belongs to."""

    image = PictureField(upload_to="text", width_field="width", height_field="height")
    width = models.PositiveIntegerField(null=True, editable=False)
    height = models.PositiveIntegerField(null=True, editable=False)
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True)
    uploaded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-uploaded_at"]
        verbose_name = "picture in a text"
        verbose_name_plural = "pictures in texts"

    def __str__(self):
        return self.image.name


class PlantedRow(NaturalKeyed):
    """A fixture row that ``seed`` has planted in this database: it is never planted again."""

    model = models.CharField(max_length=100)
    key = models.TextField(help_text="The row's natural key in the fixture, as JSON.")
    planted_at = models.DateTimeField(auto_now_add=True)

    natural_key_fields = ("model", "key")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["model", "key"], name="unique_planted_row")]

    def __str__(self):
        return f"{self.model} {self.key}"


class ContentVersion(models.Model):
    """One number that moves with every write of content; a page rendered at it stays right until it moves."""

    number = models.PositiveBigIntegerField(default=0)

    def __str__(self):
        return str(self.number)
