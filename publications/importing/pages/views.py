"""Import papers: the page with the three ways in and the list of imports, and the page of each import."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Case, Func, IntegerField, Value, When
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext

from labsite.jobs.views import show
from labsite.texts.stored import translated
from labsite.web.pager import Pager
from labsite.web.requests import EditorRequest
from publications.importing import missing, running
from publications.models import Import

from . import intake
from .base import get_import, page, page_methods, visible_imports
from .finished import declined, done
from .plan_page import waiting

State = Import.State
PER_PAGE = 20


class NumberOfEntries(Func):
    """The number of elements of a list in a JSONField."""

    function = "json_array_length"
    output_field = IntegerField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, function="jsonb_array_length", **context)


@page_methods
def imports(request: EditorRequest) -> HttpResponse:
    """Ask for papers in one of three ways, and list what was brought in; a POST makes an import and leads to it."""
    if "missing" in request.POST:
        return look_up(request)
    if "table" in request.POST:
        return intake.read_columns(request)
    form = intake.IntakeForm(request.POST, request.FILES) if request.method == "POST" else intake.IntakeForm()
    if form.is_bound and form.is_valid():
        if form.table:
            return intake.ask_about_columns(request, form.table)
        if form.brought:
            return redirect("admin:import-plan", intake.save(form.brought, request.user).pk)
    rows = visible_imports(request.user).defer("entries", "decisions", "report").select_related("by__person", "person")
    open_first = Case(When(state__in=Import.OPEN_STATES, then=Value(0)), default=Value(1))
    rows = rows.annotate(number=NumberOfEntries("entries")).order_by(open_first, "-created_at", "-pk")
    shown = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    return page(
        request, "start", {"title": gettext("Import papers"), "form": form, "rows": shown, "pager": Pager(shown)}
    )


def look_up(request: EditorRequest) -> HttpResponse:
    """Ask the sources for what papers lack, and lead to the page that says how far that is."""
    row = missing.look_up(request.user)
    if row:
        address = reverse("admin:import-plan", args=[row.pk])
        missing.ask_again(row, request.user, address)
        return redirect(address)
    messages.info(request, gettext("Nothing is missing that could be looked up, or it was looked up lately."))
    return redirect("admin:worklist")


@page_methods
def one_import(request: EditorRequest, pk: int) -> HttpResponse:
    """Show an import as it stands: its plan, its progress, or what became of it."""
    row = get_import(request, pk)
    return PAGES[State(row.state)](request, row)


def under_way(request: EditorRequest, row: Import) -> HttpResponse:
    """Show how far an import is; one that nobody works on any more has broken off."""
    run = running.run_of(row)
    return show(request, run) if run else broken_off(request, row)


def broken_off(request: EditorRequest, row: Import) -> HttpResponse:
    """Say why an import broke off; a POST lets it wait for a look again."""
    if request.method == "POST":
        if missing.is_unanswered(row):
            missing.ask_again(row, request.user, request.path)
        else:
            running.take_up_again(row, request.user, request.path)
        return redirect(request.get_full_path())
    return page(request, "broken_off", {"title": translated(row.label), "row": row})


PAGES = {
    State.WAITING: waiting,
    State.ASKING: under_way,
    State.APPLYING: under_way,
    State.FAILED: broken_off,
    State.DONE: done,
    State.DECLINED: declined,
}
