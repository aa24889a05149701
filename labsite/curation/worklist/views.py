"""What the worklist puts into the inbox: papers that wait for approval, and what is missing or odd, rule by rule."""

import json
from collections.abc import Sequence
from typing import Any, ClassVar

from django.apps import apps
from django.contrib import messages
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_POST

from labsite.editing.inbox import Action, InboxKind, InboxRow, KindPart, Words, settles, to_inbox
from labsite.models import Dismissal, NewsItem
from publications.approval import MAX_WORDS, decide
from publications.models import Publication

from .listed import ListedIssue, dismissed, listed, moment_in
from .rules import WAITING, all_rules
from .several import PART_NAMES, all_treatments, treat_several

PAPER = Publication._meta.label_lower
DECIDED_HERE = {PAPER: "admin:decide-on-paper", NewsItem._meta.label_lower: "admin:approve-news"}


class MissingOrOdd(InboxKind):
    """What the rules of the worklist find, each point with the way to put it right."""

    name, page = "worklist", "worklist"
    title = _("What is missing or looks wrong")
    settled_title: ClassVar[Words] = _("Marked as not a problem")

    def parts(self) -> list[KindPart]:
        rules = [rule for rule in all_rules() if rule.kind != WAITING]
        of_links = {kind for each in all_treatments().values() for kind in each.kinds or ()}
        return [KindPart(rule.kind, rule.title, rule.advice, rule.kind in of_links) for rule in rules]

    def open(self, user: Any) -> list[ListedIssue]:
        issues = self._listed(user)
        settled = dismissed(issues)
        return [issue for issue in issues if issue.key not in settled]

    def settled(self, user: Any, query: dict[str, str]) -> list[ListedIssue]:
        """Return what was called no problem; or what was so at one moment, as several points at once."""
        issues = self._listed(user)
        settled = dismissed(issues, moment_in(query.get("at", "")))
        return [issue for issue in issues if issue.key in settled]

    def _listed(self, user: Any) -> list[ListedIssue]:
        return [issue for issue in listed(user) if issue.kind != WAITING]

    def rows(self, waiting: Sequence[ListedIssue], query: str, is_settled: bool) -> list[InboxRow]:
        changed = last_changes(waiting)
        post = reverse("admin:worklist") + (f"?{query}" if query else "")
        back = [Action(_("Put it back on the list"), "take-back")]
        return [
            InboxRow(
                each.subject,
                each.address_from(query),
                each.sentence,
                since=each.since or changed.get((each.form, each.form_of)),
                people=() if each.form == "people.person" else each.people,
                post=post,
                hidden=list(zip(PART_NAMES, each.key, strict=True)),
                actions=back
                if is_settled
                else [Action(_("Open"), address=each.address_from(query)), Action(_("Not a problem"), "dismiss")],
                tick=json.dumps(each.key),
            )
            for each in waiting
        ]


class Approvals(MissingOrOdd):
    """Papers, and whatever else can be a draft, that wait until an editor publishes or returns them."""

    name, page = WAITING, "decide-on-paper"
    title = _("Awaiting approval")
    settled_title = ""

    def parts(self) -> list[KindPart]:
        return [KindPart(rule.kind, rule.title, rule.advice) for rule in all_rules() if rule.kind == WAITING]

    def _listed(self, user: Any) -> list[ListedIssue]:
        return [issue for issue in listed(user) if issue.kind == WAITING]

    def rows(self, waiting: Sequence[ListedIssue], query: str, is_settled: bool) -> list[InboxRow]:
        """Return rows that are settled as the form of a paper settles them, as it was when it was shown."""
        changed = last_changes(waiting)
        rows = []
        for each, row in zip(waiting, super().rows(waiting, query, is_settled), strict=True):
            if each.form in DECIDED_HERE and (seen := changed.get((each.form, each.form_of))):
                is_paper = each.form == PAPER
                back = Action(_("Return it"), "return") if is_paper else Action(_("Open"), address=row.address)
                row = InboxRow(
                    *(row.what, row.address),
                    since=seen,
                    people=row.people,
                    post=reverse(DECIDED_HERE[each.form], args=[each.form_of]),
                    hidden=[("seen", seen.isoformat()), ("inbox", query)],
                    actions=[Action(_("Approve and publish"), "approve"), back],
                    answer=("word", _("What should change first, if you return it")) if is_paper else None,
                    max_length=MAX_WORDS,
                )
            rows.append(row)
        return rows


@require_POST
def approve_news(request: Any, pk: int) -> HttpResponse:
    """Publish news that a member added, as the editor saw it."""
    return decide(request, pk, NewsItem)


def last_changes(waiting: Sequence[ListedIssue]) -> dict[tuple[str, int], Any]:
    """Return when the rows of issues were changed last, by models and keys of their forms: the issues are older."""
    times: dict[tuple[str, int], Any] = {}
    for form in {each.form for each in waiting}:
        model = apps.get_model(form)
        if any(field.name == "changed_at" for field in model._meta.fields):
            rows = model._base_manager.filter(pk__in={each.form_of for each in waiting if each.form == form})
            times |= {(form, pk): at for pk, at in rows.values_list("pk", "changed_at")}
    return times


@settles("worklist")
def worklist(request: Any) -> HttpResponse:
    """Remember that an issue is no problem, or forget it: only of issues that somebody could put right themselves."""
    if "action" in request.POST:
        return treat_several(request)
    sent = [request.POST.get(name, "") for name in PART_NAMES]
    issue = next((each for each in listed(request.user) if [str(part) for part in each.key] == sent), None)
    if issue is None:
        messages.info(request, gettext("This is no longer on the list."))
        return to_inbox(request)
    values = {"subject": issue.subject, "sentence": issue.sentence}
    key: dict[str, Any] = dict(zip(PART_NAMES, issue.key, strict=True))
    if "take-back" in request.POST:
        Dismissal.objects.filter(**key).delete()
        messages.success(request, gettext("Back on the list: %(subject)s – %(sentence)s") % values)
    else:
        Dismissal.objects.get_or_create(**key, defaults={"by": request.user})
        messages.success(request, gettext("Not a problem: %(subject)s – %(sentence)s") % values)
    return to_inbox(request)
