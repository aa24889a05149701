"""Move in: the page that takes what a lab has and lists what was brought, and the page of each import."""

from collections.abc import Iterator
from functools import partial
from io import BytesIO
from typing import Any

from django.contrib import admin, messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from labsite.admin_site.views import shown_picture
from labsite.contrib.moving.families import KINDS, NAMES
from labsite.contrib.moving.models import SiteImport
from labsite.contrib.moving.source import UnreadableSource
from labsite.contrib.moving.writing.context import MoveNote
from labsite.contrib.reading.front_matter import BrokenFile
from labsite.drawing.images import BadImage
from labsite.history.models import Step
from labsite.history.undoing import may_undo_step
from labsite.history.views import undo_step
from labsite.jobs.views import show
from labsite.texts.stored import gettext_noop, translated
from labsite.web.requests import EditorRequest
from people.models import Membership

from . import running, storing
from .forms import MoveInForm
from .plan import ASKS, BROKEN, FILLS, NAMES as AUTHORS, NEW, SAME, choices_of, items_in, ticked

State = SiteImport.State
ROLES = dict(Membership.Role.choices)
DROPPED = _("Skipped: nothing was changed, and the files are removed.")
SAVED = _("Your choices are saved.")
UNDONE = _("Undone: the site is as it was before. The import is waiting to be reviewed again.")

TITLES = {
    "people": _("People"),
    AUTHORS: _("Other authors: who of them belongs to the lab?"),
    "papers": _("Papers"),
    "news": _("News"),
    "projects": _("Projects"),
    "pages": _("Pages"),
    "venues": _("Venues"),
    "lab": _("The lab"),
}
ABOUT = {
    "people": _("Each becomes a member with a page. If someone isn’t of the lab, untick them: they stay an author."),
    AUTHORS: _("Those you tick become members with a page, and their papers are listed on it."),
    "papers": _("A paper that may be one of the site is only imported if you tick it: then it is another paper."),
}
BECOMES = {
    NEW: _("new"),
    FILLS: _("already here"),
    SAME: _("nothing new"),
    ASKS: _("to decide"),
    BROKEN: _("can’t be read"),
}
# What a report counts, beside what models are called.
COUNTED = (
    *(gettext_noop("news"), gettext_noop("files of papers"), gettext_noop("occasions of talks")),
    *(gettext_noop("roles"), gettext_noop("old addresses")),
)
MAX_OPEN = 12  # items of a list that is shown at once
MISSED, LOST = _("What visitors of your old site will miss"), _("Not understood")


