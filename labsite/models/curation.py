"""What the editing side remembers: what was settled, dismissed and asked, and links that show a draft."""

import datetime
from typing import Any, Self

from django.apps import apps
from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import models, transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

MAX_LENGTH = 5000  # characters of a question, and of an answer
MAX_NAME_LENGTH = 300
LASTS = datetime.timedelta(days=7)  # of a link that shows a draft
SIGNER = Signer(salt="labsite.draft_link")


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


class OfARowQuerySet(models.QuerySet[Any]):
    def about(self, row: models.Model) -> Self:
        return self.filter(model=row._meta.label_lower, row=row.pk)


class OfARow(models.Model):
    """Something about a row of any model, which it tells by label and key."""

    model = models.CharField(max_length=60, help_text="The label of the row's model.")
    row = models.PositiveBigIntegerField(help_text="The row's primary key.")

    class Meta:
        abstract = True

    def subject(self) -> Any:
        """Return the row, published or not; None if it is gone."""
        return apps.get_model(self.model)._default_manager.filter(pk=self.row).first()


class QuestionQuerySet(OfARowQuerySet):
    def ask(self, user: Any, row: models.Model, text: str, proposal: dict[str, str] | None = None) -> "Question":
        """Make a question of somebody about a row, maybe with what is to be carried out."""
        values = {"model": row._meta.label_lower, "row": row.pk, "about": Truncator(str(row)).chars(MAX_NAME_LENGTH)}
        with transaction.atomic():  # with whom it is told to
            return self.create(text=text, proposal=proposal, asked_by=user, **values)

    def open(self) -> Self:
        return self.filter(answered_at=None)

    def answered_for(self, user: Any) -> Self:
        """The answers that somebody hasn't seen yet."""
        return self.filter(asked_by=user, answered_at__isnull=False, is_seen=False)


class Question(OfARow):
    """A member's words about a row, and what an editor answered, maybe with a deed alone."""

    about = models.CharField(max_length=MAX_NAME_LENGTH, help_text="What the row was called then.")
    text = models.TextField("question", max_length=MAX_LENGTH)
    proposal = models.JSONField(null=True, help_text="What an editor may carry out: labsite.curation.role_changes.")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)

    answer = models.TextField(blank=True, max_length=MAX_LENGTH)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    answered_at = models.DateTimeField(null=True)
    is_seen = models.BooleanField("whether who asked has seen the answer", default=False)

    objects = QuestionQuerySet.as_manager()

    class Meta:
        ordering = ["-asked_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.about}: {self.text[:60]}"

    def close(self, user: Any, words: str = "") -> None:
        """Answer it, in words or by what was done."""
        self.answer, self.answered_by, self.answered_at = words, user, timezone.now()
        self.is_seen = self.asked_by == user
        with transaction.atomic():
            self.save()


class DraftLinkQuerySet(OfARowQuerySet):
    def open(self, at: datetime.datetime | None = None) -> Self:
        """Those that work at a time, else now."""
        return self.filter(expires_at__gt=at or timezone.now())

    def at(self, token: str) -> Any:
        """The link that a token names, whether or not it still works; None for no token of ours."""
        try:
            pk, _hyphen, made_at = SIGNER.unsign(token).partition("-")
        except BadSignature:
            return None
        link = self.filter(pk=pk).first()
        return link if link and made_at in ("", link.time_of_making) else None


class DraftLink(OfARow):
    """Who has it sees one draft without signing in: for a week, or until it is withdrawn."""

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

    def withdraw(self) -> None:
        self.expires_at = timezone.now()
        self.save(update_fields=["expires_at"])
