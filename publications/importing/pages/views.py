"""Import papers: the page with the three ways in and the list of imports, and the page of each import."""

from django.shortcuts import redirect

from publications.models import Import

from . import columns, listing
from .answering import found, page, page_methods
from .finished import declined, done
from .forms import BringForm
from .under_way import broken_off, under_way
from .waiting import waiting

State = Import.State
PAGES = {
    State.WAITING: waiting,
    State.APPLYING: under_way,
    State.FAILED: broken_off,
    State.DONE: done,
    State.DECLINED: declined,
}


@page_methods
def imports(request):
    """Ask for papers in one of three ways, and list what was brought in; a POST makes an import and leads to it."""
    if "table" in request.POST:
        return columns.answered(request)
    form = BringForm(request.POST, request.FILES) if request.method == "POST" else BringForm()
    if form.is_bound and form.is_valid():
        if form.table:
            return columns.ask(request, form.table)
        return redirect("admin:import-plan", form.brought.save(request.user).pk)
    rows, pager = listing.page_of(request.user, request.GET.get("page"))
    return page(request, "start", {"title": "Import papers", "form": form, "rows": rows, "pager": pager})


@page_methods
def one_import(request, pk):
    """Show an import as it stands: its plan, its progress, or what became of it."""
    row = found(request, pk)
    return PAGES[row.state](request, row)
