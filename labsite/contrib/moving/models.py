"""What a lab that has moved in is still asked."""

from django.db import models

from people.models import Person


class NameOfMember(models.Model):
    """Another name under which a member's papers stand: one that was taken for theirs, or an author who may be them.

    It stays until an editor says whether it is so. ``author`` is the primary key of an author who may be gone by then.
    """

    member = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=200, blank=True)
    author = models.BigIntegerField(null=True)
    authorships = models.JSONField(default=list, help_text="The primary keys of those that were taken.")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name or str(self.author)
