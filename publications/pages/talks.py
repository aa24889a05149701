"""The talks: the occasions that are still to come, then the talks by year."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from operator import attrgetter

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from labsite.modelling.periods import PartialDate
from labsite.web.head import Head, Site
from labsite.web.requests import LabRequest
from publications.linked_data import newest_events
from publications.models import Talk, TalkOccasion


@require_safe
def talks(request: LabRequest) -> HttpResponse:
    """Show the talks that are to come, then all others by the year in which each was last given."""
    found, today = Talk.objects.with_occasions(), timezone.localdate()
    words, nodes = _("Talks by members of %(lab)s: where, when and about what."), newest_events(found, Site(request))
    head = Head.of_list(request, "publications:talks", words, nodes=tuple(nodes))
    context = {
        "upcoming": upcoming(found, today),
        "years": given(found, today),
        "has_calendar": any(PartialDate(each.date).is_day for talk in found for each in talk.occasions.all()),
        "head": head,
    }
    return render(request, "publications/talks.html", context)


def upcoming(talks: Iterable[Talk], at: date) -> list[TalkOccasion]:
    """Return the occasions that begin on the day ``at`` or later, the next one first. Asks for with_occasions()."""
    found = []
    for talk in talks:
        for occasion in talk.occasions.all():
            if _is_ahead(occasion, at):
                occasion.talk = talk
                found.append(occasion)
    return sorted(found, key=attrgetter("date"))


def given(talks: Iterable[Talk], at: date) -> list[tuple[int | None, list[Talk]]]:
    """Return the talks that were given by the day ``at``, by the year of the last time, newest first.

    Without a year are those of which no occasion is known.
    """
    by_year = defaultdict(list)
    for talk in talks:
        occasions = talk.occasions.all()
        over = [occasion for occasion in occasions if not _is_ahead(occasion, at)]
        if over or not occasions:
            by_year[max((occasion.year or 0 for occasion in over), default=0)].append(talk)
    return [(year or None, by_year[year]) for year in sorted(by_year, reverse=True)]


def _is_ahead(occasion: TalkOccasion, at: date) -> bool:
    """Say whether it is certain that the occasion is not over: a year or a month counts from its first day."""
    return bool(occasion.date) and PartialDate(occasion.date).first >= at
