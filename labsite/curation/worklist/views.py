"""The page of the worklist: what somebody may put right, by kind, and what they called no problem."""

from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from labsite import roles
from labsite.models import Dismissal
from labsite.web.pager import Pager
from people.models import Person

from .alike import looking_alike
from .choices import Choices
from .finding import points
from .found import found_at_sources
from .point import Point, Rule
from .table import RULES

PER_PAGE = 50


@require_http_methods(["GET", "HEAD", "POST"])
def worklist(request):
    """Show what is missing or odd; a POST says that a point is no problem, or takes that back."""
    if request.method == "POST":
        return _settle(request)
    choices = Choices(points(request.user), request.GET.dict())
    page = Paginator(choices.shown, PER_PAGE).get_page(request.GET.get("page"))
    is_first = page.number == 1 and not choices.pairs
    alike = looking_alike(request.user) if is_first else []
    found = found_at_sources(request.user) if is_first else []
    context = admin.site.each_context(request) | {
        "title": _title(choices, alike, found),
        "choices": choices,
        "kinds": _by_kind(page, choices.people, request.GET.urlencode()),
        "alike": alike,
        "found": found,
        "pager": Pager(page, choices.pairs),
        "of_the_lab": roles.at_least(request.user, roles.Role.EDITOR),
    }
    return render(request, "admin/worklist.html", context)


class Line(NamedTuple):
    """A point, the way to put it right, and whose it is."""

    point: Point
    address: str
    people: list[Person]


@dataclass(frozen=True)
class Kind:
    """The points of a rule on a page, in lines that say more than the heading if they can."""

    rule: Rule
    lines: list[Line]

    @property
    def says_more(self):
        return len(self.lines) == 1 or len({line.point.sentence for line in self.lines}) > 1


def _by_kind(page, people, query):
    kinds = groupby(page, key=attrgetter("rule"))
    return [
        Kind(rule, [Line(point, point.address_from(query), people[point]) for point in of_kind])
        for rule, of_kind in kinds
    ]


def _title(choices, alike, found):
    if choices.shows_settled:
        return "Not a problem"
    number = len(choices.open)
    if not number:
        return "What sources found" if found else "What looks like one" if alike else "Nothing to look at"
    return f"{number} thing{'s' if number != 1 else ''} to look at"


def _settle(request):
    """Remember that a point is no problem, or forget it: only of points that somebody could put right themselves."""
    point = _point(request)
    if point is None:
        messages.info(request, "This is off the list already.")
    elif "take-back" in request.POST:
        Dismissal.objects.filter(**_as_fields(point)).delete()
        messages.success(request, f"Back on the list: {point.subject} – {point.sentence}")
    else:
        Dismissal.objects.get_or_create(**_as_fields(point), defaults={"by": request.user})
        messages.success(request, f"Not a problem: {point.subject} – {point.sentence}")
    return redirect(request.get_full_path())


def _point(request):
    """Return the point that was sent, if it is there and the sender may put it right."""
    sent = [request.POST.get(name, "") for name in ("rule", "model", "row", "about")]
    rules = [rule for rule in RULES if rule.kind == sent[0]]
    found = points(request.user, rules=rules)
    return next((point for point in found if [str(part) for part in point.key] == sent), None)


def _as_fields(point):
    return dict(zip(("rule", "model", "row", "about"), point.key, strict=True))
