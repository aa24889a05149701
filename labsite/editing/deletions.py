"""Deleting only what is still as it was when the confirmation was shown."""

import re
from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.contrib import admin, messages
from django.contrib.admin.actions import delete_selected as django_delete_selected
from django.contrib.admin.utils import unquote
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from labsite import roles
from labsite.history.tracked import object_keys
from labsite.history.versions import dump, read
from labsite.modelling.values_in_words import enumerated

from .deletion_choices import DeletionChoice, counted, delete, deletion_choices, rows_of
from .merging.field_values import digest

NUMBERED = re.compile(r": \w+_\w+ object \(\d+\)$")  # a row of a list that a row holds of others
SEEN = "seen"  # the hidden field of a confirmation: a digest of what it shows
CHANGED_SINCE = _("Nothing was deleted: it was changed while you were being asked. Look again before you delete.")
SOME_CHANGED_SINCE = _(
    "Nothing was deleted: something was changed while you were being asked. Look again before you delete."
)


class ConfirmedDeletionAdmin(admin.ModelAdmin):
    """Mixed into a ModelAdmin: what somebody changed after the confirmation was shown isn't deleted unseen."""

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Leave out the rows of lists that rows hold of each other: nobody knows them by a name."""
        objects, numbers, *others = super().get_deleted_objects(objs, request)
        lists = {
            str(each._meta.verbose_name_plural)
            for each in apps.get_models(include_auto_created=True)
            if each._meta.auto_created
        }
        return _named(objects), {name: number for name, number in numbers.items() if str(name) not in lists}, *others

    def refuse_changed_row(self, request: HttpRequest, object_id: str) -> HttpResponse | None:
        """Return to the confirmation, with a warning, if the row has changed since it was shown."""
        row = self.get_object(request, unquote(object_id))
        if row is None or not _is_changed(request, [row]):
            return None
        messages.warning(request, CHANGED_SINCE)
        return HttpResponseRedirect(request.get_full_path())

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        actions: dict[str, Any] = super().get_actions(request)
        if actions.pop("delete_selected", None):
            actions["delete_selected"] = (delete_selected, "delete_selected", gettext("Delete…"))  # after all others
        return actions

    def render_delete_form(self, request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
        if context["protected"]:
            return delete_selected(self, request, self.model._default_manager.filter(pk=context["object"].pk))
        return super().render_delete_form(request, context | {SEEN: rows_digest([context["object"]])})


@admin.action(permissions=["delete"], description=_("Delete…"))
def delete_selected(model_admin: admin.ModelAdmin, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
    """Ask, then delete those of the selected rows that the user may delete."""
    rows = roles.reached(request.user, "delete", queryset)
    left = queryset.count() - rows.count()
    if left:
        words = ngettext(
            "%(number)d of the selected are not yours to delete, and stay.",
            "%(number)d of the selected are not yours to delete, and stay.",
            left,
        )
        messages.warning(request, words % {"number": left})
    if not rows.exists():
        return None
    choices = deletion_choices(request.user, rows)
    if choices is not None:
        return _delete_held(model_admin, request, rows, choices)
    if request.POST.get("post") and _is_changed(request, rows):
        messages.warning(request, SOME_CHANGED_SINCE)
        data: Any = request.POST.copy()
        del data["post"]
        request.POST = data
    answer = django_delete_selected(model_admin, request, rows)
    if answer and answer.context_data is not None:
        counts = [{"kind": kind, "number": number} for kind, number in answer.context_data["model_count"]]
        numbers = enumerated(gettext("%(number)s %(kind)s") % each for each in counts)
        answer.context_data |= {SEEN: rows_digest(rows), "title": _title(rows), "numbers": numbers}
    return answer


def _delete_held(
    model_admin: admin.ModelAdmin, request: HttpRequest, rows: QuerySet[Any], choices: list[DeletionChoice]
) -> Any:
    """Ask what is to go along with rows that other objects hold, then delete it all."""
    model = rows.model
    chosen = next((each for each in choices if each.name == request.POST.get("choice")), None)
    if request.POST.get("post"):
        if _is_changed(request, _all_rows(choices, model)):
            messages.warning(request, SOME_CHANGED_SINCE)
        elif chosen:
            messages.success(request, gettext("Deleted %(rows)s.") % {"rows": delete(chosen, model)})
            return None
    context = model_admin.admin_site.each_context(request) | {
        "title": _title(rows),
        "opts": model._meta,
        "queryset": rows,
        "choices": choices,
        "is_held": not any(each.name == "forlorn" for each in choices),
        SEEN: rows_digest(_all_rows(choices, model)),
        "back": reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"),
    }
    return TemplateResponse(request, "admin/delete_held.html", context)


def _named(objects: list[Any]) -> list[Any]:
    """Return what Django lists as deleted, but for rows that it calls by their numbers."""
    named = (_named(each) if isinstance(each, list) else each for each in objects)
    return [each for each in named if each and not (isinstance(each, str) and NUMBERED.search(each))]


def _title(rows: QuerySet[Any]) -> str:
    return gettext("Delete %(rows)s?") % {"rows": counted(rows.count(), rows.model._meta)}


def _all_rows(choices: list[DeletionChoice], model: type[Model]) -> list[Model]:
    return list(rows_of(choices[0], model)) if choices else []


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
