from django.conf import settings
from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Subquery
from django.urls import reverse

from . import content_version
from .addresses import Addressed, AddressedQuerySet
from .markdown import MarkdownField
from .natural_keys import NaturalKeyed
from .periods import PartialDateField
from .pictures import PictureField


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

    def __str__(self):
        return self.email


class LabQuerySet(models.QuerySet):
    def get_by_natural_key(self):
        return self.get()

    def current(self):
        """Return the lab's row, or an unsaved one with neutral values while there is none.

        Every page needs the content version too, so it comes along as ``content_version``.
        """
        version = ContentVersion.objects.values("number")[:1]
        lab = self.annotate(content_version=Subquery(version)).first() or Lab()
        if lab.pk is None:
            lab.content_version = content_version.current()
        return lab


class Lab(models.Model):
    """The lab itself: one row, from which every page takes its name."""

    name = models.CharField(max_length=100, default="Research Lab")
    tagline = models.CharField(max_length=200, blank=True, help_text="One line: what the lab studies.")
    about = MarkdownField(blank=True, help_text="A paragraph or two for the home page, in Markdown.")
    address = models.TextField(blank=True, help_text="Postal address, one part a line.")
    email = models.EmailField("e-mail address", blank=True, help_text="For those who want to reach the lab.")
    contact = MarkdownField("how to join or reach us", blank=True, help_text="In Markdown.")

    natural_key_fields = ()  # there is one lab, so nothing is needed to tell it from others

    objects = LabQuerySet.as_manager()

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


class NewsItem(Addressed):
    """Something that happened, in a few lines, with the people and papers it is about."""

    title = models.CharField(max_length=200)
    date = PartialDateField(blank=False)
    text = MarkdownField(blank=True, help_text="In Markdown.")
    people = models.ManyToManyField("people.Person", blank=True, related_name="news")
    publications = models.ManyToManyField("publications.Publication", blank=True, related_name="news")

    objects = AddressedQuerySet.as_manager()

    class Meta:
        ordering = ["-date", "title"]

    def __str__(self):
        return self.title

    def get_absolute_url(self):
        return reverse("news") + f"#{self.slug}"


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
