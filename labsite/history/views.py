"""The pages of the history: versions of an object, recent changes across the site, the bin; each with a way back."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from labsite import roles
from labsite.jobs import JobRun, Progress, begin, start
from labsite.modelling.values_in_words import enumerated, in_words
from labsite.texts.plain_text import number_in
from labsite.texts.stored import gettext_noop
from labsite.web.pager import Pager

from .comparison import SnapshotComparer
from .entries import RecentChanges, entries_of, entries_of_step, lines_of, who, words_of
from .long_steps import naming, undo
from .models import Step, Version
from .restoring import UndoRefused
from .steps import OpenStep
from .undoing import bring_back, go_back, is_long, may_undo, may_undo_step, snapshots_of, within_limits
from .versions import deleted, history_address, key_of, read, snapshot_of

UNDOING = gettext_noop("Undoing: {what}")
PER_PAGE = 20
LINES_PER_PAGE = 50
page_methods = require_http_methods(["GET", "HEAD", "POST"])


def object_history(request: HttpRequest, row: Model) -> HttpResponse:
    """Show who changed an object when, what it was before, and the way back. The caller asks for permission."""
    versions = Version.objects.of(type(row), row.pk).select_related("step__user__person")
    page = Paginator(versions, PER_PAGE).get_page(request.GET.get("page"))
    start = page.start_index() - 1 if page.paginator.count else 0
    shown = entries_of(list(versions[start : start + PER_PAGE + 1]))[:PER_PAGE]
    context = {
        "title": gettext("History of %(row)s") % {"row": row},
        "row": row,
        "opts": row._meta,
        "entries": shown,
        "newest": versions.first(),
        "pager": Pager(page),
    }
    return _page(request, "admin/history.html", context)


@page_methods
def version(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what would change if an object went back to a version; a POST takes it there."""
    there = Version.objects.exclude(kind=Version.Kind.REMOVED)
    found = get_object_or_404(there.select_related("step"), pk=pk)
    key = key_of(found)
    row = roles.row_to_change(request.user, key.model._base_manager, key.pk)
    if request.method == "POST":
        seen = number_in(request.POST.get("newest")) or -1
        words = gettext("%(row)s is back to how it was.") % {"row": row}
        return _go(request, history_address(found), lambda: go_back(found, request.user, seen), words)
    now = read([key])[key]
    then = within_limits(request.user, now, snapshot_of(found, now.rows))
    context = {
        "title": gettext("%(name)s on %(when)s")
        % {"name": found.object_repr, "when": in_words(found.step.date_created)},
        "row": row,
        "opts": row._meta,
        "version": found,
        "newest": Version.objects.of(key.model, key.pk).first(),
        "comparison": SnapshotComparer([now, then]).compare(now, then),
    }
    return _page(request, "admin/version.html", context)


def changes(request: HttpRequest) -> HttpResponse:
    """List what was changed across the site, narrowed by person, kind and day."""
    chosen = RecentChanges(request.GET.dict())
    page = Paginator(chosen.steps(), LINES_PER_PAGE).get_page(request.GET.get("page"))
    context = {"title": gettext("Recent changes"), "chosen": chosen, "lines": lines_of(page.object_list)}
    return _page(request, "admin/changes.html", context | {"pager": Pager(page, chosen.pairs)})


@page_methods
def step_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """Show all that one step changed; a POST undoes it."""
    step = get_object_or_404(Step.objects.select_related("user__person"), pk=pk)
    may = may_undo_step(request.user, step)
    if request.method == "POST":
        return undo_step(request, step, gettext("Undone."), reverse("admin:changes"))
    page = Paginator(step.versions.made().order_by("pk"), LINES_PER_PAGE).get_page(request.GET.get("page"))
    versions = {key_of(each): each for each in page}
    before, after = snapshots_of(step, versions.values())
    entries = entries_of_step([(each, before[key], after[key]) for key, each in versions.items()])
    context = {"title": words_of(step), "step": step, "who": who(step.user), "entries": entries}
    context["run"] = JobRun.objects.filter(command=_undoing(step)).first()
    return _page(request, "admin/step.html", context | {"may_undo": may and versions, "pager": Pager(page)})


def undo_step(
    request: HttpRequest, step: Step | None, words: str, address: str, afterwards: Callable[[], Any] = lambda: None
) -> HttpResponse:
    """Undo a step, and say so in ``words`` or why not; lead to ``address``, or of a long one to the page of the job.

    ``afterwards`` is called in the transaction that ends it. Raises PermissionDenied.
    """
    user: Any = request.user
    if step is None or not may_undo_step(user, step):
        raise PermissionDenied

    def work(progress: Progress) -> OpenStep:
        def finish(opened: OpenStep) -> None:
            afterwards()
            progress.finish("\n".join(_words_of_going_back(opened, words)), opened.row.pk if opened.row else None)

        return undo(step, user, progress, finish)

    if not is_long(step):
        return _go(request, address, lambda: work(Progress()), words)
    if run := begin(_undoing(step), user, naming(UNDOING, step), request.path):
        start(run, work)
    return redirect(JobRun.objects.get(command=_undoing(step)))


def _undoing(step: Step) -> str:
    """Return the name of the job that undoes a step."""
    return f"undo {step.pk}"


def bin_list(request: HttpRequest) -> HttpResponse:
    """List what was deleted, and by whom."""
    page = Paginator(deleted().defer("serialized_data"), LINES_PER_PAGE).get_page(request.GET.get("page"))
    lines = [(each, who(each.step.user)) for each in page]
    return _page(request, "admin/bin.html", {"title": gettext("Bin"), "lines": lines, "pager": Pager(page)})


@page_methods
def bring(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a deleted object held; a POST brings it back."""
    row = get_object_or_404(deleted(), pk=pk)
    key = key_of(row)
    if not may_undo(request.user, row.kind, key):
        raise PermissionDenied
    if request.method == "POST":
        words = gettext("%(name)s has been restored.") % {"name": row.object_repr}
        return _go(request, history_address(row), lambda: bring_back(row, request.user), words)
    before, after = snapshots_of(row.step)
    entry = entries_of_step([(row, before[key], after[key])])[0]
    together = [snapshot.name for each, snapshot in before.items() if each != key and not after[each]]
    context = {"title": row.object_repr, "entry": entry, "together": enumerated(together), "step": row.step}
    return _page(request, "admin/bring_back.html", context)


def _page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, template, admin.site.each_context(request) | context)


def _go(request: HttpRequest, address: str, act: Callable[[], OpenStep], words: str) -> HttpResponse:
    """Go back, and say so or why not; then lead to an address, such as the history of the object that went back."""
    try:
        done = act()
    except UndoRefused as refusal:
        for reason in refusal.reasons:
            messages.error(request, reason)
        return redirect(request.path)
    level = messages.SUCCESS if done.row else messages.INFO
    messages.add_message(request, level, " ".join(_words_of_going_back(done, words)))
    return redirect(address)


def _words_of_going_back(done: OpenStep, words: str) -> list[str]:
    return [words, *done.remarks] if done.row else [gettext("Nothing had to be changed.")]
