"""An editor's word on a paper that waits: it is published, or returned with what to change first."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from labsite import history
from publications import approval
from publications.models import Publication

MOVED_ON = "Nothing was decided: somebody changed this paper while you looked at it. Look again, then decide."
DECIDED = "Nothing was decided: this paper doesn’t wait for approval any more."
WORDLESS = "The paper still waits: say in a few words what should change, then return it."
MAX_WORDS = 2000  # characters


@require_POST
def decide(request, pk):
    """Approve or return a paper as the editor saw it."""
    form = redirect("admin:publications_publication_change", pk)
    with history.step(request.user) as step:
        paper = get_object_or_404(Publication.objects.select_for_update(), pk=pk)
        refusal = _refusal(paper, request.POST)
        if refusal:
            messages.error(request, refusal)
            return form
        return _approve(request, step, paper) if "approve" in request.POST else _return(request, step, paper)


def _refusal(paper, data):
    if paper.state != paper.State.WAITING:
        return DECIDED
    if data.get("seen") != paper.changed_at.isoformat():
        return MOVED_ON
    return "" if "approve" in data or data.get("word", "").strip() else WORDLESS


def _approve(request, step, paper):
    step.words = f"Approved “{paper}”"
    approval.approve(paper)
    messages.success(request, f"Approved. “{paper}” {'is' if paper.is_published() else 'will be'} on the site.")
    return redirect("admin:publications_publication_change", paper.pk)


def _return(request, step, paper):
    step.words = f"Returned “{paper}”"
    approval.give_back(paper, request.POST["word"].strip()[:MAX_WORDS])
    messages.success(request, f"Returned. Those who edit “{paper}” see your word at the top of its form.")
    return redirect("admin:publications_publication_change", paper.pk)
