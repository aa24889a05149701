"""Rows that are edited with the row they belong to."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AdminTextInputWidget, RelatedFieldWidgetWrapper
from django.db import models
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.text import capfirst

from .choosing import CarefulChoices
from .file_inputs import CHOSEN_FILES, FileInputs
from .ordered_rows import ORDERED_ROWS, UsuallyOrderedFormSet, ordered_form
from .permissions import RuledInline

ADDRESS_MISSING = mark_safe('<strong class="missing">editors: address missing</strong>')

# An address typed without a scheme is taken for https.
FORM_FIELDS: dict[Any, dict[str, Any]] = {models.URLField: {"assume_scheme": "https"}, **CHOSEN_FILES}


class BlockInline(FileInputs, RuledInline, CarefulChoices, admin.StackedInline):
    """Rows with long texts or many fields, one under the other."""

    formfield_overrides = FORM_FIELDS
    extra = 0


class WordedCheckbox(forms.CheckboxInput):
    """A checkbox with its words beside it, for a row of a table whose heading is out of sight."""

    def __init__(self, words, attrs=None):
        super().__init__(attrs)
        self.words = words

    def render(self, *args, **kwargs):
        return format_html('<label class="worded">{} {}</label>', super().render(*args, **kwargs), self.words)


class RowInline(FileInputs, RuledInline, CarefulChoices, admin.TabularInline):
    """Short rows of a table; each input says its column's name to those who don't see the heading."""

    formfield_overrides = FORM_FIELDS | {
        models.URLField: {"assume_scheme": "https", "widget": AdminTextInputWidget},
    }
    extra = 0

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if isinstance(db_field, models.BooleanField):
            field.widget = WordedCheckbox(capfirst(str(field.label)))
        elif field:
            widget = field.widget
            if isinstance(widget, RelatedFieldWidgetWrapper):
                # A row has room for one of the four icons, and only where a row can't do without.
                widget.can_change_related = widget.can_delete_related = widget.can_view_related = False
                widget.can_add_related = widget.can_add_related and field.required
                widget = widget.widget
            widget.attrs.setdefault("aria-label", capfirst(str(field.label)))
        return field

    def get_formset(self, request, obj=None, **kwargs):
        return _with_labelled_deletion(super().get_formset(request, obj, **kwargs))


def _with_labelled_deletion(formset):
    class LabelledFormSet(formset):
        def add_fields(self, form, index):
            super().add_fields(form, index)
            if "DELETE" in form.fields:
                what = form.instance if form.instance.pk else "this row"
                form.fields["DELETE"].widget.attrs["aria-label"] = f"Delete {what}"

    return LabelledFormSet


class LinkInline(RowInline):
    """Links, of which those without an address are marked."""

    form = ordered_form("link", usual="kind")
    formset = UsuallyOrderedFormSet
    fields = ("order", "kind", "label", "url", "shown_to")
    readonly_fields = ("shown_to",)

    class Media:
        js = [ORDERED_ROWS]

    @admin.display(description="shown to")
    def shown_to(self, link):
        if not link.pk:
            return ""
        return "everyone" if link.address else ADDRESS_MISSING
