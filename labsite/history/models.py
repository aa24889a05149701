from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.utils.translation import gettext_lazy as _


class Step(models.Model):
    """What somebody did in one go, which is undone as a whole: one transaction, or for very much of it several."""

    date_created = models.DateTimeField(db_index=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    comment = models.TextField(blank=True, help_text="What was done, in words; empty where the versions say it.")
    is_under_way = models.BooleanField(
        default=False, db_default=False, help_text="Whether only parts of it are written as yet."
    )

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.comment or f"Step {self.pk}"


class VersionQuerySet(models.QuerySet["Version"]):
    def made(self) -> "VersionQuerySet":
        """Those that somebody made, without what was only found as it was."""
        return self.exclude(kind=Version.Kind.FOUND)

    def of(self, model: type[models.Model], *pks: object) -> "VersionQuerySet":
        """Those of some rows of a model."""
        content_type = ContentType.objects.get_for_model(model)
        return self.filter(content_type=content_type, object_id__in=[str(pk) for pk in pks])


class VersionManager(models.Manager["Version"]):
    """Knows nothing of what belongs to apps that are left out, until they are there again."""

    def get_queryset(self) -> models.QuerySet["Version"]:
        versions = super().get_queryset()
        if not settings.APPS_LEFT_OUT:
            return versions
        return versions.exclude(content_type__app_label__in=settings.APPS_LEFT_OUT)


class Version(models.Model):
    """What a step did to one object, and what this held then, with the rows that are edited with it."""

    class Kind(models.TextChoices):
        ADDED = "added", _("Added")
        CHANGED = "changed", _("Changed")
        REMOVED = "removed", _("Deleted")
        FOUND = "found", _("Already there")

    step = models.ForeignKey(Step, on_delete=models.CASCADE, related_name="versions")
    kind = models.CharField(max_length=10, choices=Kind)
    content_type = models.ForeignKey(ContentType, on_delete=models.CASCADE, related_name="+")
    object_id = models.CharField(max_length=191)
    object_repr = models.TextField(help_text="What it was called.")
    changed_parts = models.TextField(blank=True, help_text="The fields and kinds of rows that changed, in words.")
    serialized_data = models.TextField(help_text="It and its rows in Django's JSON; none once it is deleted.")

    objects = VersionManager.from_queryset(VersionQuerySet)()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["content_type", "object_id", "step"], name="one_version_of_a_step"),
        ]
        indexes = [models.Index(fields=["kind"], name="version_kind")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.object_repr}"
