import datetime
from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone

from labsite.contrib.link_checking.asking import Asker
from labsite.contrib.link_checking.mentions import forget_addresses_no_longer_used
from labsite.contrib.link_checking.models import LinkCheck
from labsite.contrib.link_checking.run import busy_hosts, due, run, witnesses
from labsite.management.jobs import Job

State = LinkCheck.State

WEEK = 7  # days


class Command(Job):
    help = "Check whether the links of the site still work; run it every night."
    partial = ("limit",)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--limit", type=int, metavar="N", help="check at most N addresses")
        parser.add_argument(
            "--older-than",
            type=float,
            default=WEEK,
            metavar="DAYS",
            help="skip what was checked within so many days (7); what failed is checked again the next day",
        )

    def handle(self, *, limit: int | None, older_than: float, **options: Any) -> str:
        now = timezone.now()
        urls = due(forget_addresses_no_longer_used(), now, datetime.timedelta(days=older_than))[:limit]
        asker = self.asker()
        for host, seconds in busy_hosts(now).items():
            asker.turns.leave_alone(host, seconds)
        try:
            counts = run([*witnesses(urls), *urls], asker)
        except KeyboardInterrupt:
            raise CommandError("Stopped. The results so far are saved.") from None
        if counts["silent"]:
            raise CommandError("Nothing answered, so nothing was recorded: is this machine online?")
        return report(counts)

    def asker(self) -> Asker:
        return Asker(user_agent())


def user_agent() -> str:
    """Say who asks, and where to complain about it."""
    site = next(iter(settings.ALLOWED_HOSTS), "").lstrip("*.")
    return f"Mozilla/5.0 (compatible; labsite link check{f'; +https://{site}/' if site else ''})"


def report(counts: Counter[str]) -> str:
    checked = counts.total() - counts[""]
    parts = (
        (f"{counts[State.REACHABLE]} reachable", True),
        (f"{counts[State.BROKEN]} unreachable", True),
        (f"{counts[State.FAILING]} failed for the first time", counts[State.FAILING]),
        (f"{counts[State.UNKNOWN]} didn’t say", counts[State.UNKNOWN]),
        (f"{counts['']} left for later", counts[""]),
    )
    return f"Checked {checked} addresses: {', '.join(words for words, is_said in parts if is_said)}."
