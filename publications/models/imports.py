from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from people.models import Person

from .publication import Publication


class Import(models.Model):
    """Entries of a source that somebody brings in or that a source was found to have, until all is decided.

    It belongs to the installation, like accounts: neither fixtures nor the history of the content tell of it.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting to be reviewed")
        ASKING = "asking", _("Asking sources")
        APPLYING = "applying", _("Under way")
        DONE = "done", _("Done")
        FAILED = "failed", _("Interrupted")
        DECLINED = "declined", _("Skipped")

    OPEN_STATES = (State.WAITING, State.ASKING, State.APPLYING, State.FAILED)

    source = models.CharField(max_length=200, help_text="Where it comes from, for programs: file, or dblp:65/9612.")
    label = models.CharField(max_length=300, help_text="Where it comes from, for people.")
    entries = models.JSONField(default=list, help_text="The entries of the source, packed.")
    decisions = models.JSONField(default=dict, help_text="What somebody decided about them.")
    report = models.JSONField(default=dict, help_text="What became of each, once it is done.")

    state = models.CharField(max_length=20, choices=State, default=State.WAITING)
    trouble = models.TextField(blank=True, help_text="Why it broke off, in words.")
    step = models.PositiveBigIntegerField(null=True, help_text="The step of the history that it became.")

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="imports")
    person = models.ForeignKey(
        Person,
        on_delete=models.SET_NULL,
        null=True,
        related_name="imports",
        help_text="Whose papers a source told of.",
    )
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.label


class ImportedEntry(models.Model):
    """What an entry of a source said when it was last taken in, or that somebody left it out for good.

    Beside what the site says now it tells who changed a value since: the source, or somebody here.
    """

    source = models.CharField(max_length=200, blank=True, editable=False)
    identity = models.CharField(
        max_length=64, db_index=True, editable=False, help_text="Which entry it is, from title, authors, year."
    )
    publication = models.ForeignKey(
        Publication,
        on_delete=models.CASCADE,
        null=True,
        editable=False,
        related_name="imported_entries",
        help_text="None: left out.",
    )
    said = models.JSONField(default=dict, editable=False, help_text="The record, packed.")
    imported_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "imported entries"
        constraints = [
            models.UniqueConstraint(fields=["identity", "source", "publication"], name="unique_imported_entry")
        ]

    def __str__(self) -> str:
        return self.said.get("title") or self.identity
