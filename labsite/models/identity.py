"""What the frame of every page shows of the lab: the sections of its site, and those who support it."""

from functools import cache
from operator import attrgetter

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from labsite import registry
from labsite.modelling.natural_keys import NaturalKeyed
from labsite.modelling.pictures import PictureField
from labsite.texts.languages import SECOND_TEXT
from labsite.texts.markdown import MarkdownField
from labsite.web.sitemaps import ListPage
from publications.models import Publication

EXPLORE = ListPage(
    "explore",
    ("publications", "venues", "people"),
    label=_("Explore"),
    rows=lambda: Publication.objects.published(),
    order=100,
)  # of no model


@cache
def menu_pages() -> list[ListPage]:
    """Return the list pages that can be in the visitors' menu, in their usual order."""
    pages = [EXPLORE, *registry.facets(ListPage).values()]
    return sorted((each for each in pages if each.label), key=attrgetter("order"))


class Section(NaturalKeyed):
    """What the lab decides about a list page of its site. Of a page without such a row the defaults hold."""

    class Shown(models.TextChoices):
        IN_LINE = "line", _("In the menu")
        MORE = "more", _("In the menu, under More")
        HIDDEN = "hidden", _("Not in the menu")

    page = models.CharField(max_length=40, unique=True, help_text=_("The section that these settings are for."))
    name = models.CharField(
        _("custom name"),
        max_length=40,
        blank=True,
        help_text=_("Shown in the menu and above the list. Leave empty for the default name."),
    )
    shown = models.CharField(
        _("menu"),
        max_length=10,
        choices=Shown,
        default=Shown.IN_LINE,
        help_text=_("A section without content is never shown."),
    )
    place = models.PositiveSmallIntegerField(
        _("position in the menu"), help_text=_("Lower numbers first, together with the lab’s own pages.")
    )
    home = models.PositiveSmallIntegerField(
        _("position on the home page"),
        null=True,
        blank=True,
        help_text=_("Lower numbers first. Leave empty to keep it off the home page."),
    )
    introduction = MarkdownField(blank=True, help_text=_("Shown above the list, in Markdown."))
    introduction_html: str
    name_second = models.CharField(_("custom name in the other language"), max_length=40, **SECOND_TEXT)
    introduction_second = MarkdownField(_("introduction in the other language"), **SECOND_TEXT)
    introduction_second_html: str

    natural_key_fields = ("page",)

    class Meta:
        ordering = ["place", "page"]
        verbose_name_plural = _("menu and introductions")

    def __str__(self) -> str:
        return self.label

    def get_absolute_url(self) -> str:
        return reverse(self.page)

    @property
    def label(self) -> str:
        """The lab's name for it, else the site's in the language of the page."""
        return self.name or next((str(each.label) for each in menu_pages() if each.name == self.page), self.page)


class Sponsor(NaturalKeyed):
    """Who funds the lab, or what it belongs to, with a logo for the foot of every page."""

    class Kind(models.TextChoices):
        SPONSOR = "sponsor", _("Sponsor")
        AFFILIATION = "affiliation", _("Affiliation")

    name = models.CharField(max_length=200, unique=True)
    kind = models.CharField(max_length=20, choices=Kind, default=Kind.SPONSOR)
    url = models.URLField(_("website"), blank=True)
    logo = PictureField(
        upload_to="sponsors",
        width_field="logo_width",
        height_field="logo_height",
        blank=True,
        help_text=_("PNG or WebP, preferably with a transparent background. Without a logo, the name is shown."),
    )
    logo_width = models.PositiveIntegerField(null=True, editable=False)
    logo_height = models.PositiveIntegerField(null=True, editable=False)
    logo_dark = PictureField(
        _("logo for dark mode"),
        upload_to="sponsors",
        width_field="logo_dark_width",
        height_field="logo_dark_height",
        blank=True,
        help_text=_("Used in dark mode, if the other one can’t be seen there."),
    )
    logo_dark_width = models.PositiveIntegerField(null=True, editable=False)
    logo_dark_height = models.PositiveIntegerField(null=True, editable=False)
    order = models.PositiveSmallIntegerField(_("place"), default=0, help_text=_("Lower numbers first."))

    natural_key_fields = ("name",)

    class Meta:
        ordering = ["order", "name"]
        verbose_name_plural = _("sponsors and affiliations")

    def __str__(self) -> str:
        return self.name
