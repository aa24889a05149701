"""Deleting only what is still as it was when the confirmation was shown."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.actions import delete_selected as django_delete_selected
from django.contrib.admin.utils import unquote
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from labsite import roles
from labsite.history.tracked import object_keys
from labsite.history.versions import dump, read

from .merging.field_values import digest

SEEN = "seen"  # the hidden field of a confirmation: a digest of what it shows
CHANGED_SINCE = "Nothing was deleted: {what} changed while you were being asked. Look again before you delete."


class ConfirmedDeletionAdmin(admin.ModelAdmin):
    """Mixed into a ModelAdmin: what somebody changed after the confirmation was shown isn't deleted unseen."""

    def refuse_changed_row(self, request: HttpRequest, object_id: str) -> HttpResponse | None:
        """Return to the confirmation, with a warning, if the row has changed since it was shown."""
        row = self.get_object(request, unquote(object_id))
        if row is None or not _is_changed(request, [row]):
            return None
        messages.warning(request, CHANGED_SINCE.format(what="it was"))
        return HttpResponseRedirect(request.get_full_path())

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        actions: dict[str, Any] = super().get_actions(request)
        if "delete_selected" in actions:
            _, name, description = actions["delete_selected"]
            actions["delete_selected"] = (delete_selected, name, description)
        return actions

    def render_delete_form(self, request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
        return super().render_delete_form(request, context | {SEEN: rows_digest([context["object"]])})


@admin.action(permissions=["delete"], description="Delete selected %(verbose_name_plural)s")
def delete_selected(model_admin: admin.ModelAdmin, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
    """Ask, then delete those of the selected rows that the user may delete."""
    rows = roles.reached(request.user, "delete", queryset)
    left = queryset.count() - rows.count()
    if left:
        messages.warning(request, f"{left} of the selected are not yours to delete, and stay.")
    if not rows.exists():
        return None
    if request.POST.get("post") and _is_changed(request, rows):
        messages.warning(request, CHANGED_SINCE.format(what="something was"))
        data: Any = request.POST.copy()
        del data["post"]
        request.POST = data
    answer = django_delete_selected(model_admin, request, rows)
    if answer and answer.context_data is not None:
        answer.context_data[SEEN] = rows_digest(rows)
    return answer


def _is_changed(request: HttpRequest, rows: Iterable[Model]) -> bool:
    """Say whether rows differ from those of the confirmation that was sent."""
    return SEEN in request.POST and request.POST[SEEN] != rows_digest(rows)


def rows_digest(rows: Iterable[Any]) -> str:
    """Return a short text that changes with any field of the rows, or of the rows that belong to them."""
    documents = sorted(dump(document) for document in read(object_keys(*rows)).values())
    values = [
        [str(getattr(row, field.attname)) for field in row._meta.concrete_fields if field.editable] for row in rows
    ]
    return digest(documents, sorted(values))
