"""Who may sign in, and who is invited to."""

import datetime
from hashlib import sha256
from typing import Any, Self

from django.apps import apps
from django.conf import settings
from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from labsite.roles import Role, may


class UserManager(BaseUserManager["User"]):
    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """An address in small letters: people sign in whatever the case they type."""
        return super().normalize_email(email).lower()

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, email: str | None) -> "User":
        """Find a login whatever the case of the address that was typed."""
        return self.get(email__iexact=email)


class User(AbstractUser):
    """A login, by e-mail address. A lab member's login belongs to their Person."""

    username = None  # type: ignore[assignment]
    email = models.EmailField(_("e-mail address"), unique=True)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: list[str] = []

    objects = UserManager()  # type: ignore[assignment,misc]

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                name="unique_email_whatever_its_case",
                violation_error_message=_("Somebody already signs in with this e-mail address."),
            )
        ]

    def __str__(self) -> str:
        return self.email

    def get_full_name(self) -> str:
        """What others see of whoever signs in: the name of their page, else the login's; never the whole address."""
        person = getattr(self, "person", None)
        return person.name if person else super().get_full_name() or capfirst(self.email.partition("@")[0])

    def get_short_name(self) -> str:
        """How the site greets them."""
        person = getattr(self, "person", None)
        return person.given_name if person and person.given_name else self.get_full_name()

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        """Answer what Django asks of permissions, as by ``perms`` in a template, from the rights of the models."""
        app, _, codename = perm.partition(".")
        action, _, model = codename.partition("_")
        return may(self, action, apps.get_model(app, model))


def fingerprint(token: str) -> str:
    """Return what is kept of the token of a link."""
    return sha256(token.encode()).hexdigest()


class InvitationQuerySet(models.QuerySet):
    def open(self, at: datetime.datetime) -> Self:
        """Those whose link still works at a time. The twin of Invitation.is_open."""
        return self.filter(accepted_at=None, expires_at__gt=at)


class Invitation(models.Model):
    """A letter that lets one person make their own login: its link works once, and for a week.

    Of the link only a fingerprint is kept, so that nobody who reads the database can use it.
    """

    person = models.OneToOneField("people.Person", on_delete=models.CASCADE, related_name="invitation")
    email = models.EmailField(_("e-mail address"))
    role = models.PositiveSmallIntegerField(choices=[(role.value, role.label) for role in Role])
    fingerprint = models.CharField(max_length=64, unique=True)
    reminded_by = models.CharField(
        max_length=64, blank=True, default="", db_default="", help_text="The fingerprint of a reminder’s link."
    )

    sent_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    sent_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    reminded_at = models.DateTimeField(null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-sent_at"]

    def __str__(self) -> str:
        return f"{self.person} by {self.email}"

    def is_open(self, at: datetime.datetime) -> bool:
        return self.accepted_at is None and self.expires_at > at
