"""What is done by a form or a list of the admin is one step of the history."""

from contextlib import contextmanager

from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import capfirst

from labsite import history, roles
from labsite.history.kept import kept_models
from labsite.history.views import thing_history


class RememberingAdmin:
    """Mixed into a ModelAdmin: each form, deletion and list action is one step, which can be undone."""

    def changeform_view(self, request, *args, **kwargs):
        with _step(request):
            return super().changeform_view(request, *args, **kwargs)

    def delete_view(self, request, *args, **kwargs):
        with _step(request):
            return super().delete_view(request, *args, **kwargs)

    def changelist_view(self, request, *args, **kwargs):
        with _step(request) as step:
            answer = super().changelist_view(request, *args, **kwargs)
        if step and step.row and not step.removed and roles.may_visit(request.user, "step"):
            where = reverse("admin:step", args=[step.row.pk])
            messages.info(request, format_html('You can <a href="{}">look at it and undo it</a>.', where))
        return answer

    def log_addition(self, request, obj, message):
        return self._told(obj, super().log_addition(request, obj, message))

    def log_change(self, request, obj, message):
        return self._told(obj, super().log_change(request, obj, message))

    def log_deletions(self, request, queryset):
        for row in queryset:
            self._tell(row, "Deleted.")
        return super().log_deletions(request, queryset)

    def _told(self, row, entry):
        self._tell(row, entry.get_change_message())
        return entry

    def _tell(self, row, words):
        """Tell of a row without versions, such as a login, in words among the recent changes."""
        step = history.current()
        if step and self.model not in kept_models():
            step.note(f"{capfirst(self.opts.verbose_name)} {row}: {words}")

    def history_view(self, request, object_id, extra_context=None):
        """Show the versions of a row with the way back to them; Django's own list for what has no versions."""
        if self.model not in kept_models():
            return super().history_view(request, object_id, extra_context)
        row = self.get_object(request, unquote(object_id))
        if row is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
        if not self.has_change_permission(request, row):
            raise PermissionDenied
        return thing_history(request, row)


@contextmanager
def _step(request):
    """Make a step of what a request does, and say where to find what it deleted."""
    if request.method != "POST":
        yield None
        return
    with history.step(request.user) as step:
        yield step
    if step.removed:
        messages.info(request, _in_the_bin(request.user, step.removed))


def _in_the_bin(user, names):
    what = f"“{names[0]}”" if len(names) == 1 else f"All {len(names)}"
    if not roles.may_visit(user, "bin"):
        return f"{what} can be brought back by an editor."
    return format_html('{} can be brought back from the <a href="{}">bin</a>.', what, reverse("admin:bin"))
