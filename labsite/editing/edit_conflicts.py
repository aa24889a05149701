"""Forms that two people have open at once: what only one of them changed is merged, the rest they choose.

The form carries a signed digest of what it showed when it was opened (OpenedForm), by which its POST is compared
with the database. A form that can't be saved any more, as its row has been deleted meanwhile or is no longer the
user's to change, is answered with all that was typed, to be copied.
"""

import datetime
from copy import copy
from functools import partial
from itertools import chain
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import flatten_fieldsets, unquote
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy as _, pgettext

from labsite import history, roles
from labsite.history.entries import who
from labsite.modelling.values_in_words import in_words, listed

from . import inputs
from .form_merging import FormMerge, InlineRows, OpenedForm
from .inputs import labelled
from .stashed_uploads import TOKEN, discard, stash_all, stash_usable

SEEN = "seen"  # the hidden input of a form that holds what it showed when it was opened
CHOICE = "choose-"  # begins the name of a choice between two versions
BACK = "_back_to_form"  # in a POST: the form is to be shown as it was sent, and nothing is to be saved
GONE = "gone"  # the code of the error of a file that isn't kept any longer
NOT_SAVED = _("Nothing is saved yet. Change what you like, then save.")


class EditConflictAdmin(admin.ModelAdmin):
    """Mixed into a ModelAdmin: nothing that somebody else saved while a form was open is overwritten in silence."""

    def merge_edits(self, request: HttpRequest, object_id: str | None) -> tuple[HttpResponse | None, dict[str, str]]:
        """Merge what others saved while a form was open into request.POST and request.FILES.

        Return the page to answer with instead of saving (it is too late, or a choice is to be made), and the context
        of the form, should Django show it again.
        """
        if object_id is None or "_saveasnew" in request.POST:
            return None, {}
        row = self.get_object(request, unquote(object_id))
        if row is None or not self.has_change_permission(request, row):
            return self._too_late_page(request, unquote(object_id)), {}
        form, groups = self._stored_form(request, row)
        chosen = {key.removeprefix(CHOICE): str(each) for key, each in request.POST.items() if key.startswith(CHOICE)}
        opened = OpenedForm.load(row, request.POST.get(SEEN, ""))
        merge = FormMerge(form, groups, opened, request.POST, request.FILES, chosen)
        request.POST = merge.data
        # As if the form were opened now, with the conflicts that are still to be settled.
        asked = [each.key for each in merge.conflicts]
        context = {SEEN: OpenedForm.dump(row, merge.stored, groups, opened.at, asked)}
        if merge.conflicts and BACK not in request.POST:
            return self._choice_page(request, row, merge, context), context
        if merge.taken:
            parts = listed(part[:1].lower() + part[1:] for part in merge.taken)
            words = gettext("Changed by %(by)s while you had this open, and kept: %(parts)s.")
            messages.info(request, words % {**changes_since(row, opened.at, request.user), "parts": parts})
        return None, context

    def _stored_form(self, request: HttpRequest, row: Model) -> tuple[forms.ModelForm, list[InlineRows]]:
        """Return the form of a row as it would be opened now, empty if it is new, and the rows of its inlines."""
        fields = flatten_fieldsets(self.get_fieldsets(request, row))
        form = self.get_form(request, row, change=row.pk is not None, fields=fields)(instance=row)
        get: Any = copy(request)
        get.method = "GET"
        formsets, inlines = self._create_formsets(get, row, change=True)  # type: ignore[attr-defined]  # Django’s own
        may_change = [inline.has_change_permission(request, row) for inline in inlines]
        return form, [InlineRows(*each) for each in zip(formsets, inlines, may_change, strict=True)]

    def _choice_page(
        self, request: HttpRequest, row: Model, merge: FormMerge, context: dict[str, str]
    ) -> TemplateResponse:
        """Show both versions of what two people changed, with everything that was sent in hidden inputs."""
        again = [name for name in merge.data if not (name in (SEEN, "csrfmiddlewaretoken") or name.endswith(TOKEN))]
        sent = [(name, each) for name in again if not name.startswith(CHOICE) for each in merge.data.getlist(name)]
        files = stash_all(request, [merge.form, *(group.blank for group in merge.groups)])
        page = {
            "title": gettext("Two people changed this"),
            "subtitle": str(row),
            "opts": self.opts,
            "original": row,
            "conflicts": merge.conflicts,
            "changed": changes_since(row, merge.opened.at, request.user),
            "asked_again": bool(merge.opened.asked),
            "hidden": [*sent, *files, *context.items()],
        }
        return TemplateResponse(request, "admin/two_versions.html", self.admin_site.each_context(request) | page)

    def _too_late_page(self, request: HttpRequest, object_id: str) -> TemplateResponse | None:
        """Show all that was typed, to be copied, where the row was deleted or is no longer the user's to change.

        Of a row that is there, the form itself has to show that the user might change it once.
        """
        if not object_id.isdecimal():
            return None
        row = self.model._base_manager.filter(pk=object_id).first()
        might = OpenedForm.load(row, request.POST.get(SEEN, "")).at if row else self.has_change_permission(request)
        if not might:
            return None
        title = gettext("You may no longer change this %(kind)s")
        if row is None:
            title = gettext("This %(kind)s was deleted while you had it open")
        page = {
            "title": title % {"kind": self.opts.verbose_name},
            "opts": self.opts,
            "typed": "\n\n".join(self._typed(request)),
            "may_open_bin": row is None and roles.may_open(request.user, "bin"),
        }
        context = self.admin_site.each_context(request) | page
        return TemplateResponse(request, "admin/gone.html", context, status=403 if row else 410)

    def _typed(self, request: HttpRequest) -> list[str]:
        """Return in words what was typed into the form of a row that can't be saved, and into its rows."""
        form, groups = self._stored_form(request, self.model())
        typed = inputs.filled_in(form, inputs.typed(form, request.POST, request.FILES))
        for group in groups:
            group.complete(request.POST.copy(), request.FILES)
            group.read(request.POST, request.FILES)
            for row in group.typed.values():
                # Of a row that one may only read nothing is sent.
                if parts := inputs.filled_in(group.blank, row.values):
                    typed.append(labelled(capfirst(group.noun), pgettext("between clauses", "; ").join(parts)))
        return typed

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Note what the form shows; stash the usable files of one that was refused, or is not to be saved yet."""
        obj, sections = context["original"], context["inline_admin_formsets"]
        formsets = [section.formset for section in sections]
        all_forms = [context["adminform"].form, *chain(*(formset.forms for formset in formsets))]
        if request.method == "POST":
            stash_usable(request.user, all_forms)
        if obj and SEEN not in context:
            groups = [InlineRows(section.formset, section.opts) for section in sections]
            stored = inputs.stored(context["adminform"].form)
            context = context | {SEEN: OpenedForm.dump(obj, stored, groups)}
        if BACK in request.POST:
            # It isn't to be saved yet, so it says nothing of what isn't right in it, but for files that are gone.
            for form in all_forms:
                for name, errors in [*form.errors.items()]:  # of a row that one may only read it is a plain dict
                    if errors.as_data()[0].code != GONE:
                        del form.errors[name]
            for formset in formsets:
                formset.non_form_errors().clear()
            context["errors"].clear()
            context = context | {"unsaved": NOT_SAVED}
        return super().render_change_form(request, context, *args, **kwargs)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Discard the stashed files that the form names, once it is saved; what somebody may do may change by it."""
        roles.settle(request.user, False)
        super().save_related(request, form, formsets, change)
        for name, token in request.POST.items():
            if name.endswith(TOKEN):
                transaction.on_commit(partial(discard, request.user, str(token)))

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Lock the row while a form is saved, so that of two who save at once the second is still asked."""
        row = super().get_object(request, object_id, from_field)
        if row and request.method == "POST" and transaction.get_connection().in_atomic_block:
            row.refresh_from_db(from_queryset=self.model._base_manager.select_for_update())
        return row


class UnsavedForm(forms.ModelForm):
    """Mixed into a form that is shown once more, and is not to be saved yet: after a choice, or brought back."""

    def clean(self) -> None:
        super().clean()
        raise ValidationError(NOT_SAVED, code="not_saved")


def changes_since(row: Model, at: float, user: Any) -> dict[str, str]:
    """Return ``by`` whom a row was changed since the time ``at``, in seconds, and a ``sentence`` about it.

    As far as the history knows: the user may have changed it too, in another window.
    """
    steps = history.steps_since(row, datetime.datetime.fromtimestamp(at, datetime.UTC))
    own = gettext("yourself, in another window,")
    names = (own if step.user == user else who(step.user) for step in steps)
    values = {"by": listed(dict.fromkeys(names)) if steps else gettext("somebody else")}
    words = gettext("This was changed by %(by)s while you had it open.")
    if steps:
        last = timezone.localtime(steps[0].date_created)
        values |= {"time": date_format(last, "H:i"), "day": in_words(last.date())}
        words = gettext("This was changed by %(by)s at %(time)s on %(day)s while you had it open.")
        if last.date() == timezone.localdate():
            words = gettext("This was changed by %(by)s at %(time)s while you had it open.")
    return {"by": values["by"], "sentence": words % values}
