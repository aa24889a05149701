from django.db import models


class ChangeQuerySet(models.QuerySet):
    def made(self):
        """Those that somebody made, without what was only found as it is."""
        return self.exclude(kind=Change.Kind.FOUND)


class Change(models.Model):
    """What a step did to one thing. Its version holds the thing with its rows as they were then."""

    class Kind(models.TextChoices):
        ADDED = "added", "Added"
        CHANGED = "changed", "Changed"
        REMOVED = "removed", "Deleted"
        FOUND = "found", "Found as it was"

    version = models.OneToOneField("reversion.Version", on_delete=models.CASCADE, related_name="change")
    kind = models.CharField(max_length=10, choices=Kind)
    words = models.TextField(blank=True, help_text="What was changed, in words.")

    objects = ChangeQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["kind"], name="change_kind")]

    def __str__(self):
        return f"{self.get_kind_display()}: {self.version.object_repr}"
