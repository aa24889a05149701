"""The lab as a whole, and where each page of it leads."""

import datetime
import json
import re
from copy import copy
from functools import reduce
from operator import attrgetter, or_
from typing import Any, Self

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator, URLValidator
from django.db import models
from django.db.models import Exists, Value
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _

from labsite.drawing import colours
from labsite.modelling.pictures import PictureField, rendition_content
from labsite.modelling.prepared import JSONRow, RowsAsJSON, prepared
from labsite.texts.languages import SECOND_TEXT, exchange, speaks_second, validate_language_tag
from labsite.texts.markdown import MarkdownField
from labsite.texts.plain_text import lines_of
from publications.citations.identifiers import INDEXES

from .identity import Section, Sponsor, menu_pages
from .pages import Page

LONG_AGO = Value(datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC))  # when a row appeared where none has
CREATIVE_COMMONS = re.compile(r"CC[ -](?P<terms>BY(?:-(?:NC|SA|ND))*)[ -](?P<version>\d\.\d)", re.IGNORECASE)
ZERO = re.compile(r"CC0(?:[ -]1\.0)?", re.IGNORECASE)
# Pages that institutions must show, by their addresses. Of each the lab has a field with its own words, and a tick.
STATEMENTS = {"privacy": _("Privacy"), "accessibility": _("Accessibility"), "imprint": _("Imprint")}
LOGO_WIDTH = 480  # pixels
FRAME = ("section_rows", "sponsor_rows", "page_rows", "is_content")  # what comes with the lab's row
PAGE_COLUMNS = ("id", "slug", "title", "title_second", "place")
HEX_COLOUR = r"^#[0-9a-fA-F]{6}$"


class LabQuerySet(models.QuerySet):
    def get_by_natural_key(self) -> Any:
        return self.get()

    def current(self) -> Any:
        """Return the lab's row, or an unsaved one with neutral values while there is none.

        Every page also needs what its frame shows, so that comes along in the one query: the rows of Section, of
        Sponsor and of pages in the menu, and of each list page whether there ``is_content``.
        """
        for lab in self.raw(*_with_frame.statement()):
            return lab.with_frame({name: json.loads(getattr(lab, name)) for name in FRAME})
        contents = {page.name: page.content for page in menu_pages() if page.rows}
        frame = {
            "section_rows": list(Section.objects.values()),
            "sponsor_rows": list(Sponsor.objects.values()),
            "page_rows": list(Page.objects.in_menu().values(*PAGE_COLUMNS)),
            "is_content": {name: any(rows.exists() for rows in content) for name, content in contents.items()},
        }
        return Lab(shows_first_steps=True).with_frame(frame)


@prepared
def _with_frame() -> Any:
    frame = {
        "section_rows": _as_json(Section.objects.all()),
        "sponsor_rows": _as_json(Sponsor.objects.all()),
        "page_rows": _as_json(Page.objects.in_menu(), *PAGE_COLUMNS),
        "is_content": JSONRow(
            **{page.name: reduce(or_, map(Exists, page.content)) for page in menu_pages() if page.rows}
        ),
    }
    return Lab.objects.annotate(**frame).order_by("pk")[:1]


def _as_json(rows: Any, *names: str) -> RowsAsJSON:
    names = names or tuple(field.attname for field in rows.model._meta.concrete_fields)
    return RowsAsJSON(rows.annotate(row=JSONRow(**dict(zip(names, names, strict=True)))).values("row"))


