"""Reading what an editor brings, and importing what they ticked of it: in the background, with how far it is."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.translation import override

from labsite import history, jobs
from labsite.contrib.moving.families import family_of, module_of
from labsite.contrib.moving.fetched import FetchedSource, fetched
from labsite.contrib.moving.models import SiteImport
from labsite.contrib.moving.outcomes import FileOutcome
from labsite.contrib.moving.report import missed
from labsite.contrib.moving.site import SiteContent
from labsite.contrib.moving.source import SiteSource, UnreadableSource, ZipSource, archive_in, packed
from labsite.contrib.moving.writing import bring
from labsite.contrib.moving.writing.context import MoveContext
from labsite.history.models import Step
from labsite.texts.stored import gettext_noop
from publications.importing import StalePlan
from publications.importing.running import IMPORTED, IMPORTING

from .plan import keep_ticked, plan_of_site, ticked
from .storing import store

State = SiteImport.State
READING = gettext_noop("Reading {label}")
CHANGED = gettext_noop("The site has changed in the meantime. Check what would happen now, then continue.")
MAX_NOTED = 200  # lines of a kind in a report


@contextmanager
def source_of(row: SiteImport) -> Iterator[SiteSource]:
    """Open what is stored of an import. Raises UnreadableSource."""
    with default_storage.open(row.stored) as file, archive_in(file, row.label) as archive:
        source = (FetchedSource if row.address else ZipSource)(row.label, archive)
        source.kinds = dict(row.choices.get("kinds", {}))
        yield source


def read(row: SiteImport, user: Any, address: str) -> None:
    """Begin to read what is stored, or what stands at an address, and to plan what would become of it."""
    before = (State.READING, State.READY, State.IMPORTING, State.FAILED)  # whatever a run has left that was cut off
    _begin(row, user, address, before, State.READING, READING, _read)


def take(row: SiteImport, user: Any, address: str) -> None:
    """Begin to import what is ticked."""
    _begin(row, user, address, (State.READY,), State.IMPORTING, IMPORTING, _take)


def _begin(row: SiteImport, user: Any, address: str, before: Any, during: State, words: str, work: Any) -> None:
    rows, words = SiteImport.objects.filter(pk=row.pk, state__in=before), words.format(label=row.label)

    def fail(words: str) -> None:
        SiteImport.objects.filter(pk=row.pk).update(state=State.FAILED, trouble=words)

    if run := jobs.claim(rows, f"move in {row.pk}", user, words, address, state=during, trouble=""):
        jobs.start(run, partial(work, row.pk, user), fail)


def run_of(row: SiteImport) -> jobs.JobRun | None:
    """Return the run of an import that is under way; None of one on which nobody works any more."""
    run = jobs.JobRun.objects.filter(command=f"move in {row.pk}").first()
    return run if run and run.is_under_way and row.state in (State.READING, State.IMPORTING) else None


def _read(pk: int, user: Any, progress: jobs.Progress) -> None:
    if Step.objects.filter(is_under_way=True).exists():
        history.take_back_broken_off()  # what an import had written that was cut off
    row = SiteImport.objects.get(pk=pk)
    try:
        if row.address and not row.stored:
            with fetched(row.address) as archive:
                store(row, archive)
        with source_of(row) as source:
            family, plan, site = _planned(row, source, user)
            if source.added and not row.address:  # so that it isn't fetched twice
                former = row.stored
                with packed((path, source.data(path)) for path in source.files()) as archive:
                    store(row, archive)
                default_storage.delete(former)
    except UnreadableSource as error:
        raise jobs.JobRefused(str(error)) from error
    missing = [f"{path}: {why}" for path, why in source.skipped.items()] if row.address else []
    lost = (_lost(site) + missing)[:MAX_NOTED]
    row.family, row.plan, row.state = family, {"items": plan, "kinds": source.kinds, "lost": lost}, State.READY
    _finish(row, progress)


def _planned(row: SiteImport, source: SiteSource, user: Any) -> tuple[str, Any, SiteContent]:
    family = row.choices.get("family") or family_of(source)
    site = module_of(family).read(source)
    return family, plan_of_site(site, source, family, user), site


def _lost(site: SiteContent) -> list[str]:
    """Return what of the files isn't understood, a line each."""
    return [
        f"{path}: {why}"
        for path, _, notes in site.outcomes
        for outcome, why in notes
        if outcome is FileOutcome.NOT_UNDERSTOOD
    ][:MAX_NOTED]


@override(None)  # what is stored of it is read in any language
def _take(pk: int, user: Any, progress: jobs.Progress) -> None:
    row = SiteImport.objects.get(pk=pk)
    try:
        with source_of(row) as source:
            _, plan, site = _planned(row, source, user)
            if _outline(plan) != _outline(row.plan["items"]):
                row.plan["items"], row.state, row.trouble = plan, State.READY, CHANGED
                return _finish(row, progress)
            keep_ticked(site, plan, ticked(plan, row.choices))

            def afterwards(result: MoveContext) -> None:
                notes = {note.name: words[:MAX_NOTED] for note, words in result.notes.items()}
                row.report = {"added": result.added, "filled": result.filled, "notes": notes}
                row.report |= {"missed": missed(site.outcomes)[:MAX_NOTED], "lost": _lost(site)}
                row.step, row.state = result.step, State.DONE
                _finish(row, progress)

            bring(site, source, row.family, user, False, IMPORTED.format(label=row.label), progress, afterwards)
    except UnreadableSource as error:
        raise jobs.JobRefused(str(error)) from error
    except StalePlan as error:
        row.state, row.trouble = State.READY, str(error)
        _finish(row, progress)


def _finish(row: SiteImport, progress: jobs.Progress) -> None:
    with transaction.atomic():
        row.save()
        progress.finish(row.trouble, row.step)


def _outline(plan: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return what a plan promises: which items there are, and what becomes of each."""
    return [(item["key"], item["name"], item["becomes"]) for items in plan.values() for item in items]
