"""Approval: where the lab asks for it, what a member adds waits until an editor publishes it, or returns a paper."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.admin.templatetags.admin_urls import admin_urlname
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from labsite import history, registry, roles
from labsite.editing.inbox import back_to_inbox
from labsite.modelling.publishing import Publishable
from labsite.registry import ContentFacet
from labsite.roles import Role
from labsite.texts.stored import gettext_noop
from publications.models import Publication

State = Publication.State


@dataclass(frozen=True)
class ApprovalPolicy(ContentFacet):
    """A model whose rows say whether papers of members need an editor's approval."""

    is_needed: Callable[[], bool]


def is_needed() -> bool:
    """Whether the lab wants papers of members to be approved: one query."""
    return any(policy.is_needed() for policy in registry.facets(ApprovalPolicy).values())


def may_approve(user: Any) -> bool:
    """Whether someone is one of those who are asked."""
    return roles.at_least(user, Role.EDITOR)


def may_publish(user: Any) -> bool:
    """Whether someone may make the papers public that they may change."""
    return may_approve(user) or (
        roles.at_least(user, Role.MEMBER) and not roles.remembered(user, "approval", is_needed)
    )


def first_state(user: Any) -> str:
    """Return the state of what someone adds and says nothing else of."""
    return State.PUBLISHED if may_publish(user) else State.WAITING


def states_for(user: Any, row: Publishable | None = None) -> list[str]:
    """Return the states that someone may choose for a row; what it is now is always one of them."""
    chosen = {State.DRAFT, first_state(user), row.state if row else State.DRAFT}
    return [state for state in State if state in chosen]


def approve(publication: Publishable) -> None:
    """Publish a paper, at once or at the time that it is to appear."""
    publication.state = State.PUBLISHED
    publication.save()


def give_back(publication: Publication, word: str) -> None:
    """Make a paper a draft again, with a word on what to change first."""
    publication.state, publication.editors_word = State.DRAFT, word
    publication.save()


MOVED_ON = _(
    "Nothing was decided: somebody changed this paper while you were looking at it. Check it again, then decide."
)
DECIDED = _("Nothing was decided: this paper is no longer awaiting approval.")
UNSENT = _("Your comment was not sent: %(word)s")
WORDLESS = _("The paper is still awaiting approval: say in a few words what should change, then return it.")
APPROVED = _("Approved. “%(paper)s” is on the site.")
WILL_APPEAR = _("Approved. “%(paper)s” will be on the site.")
RETURNED = _("Returned. The members who can edit “%(paper)s” will see your comment at the top of its form.")
MAX_WORDS = 2000  # characters


@require_POST
def decide(request: HttpRequest, pk: int, model: Any = Publication) -> HttpResponse:
    """Approve or return a paper, or a row of another model that waits for approval, as the editor saw it."""
    approves, word = "approve" in request.POST, request.POST.get("word", "").strip()[:MAX_WORDS]
    with history.step(request.user) as step:
        paper = get_object_or_404(model.objects.select_for_update(), pk=pk)
        if paper.state != paper.State.WAITING:
            _refuse(request, DECIDED, word)
        elif request.POST.get("seen") != paper.changed_at.isoformat():
            _refuse(request, MOVED_ON, word)
        elif approves:
            step.words = gettext_noop("Approved “{paper}”").format(paper=paper)
            approve(paper)
            messages.success(request, (APPROVED if paper.is_published() else WILL_APPEAR) % {"paper": paper})
        elif word:
            step.words = gettext_noop("Returned “{paper}”").format(paper=paper)
            give_back(paper, word)
            messages.success(request, RETURNED % {"paper": paper})
        else:
            messages.error(request, WORDLESS)
    return back_to_inbox(request, admin_urlname(model._meta, "change"), pk)  # type: ignore[arg-type]


def _refuse(request: HttpRequest, why: Any, word: str) -> None:
    """Say why nothing was decided, and the word for the authors, which the form has no more."""
    messages.error(request, why)
    if word:
        messages.error(request, UNSENT % {"word": word})
