"""The rows that belong to a publication: its authors, earlier versions and links, and what sources say beside that."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Self
from urllib.parse import quote

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Count, F, Q
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from labsite.modelling.documents import DocumentField
from labsite.modelling.natural_keys import NaturalKeyed, NaturalKeyQuerySet
from labsite.modelling.ordered_lists import UNPLACED, Ordered
from labsite.modelling.publishing import is_public
from labsite.texts.folding import FoldedField
from people.models import Person, has_page
from publications.citations.identifiers import doi_url

from .venue import Venue

ADDRESS_OR_FILE = _("Give an address or a file, not both: clear the address, or remove the file.")
# Where a scheme shows what it identifies; an ISBN has no place of its own.
PAGES = {
    "doi": doi_url("{}"),
    "dblp": "https://dblp.org/rec/{}",
    "pmid": "https://pubmed.ncbi.nlm.nih.gov/{}/",
    "pmcid": "https://pmc.ncbi.nlm.nih.gov/articles/{}/",
    "openalex": "https://openalex.org/{}",
    "hal": "https://hal.science/{}",
}


class CountedQuerySet(models.QuerySet):
    """Papers or their authorships, which lists count by what narrows them: year, venue, status or an author."""

    def combined(self, *columns: str) -> dict[tuple[Any, ...], int]:
        """Return how many there are with each combination of values in these columns."""
        return {tuple(values): number for *values, number in self.counted_by(*columns)}

    def counted_by(self, *columns: str) -> Any:
        """Return rows of these columns, each combination of their values once, with the number of papers."""
        return self.order_by().values_list(*columns).annotate(papers=Count("pk"))

    def venues(self, by: str = "acronym", numbers: Mapping[Any, int] | None = None) -> list[Venue]:
        """Return the venues of these, each with its ``number`` of them: the most first, then by a column.

        The numbers by venue are counted unless they are given.
        """
        numbers = dict(self.counted_by("venue")) if numbers is None else numbers
        found = list(Venue.objects.filter(pk__in=filter(None, numbers)).order_by(by))
        for venue in found:
            venue.number = numbers[venue.pk]
        return sorted(found, key=lambda venue: -venue.number)


class AuthorshipQuerySet(CountedQuerySet, NaturalKeyQuerySet):
    def with_people(self) -> Self:
        """Fetch person and mentor, and say of each person whether there is a page to link to (``has_page``)."""
        return self.select_related("person", "mentor").annotate(has_page=has_page("person")).order_by("order", "pk")

    def of_pairs(self, members: Collection[int]) -> Self:
        """Return a row for each paper that a ``member`` of these wrote with an ``other``, by their keys."""
        written = self.filter(is_public("publication"), person__in=members)
        pairs = written.annotate(member=F("person"), other=F("publication__authorships__person"))
        return pairs.exclude(other=F("member"))


class Authorship(NaturalKeyed):
    """A person as an author of a publication: in which place, under which printed name, with which marks."""

    publication = models.ForeignKey("publications.Publication", on_delete=models.CASCADE, related_name="authorships")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="authorships")
    order = models.PositiveSmallIntegerField(default=0, help_text=_("First author first."))
    printed_name = models.CharField(
        _("name as printed"), max_length=200, blank=True, help_text=_("If the paper spells it differently.")
    )
    is_equal = models.BooleanField(_("equal contribution"), default=False)
    is_lead = models.BooleanField(_("system lead"), default=False)
    is_corresponding = models.BooleanField(_("corresponding author"), default=False)
    mentor = models.ForeignKey(
        Person,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="mentored_authorships",
        verbose_name=_("mentee of"),
        help_text=_("Who mentored this author on the paper."),
    )

    folded = FoldedField(sources=("display_name", "person"))

    has_page: bool  # by with_people()

    objects = AuthorshipQuerySet.as_manager()

    natural_key_fields = ("publication__slug", "person__slug")

    class Meta:
        ordering = ["order", "pk"]
        indexes = [models.Index(fields=["person", "publication"], name="authorship_of_person")]
        constraints = [
            models.UniqueConstraint(
                fields=["publication", "person"],
                name="unique_author",
                violation_error_message=_("This person is already an author of this paper."),
            ),
            models.CheckConstraint(
                condition=Q(mentor__isnull=True) | ~Q(mentor=F("person")),
                name="author_is_not_own_mentor",
                violation_error_message=_("An author can’t be their own mentee."),
            ),
        ]

    def __str__(self) -> str:
        return self.display_name

    def marks(self, owner: Person | None = None) -> str:
        """Return the signs behind the name; in a list of somebody's own papers a mentee is one of theirs.

        legend() says what they mean.
        """
        is_mentee = self.mentor_id and (owner is None or self.mentor_id == owner.pk)
        signs = ((self.is_equal, "*"), (self.is_lead, "†"), (is_mentee, "‡"), (self.is_corresponding, "✉"))
        return "".join(sign for held, sign in signs if held)

    @property
    def display_name(self) -> str:
        """The name as the paper prints it."""
        return self.printed_name or self.person.name


MEANINGS = {"*": _("equal contribution"), "†": _("system lead"), "✉": _("corresponding author")}


def legend(publications: Iterable[Any], owner: Person | None = None) -> list[tuple[str, str | Promise]]:
    """Return (sign, meaning) for each sign behind the authors' names of a list of papers, which may be somebody's own.

    Queries nothing.
    """
    rows = [row for publication in publications for row in publication.authorships.all()]
    marked = [(row, row.marks(owner)) for row in rows]
    mentors = {row.mentor.shown_name for row, signs in marked if row.mentor and "‡" in signs}
    mentee = gettext("mentee of another author")
    if len(mentors) == 1:
        mentee = gettext("mentee of {name}").format(name=mentors.pop())
    used = {sign for _row, signs in marked for sign in signs}
    return [(sign, mentee if sign == "‡" else MEANINGS[sign]) for sign in "*†‡✉" if sign in used]


class EarlierVersion(NaturalKeyed):
    """What a publication was before: a preprint's title and authors, kept so that it can be found and cited."""

    publication = models.ForeignKey(
        "publications.Publication", on_delete=models.CASCADE, related_name="earlier_versions"
    )
    title = models.CharField(max_length=400)
    authors = models.TextField(
        _("authors as printed"), blank=True, help_text=_("If they differed, separated by commas.")
    )
    status = models.CharField(_("as printed"), max_length=200, blank=True, help_text=_("For example Preprint, 2023."))
    arxiv_id = models.CharField(_("arXiv id"), max_length=40, blank=True)

    folded = FoldedField(names=1, sources=("title", "authors", "arxiv_id"))

    natural_key_fields = ("publication__slug", "title")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["publication", "title"],
                name="unique_earlier_version",
                violation_error_message=_("This earlier title is already listed."),
            )
        ]

    def __str__(self) -> str:
        return self.title


