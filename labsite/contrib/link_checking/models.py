"""What is remembered of addresses outside."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class LinkCheck(models.Model):
    """An address outside, and what came of asking for it last."""

    class State(models.TextChoices):
        REACHABLE = "reachable", _("Reachable")
        UNKNOWN = "unknown", _("Unclear")
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
        db_table = "labsite_linkcheck"
        ordering = ["url"]

    def __str__(self) -> str:
        return self.url
