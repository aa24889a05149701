"""The issues that someone is shown, and those that were dismissed."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Model
from django.utils import timezone

from labsite import roles
from labsite.editing.issues import Issue, IssueRule, Scope
from labsite.models import Dismissal, User

from .listed import Key, ListedIssue
from .rules import all_rules

Loaded = Mapping[type[Model], Sequence[Any]]


def issues(
    user: User | AnonymousUser,
    *,
    only: Model | None = None,
    loaded: Loaded = MappingProxyType({}),
    rules: Iterable[IssueRule] | None = None,
) -> list[Issue]:
    """Return what the rules find in the rows that someone may change, or in one row, dismissed or not.

    ``loaded`` are rows of the form of this one row that were read before, by model.
    """
    role = roles.role_of(user)
    if role is None:
        return []
    scope = Scope(user, timezone.localdate(), None if only is None else {type(only): [only.pk]}, loaded)
    applied = all_rules() if rules is None else rules
    return [issue for rule in applied if role >= rule.lowest for issue in rule.issues(scope)]


def open_issues(
    user: User | AnonymousUser, *, only: Model | None = None, loaded: Loaded = MappingProxyType({})
) -> list[Issue]:
    """Return what is still to be looked at."""
    all_issues = issues(user, only=only, loaded=loaded)
    settled = dismissed(all_issues)
    return [issue for issue in all_issues if issue.key not in settled]


def dismissed(issues: Sequence[Issue | ListedIssue], at: datetime.datetime | None = None) -> set[Key]:
    """Return the keys of issues that were called no problem, or of those that were at one moment, several at once."""
    rows = {issue.key[2] for issue in issues}
    dismissals = Dismissal.objects.filter(at=at) if at else Dismissal.objects.all()
    if len(rows) <= 100:  # of one form, or of one member
        dismissals = dismissals.filter(row__in=rows)
    return set(dismissals.values_list("rule", "model", "row", "about")) if rows else set()
