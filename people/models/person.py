import datetime
import zlib
from collections.abc import Iterable
from typing import Any, NamedTuple, Self

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import get_language, gettext_lazy as _

from labsite.modelling.addresses import Addressed, AddressedQuerySet
from labsite.modelling.natural_keys import NaturalKeyed, NaturalKeyQuerySet
from labsite.modelling.ordered_lists import UNPLACED, Ordered
from labsite.modelling.pictures import PictureField
from labsite.modelling.publishing import ChangedAtField
from labsite.modelling.ranking import Asked, SearchedQuerySet, in_names, union_of
from labsite.texts.folding import FoldedField
from labsite.texts.languages import validate_language_tag
from labsite.texts.markdown import MarkdownField
from labsite.texts.plain_text import first_sentences, plain, shortened
from publications.citations.identifiers import ORCID_FORM
from publications.citations.names import in_order
from publications.citations.record import Name

from .career import Education, Membership, Position, Teaching, has_page

SHARP_PHOTO = 480  # pixels of width, from which a photo looks sharp on a page
MAX_PART_LENGTH = 100  # characters of a given or a family name
MAX_LEAD = 320  # characters of the first sentences of a biography
UNSPACED_LANGUAGES = ("zh", "ja", "ko")  # whose names are written without spaces


class Tile(NamedTuple):
    """One or two letters on one of six tones: always the same for the same person."""

    initials: str
    tone: int


class PersonQuerySet(SearchedQuerySet, AddressedQuerySet):
    def put_first(self) -> tuple[Any, ...]:
        """Members before co-authors."""
        return (has_page("pk").desc(),)

    def members(self) -> Self:
        """Those who are, were or will be in the lab: the people with a public page."""
        return self.filter(pk__in=Membership.objects.order_by().values("person"))

    def current(self, at: datetime.date) -> Self:
        return self.filter(pk__in=Membership.objects.current(at).order_by().values("person"))

    def alumni(self, at: datetime.date) -> Self:
        """Members once, whose every membership has ended by the day ``at``."""
        lasting = Membership.objects.filter(person=OuterRef("pk")).lasting(at)
        return self.members().exclude(Exists(lasting))

    def joining(self, at: datetime.date) -> Self:
        """Members to be, or to be again: not current, with a membership that is still to begin on the day ``at``."""
        memberships = Membership.objects.filter(person=OuterRef("pk"))
        return self.members().filter(Exists(memberships.lasting(at))).exclude(Exists(memberships.current(at)))

    def with_roles(self) -> Self:
        return self.prefetch_related("memberships")

    def elsewhere(self, word: Any) -> Iterable[models.QuerySet[Any]]:
        """In another spelling of the name, where they have been and what they have taught."""
        for model in (NameVariant, Position, Education, Teaching):
            yield model.objects.filter(folded__contains=word).order_by().values("person")

    def known_as_q(self, asked: Asked) -> Q:
        """By another spelling, or by the family name alone."""
        variants = NameVariant.objects.filter(folded=asked.phrase).values("person")
        return Q(sort_key__startswith=asked.phrase) | Q(pk__in=variants)

    def named(self, word: Any) -> models.QuerySet[Any]:
        """The keys of those who have a folded ``word`` in a name, in whichever script and spelling."""
        people = self.order_by()
        return union_of(
            people.filter(sort_key__contains=word).values("pk"),
            people.filter(in_names(word), search_text__contains=word).values("pk"),
            NameVariant.objects.filter(folded__contains=word).order_by().values("person"),
        )


