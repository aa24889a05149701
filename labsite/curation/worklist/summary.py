"""The worklist in numbers, for the first page of the editing side."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db.models import Count, Max
from django.urls import reverse
from django.utils import timezone

from labsite import roles
from labsite.modelling import content_version
from labsite.models import Dismissal, LinkCheck, User

from .issues import members_of, open_issues

CACHED_FOR = 3600  # seconds


@dataclass(frozen=True)
class WorklistSummary:
    """How many issues are somebody's own, and how many they could settle in all."""

    own: int
    all: int

    @property
    def address(self) -> str:
        return reverse("admin:worklist")


def summary(user: User | AnonymousUser) -> WorklistSummary:
    """Count what is to be looked at; three queries while nothing has changed."""
    key = _key(user)
    counted = cache.get(key)
    if counted is None:
        counted = _count(user)
        cache.set(key, counted, CACHED_FOR)
    return WorklistSummary(*counted)


def _key(user: User | AnonymousUser) -> str:
    """Return a key that changes with all that the numbers follow from."""
    dismissals = Dismissal.objects.aggregate(Max("pk"), Count("pk")).values()
    checked = LinkCheck.objects.aggregate(Max("checked_at"))["checked_at__max"]
    at = checked.timestamp() if checked else 0
    parts = (user.pk, roles.role_of(user), content_version.current(), timezone.localdate(), at, *dismissals)
    return "worklist:" + ":".join(map(str, parts))


def _count(user: User | AnonymousUser) -> tuple[int, int]:
    found = open_issues(user)
    person = getattr(user, "person", None)
    own = [issue for issue, people in members_of(found).items() if person in people]
    return len(own), len(found)
