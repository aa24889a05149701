"""The rules of the worklist: what may be missing or odd in any model, and what the apps registered for theirs."""

import datetime
from collections.abc import Iterator
from functools import cache
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext, gettext_lazy as _

from labsite import registry
from labsite.curation.link_checking.mentions import leads_outside, mentions
from labsite.curation.worklist import text_rules
from labsite.editing.form_anchors import defer_long_texts, field
from labsite.editing.issues import Curated, Issue, IssueRule, Scope
from labsite.modelling.publishing import Publishable
from labsite.models import LinkCheck
from labsite.roles import Role
from labsite.texts.stored import translated

WAITING = "waiting"  # the rule about what waits for approval, which the inbox shows as a kind of its own
FORGOTTEN_AFTER = datetime.timedelta(days=30)


@cache
def all_rules() -> tuple[IssueRule, ...]:
    """Return what is asked of somebody first, then what is wrong, then what is missing."""
    registered = [rule for kind in registry.facets(Curated).values() for rule in kind.rules]
    rules = [*_general_rules(), *text_rules.rules(), *registered]
    return tuple(sorted(rules, key=lambda rule: rule.order))


@cache
def _drafted() -> tuple[Any, ...]:
    return tuple(model for model in registry.facets(Curated) if issubclass(model, Publishable))


def waiting(scope: Scope) -> Iterator[Issue]:
    for row in scope.once("drafts", lambda: _drafts(scope)):
        if row.state == row.State.WAITING:
            yield Issue(row, _("It waits for an editor’s approval."), field("state"))


def forgotten(scope: Scope) -> Iterator[Issue]:
    for row in scope.once("drafts", lambda: _drafts(scope)):
        if row.state == row.State.DRAFT:
            yield Issue(row, _("It has been a draft for over a month."), field("state"))


def _drafts(scope: Scope) -> list[Any]:
    """Return what waits for approval, and what has been a draft for long."""
    drafts: list[Any] = []
    for model in _drafted():
        forgotten = Q(state=model.State.DRAFT, changed_at__lt=timezone.now() - FORGOTTEN_AFTER)
        drafts += defer_long_texts(scope.rows(model)).filter(forgotten | Q(state=model.State.WAITING))
    return drafts


def unreachable(scope: Scope) -> Iterator[Issue]:
    broken = dict(LinkCheck.objects.filter(state=LinkCheck.State.BROKEN).values_list("url", "words"))
    if not broken:
        return
    for mention in mentions(scope):
        if mention.url in broken:
            words = _in_words(mention.url, broken[mention.url])
            yield Issue(mention.row, words, mention.anchor, mention.form_of, about=mention.url)


def _why_unreachable(url: str, words: str) -> str:
    why = translated(words).rstrip(".。")
    return gettext("%(url)s can’t be reached: %(why)s.") % {"url": url, "why": why}


_in_words = lazy(_why_unreachable, str)  # of whoever reads them


def _general_rules() -> tuple[IssueRule, ...]:
    return (
        IssueRule(
            WAITING,
            _("Waiting for approval"),
            _("Look at it, then publish it or return it with a word."),
            _drafted(),
            waiting,
            Role.EDITOR,
            order=2,
        ),
        IssueRule(
            "forgotten-draft",
            _("Forgotten drafts"),
            _("Nobody but you sees it: publish it, or delete it."),
            _drafted(),
            forgotten,
            order=2,
        ),
        IssueRule(
            "unreachable",
            _("Links that lead nowhere"),
            _("Open the link yourself: if it is gone, put in its new address, or delete it."),
            tuple(filter(leads_outside, registry.facets(Curated))),
            unreachable,
            order=3,
        ),
    )