class Person(Addressed):
    """Someone the lab's site names: a member with a page, or a collaborator who wrote a paper with one."""

    name = models.CharField(max_length=200, help_text=_("As it should appear on the site, for example Ada Lovelace."))
    given_name = models.CharField(max_length=MAX_PART_LENGTH, blank=True, help_text=_("Used in citations."))
    family_name = models.CharField(
        max_length=MAX_PART_LENGTH, blank=True, help_text=_("Used for sorting and in citations.")
    )
    # Until somebody, or a source, says where the family name begins.
    family_is_guess = models.BooleanField(default=False, editable=False)
    native_name = models.CharField(max_length=100, blank=True, help_text=_("The name in its own script."))
    native_language = models.CharField(
        _("language of the native name"),
        max_length=12,
        blank=True,
        validators=[validate_language_tag],
        help_text=_("Its language tag, for example zh, ja or ko; screen readers and fonts need it."),
    )
    honorific = models.CharField(max_length=20, blank=True, help_text=_("Prof. or Dr., if the person uses it."))

    photo = PictureField(
        upload_to="people",
        width_field="photo_width",
        height_field="photo_height",
        blank=True,
        help_text=_("Portrait format, at least 480 pixels wide. Location and camera data are removed."),
    )
    photo_width = models.PositiveIntegerField(null=True, editable=False)
    photo_height = models.PositiveIntegerField(null=True, editable=False)
    photo_alt = models.CharField(
        _("photo description"),
        max_length=200,
        blank=True,
        help_text=_("What the photo shows, for people who can’t see it."),
    )

    headline = models.CharField(max_length=200, blank=True, help_text=_("One line under the name."))
    biography = MarkdownField(blank=True, help_text=_("A paragraph or two, in Markdown."))
    biography_html: str
    headline_second = models.CharField(
        _("headline in the other language"), max_length=200, blank=True, default="", db_default=""
    )
    biography_second = MarkdownField(_("biography in the other language"), blank=True, default="", db_default="")
    biography_second_html: str
    interests = models.TextField(_("research interests"), blank=True, help_text=_("One per line."))
    research_statement = MarkdownField(blank=True, help_text=_("What you work on and why, in Markdown."))
    research_statement_html: str
    skills = models.TextField(blank=True, help_text=_("One per line."))
    life = MarkdownField(_("outside research"), blank=True, help_text=_("Optional, in Markdown."))
    life_html: str
    orcid = models.CharField(
        _("ORCID iD"),
        max_length=19,
        blank=True,
        validators=[RegexValidator(f"^{ORCID_FORM}$", _("Write it as 0000-0002-1825-0097."))],
        help_text=_("For example 0000-0002-1825-0097."),
    )

    takes_students = models.BooleanField(
        _("accepting students"), default=False, db_default=False, help_text=_("Shown as a supervisor on “Join us”.")
    )

    login = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="person",
        help_text=_("The account with which this person signs in."),
        serialize=False,  # fixtures tell of people; accounts belong to one installation
    )

    # When they said last that all the site says of them is true.
    confirmed_on = models.DateField(_("confirmed on"), null=True, editable=False)
    changed_at = ChangedAtField()

    search_text = FoldedField(
        names=3,
        sources=(
            *("name", "native_name", "unspaced_native_name"),
            *("headline", "interests", "biography", "research_statement", "skills"),
            *("headline_second", "biography_second"),
        ),
    )
    sort_key = FoldedField(sources=("family_name", "given_name", "name"))

    role_now: str  # by people.roster
    advisors_now: list["Person"]
    joins = ""
    usual_descriptions = {"photo_alt": _("Portrait of %(name)s")}  # of a photo without other words

    NAME_COLUMNS = ("name", "native_name", "native_language")  # of shown_name
    url_name = "people:detail"  # which only members have (see PersonQuerySet.members)

    objects = PersonQuerySet.as_manager()

    class Meta:
        ordering = ["sort_key", "slug"]
        verbose_name_plural = _("people")

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.split_name()
        super().save(*args, **kwargs)

    @property
    def unspaced_native_name(self) -> str:
        return self.native_name.replace(" ", "")

    @property
    def both_names(self) -> tuple[str, str]:
        """The name by which a page calls them, which is the native one in its own language; and the other, if any.

        Where parts of a native name aren't set apart in writing, their space is left out.
        """
        language = self.native_language.partition("-")[0].lower()
        native = self.native_name.replace(" ", "") if language in UNSPACED_LANGUAGES else self.native_name
        is_first = native and language == (get_language() or "").partition("-")[0]
        return (native, self.name) if is_first else (self.name, native)

    @property
    def shown_name(self) -> str:
        """The name by which a page calls them."""
        return self.both_names[0]

    def membership(self, at: datetime.date) -> Membership | None:
        """The latest membership, of those on the day ``at`` if there are any; else None. Asks for all memberships."""
        rows = self.memberships.all()
        return max(rows, key=lambda row: (row.is_current(at), row.start or row.end, bool(row.role)), default=None)

    @property
    def lead(self) -> str:
        """The first two sentences of the biography."""
        return shortened(first_sentences(plain(self.biography_html), 2), MAX_LEAD)

    @property
    def public_details(self) -> list["ContactDetail"]:
        """The contact details that everyone may see, former ones too."""
        return [row for row in self.contact_details.all() if row.visibility == ContactDetail.Visibility.PUBLIC]

    @property
    def public_emails(self) -> list[str]:
        """The e-mail addresses that are in use and that everyone may see."""
        return [row.value for row in self.public_details if row.kind == row.Kind.EMAIL and not row.is_former]

    @property
    def shown_links(self) -> list["ProfileLink"]:
        """Their pages elsewhere, in order, without links that were lost."""
        return sorted((link for link in self.links.all() if link.url), key=ProfileLink.rank)

    @property
    def tile(self) -> Tile:
        """What stands in for a photo."""
        letters = self.given_name[:1] + self.family_name[:1] or self.name[:1]
        return Tile(letters.upper(), zlib.crc32(self.slug.encode()) % 6 + 1)

    def split_name(self) -> None:
        """Fill empty parts of the name: the last word is the family name, with the particles before it."""
        if not (self.family_name or self.given_name):
            self.take_parts(in_order(self.name))
        elif not self.given_name and self.name.endswith(f" {self.family_name}"):
            self.given_name = self.name.removesuffix(f" {self.family_name}")[:MAX_PART_LENGTH]

    def take_parts(self, name: Name) -> None:
        """Take over the parts of a name; one too long for its column, as of an organisation, leaves the name whole."""
        family = name.literal or " ".join(filter(None, [name.family, name.suffix]))
        if max(len(name.given), len(family)) <= MAX_PART_LENGTH:
            self.given_name, self.family_name, self.family_is_guess = name.given, family, name.is_guess


