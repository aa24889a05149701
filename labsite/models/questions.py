"""What members ask the editors about something that they may read and not change."""

from typing import Any, Self

from django.apps import apps
from django.conf import settings
from django.db import models, transaction
from django.utils import timezone
from django.utils.text import Truncator

MAX_LENGTH = 5000  # characters of a question, and of an answer
MAX_NAME_LENGTH = 300


class QuestionQuerySet(models.QuerySet["Question"]):
    def ask(self, user: Any, row: models.Model, text: str) -> "Question":
        """Make a question of somebody about a row."""
        values = {"model": row._meta.label_lower, "row": row.pk, "about": Truncator(str(row)).chars(MAX_NAME_LENGTH)}
        with transaction.atomic():  # with whom it is told to
            return self.create(text=text, asked_by=user, **values)

    def about(self, row: models.Model) -> Self:
        return self.filter(model=row._meta.label_lower, row=row.pk)

    def open(self) -> Self:
        return self.filter(answered_at=None)

    def answered_for(self, user: Any) -> Self:
        """The answers that somebody hasn't seen yet."""
        return self.filter(asked_by=user, answered_at__isnull=False, is_seen=False)


class Question(models.Model):
    """A member's words about a row, and what an editor answered, maybe with a deed alone."""

    model = models.CharField(max_length=60, help_text="The label of the row's model.")
    row = models.PositiveBigIntegerField(help_text="The row's primary key.")
    about = models.CharField(max_length=MAX_NAME_LENGTH, help_text="What the row was called then.")
    text = models.TextField("question", max_length=MAX_LENGTH)
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

    def subject(self) -> Any:
        """Return the row that it is about; None if it is gone."""
        return apps.get_model(self.model)._default_manager.filter(pk=self.row).first()
