"""What the worklist puts into the inbox, point by point, and what is done to several of its points at once.

Papers that wait for approval are a kind of their own. Before several points are treated, a page says what would come
of it.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from django import forms
from django.apps import apps
from django.contrib import admin, messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.module_loading import import_string
from django.utils.translation import gettext, gettext_lazy as _, ngettext
from django.views.decorators.http import require_POST

from labsite import history, registry
from labsite.curation.inbox import Inbox
from labsite.editing.actions import APPLY, ActionTally
from labsite.editing.inbox import Action, InboxKind, InboxRow, KindPart, Words, inbox_address, settles, to_inbox
from labsite.editing.issues import AddedToWorklist, Issue
from labsite.editing.model_admin import offer_undo
from labsite.models import Dismissal, NewsItem
from labsite.texts.stored import gettext_noop
from publications.approval import MAX_WORDS, decide
from publications.models import Publication

from .listed import Key, ListedIssue, dismissed, issues, listed, moment_in
from .rules import WAITING, all_rules

MAX_AT_ONCE = 500  # points of one page between
PART_NAMES = ("rule", "model", "row", "about")


@dataclass(frozen=True)
class Treatment:
    """Something that can be done to several points: the words of its page and its button, and what it asks for."""

    title: str | Promise
    button: str | Promise
    do: Callable[[Any, list[Issue], dict[str, Any]], None]
    form: type[forms.Form] = forms.Form
    kinds: Sequence[str] | None = None  # of points that it is for, if not for all


def treat_several(request: Any) -> HttpResponse:
    """Ask about the ticked points, then do what was chosen to all of them; say how it went."""
    treatment = all_treatments().get(request.POST.get("action", ""))
    chosen = _chosen(request, treatment.kinds) if treatment else []
    if treatment is None or not chosen:
        messages.info(request, gettext("None of the ticked items allows this."))
        return to_inbox(request)
    form = treatment.form(request.POST if APPLY in request.POST else None)
    if APPLY in request.POST and form.is_valid():
        treatment.do(request, chosen, form.cleaned_data)
        return to_inbox(request)
    context = admin.site.each_context(request) | {
        "title": treatment.title,
        "list_title": gettext("Inbox"),
        "action": request.POST["action"],
        "button": treatment.button,
        "form": form,
        "rows": [f"{issue.subject} – {issue.sentence}" for issue in chosen],
        "hidden": [("point", json.dumps(issue.key)) for issue in chosen],
        "back": inbox_address(**request.GET.dict()),
    }
    return render(request, "admin/page_between.html", context)


def _chosen(request: Any, kinds: Sequence[str] | None) -> list[Issue]:
    """Return the ticked points that the user could put right: those with a tick, and all of a kind with one."""
    keys = [_key_in(text) for text in request.POST.getlist("point")]
    whole = set(request.POST.getlist("kind"))
    if whole:
        shown = [
            each for _kind, each in Inbox(request.user, request.GET.dict()).shown if isinstance(each, ListedIssue)
        ]
        keys += [issue.key for issue in shown if issue.kind in whole]
    wanted = {key for key in keys if key and (kinds is None or key[0] in kinds)}
    rules = [rule for rule in all_rules() if rule.kind in {key[0] for key in wanted}]
    by_key = {issue.key: issue for issue in issues(request.user, rules=rules) if issue.key in wanted}
    return list(by_key.values())[:MAX_AT_ONCE]


def _key_in(text: str) -> Key | None:
    try:
        rule, model, row, about = json.loads(text)
    except (TypeError, ValueError):
        return None
    return (str(rule), str(model), row, str(about)) if isinstance(row, int) else None


def _dismiss(request: Any, chosen: list[Issue], options: dict[str, Any]) -> None:
    """Call points no problem, and lead to where just these are taken back."""
    began = timezone.now()
    with history.step(request.user) as step:
        rows = [Dismissal(**_columns(issue), by=request.user) for issue in chosen]
        Dismissal.objects.bulk_create(rows, ignore_conflicts=True)
        # As one: by this moment they are found again.
        Dismissal.objects.filter(by=request.user, at__gte=began).update(at=began)
        words = gettext_noop("Worklist items marked as not a problem: {number}")
        step.note(words.format(number=len(chosen)))
    said = ngettext("Not a problem: %(number)d item.", "Not a problem: %(number)d items.", len(chosen))
    where = inbox_address(kind="worklist", settled="1", at=began.isoformat())
    back = format_html('<a href="{}">{}</a>', where, gettext("Show them, or put them back on the list"))
    messages.success(request, format_html("{} {}", said % {"number": len(chosen)}, back))


def _take_back(request: Any, chosen: list[Issue], options: dict[str, Any]) -> None:
    for issue in chosen:
        Dismissal.objects.filter(**_columns(issue)).delete()
    words = ngettext("Back on the list: %(number)d item.", "Back on the list: %(number)d items.", len(chosen))
    messages.success(request, words % {"number": len(chosen)})


def _columns(issue: Issue) -> dict[str, Any]:
    return dict(zip(PART_NAMES, issue.key, strict=True))


def change_each(
    done: str, change: Callable[..., str], request: Any, chosen: Iterable[Issue], options: dict[str, Any]
) -> None:
    """Change what points are about, as one step of the history, and offer to undo it.

    ``change`` is given the user, an issue and the options, and returns why it left it, if it did.
    """
    tally = ActionTally()
    with history.step(request.user) as step:
        for issue in chosen:
            if why := change(request.user, issue, **options):
                tally.left[why].append(str(issue.subject))
            else:
                tally.changed += 1
        step.words = f"{done}: {tally.changed}"
    tally.report(request, done)
    offer_undo(request, step)


TREATMENTS = {
    "dismiss": Treatment(_("Not a problem"), _("None of these is a problem"), _dismiss),
    "take-back": Treatment(_("Back on the list"), _("Put them back on the list"), _take_back),
}


@cache
def all_treatments() -> dict[str, Treatment]:
    """Return the treatments by name, with those of apps."""
    return TREATMENTS | {
        name: treatment
        for each in registry.added(AddedToWorklist)
        for name, treatment in import_string(each.treatments).items()
    }


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
