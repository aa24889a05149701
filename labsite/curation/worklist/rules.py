"""The rules of the worklist: what may be missing or odd in any model, and what the apps registered for theirs."""

import datetime
from collections.abc import Iterator
from functools import cache
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from labsite import registry
from labsite.curation.worklist import text_rules
from labsite.editing.form_anchors import defer_long_texts, field
from labsite.editing.issues import AddedToWorklist, Curated, Issue, IssueRule, Scope
from labsite.modelling.publishing import Publishable
from labsite.roles import Role

WAITING = "waiting"  # the rule about what waits for approval, which the inbox shows as a kind of its own
FORGOTTEN_AFTER = datetime.timedelta(days=30)


@cache
def all_rules() -> tuple[IssueRule, ...]:
    """Return what is asked of somebody first, then what is wrong, then what is missing."""
    registered = [rule for kind in registry.facets(Curated).values() for rule in kind.rules]
    of_apps = [rule for each in registry.added(AddedToWorklist) for rule in import_string(each.rules)()]
    rules = [*_general_rules(), *of_apps, *text_rules.rules(), *registered]
    return tuple(sorted(rules, key=lambda rule: rule.order))


@cache
def _drafted() -> tuple[Any, ...]:
    return tuple(model for model in registry.facets(Curated) if issubclass(model, Publishable))


def _drafts(scope: Scope) -> list[Any]:
    """Return what waits for approval, and what has been a draft for long."""
    drafts: list[Any] = []
    for model in _drafted():
        forgotten = Q(state=model.State.DRAFT, changed_at__lt=timezone.now() - FORGOTTEN_AFTER)
        drafts += defer_long_texts(scope.rows(model)).filter(forgotten | Q(state=model.State.WAITING))
    return drafts


def _rule_of_drafts(state: str, kind: str, title: Any, advice: Any, sentence: Any, lowest: Role) -> IssueRule:
    def find(scope: Scope) -> Iterator[Issue]:
        for row in scope.once("drafts", lambda: _drafts(scope)):
            if row.state == state:
                yield Issue(row, sentence, field("state"))

    return IssueRule(kind, title, advice, _drafted(), find, lowest, order=2)


def _general_rules() -> tuple[IssueRule, ...]:
    return (
        _rule_of_drafts(
            Publishable.State.WAITING,
            WAITING,
            _("Awaiting approval"),
            _("Read it, then publish it or return it with a comment."),
            _("It is awaiting an editor’s approval."),
            Role.EDITOR,
        ),
        _rule_of_drafts(
            Publishable.State.DRAFT,
            "forgotten-draft",
            _("Forgotten drafts"),
            _("Only you can see it: publish it, or delete it."),
            _("It has been a draft for over a month."),
            Role.MEMBER,
        ),
    )
