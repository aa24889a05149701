"""What is done by a form or a list of the admin is one step of the history."""

from contextlib import nullcontext

from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied

from labsite import history
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
        with _step(request):
            return super().changelist_view(request, *args, **kwargs)

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


def _step(request):
    return history.step(request.user) if request.method == "POST" else nullcontext()
