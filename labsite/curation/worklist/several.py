"""What is done to several points of the worklist at once, after a page that says what would happen."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.module_loading import import_string
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from labsite import history, registry
from labsite.curation.inbox import Inbox
from labsite.editing.actions import APPLY, ActionTally
from labsite.editing.inbox import inbox_address, to_inbox
from labsite.editing.issues import AddedToWorklist, Issue
from labsite.editing.model_admin import offer_undo
from labsite.models import Dismissal
from labsite.texts.stored import gettext_noop

from .listed import Key, ListedIssue, issues
from .rules import all_rules

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
