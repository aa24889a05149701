"""Duplicates in the inbox: what looks like one and what was settled; and the page that puts two side by side."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _, ngettext
from django.views.decorators.http import require_http_methods

from labsite.editing.inbox import (
    Action,
    InboxKind,
    InboxRow,
    KindPart,
    Waiting,
    back_to_inbox,
    inbox_address,
    to_inbox,
)
from labsite.editing.inputs import CheckedAutocompleteSelect, ChosenRow
from labsite.jobs import JobRefused, JobRun, Progress, begin, start
from labsite.models import SettledPair
from labsite.texts.plain_text import number_in
from labsite.texts.stored import gettext_noop
from people.models import Person
from publications.models import Authorship, Publication, Talk

from .candidates import KINDS, Candidate, Kind, open_candidates, settle_as_different, settle_as_one
from .comparing import SIDES, Comparison, ComparisonForm, summary_of
from .merge_plan import MergePlan, is_long
from .merging import Decision, objection

page_methods = require_http_methods(["GET", "HEAD", "POST"])

MERGING = gettext_noop("Merging {gone} into {kept}")
GONE = _("One of the two no longer exists: somebody merged or deleted it.")
# A foreign key to each kind, by whose autocompletion any two rows are chosen.
REFERRING = {"people": (Authorship, "person"), "papers": (Talk, "publication"), "venues": (Publication, "venue")}


class Duplicates(InboxKind):
    """Pairs that look like one, the likeliest first: nothing is merged by itself, and a merge can be undone."""

    name, page = "duplicates", "duplicates"
    title = _("Possible duplicates")
    settled_title = _("Resolved duplicates")

    def parts(self) -> list[KindPart]:
        advice = _("Compare them side by side: merge those that are the same, and mark the others as not the same.")
        return [KindPart(kind.name, kind.question, advice) for kind in KINDS.values()]

    def open(self, user: Any) -> list[Waiting]:
        candidates = open_candidates()
        return [
            Waiting(name, (each.one, each.other) if kind.model is Person else (), each)
            for name, kind in KINDS.items()
            for each in candidates[name]
        ]

    def settled(self, user: Any, query: dict[str, str]) -> list[Waiting]:
        return [Waiting(each.kind, (), each) for each in SettledPair.objects.select_related("settled_by__person")]

    def rows(self, waiting: Sequence[Waiting], query: str, is_settled: bool) -> list[InboxRow]:
        kind, items = KINDS[waiting[0].kind], [each.item for each in waiting]
        return settled_rows(kind, items, query) if is_settled else candidate_rows(kind, items, query)

    def tool(self, request: Any, part: str) -> tuple[str, dict[str, Any]] | None:
        """Return the form in which any two rows of a kind can be chosen."""
        kind = KINDS.get(part, KINDS["people"])
        form = PairForm(kind, request.GET if "one" in request.GET else None)
        return "admin/_duplicates_by_hand.html", {"form": form, "kind": kind, "media": form.media}


def candidate_rows(kind: Kind, candidates: list[Candidate], query: str) -> list[InboxRow]:
    """Return candidates of which both rows are there still: as many queries for many as for one."""
    rows = kind.model._base_manager.all()
    if kind.model is Person:
        rows = rows.annotate(papers=Count("authorships"))
    by_key = rows.in_bulk({key for candidate in candidates for key in candidate.pair})
    shown = []
    for each in candidates:
        if each.pair <= by_key.keys():
            one, other = by_key[each.one], by_key[each.other]
            address = reverse("admin:compare", args=[kind.name, each.one, each.other])
            shown.append(
                InboxRow(
                    gettext("%(one)s and %(other)s") % {"one": with_fact(one), "other": with_fact(other)},
                    address,
                    each.why,
                    since=max(one.changed_at, other.changed_at),
                    post=address,
                    hidden=[("inbox", query)],
                    actions=[Action(_("Compare"), address=address), Action(_("Not the same"), "different")],
                )
            )
    return shown


def with_fact(row: Any) -> str:
    """Return the name of a row with what tells it from others of that name: a person's papers, a paper's year."""
    if isinstance(row, Person):
        papers: Any = row
        return f"{row} ({ngettext('%(n)s paper', '%(n)s papers', papers.papers) % {'n': papers.papers}})"
    return f"{row} ({row.year})" if isinstance(row, Publication) and row.year else str(row)


def settled_rows(kind: Kind, pairs: list[SettledPair], query: str) -> list[InboxRow]:
    """Return what was settled, of merges with whether they were undone: then the row that went is there again."""
    gone = [pair.gone for pair in pairs if pair.kept]
    back = {*kind.model._base_manager.filter(pk__in=gone).values_list("pk", flat=True)}
    shown = []
    for pair in pairs:
        actions, words = [], gettext("were merged, and the merge was undone")
        if not pair.kept:
            actions, words = [Action(_("Put it back on the list"), "take-back")], gettext("are not the same")
        elif pair.gone not in back:
            words = gettext("are the same")
            if pair.revision:
                actions = [Action(_("See and undo"), address=reverse("admin:step", args=[pair.revision]))]
        who = getattr(pair.settled_by, "person", None) or pair.settled_by
        shown.append(
            InboxRow(
                str(pair),
                words=f"{words} · {who}" if who else words,
                text=pair.left_out if pair.kept and pair.gone not in back else "",
                since=pair.settled_at,
                post=reverse("admin:duplicates"),
                hidden=[("pair", pair.pk), ("inbox", query)],
                actions=actions,
            )
        )
    return shown


@page_methods
def duplicates(request: HttpRequest) -> HttpResponse:
    """Put any two rows that were chosen side by side; a POST takes back that two aren't the same."""
    if request.method == "POST":
        pair = get_object_or_404(SettledPair, pk=number_in(request.POST.get("pair")), kept=None)
        pair.delete()
        messages.success(request, gettext("%(pair)s are listed as possible duplicates again.") % {"pair": pair})
        return to_inbox(request, kind=pair.kind)
    query = request.GET.dict()
    name = query.get("kind", "")
    if name in KINDS and "one" in query:
        form = PairForm(KINDS[name], request.GET)
        if form.is_valid():
            return redirect("admin:compare", name, form.cleaned_data["one"].pk, form.cleaned_data["other"].pk)
        return to_inbox(request)
    query |= {"kind": "duplicates", "settled": "1"} if name == "settled" else {"kind": name or "duplicates"}
    return redirect(inbox_address(**query), permanent=True)


