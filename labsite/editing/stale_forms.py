"""Forms that two people have open at once: what only one of them changed is put together, the rest they choose."""

from typing import Any

from django.contrib import messages
from django.contrib.admin.options import TO_FIELD_VAR
from django.contrib.admin.utils import flatten_fieldsets, unquote
from django.core.exceptions import ValidationError
from django.db import transaction
from django.template.response import TemplateResponse

from labsite.modelling import content_version

from . import changed_by, gone
from .chosen_again import KEPT, sent_again
from .merging import Merge, opened_now, read, stored, stored_group, write

SEEN = "seen"
CHOICE = "choose-"
BACK = "_back_to_form"
NOT_SAVED = "Nothing is saved yet. Change what you like, then save."


class WatchfulAdmin:
    """Mixed into a ModelAdmin: nothing that somebody else saved while a form was open is overwritten in silence."""

    model: Any
    admin_site: Any
    opts: Any

    def changeform_view(self, request, object_id=None, form_url="", extra_context=None):
        if request.method != "POST":
            return super().changeform_view(request, object_id, form_url, extra_context)
        with transaction.atomic():
            content_version.wait_for_write_lock()
            return self._save(request, object_id, form_url, extra_context)

    def _save(self, request, object_id, form_url, extra_context):
        is_change = object_id and "_saveasnew" not in request.POST
        row = self._row_to_change(request, object_id) if is_change else None
        if row is None and is_change and gone.is_gone(self, request, unquote(object_id)):
            return gone.page(self, request)
        merge = self._merge(request, row) if row else None
        if merge and merge.conflicts and BACK not in request.POST:
            return self._ask(request, row, merge)
        if merge and merge.taken:
            messages.info(request, changed_by.since(row, merge.opened.at, request.user).taken_over(merge.taken))
        return super().changeform_view(request, object_id, form_url, extra_context)

    def _row_to_change(self, request, object_id):
        """Return the row of a form, None where Django is to say what is wrong."""
        to_field = request.POST.get(TO_FIELD_VAR, request.GET.get(TO_FIELD_VAR))
        if to_field and not self.to_field_allowed(request, to_field):
            return None
        row = self.get_object(request, unquote(object_id), to_field)
        return row if row and self.has_change_permission(request, row) else None

    def _merge(self, request, row):
        """Put what others saved into what was sent."""
        form, groups = self.form_to_compare(request, row)
        choices = {key.removeprefix(CHOICE): each for key, each in request.POST.items() if key.startswith(CHOICE)}
        opened = read(row, request.POST.get(SEEN, ""))
        merge = Merge(form, groups, opened, request.POST, request.FILES, choices)
        request.POST = merge.data
        request.seen = write(row, merge.stored_now)
        return merge

    def form_to_compare(self, request, row):
        """Return the form of a row as it would be opened now, and the groups of rows that are edited with it."""
        fields = flatten_fieldsets(self.get_fieldsets(request, row))
        form = self.get_form(request, row, change=row is not None, fields=fields)(instance=row)
        return form, list(self._stored_groups(request, row))

    def _stored_groups(self, request, row):
        prefixes: dict[str, int] = {}
        for formset, inline in self.get_formsets_with_inlines(request, row):
            prefix = formset.get_default_prefix()
            prefixes[prefix] = number = prefixes.get(prefix, 0) + 1
            prefix = prefix if number == 1 else f"{prefix}-{number}"
            rows = formset(instance=row, prefix=prefix, queryset=inline.get_queryset(request))
            yield stored_group(rows, inline, inline.has_change_permission(request, row))

    def _ask(self, request, row, merge):
        """Show both versions of what two people changed, with all that was sent beside them."""
        hidden = [(name, each) for name in merge.data for each in merge.data.getlist(name) if _is_sent_again(name)]
        files = sent_again(request.user, request.FILES, [merge.form, *(group.blank for group in merge.groups)])
        context = self.admin_site.each_context(request) | {
            "title": "Two people changed this",
            "subtitle": str(row),
            "opts": self.opts,
            "original": row,
            "conflicts": merge.conflicts,
            "changed": changed_by.since(row, merge.opened.at, request.user),
            "taken": merge.taken,
            "asked_again": bool(merge.opened.asked),
            "hidden": [*hidden, *files, (SEEN, request.seen)],
        }
        return TemplateResponse(request, "admin/two_versions.html", context)

    def render_change_form(self, request, context, add=False, change=False, form_url="", obj=None):
        if change and obj:
            context[SEEN] = getattr(request, SEEN, None) or write(obj, _shown(context))
        return super().render_change_form(request, context, add, change, form_url, obj)

    def get_form(self, request, obj=None, change=False, **kwargs):
        form = super().get_form(request, obj, change=change, **kwargs)
        return _unsaved(form) if BACK in request.POST else form

    def get_object(self, request, object_id, from_field=None):
        """Hold the row while a form is saved, so that of two who save at once the second is still asked."""
        row = super().get_object(request, object_id, from_field)
        if row and request.method == "POST" and transaction.get_connection().in_atomic_block:
            row.refresh_from_db(from_queryset=self.model._base_manager.select_for_update())
        return row


def _is_sent_again(name):
    return name not in (SEEN, "csrfmiddlewaretoken") and not (name.startswith(CHOICE) or name.endswith(KEPT))


def _shown(context):
    """Return what a form that is being opened tells."""
    sections = context["inline_admin_formsets"]
    groups = [stored_group(section.formset, section.opts) for section in sections]
    return opened_now(stored(context["adminform"].form), groups)


def _unsaved(form):
    """Return a form that is shown with what was chosen, for another look before it is saved."""

    class Unsaved(form):
        def clean(self):
            super().clean()
            raise ValidationError(NOT_SAVED, code="not_saved")

    return Unsaved
