from django.conf import settings
from django.db import models

from labsite.roles import Role


class InvitationQuerySet(models.QuerySet):
    def open(self, at):
        """Those whose link still works at a time. The twin of Invitation.is_open."""
        return self.filter(accepted_at=None, expires_at__gt=at)


class Invitation(models.Model):
    """A letter that lets one person make their own login: its link works once, and for a week.

    Of the link only a fingerprint is kept, so that nobody who reads the database can use it.
    """

    person = models.OneToOneField("people.Person", on_delete=models.CASCADE, related_name="invitation")
    email = models.EmailField("e-mail address")
    role = models.PositiveSmallIntegerField(choices=[(role.value, role.label) for role in Role])
    fingerprint = models.CharField(max_length=64, unique=True)

    sent_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    sent_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-sent_at"]

    def __str__(self):
        return f"{self.person} by {self.email}"

    def is_open(self, at):
        return self.accepted_at is None and self.expires_at > at
