"""What the commands have in common that a timer starts: their last run is noted, for administrators to look at."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from labsite import history
from labsite.jobs import JobRun
from labsite.registry import SiteFacet

logger = logging.getLogger(__name__)

MAX_OUTCOME_LENGTH = 300  # characters


@dataclass(frozen=True)
class BesideTheServer(SiteFacet):
    """A command of an app with its arguments that ``run`` starts where it is wanted; it ends with the server."""

    arguments: tuple[str, ...]
    is_wanted: Callable[[], bool]


class Job(BaseCommand):
    """A command whose last run is noted in JobRun: when it began and ended, and what came of it in one line.

    ``class Command(Job)`` and a line in ``JobRun.DAYS``, or a TimedCommand of its app, are all that it takes.
    ``handle`` returns the one line, which Django prints; whatever it raises is noted as a failure, and raised again.
    ``partial`` are options with which a run does less than the timer asks for, so that it isn't noted.
    ``JobRun.succeeded_at`` tells when one last ended well.
    """

    partial: tuple[str, ...] = ()
    requires_system_checks: list[str] = []  # the service's start has seen the models

    @property
    def name(self) -> str:
        return type(self).__module__.rpartition(".")[2]

    def execute(self, *args: Any, **options: Any) -> Any:
        if any(options.get(name) for name in self.partial):
            return super().execute(*args, **options)
        self._note(started_at=timezone.now(), ended_at=None, has_failed=False, outcome="")
        try:
            outcome = super().execute(*args, **options)
        except BaseException as error:
            words = str(error) if isinstance(error, CommandError) else f"{type(error).__name__}: {error}"
            self._note(ended_at=timezone.now(), has_failed=True, outcome=words)
            logger.error(f"manage.py {self.name} failed")  # an e-mail about it says no more than this
            raise
        now = timezone.now()
        self._note(ended_at=now, succeeded_at=now, outcome=outcome or "Done.")
        try:  # what a worker that was killed left behind: timers are the only ones to come by
            history.take_back_broken_off()
        except DatabaseError as error:  # such as one that isn't migrated yet
            logger.warning(f"What broke off isn't taken back: {str(error).partition(chr(10))[0]}")
        return outcome

    def _note(self, outcome: str, **fields: Any) -> None:
        """Write down what is known of the run; a database that can't take it stops no job."""
        lines = [*outcome.strip().splitlines(), ""]
        fields["outcome"] = lines[0][:MAX_OUTCOME_LENGTH]
        try:
            JobRun.objects.update_or_create(command=self.name, defaults=fields)
        except DatabaseError as error:  # such as one that isn't migrated yet
            logger.warning(f"The run isn't noted: {str(error).partition(chr(10))[0]}")
