"""Import papers: the page with the three ways in and the list of imports, and the page of each import.

Of one that is over it says what became of each entry, with the papers that came of it, its report, and the way back.
"""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.core.paginator import Paginator
from django.db.models import Case, Func, IntegerField, Value, When
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.module_loading import import_string
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_safe

from labsite import registry, roles
from labsite.editing.actions import csv_table, download
from labsite.history.models import Step
from labsite.history.undoing import may_undo_step
from labsite.history.views import undo_step
from labsite.jobs.views import show
from labsite.texts.stored import translated
from labsite.web.pager import Pager
from labsite.web.requests import EditorRequest
from publications import approval
from publications.choosing import paper_cards
from publications.elsewhere import PaperSources
from publications.importing import running
from publications.importing.plan import Fate
from publications.importing.report import Report, in_text, parted_in_words
from publications.models import Import

from . import intake
from .base import BY_FATE, BY_NAME, FateTab, fate_tabs, get_import, page, page_methods, visible_imports
from .plan_page import waiting

State = Import.State
PER_PAGE = 20
LINES_PER_PAGE = 50  # of a report
REPORT_COLUMNS = ("place", "title", "fate", "reason", "publication", "remarks")

UNDONE = _("Undone: the site is as it was before. The import is waiting to be reviewed again.")


class NumberOfEntries(Func):
    """The number of elements of a list in a JSONField."""

    function = "json_array_length"
    output_field = IntegerField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, function="jsonb_array_length", **context)


@page_methods
def imports(request: EditorRequest) -> HttpResponse:
    """Ask for papers in one of three ways, and list what was brought in; a POST makes an import and leads to it."""
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
        again = [import_string(each.ask_again) for each in registry.added(PaperSources)]
        if not any(ask_again(row, request.user, request.path) for ask_again in again):
            running.take_up_again(row, request.user, request.path)
        return redirect(request.get_full_path())
    return page(request, "broken_off", {"title": translated(row.label), "row": row})


class DonePage:
    """A page of a report: entries with what became of them; ``query`` says which of them, and which page."""

    def __init__(self, row: Import, user: AbstractUser, query: QueryDict) -> None:
        self.row, self.user = row, user
        self.counts: dict[str, int] = row.report.get("counts", {})
        self.number_open = self.counts.get("decide", 0)  # entries that nobody has decided on
        self.parted = parted_in_words(row.report.get("parted", ()), LINES_PER_PAGE)
        # Whether somebody may settle which of the new people and papers are there twice, and an editor is asked.
        self.looks_for_duplicates = bool(self.counts.get("create")) and roles.may_open(user, "duplicates")
        self.waits_for_approval = bool(self.counts.get("create")) and not approval.may_publish(user)
        wanted = query.get("show", "")
        self.part = wanted if wanted in BY_NAME else ""
        entries = row.report.get("entries", [])
        if self.part:
            entries = [each for each in entries if _fate(each) is BY_NAME[self.part].fate]
        self.page = Paginator(entries, LINES_PER_PAGE).get_page(query.get("page"))
        self.pager = Pager(self.page, [("show", self.part)] if self.part else [])

    @property
    def tabs(self) -> list[FateTab]:
        counts = {Fate[name.upper()]: number for name, number in self.counts.items()}
        return fate_tabs(self.part, counts, lambda each, number: each.became)

    @property
    def lines(self) -> list[Any]:
        """The entries of this page, each with what became of it in a word or two, and the paper that it is now."""
        papers = paper_cards((entry["publication"] for entry in self.page if "publication" in entry), self.user)
        return [(each, BY_FATE[_fate(each)].became, papers.get(each.get("publication"))) for each in self.page]


def _fate(entry: dict[str, Any]) -> Fate:
    return Fate[entry["fate"].upper()]


def done(request: EditorRequest, row: Import) -> HttpResponse:
    """Show what became of each entry; a POST undoes it all, and lets the import wait for another look."""
    step = Step.objects.filter(pk=row.step).first() if row.step else None
    may = step is not None and may_undo_step(request.user, step)
    if request.method == "POST" and "rest" in request.POST:
        # The entries that nobody has decided on become an import of their own.
        reported = zip(row.entries, row.report["entries"], strict=True)
        rest = [entry for entry, report in reported if _fate(report) is Fate.DECIDE]
        if not rest:
            return redirect(request.get_full_path())
        given = {"source": row.source, "label": row.label, "decisions": row.decisions}
        new = Import.objects.create(**given, entries=rest, by_id=request.user.pk)
        return redirect("admin:import-plan", new.pk)
    if request.method == "POST":
        return undo_step(request, step, str(UNDONE), request.path, partial(_wait_again, row, State.DONE))
    shown = DonePage(row, request.user, request.GET)
    return page(request, "done", {"title": translated(row.label), "row": row, "shown": shown, "may_undo": may})


def _wait_again(row: Import, state: str) -> None:
    Import.objects.filter(pk=row.pk, state=state).update(state=State.WAITING, report={}, step=None, finished_at=None)


def declined(request: EditorRequest, row: Import) -> HttpResponse:
    """Say that nothing was done; a POST lets the import wait for a look again."""
    if request.method == "POST":
        _wait_again(row, State.DECLINED)
        return redirect(request.get_full_path())
    return page(request, "declined", {"title": translated(row.label), "row": row})


PAGES = {
    State.WAITING: waiting,
    State.ASKING: under_way,
    State.APPLYING: under_way,
    State.FAILED: broken_off,
    State.DONE: done,
    State.DECLINED: declined,
}


@require_safe
def report(request: EditorRequest, pk: int, form: str) -> HttpResponse:
    """Return the report of an import as a file to keep: as a text, a table or JSON."""
    row = get_import(request, pk)
    if form not in FORMS or not row.report:
        raise Http404
    media_type, render = FORMS[form]
    return download(render(row.report), f"import-{row.pk}.{form}", media_type)


def in_table(report: Report) -> str:
    """Return the entries as CSV, one a row."""
    rows = [[*map(entry.get, REPORT_COLUMNS[:-1]), "; ".join(entry.get("remarks", ()))] for entry in report["entries"]]
    return csv_table([*REPORT_COLUMNS], rows)


FORMS: dict[str, tuple[str, Callable[[Report], str]]] = {
    "txt": ("text/plain", in_text),
    "csv": ("text/csv", in_table),
    "json": ("application/json", partial(json.dumps, ensure_ascii=False, indent=2)),
}
