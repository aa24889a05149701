"""Writing a site into the database part by part, as one step of the history, which is taken back if it breaks off.

Empty fields are filled; values that differ stay as they are and are reported.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.db import transaction
from django.db.models import Max

from labsite import history
from labsite.contrib.moving.mistaken import without_shared_contacts
from labsite.contrib.moving.no_people import without_groups
from labsite.contrib.moving.site import SiteContent
from labsite.contrib.moving.source import SiteSource
from people.models import Person

from .addresses import bring_addresses
from .context import MoveContext, MoveNote, Pieces
from .lab import bring_lab, bring_news, bring_pages, bring_projects, bring_venues
from .leftovers import noted, remove_leftovers
from .members import bring_careers, bring_people
from .own_papers import take_for_members
from .papers import bring_papers, source_of


@dataclass
class MoveResult:
    """What became of a site: ``papers`` are pairs of a title, or else its place, and what became of it.

    ``step`` is the step of the history that undoes it; None in a rehearsal and where nothing has changed.
    """

    added: dict[str, int]
    filled: dict[str, int]
    notes: dict[MoveNote, list[str]]
    papers: list[tuple[str, str, str]]
    step: int | None = None

    @property
    def changes_nothing(self) -> bool:
        return not (self.added or self.filled)


Afterwards = Callable[[MoveResult], Any]


def bring(
    site: SiteContent,
    source: SiteSource,
    family: str,
    user: Any = None,
    is_rehearsal: bool = False,
    words: str = "",
    progress: Callable[[int, int], Any] = lambda done, total: None,
    afterwards: Afterwards = lambda result: None,
) -> MoveResult:
    """Write a site in one step of the history, named by ``words``; a rehearsal is rolled back and writes no files.

    ``afterwards`` is called once all is written, in the same transaction as the last of it.
    """
    words = words or f"Brought over the site of {_owner(site, source)}"
    if is_rehearsal:
        with transaction.atomic():
            result = _bring(MoveContext(site, source, user, None), family, words, progress, afterwards)
            transaction.set_rollback(True)
        return result
    remove_leftovers()
    with noted() as note_file:
        return _bring(MoveContext(site, source, user, note_file), family, words, progress, afterwards)


def source_of_site(family: str, site: SiteContent, source: SiteSource) -> str:
    """Return the name under which imports remember a site."""
    return source_of(family, _owner(site, source))


def _owner(site: SiteContent, source: SiteSource) -> str:
    return site.lab.name or (site.people[0].name if site.people and source.is_site else source.name)


def _bring(
    context: MoveContext, family: str, words: str, progress: Callable[[int, int], Any], afterwards: Afterwards
) -> MoveResult:
    site = context.site
    papers_of = source_of_site(family, site, context.source)
    site.people = without_groups(site.people, site.lab, site.outcomes)
    without_shared_contacts(site.people, site.outcomes)
    newest = Person.objects.aggregate(pk=Max("pk"))["pk"] or 0
    pieces: Pieces = chain(
        bring_lab(context),
        bring_people(context),
        bring_venues(context),
        bring_papers(context, papers_of),
        bring_careers(context),
        bring_news(context),
        bring_projects(context),
        bring_pages(context),
        take_for_members(context, newest + 1),
        bring_addresses(context),
    )
    lists: tuple[list[Any], ...] = (site.venues, site.papers, site.news, site.projects, site.pages)
    total = 2 * len(site.people) + sum(map(len, lists))
    results = []

    def finish(step: history.OpenStep) -> None:
        results.append(_result(context, step))
        afterwards(results[0])

    def counted() -> Pieces:
        for number, piece in enumerate(pieces):
            progress(min(number, total), total)
            yield piece

    history.write_in_parts(context.user, words, counted(), not context.is_rehearsal, finish)
    return results[0]


def _result(context: MoveContext, step: history.OpenStep) -> MoveResult:
    context.outcomes.settle_rest()
    papers = []
    if applied := context.applied:
        for item in applied.plan.items:
            outcome = f"{item.fate.value}: {item.reason}".rstrip(": ")
            outcome = "; ".join(filter(None, [outcome, item.venue_in_words]))
            papers.append((item.place, item.title, applied.failed.get(item.index) or outcome))
    number = step.row.pk if step.row and not context.is_rehearsal else None
    return MoveResult(+context.added, +context.filled, dict(context.notes), papers, number)
