from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db import models
from django.db.models import Case, F, Q, QuerySet, Value, When
from django.utils.translation import gettext_lazy as _, pgettext

from labsite.modelling.natural_keys import NaturalKeyed, NaturalKeyQuerySet
from labsite.modelling.ranking import SearchedQuerySet, stands_in
from labsite.modelling.values_in_words import in_words
from labsite.texts.folding import FoldedField, fold
from people.models import Person, has_page
from people.models.career import EarlierWording
from publications.models import Venue

NBSP = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class ServiceStint:
    """What was done in one role for one venue, in the years that are given."""

    services: Sequence["Service"]

    @property
    def service(self) -> "Service":
        return self.services[0]

    @property
    def years(self) -> list[int]:
        return [each.year for each in self.services if each.year]

    @property
    def runs(self) -> list[list[int]]:
        """The years in a row, each run and the years in it newest first."""
        runs: list[list[int]] = []
        for year in sorted(set(self.years), reverse=True):
            if runs and runs[-1][-1] == year + 1:
                runs[-1].append(year)
            else:
                runs.append([year])
        return runs

    @property
    def when(self) -> str:
        """The years, newest first, those in a row as a span; empty where none is given."""
        comma = pgettext("between things in a list", ", ")
        return comma.join(f"{run[-1]}{NBSP}–{NBSP}{run[0]}" if len(run) > 1 else str(run[0]) for run in self.runs)


@dataclass(frozen=True)
class ServiceRole:
    """A role that was held, at one or more venues."""

    name: str
    stints: list[ServiceStint]
    count: int


class ServiceQuerySet(SearchedQuerySet, NaturalKeyQuerySet):
    def elsewhere(self, word: Any) -> Iterable[QuerySet[Any]]:
        """In the role in the reader's language, the venue or the person's name."""
        kinds = [When(kind=kind, then=Value(f" {fold(str(label))}")) for kind, label in Service.Kind.choices]
        of_kind = stands_in(Case(*kinds, default=Value("")), word)
        at_venue, of_person = Q(venue__in=Venue.objects.with_word(word)), Q(person__in=Person.objects.named(word))
        return (self.model.objects.filter(each).order_by().values("pk") for each in (of_kind, at_venue, of_person))

    def with_people(self) -> "ServiceQuerySet":
        """Fetch person, venue and host, and say whether the person has a page to link to (``has_page``)."""
        return self.select_related("person", "venue", "host").annotate(has_page=has_page("person"))

    def by_role(self) -> list[ServiceRole]:
        """Return the roles held in these, in the order of the kinds, each with its venues and their years."""
        by_role, roles = attrgetter("role_key"), []
        services: Any = self.select_related("venue", "host")
        for _key, rows in groupby(sorted(services, key=by_role), key=by_role):
            same_role = list(rows)
            alike = defaultdict(list)
            for service in same_role:
                alike[service.venue_id, service.host_id, service.remark].append(service)
            stints = [ServiceStint(same) for same in alike.values()]
            roles.append(ServiceRole(same_role[0].role, stints, len(same_role)))
        return roles


class Service(EarlierWording, NaturalKeyed):
    """What a person does for a venue: sitting on a committee, reviewing, organising, editing."""

    class Kind(models.TextChoices):
        ORGANISER = "organiser", _("Organiser")
        CHAIR = "chair", _("Chair")
        PROGRAMME_COMMITTEE = "pc", _("Programme committee")
        SHADOW_COMMITTEE = "shadow-pc", _("Shadow committee")
        ARTIFACT_EVALUATION = "ae", _("AE committee")
        REVIEWER = "reviewer", _("Reviewer")
        EDITOR = "editor", _("Editor")
        OTHER = "other", _("Other")

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="services")
    kind = models.CharField(max_length=20, choices=Kind)
    title = models.CharField(
        _("title of the role"),
        max_length=100,
        blank=True,
        help_text=_("For example Publicity Chair; leave empty to use the kind of service."),
    )
    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="services")
    year = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Leave empty if there is none, as often with journals.")
    )
    host = models.ForeignKey(
        Venue,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="hosted_services",
        verbose_name=_("at the conference"),
        help_text=_("For a workshop: the conference that it was part of or held with, in the same year."),
    )
    note = models.CharField(max_length=300, blank=True)
    earlier_wording = models.CharField(
        _("original wording"), max_length=300, blank=True, help_text=_("As in an older document; searches find it.")
    )

    search_text = FoldedField(names=1, sources=("role", "year", "note", "earlier_wording"))

    objects = ServiceQuerySet.as_manager()

    wording = ("role", "venue", "host", "note")
    natural_key_fields = ("person__slug", "venue__slug", "kind", "title", "year")

    class Meta:
        ordering = [F("year").desc(nulls_last=True), "venue__short_name", "person__sort_key", "pk"]
        verbose_name = _("service role")
        constraints = [
            models.UniqueConstraint(
                fields=["person", "venue", "kind", "title", "year"],
                name="unique_service",
                violation_error_message=_("This service role is already listed."),
            ),
            models.UniqueConstraint(
                fields=["person", "venue", "kind", "title"],
                condition=Q(year__isnull=True),
                name="unique_standing_service",
                violation_error_message=_("This service role is already listed without a year."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role}, {self.edition}"

    @property
    def role(self) -> str:
        # Django would translate all kinds to find one.
        return self.title or in_words(self.kind, self.Kind.choices)

    @property
    def role_key(self) -> tuple[int, str]:
        """What sorts services by role: by kind, in the order of the kinds, then by the role as printed."""
        return self.Kind.values.index(self.kind), self.role.casefold()

    @property
    def edition(self) -> str:
        """The venue's short name and, where there is one, the year."""
        return f"{self.venue.short_name} {self.year or ''}".strip()
