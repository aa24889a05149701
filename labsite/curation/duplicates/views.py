"""The pages of duplicates: what looks like one, two rows side by side, and what was settled."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.paginator import Page, Paginator
from django.db import transaction
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_http_methods

from labsite.editing.inputs import CheckedAutocompleteSelect, ChosenRow, is_primary_key
from labsite.jobs import JobRefused, JobRun, Progress, begin, start
from labsite.models import SettledPair
from labsite.texts.stored import gettext_noop
from labsite.web.pager import Pager
from people.models import Person
from publications.models import Authorship, Publication, Talk

from .candidates import Candidate, open_candidates, settle_as_different, settle_as_one
from .comparing import SIDES, Comparison, ComparisonForm
from .kinds import KINDS, Kind
from .merge_plan import MergePlan, is_long
from .merging import Decision, objection
from .summaries import RowSummary

page_methods = require_http_methods(["GET", "HEAD", "POST"])

PER_PAGE = 50
SETTLED = "settled"
MERGING = gettext_noop("Merging {gone} into {kept}")
GONE = _("One of the two isn’t there any more: somebody merged or deleted it.")
# A foreign key to each kind, by whose autocompletion any two rows are chosen.
REFERRING = {"people": (Authorship, "person"), "papers": (Talk, "publication"), "venues": (Publication, "venue")}


@dataclass(frozen=True)
class KindTab:
    """A kind of candidates, or what is settled, with how many there are."""

    name: str
    title: str
    number: int
    is_current: bool


@page_methods
def duplicates(request: HttpRequest) -> HttpResponse:
    """Show what looks like one, the likeliest first; a POST takes back that two aren't the same."""
    if request.method == "POST":
        return _take_back(request)
    candidates = open_candidates()
    current = request.GET.get("kind", "")
    if current not in (*KINDS, SETTLED):
        current = next((name for name in KINDS if candidates[name]), "people")
    tabs = [KindTab(name, kind.title, len(candidates[name]), name == current) for name, kind in KINDS.items()]
    tabs.append(KindTab(SETTLED, gettext("Settled"), SettledPair.objects.count(), current == SETTLED))
    rows: Any = candidates.get(current, SettledPair.objects.select_related("settled_by__person"))
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    context = {"tabs": tabs, "pager": Pager(page, [("kind", current)])}
    if current == SETTLED:
        context |= {"title": gettext("Duplicates that were settled"), "pairs": settled_lines(list(page))}
        return _page(request, "duplicates_settled", context)
    return _candidates(request, KINDS[current], page, context)


def _candidates(request: HttpRequest, kind: Kind, page: Page, context: dict[str, Any]) -> HttpResponse:
    """Show the candidates of a kind, and the form in which any two rows can be chosen."""
    form = PairForm(kind, request.GET if "one" in request.GET else None)
    if form.is_bound and form.is_valid():
        return redirect("admin:compare", kind.name, form.cleaned_data["one"].pk, form.cleaned_data["other"].pk)
    context |= {
        "title": gettext("Duplicates"),
        "kind": kind,
        "form": form,
        "media": form.media,
        "lines": lines(page, kind),
    }
    return _page(request, "duplicates", context)


def _take_back(request: HttpRequest) -> HttpResponse:
    key = request.POST.get("pair", "")
    pair = get_object_or_404(SettledPair, pk=key if is_primary_key(key) else None, kept=None)
    pair.delete()
    messages.success(request, gettext("%(pair)s are an open question again.") % {"pair": pair})
    return _to_list(pair.kind)


@page_methods
def compare(request: HttpRequest, kind: str, one: int, other: int) -> HttpResponse:
    """Show two rows side by side; a POST merges them or says that they aren't the same."""
    if kind not in KINDS or one == other or not (is_primary_key(str(one)) and is_primary_key(str(other))):
        raise Http404
    if request.method != "POST":
        comparison = _comparison(KINDS[kind], one, other)
        return _side_by_side(request, comparison, ComparisonForm(comparison)) if comparison else _gone(request, kind)
    if "different" not in request.POST and (run := _merge_in_background(request, KINDS[kind], one, other)):
        return redirect(run)
    with transaction.atomic():
        comparison = _comparison(KINDS[kind], one, other, is_locked=True)
        if comparison is None:
            return _gone(request, kind)
        if "different" not in request.POST:
            return _merge(request, comparison)
        pair = settle_as_different(request.user, comparison.kind, comparison.one, comparison.other)
    messages.success(request, gettext("%(pair)s are not the same: you won’t be asked again.") % {"pair": pair})
    return _to_list(kind)


def _comparison(kind: Kind, one: int, other: int, is_locked: bool = False) -> Comparison | None:
    rows = kind.model._base_manager.select_for_update() if is_locked else kind.model._base_manager
    by_key = rows.in_bulk([one, other])
    return Comparison(kind, by_key[one], by_key[other]) if len(by_key) == len(SIDES) else None