def _page(request: EditorRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, f"{name}.html", admin.site.each_context(request) | context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def move_in(request: EditorRequest) -> HttpResponse:
    """Ask for what the lab has, and list what was brought; a POST makes an import and leads to it."""
    storing.sweep()
    form = MoveInForm(request.POST, request.FILES) if request.method == "POST" else MoveInForm()
    if request.method == "POST" and form.is_valid():
        row = form.save(request.user)
        address = reverse("admin:move-in-one", args=[row.pk])
        running.read(row, request.user, address)
        return redirect(address)
    rows = SiteImport.objects.defer("plan", "report").select_related("by__person")
    return _page(request, "moving/move_in", {"title": gettext("Move in"), "form": form, "rows": rows})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def one(request: EditorRequest, pk: int) -> HttpResponse:
    """Show an import as it stands: its progress, its plan, or what became of it."""
    row = get_object_or_404(SiteImport.objects.select_related("by__person"), pk=pk)
    if row.state in (State.READING, State.IMPORTING) and (run := running.run_of(row)):
        return show(request, run)
    return {State.READY: ready, State.DONE: done}.get(State(row.state), over)(request, row)


def over(request: EditorRequest, row: SiteImport) -> HttpResponse:
    """Say why an import broke off; a POST reads it again."""
    if request.method == "POST":
        running.read(row, request.user, request.path)
        return redirect(request.path)
    shown = {"base": "moving/moving.html", "again": gettext("Read it again"), "back": reverse("admin:move-in")}
    return _page(request, "admin/importing/broken_off", shown | {"title": translated(row.label), "row": row})


def sections_of(row: SiteImport, opened: str) -> Iterator[dict[str, Any]]:
    """Yield the lists of a plan, each item with the words for what becomes of it; ``is_open`` unfolds a list."""
    wanted = ticked(row.plan["items"], row.choices)
    for name, items in row.plan["items"].items():
        for item in items:
            item["ticked"], item["words"] = item["key"] in wanted, BECOMES[item["becomes"]]
            item["may_be_ticked"] = item["becomes"] != BROKEN
            item["held"] = [(ROLES.get(role, ""), *more) for role, *more in item.get("roles", ())]
        is_open = len(items) <= MAX_OPEN or name in ("people", opened) or ASKS in (item["becomes"] for item in items)
        number = sum(item["ticked"] for item in items)
        section = {"name": name, "title": TITLES[name], "about": ABOUT.get(name, ""), "items": items}
        yield section | {"number": number, "is_open": is_open}


def ready(request: EditorRequest, row: SiteImport) -> HttpResponse:
    """Show the plan, or do what was asked on its page: skip it, save what is ticked, read it anew, or import it."""
    if request.method != "POST":
        shown = {"sections": list(sections_of(row, request.GET.get("open", ""))), "all_kinds": KINDS}
        number = len(ticked(row.plan["items"], row.choices))
        lead = {"title": translated(row.label), "row": row, "families": NAMES.items(), "number": number}
        return _page(request, "moving/plan", lead | shown)
    if "drop" in request.POST:
        storing.remove([row])
        messages.success(request, DROPPED)
        return redirect("admin:move-in")
    if _save_choices(request, row):
        running.read(row, request.user, request.path)
    elif "take" in request.POST:
        running.take(row, request.user, request.path)
    else:
        messages.success(request, SAVED)
        part = request.POST.get("all") or request.POST.get("none")
        return redirect(f"{request.path}?open={part}#{part}" if part in TITLES else request.path)
    return redirect(request.path)


def _save_choices(request: EditorRequest, row: SiteImport) -> bool:
    """Save what is ticked and as what it is read; say whether it has to be read anew."""
    post, plan = request.POST, row.plan["items"]
    keys = {*post.getlist("tick")}
    for name, is_ticked in (("all", True), ("none", False)):
        for item in plan.get(post.get(name, ""), ()):
            (keys.add if is_ticked else keys.discard)(item["key"])
    kinds = {path: post.get(f"kind:{path}", kind) for path, kind in row.plan["kinds"].items()}
    kinds = {path: kind for path, kind in kinds.items() if kind in KINDS}
    family = post.get("family", row.family)
    is_changed = kinds != row.plan["kinds"] or (family != row.family and family in NAMES)
    row.choices = {"kinds": kinds, "family": family if family in NAMES else row.family}
    row.choices |= {} if is_changed else choices_of(plan, keys)
    SiteImport.objects.filter(pk=row.pk, state=State.READY).update(choices=row.choices)
    return is_changed


def done(request: EditorRequest, row: SiteImport) -> HttpResponse:
    """Show what came of an import; a POST undoes it all, and lets it wait for another look."""
    step = Step.objects.filter(pk=row.step).first() if row.step else None
    may = step is not None and may_undo_step(request.user, step)
    if request.method == "POST":
        rows = SiteImport.objects.filter(pk=row.pk, state=State.DONE)
        wait_again = partial(rows.update, state=State.READY, report={}, step=None)
        return undo_step(request, step, str(UNDONE), request.path, wait_again)
    report = row.report
    notes = ((translated(MoveNote[name].value), words) for name, words in report["notes"].items())
    parts = [(MISSED, report["missed"]), *notes, (LOST, report["lost"])]
    shown = {"parts": [(title, words) for title, words in parts if words], "may_undo": may}
    return _page(request, "moving/done", {"title": translated(row.label), "row": row} | shown)


@never_cache
@require_safe
def picture(request: EditorRequest, pk: int, key: str) -> HttpResponse:
    """Show a picture of what waits to be imported."""
    row = get_object_or_404(SiteImport.objects.exclude(stored=""), pk=pk)
    path = next((item.get("picture", "") for item in items_in(row.plan["items"]) if item["key"] == key), "")
    try:
        with running.source_of(row) as source:
            return shown_picture(BytesIO(source.data(path)))
    except (BadImage, BrokenFile, FileNotFoundError, UnreadableSource) as error:
        raise Http404("There is no such picture.") from error
