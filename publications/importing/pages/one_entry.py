"""One entry of a plan on a page of its own: what it is, who its authors are, and all that it says."""

from django.contrib import messages
from django.http import Http404, HttpResponseRedirect
from django.urls import reverse

from publications.models import Import

from .answering import found, page, page_methods
from .author_choices import author_forms, decided_authors
from .deciding import without_fate
from .facts import facts
from .looking import look
from .showing import Shower, gets_authors
from .waiting import save_decisions
from .what_form import what_form

KEPT = "Kept. This is what it leads to."


@page_methods
def one_entry(request, pk, index):
    """Show one entry; a POST keeps what was chosen about it and leads back to the plan."""
    row = found(request, pk)
    plan = look(row, request.user).plan if row.state == Import.State.WAITING else None
    if plan is None or index >= len(plan.items) or not plan.items[index].identity:
        raise Http404
    item, post = plan.items[index], request.POST if request.method == "POST" else None
    what, authors = what_form(item, plan, request.user, post), author_forms(item, row.decisions, post)
    valid = [form.is_valid() for form in (what, *authors)]
    if post is not None and all(valid):
        return _keep(request, row, item, what.decision(item, plan), decided_authors(authors))
    shown = Shower(plan, [item], row.decisions, request.user).show(item)
    context = {"title": item.title, "row": row, "shown": shown, "what": what, "authors": authors}
    context |= {"facts": facts(item.entry.record), "names_authors": gets_authors(item)}
    return page(request, "entry", context)


def _keep(request, row, item, what, authors):
    items = row.decisions.get("items", {})
    decided = items.get(item.identity, {})
    decided = without_fate(decided) | what if what is not None else dict(decided)
    if authors:
        decided["authors"] = decided.get("authors", {}) | authors
    save_decisions(row, {**row.decisions, "items": {**items, item.identity: decided}})
    messages.success(request, KEPT)
    return HttpResponseRedirect(f"{reverse('admin:import-plan', args=[row.pk])}#entry-{item.index}")
