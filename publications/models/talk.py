from django.db import models

from labsite.folding import FoldedField
from labsite.natural_keys import NaturalKeyed
from labsite.periods import PartialDate, PartialDateField
from people.models import Person

from .publication import Publication
from .venue import Venue


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
        help_text="What it is about.",
    )
    search_text = FoldedField(sources=("title",))

    natural_key_fields = ("speaker__slug", "title")

    class Meta:
        ordering = ["title"]
        constraints = [
            models.UniqueConstraint(
                fields=["speaker", "title"],
                name="unique_talk",
                violation_error_message="This speaker's talk is already there: add the occasion to it.",
            )
        ]

    def __str__(self):
        return self.title


class TalkOccasion(NaturalKeyed):
    """One time that a talk was given."""

    talk = models.ForeignKey(Talk, on_delete=models.CASCADE, related_name="occasions")
    host = models.CharField(max_length=200, help_text="Where: a conference, a seminar, a company or a university.")
    place = models.CharField(max_length=200, blank=True, help_text="City and country.")
    date = PartialDateField()
    venue = models.ForeignKey(
        Venue,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="talk_occasions",
        help_text="If the host is a venue that the site knows.",
    )

    natural_key_fields = ("talk__speaker__slug", "talk__title", "host", "date")

    class Meta:
        ordering = ["-date", "host"]
        constraints = [
            models.UniqueConstraint(
                fields=["talk", "host", "date"],
                name="unique_talk_occasion",
                violation_error_message="This occasion is already there.",
            )
        ]

    def __str__(self):
        return ", ".join(filter(None, [self.host, self.place, self.when]))

    @property
    def when(self):
        return PartialDate(self.date).words if self.date else ""