class LinkQuerySet(NaturalKeyQuerySet):
    def lost(self) -> Self:
        """Those that lead nowhere, because a document lost their address. The twin of Link.address."""
        return self.filter(url="", file="")


class Link(Ordered, NaturalKeyed):
    """A typed link of a publication: an address or an uploaded file; with neither, one that a document lost."""

    class Kind(models.TextChoices):
        PAGE = "page", _("Paper")
        PDF = "pdf", "PDF"
        CODE = "code", _("Code")
        DATA = "data", _("Data")
        SLIDES = "slides", _("Slides")
        POSTER = "poster", _("Poster")
        VIDEO = "video", _("Video")
        PROJECT = "project", _("Project")
        FIGURE = "figure", _("Figure")
        OTHER = "other", _("Other")

    publication = models.ForeignKey("publications.Publication", on_delete=models.CASCADE, related_name="links")
    kind = models.CharField(max_length=20, choices=Kind, default=Kind.PDF)
    label = models.CharField(
        max_length=100, blank=True, help_text=_("What to call it; leave empty to use the name of its kind.")
    )
    url = models.URLField(
        _("address"), max_length=500, blank=True, help_text=_("Leave empty while the address is unknown.")
    )
    file = DocumentField(
        _("or a file"),
        upload_to="documents",
        blank=True,
        help_text=_("A PDF, or slides as .pptx or .odp; at most 40 MB."),
    )

    objects = LinkQuerySet.as_manager()

    natural_key_fields = ("publication__slug", "kind", "label")

    class Meta:
        ordering = ["order", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(url="") | Q(file=""),
                name="link_leads_to_one_place",
                violation_error_message=ADDRESS_OR_FILE,
            ),
            models.UniqueConstraint(
                fields=["publication", "kind", "label"],
                name="unique_publication_link",
                violation_error_message=_("There is already a link with this kind and label."),
            ),
        ]

    def __str__(self) -> str:
        return self.label or self.get_kind_display()

    def clean(self) -> None:
        if self.url and self.file:
            raise ValidationError({"url": ADDRESS_OR_FILE}, code="address_or_file")

    @property
    def address(self) -> str:
        """Where it leads, nothing for a lost one; to an uploaded file by its path on this site."""
        return self.url or (self.file.url if self.file else "")

    def rank(self) -> tuple[int, int]:
        """By kind. New links follow those with a place."""
        return self.order or UNPLACED, self.Kind.values.index(self.kind)


