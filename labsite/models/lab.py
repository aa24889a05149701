"""The lab as a whole, and where each page of it leads."""

import datetime
import re
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator, URLValidator
from django.db import models
from django.db.models import Exists, Value
from django.urls import reverse

from labsite.drawing import colours
from labsite.modelling.rows_as_json import JSONRow, RowsAsJSON
from labsite.texts.languages import validate_language_tag
from labsite.texts.markdown import MarkdownField
from labsite.texts.plain_text import lines_of

from .pages import Opening, Page, Project

LONG_AGO = Value(datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC))  # when a row appeared where none has
CREATIVE_COMMONS = re.compile(r"CC[ -](?P<terms>BY(?:-(?:NC|SA|ND))*)[ -](?P<version>\d\.\d)", re.IGNORECASE)
ZERO = re.compile(r"CC0(?:[ -]1\.0)?", re.IGNORECASE)
HEX_COLOUR = r"^#[0-9a-fA-F]{6}$"


class LabQuerySet(models.QuerySet):
    def get_by_natural_key(self) -> Any:
        return self.get()

    def current(self, at: datetime.date) -> Any:
        """Return the lab's row on the day ``at``, or an unsaved one with neutral values while there is none.

        Every page also needs the places that its head leads to, so they come along in the one query, as
        ``navigation_pages``, ``has_projects`` and ``has_openings``.
        """
        pages = Page.objects.published().filter(place__isnull=False).order_by("place", "title")
        lab = self.annotate(
            navigation_pages=RowsAsJSON(pages.annotate(row=JSONRow(slug="slug", title="title")).values("row")),
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

    needs_approval = models.BooleanField(
        "an editor approves new papers",
        default=False,
        help_text="A paper that a member adds then appears once an editor has approved it.",
    )

    shows_privacy = models.BooleanField(
        "a page about privacy",
        default=False,
        help_text="At /privacy/, in the foot of each page: what this site keeps about people, and for how long.",
    )
    privacy = MarkdownField(
        "your own words about privacy",
        blank=True,
        help_text="At the head of that page, in Markdown: who answers for it, whom to write to, what else you keep.",
    )

    objects = LabQuerySet.as_manager()

    natural_key_fields = ()  # there is one lab, so nothing is needed to tell it from others

    class Meta:
        verbose_name = "lab"
        verbose_name_plural = "the lab"

    def __str__(self) -> str:
        return self.name

    def natural_key(self) -> tuple[()]:
        return self.natural_key_fields

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.pk = 1
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("home")

    def clean(self) -> None:
        super().clean()
        self.accent = self.accent.lower()
        if re.match(HEX_COLOUR, self.accent) and not colours.serves(self.accent):
            raise ValidationError({"accent": _too_bright(self.accent)})
        for line in lines_of(self.links):
            _check_web_address(line)

    @property
    def accent_url(self) -> str:
        """The address of the style sheet of the lab's accent, or nothing where the site's own colours hold."""
        is_colour = re.match(HEX_COLOUR, self.accent)
        return reverse("accent", args=[self.accent[1:].lower()]) if is_colour else ""

    @property
    def licence_url(self) -> str:
        """Where a Creative Commons licence is written, https://creativecommons.org/licenses/; nothing for others."""
        if ZERO.fullmatch(self.licence):
            return "https://creativecommons.org/publicdomain/zero/1.0/"
        match = CREATIVE_COMMONS.fullmatch(self.licence)
        return f"https://creativecommons.org/licenses/{match['terms'].lower()}/{match['version']}/" if match else ""

    @classmethod
    def before_the_first(cls, at: datetime.date) -> Any:
        """Return a lab that is in no database, with what a page asks of LabQuerySet.current."""
        lab: Any = cls()
        lab.navigation_pages = []
        lab.has_projects = Project.objects.exists()
        lab.has_openings = Opening.objects.open(at).exists()
        return lab


def _too_bright(accent: str) -> str:
    ratio = colours.contrast(accent, colours.PAPER[0])
    words = f"This colour is too bright to read as text: its contrast with the page is {ratio:.1f}."
    return f"{words} Near it, {colours.near(accent)} serves."


def _check_web_address(line: str) -> None:
    try:
        URLValidator(schemes=["http", "https"])(line)
    except ValidationError as error:
        words = f"“{line}” is no address of a page: write one a line, each from https:// on."
        raise ValidationError({"links": words}) from error
