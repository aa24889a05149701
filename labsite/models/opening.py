from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from labsite.modelling.addresses import Addressed, AddressedQuerySet
from labsite.modelling.changes import ChangedAtField
from labsite.modelling.ranking import SearchedQuerySet
from labsite.texts.folding import FoldedField
from labsite.texts.markdown import MarkdownField
from people.models import Membership


class OpeningQuerySet(SearchedQuerySet, AddressedQuerySet):
    def open(self, at):
        """Those that one can still apply for on the day ``at``. The twin of Opening.is_open."""
        return self.filter(Q(closes__isnull=True) | Q(closes__gte=at))


class Opening(Addressed):
    """A place in the lab that one can apply for, until the day on which it closes."""

    title = models.CharField(max_length=200, help_text="For example Two PhD students in systems for machine learning.")
    role = models.CharField(max_length=20, choices=Membership.Role, default=Membership.Role.PHD_STUDENT)
    text = MarkdownField(blank=True, help_text="What it is about, whom you look for and how to apply, in Markdown.")
    closes = models.DateField("closing date", null=True, blank=True, help_text="The last day. Empty: it stays open.")
    added_at = models.DateTimeField(default=timezone.now, editable=False, serialize=False)
    changed_at = ChangedAtField()
    search_text = FoldedField(names=1, sources=("title", "text"))

    objects = OpeningQuerySet.as_manager()

    class Meta:
        ordering = [F("closes").asc(nulls_last=True), "title"]

    def __str__(self):
        return self.title

    def get_absolute_url(self):
        return reverse("opening", args=[self.slug])

    def is_open(self, at):
        """Say whether one can still apply on the day ``at``. The twin of OpeningQuerySet.open."""
        return self.closes is None or self.closes >= at
