"""The page of the worklist: what somebody may put right, by kind, and what they called no problem."""

import json
from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from labsite import roles
from labsite.curation.duplicates.candidates import open_candidates
from labsite.curation.duplicates.kinds import KINDS
from labsite.editing.issues import IssueRule
from labsite.models import Dismissal
from labsite.texts.stored import translated
from labsite.web.pager import Pager
from people.models import Person
from publications.importing import missing
from publications.importing.pages.base import proposals

from .filters import WorklistFilters
from .issues import issues
from .links import KINDS as LINK_KINDS
from .listed import ListedIssue, listed
from .rules import all_rules
from .several import treat_several

PER_PAGE = 50


@require_http_methods(["GET", "HEAD", "POST"])
def worklist(request: HttpRequest) -> HttpResponse:
    """Show what is missing or odd; a POST says that an issue is no problem, or takes that back."""
    if request.method == "POST":
        return treat_several(request) if "action" in request.POST else _settle(request)
    filters = WorklistFilters(listed(request.user), request.GET.dict())
    page = Paginator(filters.shown, PER_PAGE).get_page(request.GET.get("page"))
    is_first = page.number == 1 and not filters.pairs
    alike = _duplicates(request.user) if is_first else []
    waiting = _proposals(request.user) if is_first else []
    query = request.GET.urlencode()
    numbers = Counter(issue.kind for issue in filters.shown)
    sections = [
        RuleSection(rule, [_line(issue, query, filters) for issue in of_rule], numbers[rule.kind])
        for rule, of_rule in groupby(page, key=attrgetter("rule"))
    ]
    context = admin.site.each_context(request) | {
        "title": _title(filters, alike, waiting),
        "choices": filters,
        "kinds": sections,
        "alike": alike,
        "found": waiting,
        "to_look_up": min(missing.lacking(request.user).count(), missing.MAX_PAPERS) if is_first else 0,
        "pager": Pager(page, filters.pairs),
        "of_the_lab": roles.at_least(request.user, roles.Role.EDITOR),
    }
    return render(request, "admin/worklist.html", context)


class IssueLine(NamedTuple):
    """An issue, the way to put it right, and whose it is."""

    issue: ListedIssue
    address: str
    people: list[str]
    key: str


def _line(issue: ListedIssue, query: str, filters: WorklistFilters) -> IssueLine:
    whose = [] if issue.form == Person._meta.label_lower else issue.people
    names = [filters.people[pk].name for pk in whose if pk in filters.people]
    return IssueLine(issue, issue.address_from(query), names, json.dumps(issue.key))


@dataclass(frozen=True)
class RuleSection:
    """The issues of a rule on a page, in lines that say more than the heading if they can."""

    rule: IssueRule
    lines: list[IssueLine]
    number: int  # on all pages

    @property
    def is_of_links(self) -> bool:
        return self.rule.kind in LINK_KINDS

    @property
    def says_more(self) -> bool:
        return len(self.lines) == 1 or len({line.issue.sentence for line in self.lines}) > 1


class DuplicateCount(NamedTuple):
    """How many pairs of a kind look like one, and where that is settled."""

    number: int
    words: str
    address: str


def _duplicates(user: Any) -> list[DuplicateCount]:
    """Return the kinds of which some look like one, for those who may settle it."""
    if not roles.may_open(user, "duplicates"):
        return []
    candidates, page = open_candidates(), reverse("admin:duplicates")
    counts = [
        DuplicateCount(len(candidates[name]), kind.counted(len(candidates[name])), f"{page}?kind={name}")
        for name, kind in KINDS.items()
    ]
    return [count for count in counts if count.number]


class Proposal(NamedTuple):
    """An import of what sources found that waits for somebody to look at it."""

    words: str
    address: str


def _proposals(user: Any) -> list[Proposal]:
    """Return the imports that somebody may decide, the oldest first."""
    rows = proposals(user).order_by("created_at", "pk").values_list("pk", "label", "person__name")
    return [
        Proposal(
            _proposal_in_words(label, person),
            reverse("admin:import-plan", args=[pk]),
        )
        for pk, label, person in rows
    ]


def _proposal_in_words(label: str, person: str | None) -> str:
    if not person or person in label:
        return translated(label)
    return gettext("%(label)s, for %(person)s") % {"label": translated(label), "person": person}


def _title(filters: WorklistFilters, alike: list[DuplicateCount], waiting: list[Proposal]) -> str:
    if filters.shows_settled:
        return gettext("Not a problem")
    number = len(filters.open)
    if not number:
        return (
            gettext("What sources found")
            if waiting
            else gettext("What looks like one")
            if alike
            else gettext("Nothing to look at")
        )
    return ngettext("%(n)s thing to look at", "%(n)s things to look at", number) % {"n": number}


def _settle(request: Any) -> HttpResponse:
    """Remember that an issue is no problem, or forget it: only of issues that somebody could put right themselves."""
    sent = {name: request.POST.get(name, "") for name in ("rule", "model", "row", "about")}
    listed_issues = issues(request.user, rules=[rule for rule in all_rules() if rule.kind == sent["rule"]])
    issue = next((each for each in listed_issues if [str(part) for part in each.key] == list(sent.values())), None)
    if issue is None:
        messages.info(request, gettext("This is off the list already."))
        return redirect(request.get_full_path())
    values = {"subject": issue.subject, "sentence": issue.sentence}
    key = dict(zip(sent, issue.key, strict=True))
    if "take-back" in request.POST:
        Dismissal.objects.filter(**key).delete()
        messages.success(request, gettext("Back on the list: %(subject)s – %(sentence)s") % values)
    else:
        Dismissal.objects.get_or_create(**key, defaults={"by": request.user})
        messages.success(request, gettext("Not a problem: %(subject)s – %(sentence)s") % values)
    return redirect(request.get_full_path())
