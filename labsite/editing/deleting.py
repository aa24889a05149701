"""Deleting: only what is still as it was when somebody was asked whether they mean it."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.actions import delete_selected as delete_rows
from django.contrib.admin.utils import unquote
from django.db import transaction
from django.http import HttpResponseRedirect

from labsite import roles
from labsite.history.documents import dump, read
from labsite.history.kept import things
from labsite.modelling import content_version

from .merging.values import digest

SEEN = "seen"
CHANGED_SINCE = "Nothing was deleted: {what} changed while you were being asked. Look again before you delete."


class CarefulDeletionAdmin:
    """Mixed into a ModelAdmin: what somebody changed after the confirmation was shown isn't deleted unseen."""

    def delete_view(self, request, object_id, extra_context=None):
        if request.method != "POST":
            return super().delete_view(request, object_id, extra_context)
        with transaction.atomic():
            content_version.wait_for_write_lock()
            row = self.get_object(request, unquote(object_id))
            if row and is_changed(request, [row]):
                messages.warning(request, CHANGED_SINCE.format(what="it was"))
                return HttpResponseRedirect(request.get_full_path())
            return super().delete_view(request, object_id, extra_context)

    def get_actions(self, request):
        actions = super().get_actions(request)
        if "delete_selected" in actions:
            actions["delete_selected"] = (delete_selected, "delete_selected", delete_selected.short_description)
        return actions

    def render_delete_form(self, request, context):
        return super().render_delete_form(request, context | {SEEN: told([context["object"]])})


@admin.action(permissions=["delete"], description="Delete selected %(verbose_name_plural)s")
def delete_selected(model_admin, request, queryset):
    """Ask, then delete those of the selected rows that someone may delete."""
    rows = roles.reached(request.user, "delete", queryset)
    left = queryset.count() - rows.count()
    if left:
        messages.warning(request, f"{left} of the selected are not yours to delete, and stay.")
    if not rows.exists():
        return None
    if request.POST.get("post") and is_changed(request, rows):
        messages.warning(request, CHANGED_SINCE.format(what="something was"))
        request.POST = _without_confirmation(request.POST)
    answer = delete_rows(model_admin, request, rows)
    if answer:
        answer.context_data[SEEN] = told(rows)
    return answer


def _without_confirmation(data):
    data = data.copy()
    del data["post"]
    return data


def is_changed(request, rows):
    """Say whether rows are other than the page showed that somebody confirmed."""
    return SEEN in request.POST and request.POST[SEEN] != told(rows)


def told(rows: Any) -> str:
    """Return a short text that changes with anything that rows hold, or the rows that belong to them."""
    documents = sorted(dump(document) for document in read(things(*rows)).values())
    return digest(documents, sorted(_plain(row) for row in rows))


def _plain(row):
    return [str(getattr(row, field.attname)) for field in row._meta.concrete_fields if field.editable]
