"""Links that show a draft to those who have no login."""

import datetime
from typing import Any, Self

from django.apps import apps
from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import models
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

LASTS = datetime.timedelta(days=7)
SIGNER = Signer(salt="labsite.draft_link")


class DraftLinkQuerySet(models.QuerySet):
    def to(self, row: models.Model) -> Self:
        """The links to a row, the last first."""
        return self.filter(model=row._meta.label_lower, row=row.pk)

    def open(self, at: datetime.datetime | None = None) -> Self:
        """Those that work at a time, else now."""
        return self.filter(expires_at__gt=at or timezone.now())

    def at(self, token: str) -> Any:
        """The link that a token names, whether or not it still works; None for no token of ours."""
        try:
            pk, _, made_at = SIGNER.unsign(token).partition("-")
        except BadSignature:
            return None
        link = self.filter(pk=pk).first()
        return link if link and made_at in ("", link.time_of_making) else None


class DraftLink(models.Model):
    """Who has it sees one draft without signing in: for a week, or until it is withdrawn."""

    model = models.CharField(max_length=60, help_text="The label of the row's model.")
    row = models.PositiveBigIntegerField(help_text="The row's primary key.")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    openings = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField("last opened at", null=True)

    objects = DraftLinkQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.model} {self.row} until {self.expires_at:%Y-%m-%d %H:%M}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.expires_at = self.expires_at or self.made_at + LASTS
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("draft", args=[SIGNER.sign(f"{self.pk}-{self.time_of_making}")])

    @property
    def time_of_making(self) -> str:
        """It tells the link from another that has its number in a database that was begun anew."""
        return f"{self.made_at.timestamp():.0f}"

    @property
    def is_open(self) -> bool:
        return self.expires_at > timezone.now()

    def draft(self) -> Any:
        """Return the row, published or not; None if it is gone."""
        return apps.get_model(self.model)._default_manager.filter(pk=self.row).first()

    def note_opening(self) -> None:
        type(self).objects.filter(pk=self.pk).update(openings=F("openings") + 1, opened_at=timezone.now())

    def withdraw(self) -> None:
        self.expires_at = timezone.now()
        self.save(update_fields=["expires_at"])
