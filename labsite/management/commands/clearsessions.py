from typing import Any

from django.contrib.sessions.management.commands import clearsessions
from django.utils import timezone

from labsite.management.jobs import Job
from labsite.models import SharedValue


class Command(Job, clearsessions.Command):
    """Django's own, whose runs are noted; counts of tries of signing in are forgotten too, which name addresses."""

    def handle(self, **options: Any) -> None:
        super().handle(**options)
        SharedValue.objects.filter(expires__lt=timezone.now()).delete()
