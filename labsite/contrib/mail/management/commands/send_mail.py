import os
import time
from argparse import ArgumentParser
from contextlib import suppress
from io import StringIO
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from labsite.contrib.mail.noticing import queue_reminders, queue_weekly
from labsite.contrib.mail.sending import send_due
from labsite.management.jobs import Job


class Command(Job):
    help = "Send the e-mails that are due: notifications, reminders and, on Mondays, the digests."
    partial = ("every",)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--every",
            type=int,
            metavar="SECONDS",
            help="send again every N seconds, until the process that started this one ends",
        )

    def handle(self, *, every: int | None, **options: Any) -> str:
        if every is not None:
            if every < 1:
                raise CommandError("Wait one second or more.")
            with suppress(KeyboardInterrupt):
                self.go_on(every)
            return ""
        if not settings.SENDS_EMAIL:
            return "This site sends no e-mail."
        now = timezone.now()
        queue_reminders(now)
        queue_weekly(now)
        counts = send_due(now)
        failed = f" {counts['failed']} could not be sent and will be tried again." if counts["failed"] else ""
        return f"{counts['sent']} sent.{failed}"

    def go_on(self, every: int) -> None:
        """Send again and again, until the process that started this one has ended."""
        parent = os.getppid()
        while os.getppid() == parent:
            try:
                call_command("send_mail", stdout=StringIO())  # what came of it, the run's row says
            except (CommandError, DatabaseError) as error:
                self.stderr.write(str(error))
            close_old_connections()
            for _ in range(every):
                if os.getppid() == parent:
                    time.sleep(1)
