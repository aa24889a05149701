from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from labsite.editing import stashed_uploads
from labsite.history.versions import prune
from labsite.management.jobs import Job

MAX_LENGTH = 36500  # days


class Command(Job):
    help = "Delete old versions, what has been in the bin for as long, and the files that are no longer needed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--older-than", type=int, required=True, metavar="DAYS", help="365 keeps a year.")

    def handle(self, *, older_than: int, **options: Any) -> str:
        if not 0 <= older_than <= MAX_LENGTH:
            raise CommandError(f"Give a number of days: 0 to {MAX_LENGTH}.")
        pruned = prune(timezone.now() - timedelta(days=older_than))
        stashed_uploads.sweep()
        return f"{pruned.versions} versions and {pruned.files} files deleted."
