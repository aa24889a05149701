"""Approval: where the lab asks for it, what a member adds waits until an editor publishes it."""

from collections.abc import Callable
from dataclasses import dataclass

from labsite import registry, roles
from labsite.registry import ContentFacet
from labsite.roles import Role
from publications.models import Publication

State = Publication.State


@dataclass(frozen=True)
class ApprovalPolicy(ContentFacet):
    """A model whose rows say whether papers of members need an editor's approval."""

    is_needed: Callable[[], bool]


def is_needed() -> bool:
    """Whether the lab wants papers of members to be approved: one query."""
    return any(policy.is_needed() for policy in registry.facets(ApprovalPolicy).values())


def may_approve(user) -> bool:
    """Whether someone is one of those who are asked."""
    return roles.at_least(user, Role.EDITOR)


def may_publish(user) -> bool:
    """Whether someone may make the papers public that they may change."""
    return may_approve(user) or (roles.at_least(user, Role.MEMBER) and not is_needed())


def first_state(user) -> str:
    """Return the state of a paper that someone adds and says nothing else of."""
    return State.PUBLISHED if may_publish(user) else State.WAITING


def states_for(user, publication=None) -> list[str]:
    """Return the states that someone may choose for a paper; what it is now is always one of them."""
    chosen = {State.DRAFT, first_state(user), publication.state if publication else State.DRAFT}
    return [state for state in State if state in chosen]


def waiting():
    """Return the papers that an editor is asked to publish."""
    return Publication.objects.waiting()


def approve(publication) -> None:
    """Publish a paper, at once or at the time that it is to appear."""
    publication.state = State.PUBLISHED
    publication.save()


def give_back(publication, word: str) -> None:
    """Make a paper a draft again, with a word on what to change first."""
    publication.state, publication.editors_word = State.DRAFT, word
    publication.save()
