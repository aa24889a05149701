"""Long steps: written part by part, so that others can save in between, and still one entry of the history.

Each part is a transaction and leaves everything whole: a paper with its authors and venue, say. What others do between
two parts counts as done after the step. Until the end the step's row says that it is under way. If something stops it
before, what it wrote is taken back: at once, or after the death of its process by whoever comes next.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.utils.translation import override

from labsite.jobs import Progress
from labsite.modelling.write_waits import one_at_a_time, somebody_waits
from labsite.texts.stored import gettext_noop

from .entries import words_of
from .models import Step
from .steps import OpenStep, current, step
from .undoing import is_long, taking_back

UNDID = gettext_noop("Undid: {what}")
BROKE_OFF = gettext_noop("Interrupted and undone: {what}")
PART = 0.25  # seconds of writing, to which come twice as much for its versions
PAUSE = 0.15  # seconds: SQLite lets those who wait look every tenth of a second whether it is their turn

Finish = Callable[[OpenStep], Any]


def write_in_parts(
    user: Any,
    words: str,
    pieces: Iterator[Any],
    is_long: bool,
    finish: Finish = lambda opened: None,
) -> OpenStep:
    """Write a step by exhausting ``pieces``, each of which writes a little; then call ``finish`` in a transaction.

    A piece that is a function is called between two parts, and takes as long as it likes: it may only read. What isn't
    long, and what is part of another step, is one transaction, with what ``finish`` does.
    """
    opened = OpenStep(user, words)
    if is_long and not current():
        with one_at_a_time(connection):
            _end_broken_off()
            opened.is_under_way = True
            try:
                _write_parts(opened, pieces)
                with transaction.atomic():
                    _settle()
                    finish(opened)
            except BaseException:
                _end_broken_off()
                raise
        return opened
    with transaction.atomic():
        with step(user, words) as opened:
            for piece in pieces:
                if piece:
                    piece()
        finish(opened)
    return opened


def undo(undone: Step, user: Any, progress: Progress | None = None, finish: Finish = lambda opened: None) -> OpenStep:
    """Put back everything that a step changed, keeping what others changed elsewhere since. Raises UndoRefused.

    ``finish`` is called once all is put back, in the same transaction as the last of it.
    """
    if undone.is_under_way:
        take_back_broken_off()  # unless it is done by then
    pieces = taking_back(undone, user, progress=progress)
    return write_in_parts(user, naming(UNDID, undone), pieces, is_long(undone), finish)


def naming(template: str, step: Step) -> str:
    """Return words that name a step, in the language that the database keeps."""
    with override(settings.LANGUAGE_CODE):
        return template.format(what=words_of(step))


def take_back_broken_off() -> None:
    """Take back what nobody will finish, as the process that wrote it is no more."""
    if Step.objects.filter(is_under_way=True).exists():
        with one_at_a_time(connection):
            _end_broken_off()


def _end_broken_off() -> None:
    """Take back what is under way, as only who has the turn can know that nobody is at it."""
    for row in Step.objects.filter(is_under_way=True).order_by("-pk"):
        opened = OpenStep(row.user, BROKE_OFF.format(what=row.comment))
        _write_parts(opened, taking_back(row, None, is_lenient=True))
    _settle()


def _settle() -> None:
    """Say that nothing is under way any more."""
    under_way = Step.objects.filter(is_under_way=True)
    under_way.filter(versions__isnull=True).delete()
    under_way.update(is_under_way=False)


def _write_parts(opened: OpenStep, pieces: Iterator[Any]) -> None:
    end = object()
    piece: Any = None
    while piece is not end:
        if piece:
            piece()
        elif opened.row and somebody_waits(connection):
            time.sleep(PAUSE)
        with step(opened.user, opened.words, part_of=opened):
            until = time.monotonic() + PART
            piece = next(pieces, end)
            while piece is None and time.monotonic() < until:
                piece = next(pieces, end)
