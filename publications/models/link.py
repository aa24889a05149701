from typing import Self

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from labsite.modelling.documents import DocumentField
from labsite.modelling.natural_keys import NaturalKeyed, NaturalKeyQuerySet
from labsite.modelling.ordering import UNPLACED, Ordered

from .publication import Publication

ADDRESS_OR_FILE = "Give an address or a file, not both: empty the address, or leave the file out."


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

    publication = models.ForeignKey(Publication, on_delete=models.CASCADE, related_name="links")
    kind = models.CharField(max_length=20, choices=Kind, default=Kind.PDF)
    label = models.CharField(max_length=100, blank=True, help_text="What to call it; empty for the kind's own name.")
    url = models.URLField("address", max_length=500, blank=True, help_text="Empty while the address isn't known.")
    file = DocumentField(
        "or a file",
        upload_to="documents",
        blank=True,
        help_text="A PDF, or slides as .pptx or .odp: 40 MB at most.",
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
                violation_error_message="There is already a link of this kind and label.",
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
