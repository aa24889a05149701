"""What is done by a form or a list of the admin is one step of the history."""

from contextlib import nullcontext

from labsite import history


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


def _step(request):
    return history.step(request.user) if request.method == "POST" else nullcontext()
