"""The issues of a form or of the whole lab, and whose they are, of which some were dismissed."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.db.models import Model
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import get_language

from labsite import registry, roles
from labsite.curation.looks import latest
from labsite.curation.worklist.rules import all_rules
from labsite.editing.form_anchors import FROM_WORKLIST, form_address
from labsite.editing.issues import Curated, Issue, IssueRule, Scope
from labsite.models import Dismissal, User
from people.models import Person
from publications.models import Authorship, Publication

Key = tuple[str, str, int, str]
Loaded = Mapping[type[Model], Sequence[Any]]


class ListedIssue(NamedTuple):
    """An issue as it is stored: in words of one language, with the primary keys of the members whose it is."""

    key: Key
    subject: str
    sentence: str
    form: str  # the label of the model whose form puts it right
    form_of: int
    anchor: str
    people: tuple[int, ...]
    since: datetime.datetime | None

    @property
    def kind(self) -> str:
        return self.key[0]

    @property
    def rule(self) -> IssueRule:
        return all_rules()[_places_of_rules()[self.kind]]

    def address_from(self, query: str) -> str:
        """Return the address of the field that puts it right, and back to what the query narrows the worklist to."""
        return form_address(apps.get_model(self.form)(pk=self.form_of), {FROM_WORKLIST: query}, self.anchor)


def moment_in(text: str) -> datetime.datetime | None:
    """Return the moment that an address names, as of several points called no problem at once."""
    try:
        moment = parse_datetime(text)
    except ValueError:
        return None
    return moment if moment and timezone.is_aware(moment) else None


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


def listed(user: User | AnonymousUser) -> list[ListedIssue]:
    """Return what the rules find for somebody, dismissed or not, as issues() does."""
    role = roles.role_of(user)
    if role is None:
        return []
    kinds = {rule.kind for rule in all_rules() if role >= rule.lowest}
    reached = {
        model._meta.label_lower: {
            *roles.reached(user, "change", model._default_manager.order_by()).values_list("pk", flat=True)
        }
        for model in registry.facets(Curated)
        if roles.reach(user, "change", model) is not roles.Reach.ALL
    }
    all_issues = _all_issues()
    if not reached and len(kinds) == len(all_rules()):
        return all_issues
    may_change = {
        label: roles.may(user, "change", apps.get_model(label)) for label in {each.key[1] for each in all_issues}
    }
    return [
        issue
        for issue in all_issues
        if issue.kind in kinds
        and may_change[issue.key[1]]
        and (issue.form not in reached or issue.form_of in reached[issue.form])
    ]


def _all_issues() -> list[ListedIssue]:
    """Return what the rules find in all rows."""
    states, today = (rule.state() for rule in all_rules()), timezone.localdate()
    name, look = f"worklist:{get_language()}", lambda: _in_order(_found_in(Scope(None, today)))
    issues, changed = latest(name, ListedIssue, look, *states)
    if not changed:
        return issues
    of = {model._meta.label_lower: pks for model, pks in changed.items()}
    standing = [issue for issue in issues if issue.form_of not in of.get(issue.form, ())]
    return _in_order([*standing, *_found_in(Scope(None, today, changed))])


def _in_order(issues: list[ListedIssue]) -> list[ListedIssue]:
    """Sort issues by rules, then as the rows that they are about."""
    rules, there = _places_of_rules(), {issue.form for issue in issues}
    forms = {model._meta.label_lower: place for place, model in enumerate(registry.facets(Curated))}
    rows = {
        form: {
            pk: place for place, pk in enumerate(apps.get_model(form)._default_manager.values_list("pk", flat=True))
        }
        for form in there
    }

    def place(issue: ListedIssue) -> tuple[int, int, int]:
        return rules[issue.kind], forms[issue.form], rows[issue.form].get(issue.form_of, 0)

    return sorted(issues, key=place)


@cache
def _places_of_rules() -> dict[str, int]:
    return {rule.kind: place for place, rule in enumerate(all_rules())}


def _found_in(scope: Scope) -> list[ListedIssue]:
    issues_of_rows = [issue for rule in all_rules() for issue in rule.issues(scope)]
    papers = {issue.subject.pk for issue in issues_of_rows if isinstance(issue.subject, Publication)}
    with_page = {*Person.objects.members().order_by().values_list("pk", flat=True)}
    authors: dict[int, list[int]] = {}
    rows = Authorship.objects.filter(person__in=with_page).order_by("order", "pk")
    if scope.only is not None:
        rows = rows.filter(publication__in=papers)
    for paper, person in rows.values_list("publication", "person") if papers else ():
        authors.setdefault(paper, []).append(person)
    return [
        ListedIssue(
            issue.key,
            str(issue.subject),
            str(issue.sentence),
            issue.subject._meta.label_lower,
            issue.subject.pk,
            issue.anchor,
            tuple(pk for pk in _people(issue, authors) if pk in with_page),
            issue.since,
        )
        for issue in issues_of_rows
    ]


def _people(issue: Issue, authors: dict[int, list[int]]) -> list[int]:
    if isinstance(issue.subject, Person):
        return [issue.subject.pk]
    if isinstance(issue.subject, Publication):
        return authors.get(issue.subject.pk, [])
    curated = registry.facet(type(issue.subject), Curated)
    return [getattr(issue.subject, f"{curated.person}_id")] if curated and curated.person else []