def _merge(request: HttpRequest, comparison: Comparison) -> HttpResponse:
    form = ComparisonForm(comparison, request.POST)
    if objection(comparison.one, comparison.other) or not form.is_valid():
        return _side_by_side(request, comparison, form)
    decision = form.decision()
    pair = settle_as_one(request.user, decision)
    step = reverse("admin:step", args=[pair.revision])
    words = gettext('{pair} are one now, as {kept}. <a href="{step}">What was changed, and how to undo it</a>')
    messages.success(request, format_html(words, pair=pair, kept=decision.kept, step=step))
    return _to_list(comparison.kind.name)


def _merge_in_background(request: HttpRequest, kind: Kind, one: int, other: int) -> JobRun | None:
    """Begin a merge that takes long, and return its run; None of one that is short, or not possible as it was sent.

    It is one transaction: if it breaks off nothing has changed, and it can be begun again.
    """
    user: Any = request.user
    sent, name = request.POST.copy(), f"merge {kind.name} {min(one, other)} {max(one, other)}"
    comparison = _comparison(kind, one, other)
    decision = _decision(comparison, sent) if comparison and is_long(comparison.one, comparison.other) else None
    if decision is None:
        return None

    def work(progress: Progress) -> None:
        with transaction.atomic():
            comparison = _comparison(kind, one, other, is_locked=True)
            decision = _decision(comparison, sent) if comparison else None
            if decision is None:
                raise JobRefused(gettext("Meanwhile one of the two was changed: look at them again, then merge them."))
            pair = settle_as_one(user, decision)
            words = gettext("%(pair)s are one now, as %(kept)s.") % {"pair": pair, "kept": decision.kept}
            progress.finish(words, pair.revision)

    if run := begin(name, user, MERGING.format(gone=decision.gone, kept=decision.kept), request.path):
        start(run, work)
    return JobRun.objects.get(command=name)


def _decision(comparison: Comparison, sent: QueryDict) -> Decision | None:
    """Return what was decided; None where the two can't be merged so."""
    form = ComparisonForm(comparison, sent)
    return None if objection(comparison.one, comparison.other) or not form.is_valid() else form.decision()


def _side_by_side(request: HttpRequest, comparison: Comparison, form: ComparisonForm) -> HttpResponse:
    kind, one, other = comparison.kind, comparison.one, comparison.other
    kept, gone = (one, other) if comparison.main == "one" else (other, one)
    context = {
        "title": kind.question,
        "kind": kind,
        "comparison": comparison,
        "portraits": [RowSummary(kind, "one", one), RowSummary(kind, "other", other)],
        "form": form,
        "objection": objection(one, other),
        "left_out": MergePlan(kept, gone).all_left_out(),
        "settled": SettledPair.objects.of(kind.name, one.pk, other.pk).filter(kept=None).first(),
    }
    return _page(request, "duplicates_compare", context)


def _gone(request: HttpRequest, kind: str) -> HttpResponse:
    messages.info(request, GONE)
    return _to_list(kind)


def _to_list(kind: str) -> HttpResponse:
    return redirect(f"{reverse('admin:duplicates')}?kind={kind}")


def _page(request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, f"admin/{name}.html", admin.site.each_context(request) | context)


class PairForm(forms.Form):
    """Chooses any two rows of a kind by typing their names."""

    def __init__(self, kind: Kind, data: Any = None) -> None:
        super().__init__(data)
        model, name = REFERRING[kind.name]
        for side, label in zip(SIDES, (_("The one"), _("and the other")), strict=True):
            widget = CheckedAutocompleteSelect(model._meta.get_field(name), admin.site, attrs={"data-width": "100%"})
            rows = kind.model._base_manager.all()
            self.fields[side] = ChosenRow(rows, label=label, widget=widget)


@dataclass(frozen=True)
class PairLine:
    """Two rows that look like one, and why."""

    one: Any
    other: Any
    why: str
    address: str


def lines(candidates: Iterable[Candidate], kind: Kind) -> list[PairLine]:
    """Return candidates with their rows, of those that are there still: as many queries for many as for one."""
    rows = kind.model._base_manager.all()
    if kind.model is Person:
        rows = rows.annotate(papers=Count("authorships"))
    by_key = rows.in_bulk({key for candidate in candidates for key in candidate.pair})
    return [
        PairLine(
            by_key[each.one],
            by_key[each.other],
            each.why,
            reverse("admin:compare", args=[kind.name, each.one, each.other]),
        )
        for each in candidates
        if each.pair <= by_key.keys()
    ]


def settled_lines(pairs: list[SettledPair]) -> list[tuple[SettledPair, bool]]:
    """Return what was settled, each with whether the merge was undone: then the row that went is there again."""
    back: set[tuple[str, int]] = set()
    for name, kind in KINDS.items():
        gone = [pair.gone for pair in pairs if pair.kind == name and pair.kept]
        back |= {(name, pk) for pk in kind.model._base_manager.filter(pk__in=gone).values_list("pk", flat=True)}
    return [(pair, (pair.kind, pair.gone) in back) for pair in pairs]
