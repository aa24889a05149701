"""Who may sign in."""

from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower


class UserManager(BaseUserManager):
    @classmethod
    def normalize_email(cls, email):
        """An address in small letters: people sign in whatever the case they type."""
        return super().normalize_email(email).lower()

    def create_user(self, email, password=None, **fields):
        user = self.model(email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email, password=None, **fields):
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, email):
        """Find a login whatever the case of the address that was typed."""
        return self.get(email__iexact=email)


class User(AbstractUser):
    """A login, by e-mail address. A lab member's login belongs to their Person."""

    username = None  # type: ignore[assignment]
    email = models.EmailField("e-mail address", unique=True)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: list[str] = []

    objects = UserManager()  # type: ignore[assignment,misc]

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                name="unique_email_whatever_its_case",
                violation_error_message="Somebody already signs in with this e-mail address.",
            )
        ]

    def __str__(self):
        return self.email
