"""What curation remembers: pairs that were settled, issues that were dismissed, addresses that were asked for."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Dismissal(models.Model):
    """A point of the worklist that someone called no problem: it stays away until they take that back."""

    rule = models.CharField(max_length=40)
    model = models.CharField(max_length=60, help_text="The label of the row's model.")
    row = models.PositiveBigIntegerField(help_text="The row's primary key.")
    about = models.CharField(max_length=500, blank=True, help_text="What else tells the point from others of its row.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at"]
        constraints = [models.UniqueConstraint(fields=["rule", "model", "row", "about"], name="unique_dismissal")]

    def __str__(self) -> str:
        return f"{self.rule}: {self.model} {self.row}"


class LinkCheck(models.Model):
    """An address outside, and what came of asking for it last."""

    class State(models.TextChoices):
        REACHABLE = "reachable", _("Reachable")
        UNKNOWN = "unknown", _("It doesn't say")
        FAILING = "failing", _("Failed once")
        BROKEN = "broken", _("Unreachable")

    url = models.CharField("address", max_length=1000, unique=True)
    state = models.CharField(max_length=10, choices=State, default=State.UNKNOWN)
    words = models.CharField("what it answered", max_length=200, blank=True)
    checked_at = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)
    waits_for = models.CharField(max_length=253, blank=True, help_text="A host that wants to be left alone.")
    not_before = models.DateTimeField(null=True, help_text="Until when it does.")

    class Meta:
        ordering = ["url"]

    def __str__(self) -> str:
        return self.url


class SettledPairQuerySet(models.QuerySet):
    def of(self, kind: str, one: int, other: int) -> Self:
        """The pair of two rows of a kind, whichever is named first."""
        return self.filter(kind=kind, first=min(one, other), second=max(one, other))


class SettledPair(models.Model):
    """Two rows that looked like one, and what somebody decided: that they are not, or which of them stayed.

    Rows are told by their keys and not by foreign keys: the decision outlives the row that was merged away.
    """

    class Kind(models.TextChoices):
        PEOPLE = "people", _("People")
        PAPERS = "papers", _("Papers")
        VENUES = "venues", _("Venues")

    kind = models.CharField(max_length=10, choices=Kind)
    first = models.PositiveBigIntegerField(help_text="The smaller key of the two.")
    second = models.PositiveBigIntegerField(help_text="The greater key of the two.")
    kept = models.PositiveBigIntegerField(null=True, help_text="The key of the row that stayed; none: not the same.")

    words = models.TextField(help_text="What the two were called.")
    left_out = models.TextField(blank=True, help_text="What the merged row does not say, one a line.")
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    settled_at = models.DateTimeField(auto_now=True)
    revision = models.PositiveBigIntegerField(null=True, help_text="The step of the history that merged them.")

    objects = SettledPairQuerySet.as_manager()

    class Meta:
        ordering = ["-settled_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["kind", "first", "second"], name="unique_settled_pair"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="settled_pair_in_order"),
        ]

    def __str__(self) -> str:
        return self.words

    @property
    def gone(self) -> int | None:
        """The key of the row that was merged away, None where nothing was merged."""
        return None if self.kept is None else self.first + self.second - self.kept
