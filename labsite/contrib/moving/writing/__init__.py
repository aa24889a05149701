"""Writing a site into the database part by part, as one step of the history, which is taken back if it breaks off.

Empty fields are filled; values that differ stay as they are and are reported.
"""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from itertools import chain
from typing import Any

from django.db import transaction
from django.db.models import Max

from labsite import history
from labsite.contrib.moving.mistaken import without_shared_contacts
from labsite.contrib.moving.no_people import without_groups
from labsite.contrib.moving.site import SiteContent, SiteLab
from labsite.contrib.moving.source import SiteSource
from labsite.modelling.addresses import slug_of
from labsite.models import Lab
from labsite.texts.stored import gettext_noop
from people.models import Person

from .addresses import bring_addresses
from .context import MoveContext, Pieces
from .lab import bring_lab, bring_news, bring_pages, bring_projects, bring_venues
from .members import bring_careers, bring_people
from .own_papers import take_for_members
from .papers import bring_papers

BEGUN = gettext_noop("Began the lab")


def bring(
    site: SiteContent,
    source: SiteSource,
    family: str,
    user: Any = None,
    is_rehearsal: bool = False,
    words: str = "",
    progress: Callable[[int, int], Any] = lambda done, total: None,
    afterwards: Callable[[MoveContext], Any] = lambda moved: None,
) -> MoveContext:
    """Write a site in one step of the history, named by ``words``; a rehearsal is rolled back and writes no files.

    ``afterwards`` is called once all is written, in the same transaction as the last of it.
    """
    context, papers_of = MoveContext(site, source, user, is_rehearsal), source_of_site(family, site, source)
    words = words or f"Brought over the site of {_owner(site, source)}"

    def finish(step: history.OpenStep) -> None:
        context.outcomes.settle_rest()
        context.added, context.filled = +context.added, +context.filled
        context.step = step.row.pk if step.row and not is_rehearsal else None
        afterwards(context)

    with transaction.atomic() if is_rehearsal else nullcontext():
        if replace(site.lab, path="") != SiteLab() and not Lab.objects.exists():
            with history.step(user, BEGUN):  # by itself: nobody may delete the lab, nor undo what has added it
                Lab().save()
        history.write_in_parts(user, words, _pieces(context, papers_of, progress), not is_rehearsal, finish)
        if is_rehearsal:
            transaction.set_rollback(True)
    return context


def source_of_site(family: str, site: SiteContent, source: SiteSource) -> str:
    """Return the name under which imports remember a site, so that its papers are recognised later."""
    return f"site:{family}:{slug_of(_owner(site, source))}"


def _owner(site: SiteContent, source: SiteSource) -> str:
    return site.lab.name or (site.people[0].name if site.people and source.is_site else source.name)


def _pieces(context: MoveContext, papers_of: str, progress: Callable[[int, int], Any]) -> Pieces:
    """Write a site piece by piece; ``papers_of`` is the source of its papers."""
    site = context.site
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
    for number, piece in enumerate(pieces):
        progress(min(number, total), total)
        yield piece
