"""The issues that someone is shown, those that were dismissed, and the members whose page or paper each is about."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Model
from django.utils import timezone

from labsite import registry, roles
from labsite.curation.worklist.rules import all_rules
from labsite.editing.issues import Curated, Issue, IssueRule, Scope
from labsite.models import Dismissal, User
from people.models import Person, has_page
from publications.models import Authorship, Publication

Key = tuple[str, str, int, str]


def issues(
    user: User | AnonymousUser, *, only: Model | None = None, rules: Iterable[IssueRule] | None = None
) -> list[Issue]:
    """Return what the rules find in the rows that someone may change, or in one row, dismissed or not."""
    role = roles.role_of(user)
    if role is None:
        return []
    scope = Scope(user, timezone.localdate(), only)
    applied = all_rules() if rules is None else rules
    return [issue for rule in applied if role >= rule.lowest for issue in rule.issues(scope)]


def open_issues(user: User | AnonymousUser, *, only: Model | None = None) -> list[Issue]:
    """Return what is still to be looked at."""
    found = issues(user, only=only)
    settled = dismissed(found)
    return [issue for issue in found if issue.key not in settled]


def dismissed(found: list[Issue]) -> set[Key]:
    """Return the keys of issues that were called no problem."""
    if not found:
        return set()
    rows = {issue.row.pk for issue in found}
    dismissals = Dismissal.objects.all()
    if len(rows) <= 100:  # of one form, or of one member
        dismissals = dismissals.filter(row__in=rows)
    return set(dismissals.values_list("rule", "model", "row", "about"))


def members_of(found: Iterable[Issue]) -> dict[Issue, list[Person]]:
    """Return the members whose each issue is; the lab's own issues are nobody's. Two queries."""
    found = list(found)
    authors = _authors({issue.subject.pk for issue in found if isinstance(issue.subject, Publication)})
    owners = {issue: _people(issue.subject, authors) for issue in found}
    people = Person.objects.members().filter(pk__in={pk for pks in owners.values() for pk in pks})
    by_pk = {person.pk: person for person in people.only("name", "slug", "sort_key")}
    return {issue: [by_pk[pk] for pk in pks if pk in by_pk] for issue, pks in owners.items()}


def _people(subject: Any, authors: dict[int, list[int]]) -> list[int]:
    if isinstance(subject, Person):
        return [subject.pk]
    if isinstance(subject, Publication):
        return authors.get(subject.pk, [])
    curated = registry.facet(type(subject), Curated)
    return [getattr(subject, f"{curated.person}_id")] if curated and curated.person else []


def _authors(papers: set[int]) -> dict[int, list[int]]:
    """Return the members among the authors of each paper."""
    by_members = Authorship.objects.filter(has_page("person"), publication__in=papers)
    authors: dict[int, list[int]] = {}
    for paper, person in by_members.values_list("publication", "person"):
        authors.setdefault(paper, []).append(person)
    return authors
