from django.conf import settings
from django.db import models
from django.db.models import F, Q


class SettledPairQuerySet(models.QuerySet):
    def of(self, kind, one, other):
        """The pair of two rows of a kind, whichever is named first."""
        return self.filter(kind=kind, first=min(one, other), second=max(one, other))


class SettledPair(models.Model):
    """Two rows that looked like one, and what somebody decided: that they are not, or which of them stayed.

    Rows are told by their keys and not by foreign keys: the decision outlives the row that was merged away.
    """

    class Kind(models.TextChoices):
        PEOPLE = "people", "People"
        PAPERS = "papers", "Papers"
        VENUES = "venues", "Venues"

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

    def __str__(self):
        return self.words

    @property
    def gone(self):
        """The key of the row that was merged away, None where nothing was merged."""
        return None if self.kept is None else self.first + self.second - self.kept
