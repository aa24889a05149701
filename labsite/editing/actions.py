"""What is done to the selected rows of a list: to each as the roles allow, in one step, and told in words."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.template.response import TemplateResponse
from django.utils.text import get_text_list

from labsite import history, roles
from labsite.modelling import content_version
from labsite.modelling.publishing import Publishable

NOT_YOURS = "not yours to change"
MAX_NAMED = 5
GO = "apply"  # what the button of a page between list and action sends


@dataclass
class Tally:
    """How many rows were changed, and which were left, by reason."""

    changed: int = 0
    left: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def tell(self, request: Any, done: str, gone: int = 0) -> None:
        """Say it above the list; ``done`` says what was done, such as "Published"."""
        if self.changed:
            messages.success(request, f"{done}: {self.changed}.")
        said = [f"{_named(rows)} ({reason})" for reason, rows in self.left.items()]
        said += [f"{gone} that {'is' if gone == 1 else 'are'} no longer there"] if gone else []
        if said:
            messages.warning(request, f"Left as they are: {'; '.join(said)}.")


def _named(rows: list[str]) -> str:
    others = len(rows) - MAX_NAMED
    named = [f"“{row}”" for row in rows[:MAX_NAMED]]
    return get_text_list([*named, f"{others} others"] if others > 0 else named, "and")


def change_each(request: Any, queryset: Any, done: str, change: Callable[[Any], str | None]) -> None:
    """Change each selected row that someone may change; ``change`` returns why a row is left, or nothing."""
    tally = Tally()
    with history.step(request.user) as step:
        content_version.wait_for_write_lock()
        rows = list(queryset)
        reached = set(roles.reached(request.user, "change", queryset).values_list("pk", flat=True))
        for row in rows:
            why = change(row) if row.pk in reached else NOT_YOURS
            if why:
                tally.left[why].append(str(row))
            else:
                tally.changed += 1
        step.words = f"{done}: {tally.changed}"
    tally.tell(request, done, gone=_gone(request, rows))


def _gone(request, rows):
    """Return how many were selected that have been deleted since."""
    selected = set(request.POST.getlist(ACTION_CHECKBOX_NAME))
    is_across = request.POST.get("select_across") == "1"
    return 0 if is_across else len(selected - {str(row.pk) for row in rows})


def page_between(model_admin: Any, request: Any, queryset: Any, form: Any, **said: str) -> TemplateResponse:
    """Ask in a form what an action needs to know; ``said`` are its title, its name and the words of its button."""
    context = model_admin.admin_site.each_context(request) | {
        **said,
        "opts": model_admin.opts,
        "form": form,
        "rows": queryset,
        "hidden": [(ACTION_CHECKBOX_NAME, row.pk) for row in queryset],
        "media": model_admin.media + form.media,
        "back": request.get_full_path(),
    }
    return TemplateResponse(request, "admin/page_between.html", context)


def publish(may_publish: Callable[[Any], bool] | None = None) -> Any:
    """Return the action that publishes; ``may_publish`` says of a login whether it is theirs to decide."""

    @admin.action(permissions=["change"], description="Publish selected %(verbose_name_plural)s")
    def publish_selected(model_admin, request, queryset):
        may = may_publish is None or may_publish(request.user)

        def change(row):
            if row.state == Publishable.State.PUBLISHED:
                return "already published"
            return _set_state(row, Publishable.State.PUBLISHED) if may else "an editor is to publish it"

        change_each(request, queryset, "Published", change)

    return publish_selected


def back_to_draft(may_publish: Callable[[Any], bool] | None = None) -> Any:
    """Return the action that hides from visitors; what is published is for those to hide who may publish."""

    @admin.action(permissions=["change"], description="Make drafts of selected %(verbose_name_plural)s")
    def make_drafts(model_admin, request, queryset):
        may = may_publish is None or may_publish(request.user)

        def change(row):
            if row.state == Publishable.State.DRAFT:
                return "already a draft"
            is_settled = row.state == Publishable.State.PUBLISHED and not may
            return "an editor is to hide it" if is_settled else _set_state(row, Publishable.State.DRAFT)

        change_each(request, queryset, "Made a draft, which no visitor sees", change)

    return make_drafts


def _set_state(row, state):
    row.state = state
    row.save()