def page_of(person: Person | None) -> str | None:
    """Return the address of a person's page, None for nobody and for those who never were in the lab."""
    return person.get_absolute_url() if person and person.memberships.exists() else None


class NameVariant(NaturalKeyed):
    """Another spelling under which a person has published."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="name_variants")
    name = models.CharField(_("other spelling"), max_length=200)
    folded = FoldedField(sources=("name",))

    natural_key_fields = ("person__slug", "name")

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "name"],
                name="unique_name_variant",
                violation_error_message=_("This spelling is already listed."),
            )
        ]

    def __str__(self) -> str:
        return self.name


class ProfileLinkQuerySet(NaturalKeyQuerySet):
    def lost(self) -> Self:
        """Those that lead nowhere, because a document lost their address. The twin of ProfileLink.address."""
        return self.filter(url="")


class ProfileLink(Ordered, NaturalKeyed):
    """A person's page elsewhere; without an address, a link that a document lost, which only editors see."""

    class Kind(models.TextChoices):
        HOMEPAGE = "homepage", _("Homepage")
        SCHOLAR = "scholar", "Google Scholar"
        DBLP = "dblp", "dblp"
        OPENALEX = "openalex", "OpenAlex"
        GITHUB = "github", "GitHub"
        LINKEDIN = "linkedin", "LinkedIn"
        MASTODON = "mastodon", "Mastodon"
        BLUESKY = "bluesky", "Bluesky"
        X = "x", "X"
        CODE = "code", _("Code")
        DATA = "data", _("Data")
        ORGANISATION = "organisation", _("Organisation")
        OTHER = "other", _("Other")

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="links")
    kind = models.CharField(max_length=20, choices=Kind, default=Kind.HOMEPAGE)
    label = models.CharField(
        max_length=100, blank=True, help_text=_("What to call it; leave empty to use the name of its kind.")
    )
    url = models.URLField(
        _("address"), max_length=500, blank=True, help_text=_("Leave empty while the address is unknown.")
    )

    objects = ProfileLinkQuerySet.as_manager()

    natural_key_fields = ("person__slug", "kind", "label")

    class Meta:
        ordering = ["order", "kind", "label"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "kind", "label"],
                name="unique_profile_link",
                violation_error_message=_("There is already a link with this kind and label."),
            )
        ]

    def __str__(self) -> str:
        return self.label or self.get_kind_display()

    @property
    def address(self) -> str:
        """Where it leads, nothing for a lost one."""
        return self.url

    def rank(self) -> tuple[int, int, str]:
        """By kind, then by name. New links follow those with a place."""
        return self.order or UNPLACED, self.Kind.values.index(self.kind), self.label


class ContactDetail(NaturalKeyed):
    """A way to reach a person, with its own word on who may see it."""

    class Kind(models.TextChoices):
        EMAIL = "email", _("E-mail")
        PHONE = "phone", _("Telephone")
        ADDRESS = "address", _("Address")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("Everyone")
        PRIVATE = "private", _("Only people who can edit this page")

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="contact_details")
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.EMAIL)
    value = models.CharField(max_length=300)
    visibility = models.CharField(
        max_length=10,
        choices=Visibility,
        blank=True,
        help_text=_("If left empty: everyone, but telephone numbers only people who can edit this page."),
    )
    is_former = models.BooleanField(_("no longer used"), default=False, help_text=_("Kept, but shown as former."))

    natural_key_fields = ("person__slug", "kind", "value")

    class Meta:
        ordering = ["is_former", "kind", "value"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "kind", "value"],
                name="unique_contact_detail",
                violation_error_message=_("This contact detail is already listed."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.value}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        phone = self.kind == self.Kind.PHONE
        self.visibility = self.visibility or (self.Visibility.PRIVATE if phone else self.Visibility.PUBLIC)
        super().save(*args, **kwargs)
