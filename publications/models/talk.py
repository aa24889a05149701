from collections.abc import Iterable
from typing import Any, Self

from django.db import models
from django.db.models import F, Max, Prefetch, QuerySet
from django.db.models.functions import Length
from django.utils.translation import gettext_lazy as _

from labsite.modelling.natural_keys import NaturalKeyed, NaturalKeyQuerySet
from labsite.modelling.periods import PartialDate, PartialDateField
from labsite.modelling.publishing import ChangedAtField
from labsite.modelling.ranking import SearchedQuerySet
from labsite.texts.folding import FoldedField
from people.models import Person, has_page

from .publication import Publication
from .venue import Venue


class TalkQuerySet(SearchedQuerySet, NaturalKeyQuerySet):
    def elsewhere(self, word: Any) -> Iterable[QuerySet[Any]]:
        """In the speaker's name, or where and when they were given."""
        yield Talk.objects.filter(speaker__in=Person.objects.named(word)).order_by().values("pk")
        yield TalkOccasion.objects.filter(folded__contains=word).order_by().values("talk")

    def with_occasions(self) -> Self:
        """Fetch what a talk's row shows: speaker, paper, each occasion with its venue. The last given comes first."""
        occasions = Prefetch("occasions", TalkOccasion.objects.select_related("venue"))
        talks = self.select_related("speaker", "publication").prefetch_related(occasions)
        talks = talks.annotate(has_page=has_page("speaker"), last=Max("occasions__date"))
        return talks.order_by(F("last").desc(nulls_last=True), "title")


class Talk(NaturalKeyed):
    """A talk a person gives, perhaps on several occasions and perhaps about a paper."""

    title = models.CharField(max_length=400)
    speaker = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="talks")
    publication = models.ForeignKey(
        Publication,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="talks",
        help_text=_("What it is about."),
    )
    changed_at = ChangedAtField()

    search_text = FoldedField(names=1, sources=("title",))

    has_page: bool  # whether the speaker has one, by with_occasions()

    objects = TalkQuerySet.as_manager()

    natural_key_fields = ("speaker__slug", "title")

    class Meta:
        ordering = ["title"]
        constraints = [
            models.UniqueConstraint(
                fields=["speaker", "title"],
                name="unique_talk",
                violation_error_message=_("This talk is already listed for this speaker: add the occasion to it."),
            )
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def paper(self) -> Publication | None:
        """The paper it is about, if everyone may see that."""
        return self.publication if self.publication and self.publication.is_published() else None

    @property
    def years(self) -> str:
        """The years of its occasions: ``2023`` or ``2022 – 2024``. Asks for all occasions."""
        dates = sorted(occasion.date for occasion in self.occasions.all() if occasion.date)
        return " – ".join(dict.fromkeys(date[:4] for date in (dates[:1] + dates[-1:])))


class TalkOccasionQuerySet(NaturalKeyQuerySet):
    def on_a_day(self) -> Self:
        """Those whose day is known. See PartialDate.is_day."""
        return self.alias(precision=Length("date")).filter(precision=len("YYYY-MM-DD"))

    def with_talks(self) -> Self:
        """Fetch the talk with its speaker and its paper."""
        talks = self.select_related("talk__speaker", "talk__publication", "venue")
        return talks.annotate(has_page=has_page("talk__speaker"))


class TalkOccasion(NaturalKeyed):
    """One time that a talk was given."""

    talk = models.ForeignKey(Talk, on_delete=models.CASCADE, related_name="occasions")
    host = models.CharField(max_length=200, help_text=_("Where: a conference, a seminar, a company or a university."))
    place = models.CharField(max_length=200, blank=True, help_text=_("City and country."))
    date = PartialDateField()
    venue = models.ForeignKey(
        Venue,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="talk_occasions",
        help_text=_("If the host is a venue on this site."),
    )
    folded = FoldedField(sources=("host", "place", "date"))

    objects = TalkOccasionQuerySet.as_manager()

    natural_key_fields = ("talk__speaker__slug", "talk__title", "host", "date")

    class Meta:
        ordering = ["-date", "host"]
        constraints = [
            models.UniqueConstraint(
                fields=["talk", "host", "date"],
                name="unique_talk_occasion",
                violation_error_message=_("This occasion is already listed."),
            )
        ]

    def __str__(self) -> str:
        when = PartialDate(self.date).words if self.date else ""
        return ", ".join(filter(None, [self.host, self.place, when]))

    @property
    def year(self) -> int | None:
        return PartialDate(self.date).first.year if self.date else None