@page_methods
def compare(request: HttpRequest, kind: str, one: int, other: int) -> HttpResponse:
    """Show two rows side by side; a POST merges them or says that they aren't the same."""
    if kind not in KINDS or one == other or None in (number_in(one), number_in(other)):
        raise Http404
    comparison = _comparison(KINDS[kind], one, other)
    if comparison and "different" in request.POST:
        pair = settle_as_different(request.user, comparison.kind, comparison.one, comparison.other)
        messages.success(request, gettext("%(pair)s are not the same: you won’t be asked again.") % {"pair": pair})
        return back_to_inbox(request, f"{reverse('admin:inbox')}?kind={kind}")
    if comparison and (decision := _decision(comparison, request.POST)):
        if is_long(comparison.one, comparison.other):
            return redirect(_merge_in_background(request, comparison, decision))
        if merged := _merge(request.user, comparison, request.POST):
            step = reverse("admin:step", args=[merged[0].revision])
            words = gettext(
                '{pair} have been merged into {kept}. <a href="{step}">See what was changed, or undo it</a>'
            )
            messages.success(request, format_html(words, pair=merged[0], kept=merged[1], step=step))
            return to_inbox(request, kind=kind)
        comparison = _comparison(KINDS[kind], one, other)  # somebody was faster
    if comparison:
        return _side_by_side(request, comparison)
    messages.info(request, GONE)
    return to_inbox(request, kind=kind)


def _comparison(kind: Kind, one: int, other: int, is_locked: bool = False) -> Comparison | None:
    rows = kind.model._base_manager.select_for_update() if is_locked else kind.model._base_manager
    by_key = rows.in_bulk([one, other])
    return Comparison(kind, by_key[one], by_key[other]) if len(by_key) == len(SIDES) else None


def _decision(comparison: Comparison, sent: QueryDict) -> Decision | None:
    """Return what was decided, if anything was sent; None where the two can't be merged so."""
    form = ComparisonForm(comparison, sent or None)
    is_possible = form.is_valid() and not objection(comparison.one, comparison.other)
    return comparison.decision(form.cleaned_data) if is_possible else None


@transaction.atomic
def _merge(user: Any, shown: Comparison, sent: QueryDict) -> tuple[SettledPair, Any] | None:
    """Merge two rows; return the pair, and the row that stays. None where one was changed since they were shown."""
    comparison = _comparison(shown.kind, shown.one.pk, shown.other.pk, is_locked=True)
    decision = _decision(comparison, sent) if comparison else None
    return (settle_as_one(user, decision), decision.kept) if decision else None


def _merge_in_background(request: HttpRequest, shown: Comparison, decision: Decision) -> JobRun:
    """Begin a merge that takes long, and return its run.

    It is one transaction: if it breaks off nothing has changed, and it can be begun again.
    """
    user: Any = request.user
    sent, keys = request.POST.copy(), sorted((shown.one.pk, shown.other.pk))
    name = f"merge {shown.kind.name} {keys[0]} {keys[1]}"

    def work(progress: Progress) -> None:
        with transaction.atomic():
            if not (merged := _merge(user, shown, sent)):
                raise JobRefused(gettext("One of the two was changed in the meantime: check them again, then merge."))
            words = gettext("%(pair)s have been merged into %(kept)s.") % {"pair": merged[0], "kept": merged[1]}
            progress.finish(words, merged[0].revision)

    if run := begin(name, user, MERGING.format(gone=decision.gone, kept=decision.kept), request.path):
        start(run, work)
    return JobRun.objects.get(command=name)


def _side_by_side(request: HttpRequest, comparison: Comparison) -> HttpResponse:
    kind, one, other = comparison.kind, comparison.one, comparison.other
    kept, gone = (one, other) if comparison.main == "one" else (other, one)
    context = {
        "title": kind.question,
        "kind": kind,
        "comparison": comparison,
        "portraits": [summary_of(kind, "one", one), summary_of(kind, "other", other)],
        "form": ComparisonForm(comparison, request.POST or None),
        "objection": objection(one, other),
        "left_out": MergePlan(kept, gone).all_left_out(),
        "settled": SettledPair.objects.of(kind.name, one.pk, other.pk).filter(kept=None).first(),
    }
    return render(request, "admin/duplicates_compare.html", admin.site.each_context(request) | context)


class PairForm(forms.Form):
    """Chooses any two rows of a kind by typing their names."""

    def __init__(self, kind: Kind, data: Any = None) -> None:
        super().__init__(data)
        model, name = REFERRING[kind.name]
        for side, label in zip(SIDES, (_("First one"), _("Second one")), strict=True):
            widget = CheckedAutocompleteSelect(model._meta.get_field(name), admin.site, attrs={"data-width": "100%"})
            rows = kind.model._base_manager.all()
            self.fields[side] = ChosenRow(rows, label=label, widget=widget)