class Lab(models.Model):
    """The lab itself: one row, from which every page takes its name."""

    class Typefaces(models.TextChoices):
        OF_THE_LOOK = "serif-titles", _("Those of the look")
        SERIF = "serif", _("Titles and text with serifs: like a book")
        SANS = "sans", _("Titles and text without serifs: plain and modern")

    class Look(models.TextChoices):
        JOURNAL = "journal", _("Journal: titles with serifs on warm white, and dense lists")
        INSTITUTE = "institute", _("Institute: no serifs, cool white, large pictures and much room")
        BROADSHEET = (
            "broadsheet",
            _("Broadsheet: a masthead, heavy headlines, lines between columns, and portraits in grey"),
        )

    name = models.CharField(max_length=100, default="Research Lab")
    tagline = models.CharField(
        _("tagline"),
        max_length=200,
        blank=True,
        help_text=_("What the lab does, in one sentence: the first words of the home page."),
    )
    about = MarkdownField(blank=True, help_text=_("A paragraph or two for the home page, in Markdown."))
    parent = models.CharField(
        _("parent organisation"),
        max_length=200,
        blank=True,
        help_text=_("What the lab belongs to, such as a department or a university."),
    )
    parent_url = models.URLField(_("its website"), blank=True)
    address = models.TextField(blank=True, help_text=_("Postal address, one part per line."))
    map_url = models.URLField(
        _("map"),
        blank=True,
        max_length=500,
        help_text=_("A link to the address on a map."),
    )
    email = models.EmailField(_("e-mail address"), blank=True, help_text=_("For people who want to reach the lab."))
    contact = MarkdownField(_("how to join or reach us"), blank=True, help_text=_("In Markdown."))
    links = models.TextField(
        _("the lab on other sites"),
        blank=True,
        help_text=_("Addresses of the lab’s other pages, such as its code repositories: one per line."),
    )

    name_second = models.CharField(_("name in the other language"), max_length=100, **SECOND_TEXT)
    tagline_second = models.CharField(_("tagline in the other language"), max_length=200, **SECOND_TEXT)
    about_second = MarkdownField(_("about in the other language"), **SECOND_TEXT)
    parent_second = models.CharField(_("parent organisation in the other language"), max_length=200, **SECOND_TEXT)
    address_second = models.TextField(_("address in the other language"), **SECOND_TEXT)
    contact_second = MarkdownField(_("how to join or reach us, in the other language"), **SECOND_TEXT)

    picture = PictureField(
        _("group picture"),
        upload_to="lab",
        width_field="picture_width",
        height_field="picture_height",
        blank=True,
        help_text=_("For the home page: the people, or what they work on. JPEG, PNG or WebP."),
    )
    picture_width = models.PositiveIntegerField(null=True, editable=False)
    picture_height = models.PositiveIntegerField(null=True, editable=False)
    picture_alt = models.CharField(
        _("picture description"),
        max_length=200,
        blank=True,
        help_text=_("What the picture shows, for people who can’t see it."),
    )
    picture_caption = models.CharField(
        _("caption"),
        max_length=200,
        blank=True,
        help_text=_("Shown under the picture: when and where it was taken, and by whom."),
    )

    logo = PictureField(
        upload_to="lab",
        width_field="logo_width",
        height_field="logo_height",
        blank=True,
        help_text=_(
            "Shown before the lab’s name, as the site’s icon and on shared cards. PNG or WebP, preferably with a "
            "transparent background and about as wide as high."
        ),
    )
    logo_width = models.PositiveIntegerField(null=True, editable=False)
    logo_height = models.PositiveIntegerField(null=True, editable=False)
    logo_dark = PictureField(
        _("logo for dark mode"),
        upload_to="lab",
        width_field="logo_dark_width",
        height_field="logo_dark_height",
        blank=True,
        help_text=_("Used in dark mode, if the other one can’t be seen there."),
    )
    logo_dark_width = models.PositiveIntegerField(null=True, editable=False)
    logo_dark_height = models.PositiveIntegerField(null=True, editable=False)
    look = models.CharField(
        _("look"), max_length=20, choices=Look, default=Look.JOURNAL, db_default=Look.JOURNAL.value
    )
    typefaces = models.CharField(max_length=20, choices=Typefaces, default=Typefaces.OF_THE_LOOK)
    accent = models.CharField(
        _("accent colour"),
        max_length=7,
        blank=True,
        validators=[RegexValidator(HEX_COLOUR, _("Enter six hexadecimal digits, such as #8a2c1c."))],
        help_text=_("For links and highlights. Leave empty for the default."),
    )
    language = models.CharField(
        _("language of the content"),
        max_length=12,
        default="en",
        validators=[validate_language_tag],
        help_text=_("The language that texts and titles are written in, as a tag such as en or zh."),
    )
    licence = models.CharField(
        _("licence of the content"),
        max_length=200,
        blank=True,
        help_text=_("Shown at the foot of each page, for example CC BY 4.0."),
    )

    needs_approval = models.BooleanField(
        _("an editor approves new papers"),
        default=False,
        help_text=_("Papers that members add then appear only once an editor has approved them."),
    )
    finds_papers_at = models.CharField(
        _("where to look for papers"),
        max_length=20,
        choices=[("", _("Nowhere")), *((key, index.name) for key, index in INDEXES.items())],
        default="semantic-scholar",
        blank=True,
        help_text=_("A paper without a file or link then links to a search for its title there."),
    )

    shows_confirmations = models.BooleanField(
        _("when members checked their pages"),
        default=False,
        help_text=_("Shown at the foot of a profile: the month in which its owner last confirmed it."),
    )

    is_published = models.BooleanField(
        _("published"),
        default=True,
        help_text=_(
            "If unticked, visitors see only that this site is under construction; people who can sign in see "
            "everything."
        ),
    )
    shows_first_steps = models.BooleanField(
        _("the first steps"),
        default=False,
        help_text=_("Shown at the top of the editing pages, to administrators: what a new lab needs."),
    )

    shows_privacy = models.BooleanField(
        _("a page about privacy"),
        default=False,
        help_text=_(
            "At /privacy/, linked at the foot of each page: what this site keeps about people, and for how long."
        ),
    )
    privacy = MarkdownField(
        _("your own text about privacy"),
        blank=True,
        help_text=_(
            "Shown at the top of that page, in Markdown: who is responsible, whom to contact, and what else you keep."
        ),
    )
    shows_accessibility = models.BooleanField(
        _("a page about accessibility"),
        default=False,
        help_text=_("At /accessibility/: what has been tested, and what may be hard to use."),
    )
    accessibility = MarkdownField(
        _("your own text about accessibility"),
        blank=True,
        help_text=_(
            "Shown at the top of that page: which law applies, whom to ask, and what is known to be hard to use."
        ),
    )
    shows_imprint = models.BooleanField(
        _("an imprint"),
        default=False,
        help_text=_("At /imprint/: who is behind this site, with the name, address and e-mail address from above."),
    )
    imprint = MarkdownField(
        _("your own text in the imprint"),
        blank=True,
        help_text=_("Shown at its top: who is responsible, and what the law of your country requires."),
    )

    frame: dict[str, Any]  # by with_frame(), as all below
    sections: dict[str, Section]  # the list pages by their names, in the order of the menu
    navigation_pages: list[Page]  # the lab's own in the menu
    sponsors: list[Sponsor]

    objects = LabQuerySet.as_manager()

    natural_key_fields = ()  # there is one lab, so nothing is needed to tell it from others

    class Meta:
        verbose_name = _("lab")
        verbose_name_plural = _("the lab")

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
        near = colours.near(self.accent) if re.match(HEX_COLOUR, self.accent) else self.accent
        if near != self.accent:
            words = gettext(
                "This colour is too bright to read as text: its contrast with the page is %(ratio)s. A similar one "
                "that works is %(near)s."
            )
            ratio = colours.contrast(self.accent, colours.PAPER[0])
            raise ValidationError({"accent": words % {"ratio": f"{ratio:.1f}", "near": near}})
        for line in lines_of(self.links):
            try:
                URLValidator(schemes=["http", "https"])(line)
            except ValidationError as error:
                words = gettext(
                    "“%(line)s” isn’t the address of a page: enter one per line, each starting with https://."
                )
                raise ValidationError({"links": words % {"line": line}}) from error

    @property
    def notices(self) -> dict[str, str]:
        """The titles of the page about reaching the lab and of STATEMENTS, by name, as far as it has such pages."""
        contact = {"contact": gettext("Contact")} if self.address or self.email or self.contact else {}
        return contact | {name: str(title) for name, title in STATEMENTS.items() if getattr(self, f"shows_{name}")}

    @property
    def licence_url(self) -> str:
        """Where a Creative Commons licence is written, https://creativecommons.org/licenses/; nothing for others."""
        if ZERO.fullmatch(self.licence):
            return "https://creativecommons.org/publicdomain/zero/1.0/"
        match = CREATIVE_COMMONS.fullmatch(self.licence)
        return f"https://creativecommons.org/licenses/{match['terms'].lower()}/{match['version']}/" if match else ""

    def logo_content(self) -> bytes:
        """Return a small copy of the logo, to draw with; nothing where there is none, or its file is lost."""
        try:
            return rendition_content(self.logo, LOGO_WIDTH, "webp") if self.logo else b""
        except OSError:
            return b""

    def in_page_language(self, rows: Any) -> Any:
        """Let rows say what they say in the page's language, as far as that was written; return them.

        Their second texts and the first change places: such rows are to be shown, not saved.
        """
        if speaks_second(self.language):
            for row in rows:
                exchange(vars(row))
        return rows

    def shown_at(self, path: str) -> Self:
        """Return the lab as a page shows it, in the page's language; files say the same in every language."""
        if not (path.endswith("/") and speaks_second(self.language)):
            return self
        shown = copy(self)
        shown.sections = {name: copy(section) for name, section in self.sections.items()}
        shown.navigation_pages = [copy(page) for page in self.navigation_pages]
        self.in_page_language([shown, *shown.sections.values(), *shown.navigation_pages])
        return shown

    def with_frame(self, frame: dict[str, Any]) -> Self:
        """Return the lab with the rows that frame every page, as LabQuerySet.current() found them."""
        rows = {row["page"]: Section(**row) for row in frame["section_rows"]}
        usual = (Section(page=page.name, place=page.order, home=page.home) for page in menu_pages())
        sections = sorted((rows.get(each.page, each) for each in usual), key=attrgetter("place"))
        self.frame, self.sections = frame, {section.page: section for section in sections}
        self.navigation_pages = [Page(**row) for row in frame["page_rows"]]
        self.sponsors = [Sponsor(**row) for row in frame["sponsor_rows"]]
        return self

    def shows(self, section: Section) -> bool:
        """Whether there is anything to see on a list page."""
        return bool(self.frame["is_content"][section.page] or section.introduction_html)
