"""The issues that someone is shown, those that were dismissed, whose page or paper each is about, and how many."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.db.models import Count, Max, Model
from django.urls import reverse
from django.utils import timezone

from labsite import registry, roles
from labsite.curation.worklist.rules import all_rules
from labsite.editing.issues import Curated, Issue, IssueRule, Scope
from labsite.modelling import content_version
from labsite.models import Dismissal, LinkCheck, User
from people.models import Person, has_page
from publications.models import Authorship, Publication

Key = tuple[str, str, int, str]
CACHED_FOR = 3600  # seconds


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
    papers = {issue.subject.pk for issue in found if isinstance(issue.subject, Publication)}
    by_members = Authorship.objects.filter(has_page("person"), publication__in=papers)
    authors: dict[int, list[int]] = {}
    for paper, person in by_members.values_list("publication", "person"):
        authors.setdefault(paper, []).append(person)
    owners = {issue: _people(issue, authors) for issue in found}
    people = Person.objects.members().filter(pk__in={pk for pks in owners.values() for pk in pks})
    by_pk = {person.pk: person for person in people.only("name", "slug", "sort_key")}
    return {issue: [by_pk[pk] for pk in pks if pk in by_pk] for issue, pks in owners.items()}


def _people(issue: Issue, authors: dict[int, list[int]]) -> list[int]:
    if isinstance(issue.subject, Person):
        return [issue.subject.pk]
    if isinstance(issue.subject, Publication):
        return authors.get(issue.subject.pk, [])
    curated = registry.facet(type(issue.subject), Curated)
    return [getattr(issue.subject, f"{curated.person}_id")] if curated and curated.person else []


@dataclass(frozen=True)
class WorklistSummary:
    """How many issues are somebody's own, and how many they could settle in all."""

    own: int
    all: int

    @property
    def address(self) -> str:
        return reverse("admin:worklist")


def summary(user: User | AnonymousUser) -> WorklistSummary:
    """Count what is to be looked at; three queries while nothing that the numbers follow from has changed."""
    dismissals = Dismissal.objects.aggregate(Max("pk"), Count("pk")).values()
    checked = LinkCheck.objects.aggregate(Max("checked_at"))["checked_at__max"]
    at = checked.timestamp() if checked else 0
    parts = (user.pk, roles.role_of(user), content_version.current(), timezone.localdate(), at, *dismissals)
    key = "worklist:" + ":".join(map(str, parts))
    counted = caches["memory"].get(key)
    if counted is None:
        found = open_issues(user)
        person = getattr(user, "person", None)
        counted = sum(person in people for people in members_of(found).values()), len(found)
        caches["memory"].set(key, counted, CACHED_FOR)
    return WorklistSummary(*counted)
