from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from labsite import registry, roles
from labsite.registry import SiteFacet

# Longer than the row of a job is ever left alone while somebody works at it, other than under one long transaction.
PATIENCE = timedelta(minutes=2)
LATELY = timedelta(days=1)


@dataclass(frozen=True)
class TimedCommand(SiteFacet):
    """A command of an app that a timer starts again after some days; 0 for one that runs more often."""

    command: str
    days: int


class JobRunQuerySet(models.QuerySet["JobRun"]):
    def visible_to(self, user: Any) -> Self:
        """Those that somebody started who may look at them: members see their own, editors all."""
        started = self.exclude(address="")
        return started if roles.at_least(user, roles.Role.EDITOR) else started.filter(user=user)

    def lately_by(self, user: Any) -> Self:
        """Those that somebody started a short while ago, the last first."""
        started = self.filter(user=user, started_at__gt=timezone.now() - LATELY).exclude(address="")
        return started.order_by("-started_at")

    def not_under_way(self) -> Self:
        """Those that are over, or whose process is no more."""
        return self.filter(Q(ended_at__isnull=False) | Q(alive_at=None) | Q(alive_at__lt=timezone.now() - PATIENCE))


class JobRun(models.Model):
    """The last run of a job: of a command that a timer starts, or of long work that somebody started in the admin.

    labsite.management.jobs notes the former, and labsite.jobs.background the latter.
    """

    # After how many days each is started again; deploy/ has the timers.
    DAYS = {"backup": 1, "clearsessions": 1, "prune_history": 7}

    command = models.CharField(max_length=50, unique=True, help_text="Which job, such as backup or undo 12.")
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True, help_text="None while it runs, and where it was cut off.")
    has_failed = models.BooleanField(default=False)
    outcome = models.TextField(blank=True, help_text="What came of it, a sentence a line.")
    succeeded_at = models.DateTimeField(null=True, help_text="When a run last ended well.")

    # Of what somebody started.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    words = models.TextField(blank=True, help_text="What is done, in words.")
    address = models.CharField(max_length=200, blank=True, help_text="The page from which it was started.")
    alive_at = models.DateTimeField(null=True, help_text="When its process last said that it is at work.")
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0, help_text="Of how much; 0 as long as nobody knows.")
    step = models.PositiveBigIntegerField(null=True, help_text="The step of the history that it became.")

    objects = JobRunQuerySet.as_manager()

    class Meta:
        ordering = ["command"]

    def __str__(self) -> str:
        return f"{self.command}: {self.outcome}"

    def get_absolute_url(self) -> str:
        return reverse("admin:job", args=[self.pk])

    @classmethod
    def days(cls) -> dict[str, int]:
        """Return the commands that timers start, with those of apps, and after how many days."""
        return cls.DAYS | {each.command: each.days for each in registry.added(TimedCommand)}

    def is_late(self, now: datetime, begun: datetime) -> bool:
        """Say whether a run that ended well is overdue by a day; ``begun`` is when the site was."""
        due = timedelta(days=self.days().get(self.command, 0) + 1)
        return now - (self.succeeded_at or begun) > due

    @property
    def is_under_way(self) -> bool:
        return self.ended_at is None and self.alive_at is not None and self.alive_at >= timezone.now() - PATIENCE

    @property
    def percent(self) -> int:
        return self.done * 100 // self.total if self.total else 0
