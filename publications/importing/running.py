"""An import that was looked at is carried out in the background, while its page says how far it is."""

import datetime
import logging
import threading
from typing import Any

from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone
from django.utils.translation import override

from labsite import history
from labsite.texts.stored import gettext_noop
from publications.citations.entry import unpacked
from publications.models import Import

from .applying import Applied, apply
from .plan import Plan, StalePlan
from .planning import plan_of
from .report import report_of

logger = logging.getLogger(__name__)

State = Import.State
HEARTBEAT = datetime.timedelta(seconds=1)
# Longer than anything takes during which nothing can be told: then whoever was at work is no more.
PATIENCE = datetime.timedelta(minutes=5)

IMPORTED = gettext_noop("Imported {label}")  # the step of the history
BROKEN_OFF = gettext_noop("It broke off, and nothing was changed. You can begin again.")
FAULT = gettext_noop(
    "It broke off because of a fault in the program, and nothing was changed. Tell whoever runs the site."
)
BUSY = gettext_noop("The database was busy for too long, and nothing was changed. Try again in a few minutes.")


class TakenUpAgain(Exception):
    """Somebody began again meanwhile: this one must not write anything."""


def start(row: Import, user: Any, plan: Plan | None = None) -> bool:
    """Begin to carry an import out, and return at once; False if that is under way or over already."""
    if not _claim(row):
        return False
    threading.Thread(target=_in_thread, args=(row, user, plan), name=f"import {row.pk}").start()
    return True


def run(row: Import, user: Any, plan: Plan | None = None) -> Applied | None:
    """Carry an import out now; None if it didn't come to that, and then the row says why.

    ``plan`` is the one that somebody looked at; it is made if it isn't given. The row becomes done in the transaction
    that ends the step of the history: whenever it is stopped, both are or neither is.
    """
    return _carry_out(row, user, plan) if _claim(row) else None


def is_broken_off(row: Import) -> bool:
    """Whether an import that is under way has not been worked on for so long that nobody will."""
    return row.state in (State.APPLYING, State.ASKING) and (
        row.alive_at is None or row.alive_at < timezone.now() - PATIENCE
    )


def take_up_again(row: Import) -> bool:
    """Let an import that broke off wait for a look once more; False if it isn't broken off any more."""
    found = Import.objects.filter(pk=row.pk, state=row.state, alive_at=row.alive_at)
    if row.state != State.FAILED and not is_broken_off(row):
        return False
    history.take_back_broken_off()
    return bool(found.update(state=State.WAITING, trouble="", done=0))


def _claim(row: Import) -> bool:
    waiting = Import.objects.filter(pk=row.pk, state=State.WAITING)
    return bool(waiting.update(state=State.APPLYING, alive_at=timezone.now(), done=0, trouble=""))


def _in_thread(row: Import, user: Any, plan: Plan | None) -> None:
    close_old_connections()
    try:
        _carry_out(row, user, plan)
    finally:
        connection.close()


@override(None)  # what is kept of it is read in any language
def _carry_out(row: Import, user: Any, plan: Plan | None) -> Applied | None:
    try:
        return _apply(row, user, plan or _planned(row, user))
    except StalePlan as error:
        _stop(row, State.WAITING, str(error))
    except TakenUpAgain:
        logger.warning("Import %s was begun again before it was done.", row.pk)
    except DatabaseError:
        logger.exception("Import %s could not be written.", row.pk)
        _stop(row, State.FAILED, BUSY)
    except Exception:
        logger.exception("Import %s broke off.", row.pk)
        _stop(row, State.FAILED, FAULT)
    return None


def _planned(row: Import, user: Any) -> Plan:
    entries = [unpacked(each) for each in row.entries]
    return plan_of(entries, source=row.source, user=user, decisions=row.decisions, progress=Heart(row))


def _apply(row: Import, user: Any, plan: Plan) -> Applied:
    def finish(applied: Applied) -> None:
        values = {"state": State.DONE, "done": len(plan.items), "step": applied.step, "finished_at": timezone.now()}
        under_way = Import.objects.filter(pk=row.pk, state=State.APPLYING)
        if not under_way.update(report=report_of(applied.plan, applied), **values):
            raise TakenUpAgain

    return apply(plan, user, IMPORTED.format(label=row.label), Heart(row), row.decisions, finish)


def _stop(row: Import, state: State, trouble: str) -> None:
    Import.objects.filter(pk=row.pk, state=State.APPLYING).update(state=state, trouble=trouble)


class Heart:
    """Tells the row of an import now and then how far it is."""

    def __init__(self, row: Import) -> None:
        self.row = row
        self.beaten_at = timezone.now()

    def __call__(self, done: int, total: int) -> None:
        now = timezone.now()
        if now - self.beaten_at >= HEARTBEAT:
            self.beaten_at = now
            Import.objects.filter(pk=self.row.pk).update(done=done, alive_at=now)
