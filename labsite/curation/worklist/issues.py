"""The issues that someone is shown, those that were dismissed, whose page or paper each is about, and how many."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.db.models import Max, Model
from django.urls import reverse
from django.utils import timezone

from labsite import registry, roles
from labsite.curation.worklist.rules import all_rules
from labsite.editing.form_anchors import FROM_WORKLIST, form_address
from labsite.editing.issues import Curated, Issue, IssueRule, Scope
from labsite.modelling import content_version
from labsite.models import Dismissal, LinkCheck, User
from people.models import Person
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


def dismissed(found: Sequence["Issue | ListedIssue"]) -> set[Key]:
    """Return the keys of issues that were called no problem."""
    rows = {issue.key[2] for issue in found}
    dismissals = Dismissal.objects.all()
    if len(rows) <= 100:  # of one form, or of one member
        dismissals = dismissals.filter(row__in=rows)
    return set(dismissals.values_list("rule", "model", "row", "about")) if rows else set()


class Member(NamedTuple):
    """Whose an issue may be, as far as the worklist says so."""

    sort_key: str
    name: str
    slug: str


class ListedIssue(NamedTuple):
    """An issue as the worklist keeps it: in words, with the primary keys of the members whose it is."""

    key: Key
    subject: str
    sentence: str
    form: str  # the label of the model whose form puts it right
    form_of: int
    anchor: str
    people: tuple[int, ...]

    @property
    def kind(self) -> str:
        return self.key[0]

    @property
    def rule(self) -> IssueRule:
        return next(rule for rule in all_rules() if rule.kind == self.kind)

    def address_from(self, query: str) -> str:
        """Return the address of the field that puts it right, and back to what the query narrows the worklist to."""
        return form_address(apps.get_model(self.form)(pk=self.form_of), {FROM_WORKLIST: query}, self.anchor)


Listed = tuple[list[ListedIssue], dict[int, Member]]


def listed(user: User | AnonymousUser) -> Listed:
    """Return what the rules find for somebody, dismissed or not: found once until what it follows from has changed."""
    checked = LinkCheck.objects.aggregate(Max("checked_at"))["checked_at__max"]
    stamp = (roles.role_of(user), content_version.current(), timezone.localdate(), checked)
    key = f"worklist:{user.pk}"
    kept_at, kept = caches["memory"].get(key, (None, None))
    if kept_at != stamp:
        kept = _listed(issues(user))
        caches["memory"].set(key, (stamp, kept), CACHED_FOR)
    return kept


def _listed(found: list[Issue]) -> Listed:
    papers = {issue.subject.pk for issue in found if isinstance(issue.subject, Publication)}
    members = Person.objects.members().values_list("pk", "sort_key", "name", "slug")
    people = {pk: Member(*member) for pk, *member in members.order_by()}
    authors: dict[int, list[int]] = {}
    rows = Authorship.objects.filter(person__in=people).order_by("order", "pk")
    for paper, person in rows.values_list("publication", "person") if papers else ():
        authors.setdefault(paper, []).append(person)
    owned = [
        ListedIssue(
            issue.key,
            str(issue.subject),
            issue.sentence,
            issue.subject._meta.label_lower,
            issue.subject.pk,
            issue.anchor,
            tuple(pk for pk in _people(issue, authors) if pk in people),
        )
        for issue in found
    ]
    named = {pk for issue in owned for pk in issue.people}
    return owned, {pk: member for pk, member in people.items() if pk in named}


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
    found, _ = listed(user)
    settled = dismissed(found)
    person = getattr(user, "person", None)
    still = [issue for issue in found if issue.key not in settled]
    return WorklistSummary(sum(person is not None and person.pk in issue.people for issue in still), len(still))
