"""Long work that somebody starts in the admin: it goes on in a thread, while its JobRun says how far it is.

The work ends with ``Progress.finish`` in the transaction that writes the last of it: whenever it is stopped, either
both are written or neither is. What a process that was killed had written before is taken back by the history.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Any

from django.db import DatabaseError, close_old_connections, connection, transaction
from django.utils import timezone
from django.utils.translation import get_language, override

from labsite.modelling.write_waits import patience
from labsite.texts.stored import gettext_noop

from .models import JobRun

logger = logging.getLogger(__name__)

HEARTBEAT = 2.0  # seconds

FAULT = gettext_noop(
    "It failed because of an error in the program, and nothing was changed. Tell the person who runs the site."
)
BUSY = gettext_noop("The database was busy for too long, and nothing was changed. Try again in a few minutes.")


class JobRefused(Exception):
    """What was asked for isn't possible; ``reasons`` say in the user's words why. Nothing has been changed."""

    def __init__(self, *reasons: str) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = reasons


class TakenUpAgain(Exception):
    """Somebody began again meanwhile: this one must not write anything."""


class Progress:
    """How far a job is: the work calls it with how much is done, and of how much; a thread of its own writes it down.

    Without a row nobody is told.
    """

    def __init__(self, run: JobRun | None = None) -> None:
        self.run = run
        self.far: dict[str, int] = {}

    def __call__(self, done: int, total: int) -> None:
        self.far = {"done": done, "total": total}

    def finish(self, outcome: str = "", step: int | None = None, has_failed: bool = False) -> None:
        """Note that it is over, and what came of it. Raises TakenUpAgain if it isn't this one's to end."""
        over = {"ended_at": timezone.now(), "outcome": outcome, "step": step, "has_failed": has_failed}
        if self.run and not self._own().update(**self.far, **over):
            raise TakenUpAgain

    def note(self) -> None:
        """Note how far it is, and that somebody is at work."""
        self._own().update(**self.far, alive_at=timezone.now())

    def _own(self) -> Any:
        if not self.run:
            return JobRun.objects.none()
        return JobRun.objects.filter(pk=self.run.pk, started_at=self.run.started_at, ended_at=None)

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note it again and again from another thread, whatever the work waits for."""
        over = Event()

        def beat() -> None:
            while not over.wait(HEARTBEAT):
                with suppress(DatabaseError):
                    self.note()
            connection.close()

        thread = Thread(target=beat, name="heartbeat", daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()


Work = Callable[[Progress], Any]
Failed = Callable[[str], Any]


def begin(name: str, user: Any, words: str, address: str = "") -> JobRun | None:
    """Note that a job is begun; None if it is under way already. ``address`` is the page that it was started from."""
    now = timezone.now()
    values = {"user_id": user and user.pk, "words": words, "address": address, "started_at": now, "alive_at": now}
    values |= {"ended_at": None, "has_failed": False, "outcome": "", "step": None, "done": 0, "total": 0}
    run, is_new = JobRun.objects.get_or_create(command=name, defaults=values)
    if not is_new and not JobRun.objects.not_under_way().filter(pk=run.pk).update(**values):
        return None
    return JobRun.objects.get(pk=run.pk)


def claim(rows: Any, name: str, user: Any, words: str, address: str = "", **values: Any) -> JobRun | None:
    """Begin a run that gives rows these values; None if they are not as the queryset wants, or somebody has begun."""
    with transaction.atomic():
        run = begin(name, user, words, address) if rows.update(**values) else None
        transaction.set_rollback(run is None)
    return run


def start(run: JobRun, work: Work, failed: Failed = lambda words: None) -> None:
    """Do the work in the background, in the language of now; see ``carry_out``."""
    language = get_language()

    def in_thread() -> None:
        close_old_connections()
        progress = Progress(run)
        try:
            with override(language), patience(), progress.noted():
                carry_out(work, progress, failed)
        finally:
            connection.close()

    Thread(target=in_thread, name=run.command).start()


def carry_out(work: Work, progress: Progress, failed: Failed = lambda words: None) -> None:
    """Do the work; if it breaks off, call ``failed`` with the words for it, in the transaction that ends the run."""
    name = progress.run.command if progress.run else "job"
    try:
        work(progress)
        return
    except TakenUpAgain:
        logger.warning("Begun again before it was done: %s.", name)
        return
    except JobRefused as refusal:
        words = "\n".join(refusal.reasons)
    except DatabaseError:
        logger.exception("Could not be written: %s.", name)
        words = BUSY
    except Exception:
        logger.exception("Broke off: %s.", name)
        words = FAULT
    with suppress(TakenUpAgain), transaction.atomic():
        progress.finish(words, has_failed=True)
        failed(words)
