"""An import that was looked at is carried out, a large one in the background."""

from functools import partial

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import override

from labsite import history, jobs
from labsite.history.models import Step
from labsite.jobs.background import carry_out
from labsite.texts.stored import gettext_noop
from publications.models import Import

from .applying import Applied, apply
from .plan import Plan, StalePlan
from .report import report_of

State = Import.State

IMPORTED = gettext_noop("Imported {label}")  # the step of the history
IMPORTING = gettext_noop("Importing {label}")


def claim(
    row: Import, user: AbstractUser, before: State, during: State, address: str = "", words: str = IMPORTING
) -> jobs.JobRun | None:
    """Let nobody else begin with an import; None if somebody has, or it isn't as it was ``before`` any more."""
    rows, words = Import.objects.filter(pk=row.pk, state=before), words.format(label=row.label)
    return jobs.claim(rows, f"import {row.pk}", user, words, address, state=during, trouble="")


def start(row: Import, user: AbstractUser, plan: Plan, address: str = "") -> bool:
    """Begin to carry out what somebody looked at, and return at once; False if that is under way or over already."""
    run = claim(row, user, State.WAITING, State.APPLYING, address)
    if run:
        jobs.start(run, partial(_apply, row, user, plan), partial(stop, row, State.FAILED))
    return bool(run)


def run(row: Import, user: AbstractUser, plan: Plan) -> bool:
    """Carry an import out now; False if that is under way or over already, and if it fails the row says why.

    The row becomes done in the transaction that ends the step of the history: whenever it is stopped, both are or
    neither is.
    """
    run = claim(row, user, State.WAITING, State.APPLYING)
    if run:
        carry_out(partial(_apply, row, user, plan), jobs.Progress(run), partial(stop, row, State.FAILED))
    return bool(run)


def run_of(row: Import) -> jobs.JobRun | None:
    """Return the run of an import that is under way; None of one on which nobody works any more."""
    run = jobs.JobRun.objects.filter(command=f"import {row.pk}").first()
    return run if run and run.is_under_way and row.state in (State.APPLYING, State.ASKING) else None


def take_up_again(row: Import, user: AbstractUser, address: str = "") -> bool:
    """Let an import that broke off wait for a look once more; False if it isn't broken off any more.

    What it had written is taken back before, in the background.
    """
    run = claim(row, user, State(row.state), State.APPLYING, address)
    if run and Step.objects.filter(is_under_way=True).exists():
        jobs.start(run, partial(_take_back, row), partial(stop, row, State.FAILED))
    elif run:
        _take_back(row, jobs.Progress(run))
    return bool(run)


def stop(row: Import, state: State, trouble: str = "") -> None:
    Import.objects.filter(pk=row.pk, state__in=(State.APPLYING, State.ASKING)).update(state=state, trouble=trouble)


def _take_back(row: Import, progress: jobs.Progress) -> None:
    history.take_back_broken_off()
    with transaction.atomic():
        stop(row, State.WAITING)
        progress.finish()


@override(None)  # what is kept of it is read in any language
def _apply(row: Import, user: AbstractUser, plan: Plan, progress: jobs.Progress) -> None:
    def finish(applied: Applied) -> None:
        values = {"state": State.DONE, "step": applied.step, "finished_at": timezone.now()}
        Import.objects.filter(pk=row.pk).update(report=report_of(applied.plan, applied), **values)
        progress.finish(step=applied.step)

    try:
        apply(plan, user, IMPORTED.format(label=row.label), progress, row.decisions, finish)
    except StalePlan as error:
        with transaction.atomic():
            stop(row, State.WAITING, str(error))
            progress.finish(str(error), has_failed=True)
