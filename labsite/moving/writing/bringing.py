"""Bringing a whole site over: one transaction, one step of the history, which can be undone as one."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from labsite import history
from labsite.modelling import content_version
from labsite.moving.site import Site
from labsite.moving.source import Source

from .careers import bring_careers
from .lab import bring_lab, bring_news, bring_pages, bring_projects, bring_venues
from .leftovers import noted, remove_leftovers
from .members import bring_people
from .papers import bring_papers, source_of
from .under_way import Note, UnderWay


@dataclass
class Moved:
    """What became of a site: ``papers`` are pairs of a title, or else its place, and what became of it.

    ``step`` is the step of the history that undoes it; None in a rehearsal and where nothing has changed.
    """

    added: dict[str, int]
    filled: dict[str, int]
    notes: dict[Note, list[str]]
    papers: list[tuple[str, str, str]]
    step: int | None = None

    @property
    def changes_nothing(self) -> bool:
        return not (self.added or self.filled)


def bring(site: Site, source: Source, family: str, user: Any = None, is_rehearsal: bool = False) -> Moved:
    """Write a site; in a rehearsal all of it is taken back at once, and no file is written."""
    if is_rehearsal:
        return _bring(UnderWay(site, source, user, timezone.localdate(), None), family)
    remove_leftovers()
    with noted() as files:
        return _bring(UnderWay(site, source, user, timezone.localdate(), files), family)


def _bring(moving: UnderWay, family: str) -> Moved:
    site = moving.site
    owner = site.lab.name or (site.people[0].name if site.people else moving.source.name)
    with _rolled_back(moving.is_rehearsal), history.step(moving.user, f"Brought over the site of {owner}") as step:
        content_version.wait_for_turn()
        bring_lab(moving)
        bring_people(moving)
        bring_venues(moving)
        applied = bring_papers(moving, source_of(family, owner))
        bring_careers(moving)
        bring_news(moving)
        bring_projects(moving)
        bring_pages(moving)
        step.words = f"Brought over the site of {owner}"
    moving.fates.settle_rest()
    number = step.revision.pk if step.revision and not moving.is_rehearsal else None
    return Moved(+moving.added, +moving.filled, dict(moving.notes), _told(applied), number)


@contextmanager
def _rolled_back(is_rehearsal: bool) -> Iterator[None]:
    with transaction.atomic():
        yield
        if is_rehearsal:
            transaction.set_rollback(True)


def _told(applied: Any) -> list[tuple[str, str, str]]:
    """Return each paper's place, title and fate."""
    if not applied:
        return []
    return [
        (item.place, item.title, applied.failed.get(item.index) or f"{item.fate.value}: {item.reason}".rstrip(": "))
        for item in applied.plan.items
    ]
