"""The page of candidates: one kind at a time, the likeliest first, with what the two are called."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count
from django.urls import reverse

from labsite.models import SettledPair
from labsite.web.pager import Pager
from people.models import Person

from .kinds import KINDS

PER_PAGE = 50
SETTLED = "settled"


@dataclass(frozen=True)
class Line:
    """Two rows that look like one, and why."""

    one: Any
    other: Any
    why: str
    address: str


@dataclass(frozen=True)
class Tab:
    """A kind of candidates, or what is settled, with how many there are."""

    name: str
    title: str
    number: int
    is_current: bool


def current_tab(wanted, found):
    """Return the kind that was asked for, else the first with something open, else the first."""
    if wanted in (*KINDS, SETTLED):
        return wanted
    return next((name for name in KINDS if found.of(name)), "people")


def tabs(current, found):
    numbers = [(name, kind.title, len(found.of(name))) for name, kind in KINDS.items()]
    numbers.append((SETTLED, "Settled", SettledPair.objects.count()))
    return [Tab(*each, each[0] == current) for each in numbers]


def page_of(request, rows, current):
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    return page, Pager(page, [("kind", current)])


def settled_lines(pairs):
    """Return what was settled, each with whether the merge was undone: then the row that went is there again."""
    back = {name: _back(kind, pairs) for name, kind in KINDS.items()}
    return [(pair, pair.gone in back[pair.kind]) for pair in pairs]


def _back(kind, pairs):
    gone = [pair.gone for pair in pairs if pair.kind == kind.name and pair.kept]
    return set(kind.model._base_manager.filter(pk__in=gone).values_list("pk", flat=True))


def lines(candidates, kind):
    """Return candidates with their rows, of those that are there still: as many queries for many as for one."""
    rows = _rows(kind).in_bulk({key for candidate in candidates for key in candidate.pair})
    return [_line(each, rows, kind) for each in candidates if each.pair <= rows.keys()]


def _line(candidate, rows, kind):
    address = reverse("admin:compare", args=[kind.name, candidate.one, candidate.other])
    return Line(rows[candidate.one], rows[candidate.other], candidate.why, address)


def _rows(kind):
    rows = kind.model._base_manager.all()
    return rows.annotate(papers=Count("authorships")) if kind.model is Person else rows
