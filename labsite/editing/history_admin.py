"""Each form, deletion and list action of the admin is one step of the history, which can be undone."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext, override

from labsite import history, roles
from labsite.history.tracked import tracked_models
from labsite.history.views import object_history


class HistoryAdmin(admin.ModelAdmin):
    """Mixed into a ModelAdmin: its history page leads back to versions; rows without versions are noted in words."""

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> LogEntry:
        entry = super().log_addition(request, obj, message)
        self._note(obj, entry.get_change_message)
        return entry

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> LogEntry:
        entry = super().log_change(request, obj, message)
        self._note(obj, entry.get_change_message)
        return entry

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Any]) -> list[LogEntry]:
        for row in queryset:
            self._note(row, lambda: "Deleted.")
        return super().log_deletions(request, queryset)

    def _note(self, row: Model, words: Callable[[], str]) -> None:
        """Note a change of a row that has no versions, such as a login, among the recent changes."""
        step = history.current()
        if step and self.model not in tracked_models():
            with override(settings.LANGUAGE_CODE):
                step.note(f"{capfirst(self.opts.verbose_name)} {row}: {words()}")

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the versions of a row with the way back to them; Django's own page for models without versions."""
        row = self.get_object(request, unquote(object_id)) if self.model in tracked_models() else None
        if row is None:
            return super().history_view(request, object_id, extra_context)
        if not self.has_change_permission(request, row):
            raise PermissionDenied
        return object_history(request, row)


@contextmanager
def history_step(request: HttpRequest) -> Iterator[history.OpenStep]:
    """Make all that a request changes one step of the history, and say afterwards where to find what it deleted."""
    with history.step(request.user) as step:
        yield step
    if step.removed:
        one, all_of_them = gettext("“%(name)s”"), gettext("All %(number)s")
        what = (
            one % {"name": step.removed[0]} if len(step.removed) == 1 else all_of_them % {"number": len(step.removed)}
        )
        words = gettext("{} can be brought back by an editor.")
        if roles.may_open(request.user, "bin"):
            words = gettext('{} can be brought back from the <a href="{}">bin</a>.')
        messages.info(request, format_html(words, what, reverse("admin:bin")))


def offer_undo(request: HttpRequest, step: history.OpenStep) -> None:
    """Lead to a step that has ended, if it changed something and deleted nothing."""
    if step.row and not step.removed and roles.may_open(request.user, "step"):
        where = reverse("admin:step", args=[step.row.pk])
        messages.info(request, format_html(gettext('You can <a href="{}">look at it and undo it</a>.'), where))
