"""What the worklist remembers: what was said to be no problem, and which addresses outside answered."""

from django.conf import settings
from django.db import models


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

    def __str__(self):
        return f"{self.rule}: {self.model} {self.row}"


class LinkCheck(models.Model):
    """An address outside, and what came of asking for it last."""

    class State(models.TextChoices):
        REACHABLE = "reachable", "Reachable"
        UNKNOWN = "unknown", "It doesn't say"
        FAILING = "failing", "Failed once"
        BROKEN = "broken", "Unreachable"

    url = models.CharField("address", max_length=1000, unique=True)
    state = models.CharField(max_length=10, choices=State, default=State.UNKNOWN)
    words = models.CharField("what it answered", max_length=200, blank=True)
    checked_at = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)
    waits_for = models.CharField(max_length=253, blank=True, help_text="A host that wants to be left alone.")
    not_before = models.DateTimeField(null=True, help_text="Until when it does.")

    class Meta:
        ordering = ["url"]

    def __str__(self):
        return self.url
