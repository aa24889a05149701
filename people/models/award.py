from collections.abc import Iterable
from typing import Any, Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext, gettext_lazy as _

from labsite.modelling.natural_keys import NaturalKeyed, NaturalKeyQuerySet
from labsite.modelling.publishing import is_public, with_public
from labsite.modelling.ranking import SearchedQuerySet
from labsite.texts.folding import FoldedField

from .career import EarlierWording, has_page
from .person import Person


class AwardQuerySet(SearchedQuerySet, NaturalKeyQuerySet):
    def elsewhere(self, word: Any) -> Iterable[models.QuerySet[Any]]:
        """In their recipient's name."""
        yield self.model.objects.filter(person__in=Person.objects.named(word)).order_by().values("pk")

    def won_by(self, person: Any) -> Self:
        """A person's own awards and those of papers that they wrote, each once."""
        of_papers = self.model.objects.filter(is_public("publications"), publications__authors=person)
        return self.filter(Q(person=person) | Q(pk__in=of_papers.values("pk")))

    def public(self) -> Self:
        """Those that visitors may know of: all but those that nothing but unpublished papers received."""
        of_papers = self.model.objects.filter(publications__isnull=False).values("pk")
        of_public_papers = self.model.objects.filter(is_public("publications")).values("pk")
        return self.filter(Q(person__isnull=False) | Q(pk__in=of_public_papers) | ~Q(pk__in=of_papers))

    def with_recipients(self) -> Self:
        """Fetch who and which published papers received it."""
        return with_public(self.select_related("person"), "publications").annotate(has_page=has_page("person"))


class Award(EarlierWording, NaturalKeyed):
    """An award, fellowship or scholarship: a person's, or a paper's and so all its authors'."""

    person = models.ForeignKey(
        Person,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="awards",
        help_text=_("Who received it. For an award to a paper, leave this empty and choose the award on the paper."),
    )
    title = models.CharField(max_length=200)
    organisation = models.CharField(max_length=200, blank=True, help_text=_("The awarding body."))
    year = models.PositiveSmallIntegerField(null=True, blank=True)
    until = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("The last year, if it was given for several.")
    )
    note = models.CharField(max_length=300, blank=True)
    earlier_wording = models.CharField(
        _("original wording"), max_length=300, blank=True, help_text=_("As in an older document; searches find it.")
    )

    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
        serialize=False,  # fixtures tell of awards; accounts belong to one installation
    )

    search_text = FoldedField(names=1, sources=("title", "organisation", "note", "earlier_wording", "year", "until"))

    objects = AwardQuerySet.as_manager()

    wording = ("title", "organisation", "note")
    natural_key_fields = ("person__slug", "title", "organisation", "year")

    class Meta:
        ordering = [F("year").desc(nulls_last=True), "title", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "title", "organisation", "year"],
                name="unique_award",
                violation_error_message=_("This award is already listed."),
            ),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gte=F("year")),
                name="award_until_not_before_year",
                violation_error_message=_("The last year is before the first."),
            ),
        ]

    def __str__(self) -> str:
        return ", ".join(filter(None, [self.title, self.organisation, self.years]))

    def clean(self) -> None:
        super().clean()
        if self.until and not self.year:
            raise ValidationError({"year": gettext("Give the first year too.")}, code="year")

    @property
    def years(self) -> str:
        return f"{self.year} – {self.until}" if self.until and self.until != self.year else str(self.year or "")
