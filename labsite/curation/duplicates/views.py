"""The pages of duplicates: what looks like one, two rows side by side, and what was settled."""

from dataclasses import dataclass
from typing import Any

from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Count
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods

from labsite.editing.autocomplete import is_primary_key
from labsite.models import SettledPair
from labsite.web.pager import Pager
from people.models import Person

from .comparing import SIDES, Comparison
from .finding import open_candidates
from .forms import ComparisonForm, pair_form
from .kinds import KINDS
from .merge_plan import merge_plan
from .merging import objection
from .settling import settle_as_different, settle_as_one
from .summaries import RowSummary

page_methods = require_http_methods(["GET", "HEAD", "POST"])

PER_PAGE = 50
SETTLED = "settled"
GONE = "One of the two isn’t there any more: somebody merged or deleted it."


@page_methods
def duplicates(request):
    """Show what looks like one, the likeliest first; a POST takes back that two aren't the same."""
    if request.method == "POST":
        return _take_back(request)
    found = open_candidates()
    current = current_tab(request.GET.get("kind"), found)
    if current == SETTLED:
        return _settled(request, found)
    kind = KINDS[current]
    form = pair_form(kind, request.GET if "one" in request.GET else None)
    if form.is_bound and form.is_valid():
        return redirect("admin:compare", current, form.cleaned_data["one"].pk, form.cleaned_data["other"].pk)
    page, pager = page_of(request, found.of(current), current)
    context = {"title": "Duplicates", "tabs": tabs(current, found), "kind": kind, "form": form, "media": form.media}
    return _page(request, "duplicates", context | {"lines": lines(page, kind), "pager": pager})


def _settled(request, found):
    page, pager = page_of(request, SettledPair.objects.select_related("settled_by__person"), SETTLED)
    context = {"title": "Duplicates that were settled", "tabs": tabs(SETTLED, found), "pager": pager}
    return _page(request, "duplicates_settled", context | {"pairs": settled_lines(list(page))})


def _take_back(request):
    key = request.POST.get("pair", "")
    pair = get_object_or_404(SettledPair, pk=key if is_primary_key(key) else None, kept=None)
    pair.delete()
    messages.success(request, f"{pair} are an open question again.")
    return redirect(f"{reverse('admin:duplicates')}?kind={pair.kind}")


@page_methods
def compare(request, kind, one, other):
    """Show two rows side by side; a POST merges them or says that they aren't the same."""
    comparison = _comparison(KINDS.get(kind), one, other, lock=False)
    if comparison is None:
        return _gone(request, kind)
    if request.method != "POST":
        return _side_by_side(request, comparison, ComparisonForm(comparison=comparison))
    if "different" in request.POST:
        return _keep_apart(request, comparison)
    return _merge(request, comparison)


def _comparison(kind, one, other, lock):
    if kind is None or one == other or not (is_primary_key(str(one)) and is_primary_key(str(other))):
        raise Http404
    rows = kind.model._base_manager.select_for_update() if lock else kind.model._base_manager
    found = rows.in_bulk([one, other])
    return Comparison(kind, found[one], found[other]) if len(found) == len(SIDES) else None


def _gone(request, kind):
    messages.info(request, GONE)
    return redirect(_list_of(kind))


def _list_of(kind):
    return f"{reverse('admin:duplicates')}?kind={kind}"


def _keep_apart(request, comparison):
    pair = settle_as_different(request.user, comparison.kind, comparison.one, comparison.other)
    messages.success(request, f"{pair} are not the same: you won’t be asked again.")
    return redirect(_list_of(comparison.kind.name))


def _merge(request, seen):
    with transaction.atomic():
        comparison = _comparison(seen.kind, seen.one.pk, seen.other.pk, lock=True)
        if comparison is None:
            return _gone(request, seen.kind.name)
        form = ComparisonForm(request.POST, comparison=comparison)
        if objection(comparison.one, comparison.other) or not form.is_valid():
            return _side_by_side(request, comparison, form)
        decision = form.decision()
        pair = settle_as_one(request.user, decision)
    step = reverse("admin:step", args=[pair.revision])
    words = '{} are one now, as {}. <a href="{}">What was changed, and how to undo it</a>'
    messages.success(request, format_html(words, pair, decision.kept, step))
    return redirect(_list_of(comparison.kind.name))


def _side_by_side(request, comparison, form):
    kept, gone = (comparison.one, comparison.other)[:: 1 if comparison.main == "one" else -1]
    keys = (comparison.one.pk, comparison.other.pk)
    context = {
        "title": f"Is this one {comparison.kind.one}?",
        "kind": comparison.kind,
        "comparison": comparison,
        "portraits": [RowSummary(side, getattr(comparison, side)) for side in SIDES],
        "form": form,
        "objection": objection(comparison.one, comparison.other),
        "left_out": merge_plan(kept, gone).all_left_out(),
        "settled": SettledPair.objects.of(comparison.kind.name, *keys).filter(kept=None).first(),
    }
    return _page(request, "duplicates_compare", context)


def _page(request, name, context):
    return render(request, f"admin/{name}.html", admin.site.each_context(request) | context)


@dataclass(frozen=True)
class PairLine:
    """Two rows that look like one, and why."""

    one: Any
    other: Any
    why: str
    address: str


@dataclass(frozen=True)
class KindTab:
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
    return [KindTab(*each, each[0] == current) for each in numbers]


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
    return PairLine(rows[candidate.one], rows[candidate.other], candidate.why, address)


def _rows(kind):
    rows = kind.model._base_manager.all()
    return rows.annotate(papers=Count("authorships")) if kind.model is Person else rows