class Identifier(NaturalKeyed):
    """What else identifies a publication somewhere, beside its DOI and arXiv id: a dblp key, an ISBN, another DOI."""

    class Scheme(models.TextChoices):
        DOI = "doi", _("Another DOI")
        DBLP = "dblp", "dblp"
        ISBN = "isbn", "ISBN"
        PMID = "pmid", "PubMed"
        PMCID = "pmcid", "PubMed Central"
        OPENALEX = "openalex", "OpenAlex"
        HAL = "hal", "HAL"

    publication = models.ForeignKey("publications.Publication", on_delete=models.CASCADE, related_name="identifiers")
    scheme = models.CharField(_("where"), max_length=20, choices=Scheme, default=Scheme.DOI)
    value = models.CharField(_("identifier"), max_length=200, db_index=True)

    natural_key_fields = ("publication__slug", "scheme", "value")

    class Meta:
        ordering = ["scheme", "value"]
        constraints = [
            models.UniqueConstraint(
                fields=["publication", "scheme", "value"],
                name="unique_identifier",
                violation_error_message=_("This identifier is already listed."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_scheme_display()}: {self.value}"

    @property
    def address(self) -> str:
        """Where the scheme shows the publication, nothing if it doesn't."""
        return PAGES[self.scheme].format(quote(self.value, safe="/:;()")) if self.scheme in PAGES else ""


TOPICS_END = "[,;\n]"  # between keywords


def topics_in(keywords: str) -> list[str]:
    """Return the topics that a field of keywords names."""
    return [topic for part in re.split(TOPICS_END, keywords) if (topic := part.strip())]


class ExtraField(NaturalKeyed):
    """A field of a source that has no place of its own on the site: kept, and given out again with citations."""

    ENTRY_TYPE = "entry type"  # what the source calls the kind of entry; no field of any format is called so
    KEYWORDS = "keywords"

    publication = models.ForeignKey("publications.Publication", on_delete=models.CASCADE, related_name="extra_fields")
    name = models.CharField(_("field"), max_length=100)
    value = models.TextField(_("text"))

    natural_key_fields = ("publication__slug", "name")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["publication", "name"],
                name="unique_extra_field",
                violation_error_message=_("This field is already listed."),
            )
        ]

    def __str__(self) -> str:
        return self.name
