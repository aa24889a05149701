from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any, Self

from django.db import models
from django.db.models import Aggregate, Count, Exists, Max, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest, Least
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from labsite.modelling.addresses import Addressed, AddressedQuerySet
from labsite.modelling.natural_keys import NaturalKeyed
from labsite.modelling.publishing import ChangedAtField
from labsite.modelling.ranking import Asked, SearchedQuerySet
from labsite.texts.folding import FoldedField
from publications.citations.abbreviations import iso4

MAX_BADGE_LENGTH = 24  # characters of a full name that a badge has room for, on two lines


class VenueQuerySet(SearchedQuerySet, AddressedQuerySet):
    def public(self) -> Self:
        """Those that visitors may know of: all but those that nothing but unpublished papers name."""
        papers = self._rows("publications")
        others = (Exists(self._rows(name)) for name in ("services", "hosted_services", "talk_occasions"))
        return self.filter(reduce(or_, others, Exists(papers.published())) | ~Exists(papers.unpublished()))

    def with_counts(self) -> Self:
        """Count published papers and services: ``first_year`` and ``last_year``, 0 without any, say from when to when.

        Each number is asked for by itself, because joining papers with services would multiply them.
        """
        papers, services = self._rows("publications").published(), self._rows("services")
        first, last = ([_amount(rows, of("year")) for rows in (papers, services)] for of in (Min, Max))
        return self.annotate(
            paper_count=Coalesce(_amount(papers, Count("pk")), 0),
            service_count=Coalesce(_amount(services, Count("pk")), 0),
            first_year=Coalesce(Least(Coalesce(*first), Coalesce(*reversed(first))), 0),
            last_year=Coalesce(Greatest(Coalesce(*last), Coalesce(*reversed(last))), 0),
        )

    def elsewhere(self, word: Any) -> Iterable[QuerySet[Any]]:
        """In an alias."""
        yield VenueAlias.objects.filter(folded__contains=word).order_by().values("venue")

    def known_as_q(self, asked: Asked) -> Q:
        """By an alias."""
        return Q(pk__in=VenueAlias.objects.filter(folded=asked.phrase).values("venue"))

    def _rows(self, name: str) -> Any:
        """Return a venue's related rows, for a subquery."""
        relation: Any = self.model._meta.get_field(name)
        return relation.related_model.objects.filter(**{relation.field.name: OuterRef("pk")})


def _amount(rows: Any, aggregate: Aggregate) -> Subquery:
    """Return what a venue's rows amount to, as a subquery."""
    return Subquery(rows.order_by().values("venue").annotate(amount=aggregate).values("amount"))


class ShortNameField(FoldedField):
    """What a venue is called in short: its acronym, else its full name, which is abbreviated where it is long."""

    def _folded(self, instance: models.Model) -> str:
        return short_name(instance.acronym, instance.name)


def short_name(acronym: str, name: str) -> str:
    """Return what a venue of this acronym and full name, one of which may be empty, is called in short."""
    return acronym or (name if len(name) <= MAX_BADGE_LENGTH else iso4(name))


class Venue(Addressed):
    """A series in which work appears or is presented: a conference, a journal, a workshop, a preprint server."""

    class Kind(models.TextChoices):
        CONFERENCE = "conference", _("Conference")
        JOURNAL = "journal", _("Journal")
        WORKSHOP = "workshop", _("Workshop")
        PREPRINTS = "preprints", _("Preprint server")
        OTHER = "other", _("Other")

    acronym = models.CharField(
        max_length=40, blank=True, help_text=_("For example NSDI, without a year. Leave empty if it has none.")
    )
    name = models.CharField(
        _("full name"), max_length=300, blank=True, help_text=_("Without the year and the acronym.")
    )
    kind = models.CharField(max_length=20, choices=Kind, blank=True, help_text=_("Leave empty if unknown."))
    publisher = models.CharField(max_length=100, blank=True, help_text=_("For example ACM or USENIX."))
    url = models.URLField(_("web page"), max_length=500, blank=True)

    changed_at = ChangedAtField()

    short_name = ShortNameField()
    search_text = FoldedField(names=2, sources=("acronym", "name", "publisher"))

    number: int  # by CountedQuerySet.venues()
    paper_count: int  # by with_counts()
    service_count: int

    url_name = "publications:venue"

    objects = VenueQuerySet.as_manager()

    class Meta:
        ordering = ["short_name"]
        constraints = [
            models.UniqueConstraint(
                fields=["acronym"],
                condition=~Q(acronym=""),
                name="unique_venue_acronym",
                violation_error_message=_("Another venue has this acronym."),
            ),
            models.CheckConstraint(
                condition=~Q(acronym="", name=""),
                name="venue_has_a_name",
                violation_error_message=_("Give the venue its full name or its acronym."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.acronym} ({self.name})" if self.acronym and self.name else self.full_name

    @property
    def publications_url(self) -> str:
        """Where all that appeared here is listed."""
        return reverse("publications:at-venue", args=[self.slug])

    def slug_source(self) -> str:
        return short_name(self.acronym, self.name)

    @property
    def full_name(self) -> str:
        return self.name or self.acronym

    @property
    def longer_name(self) -> str:
        """The full name, where the short one is another."""
        return self.name if self.name != self.short_name else ""


class VenueAlias(NaturalKeyed):
    """Another spelling of a venue's name, as documents print it."""

    venue = models.ForeignKey(Venue, on_delete=models.CASCADE, related_name="aliases")
    name = models.CharField(_("other spelling"), max_length=300)
    folded = FoldedField(sources=("name",))

    natural_key_fields = ("venue__slug", "name")

    class Meta:
        ordering = ["name"]
        verbose_name_plural = _("venue aliases")
        constraints = [
            models.UniqueConstraint(
                fields=["venue", "name"],
                name="unique_venue_alias",
                violation_error_message=_("This spelling is already listed."),
            )
        ]

    def __str__(self) -> str:
        return self.name
