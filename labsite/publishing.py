"""What is public and what isn't yet: drafts, what waits for approval, and what appears at a time to come."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils import timezone

Time = datetime.datetime


class PublishableQuerySet(models.QuerySet):
    def published(self, at: Time | None = None) -> Any:
        """Those that everyone may see at a time, else now. The twin of Publishable.is_published."""
        has_come = Q(publish_from__isnull=True) | Q(publish_from__lte=at or timezone.now())
        return self.filter(has_come, state=self.model.State.PUBLISHED)

    def unpublished(self, at: Time | None = None) -> Any:
        """All that published() leaves out."""
        is_ahead = Q(publish_from__gt=at or timezone.now())
        return self.filter(is_ahead | ~Q(state=self.model.State.PUBLISHED))

    def scheduled(self, at: Time | None = None) -> Any:
        """Those that become public by themselves, at a time to come. The twin of Publishable.is_scheduled."""
        return self.filter(publish_from__gt=at or timezone.now(), state=self.model.State.PUBLISHED)

    def waiting(self) -> Any:
        """Those that an editor is asked to publish."""
        return self.filter(state=self.model.State.WAITING)


class Publishable(models.Model):
    """A row that is public, or isn't yet: a public page shows it only while it is published."""

    class State(models.TextChoices):
        DRAFT = "draft", "Draft"
        WAITING = "waiting", "Waiting for approval"
        PUBLISHED = "published", "Published"

    state = models.CharField("on the site", max_length=10, choices=State, default=State.PUBLISHED)
    publish_from = models.DateTimeField("appears on", null=True, blank=True, db_index=True)

    objects = PublishableQuerySet.as_manager()

    class Meta:
        abstract = True

    @classmethod
    def from_db(cls, *args: Any, **kwargs: Any) -> Any:
        row = super().from_db(*args, **kwargs)
        row._state_in_database = row.__dict__.get("state")
        return row

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        if self._becomes_published() and (update_fields is None or "state" in update_fields):
            self.publish_from = max(filter(None, [self.publish_from, timezone.now()]))
            update_fields = update_fields and {*update_fields, "publish_from"}
        super().save(*args, update_fields=update_fields, **kwargs)
        self._state_in_database = self.state

    def is_published(self, at: Time | None = None) -> bool:
        """Say whether everyone may see it at a time, else now. The twin of PublishableQuerySet.published."""
        has_come = self.publish_from is None or self.publish_from <= (at or timezone.now())
        return self.state == self.State.PUBLISHED and has_come

    def is_scheduled(self, at: Time | None = None) -> bool:
        """Say whether it becomes public by itself, at a time to come."""
        return self.state == self.State.PUBLISHED and not self.is_published(at)

    def _becomes_published(self) -> bool:
        """Whether this save publishes what was none of the public's: nobody can have seen it before now."""
        before = getattr(self, "_state_in_database", None)
        return before not in (None, self.State.PUBLISHED) and self.state == self.State.PUBLISHED


def public_since() -> Coalesce:
    """Return since when a row with ``added_at`` has been public, for annotate()."""
    return Coalesce("publish_from", "added_at")
