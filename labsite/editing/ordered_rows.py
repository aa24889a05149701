"""Inline rows that people put in order: moved by buttons in the browser, by numbers without JavaScript."""

from django import forms
from django.forms.models import BaseInlineFormSet

ORDERED_ROWS = forms.Script("labsite/admin/ordered-rows.js", type="module")


class OrderedRowForm(forms.ModelForm):
    """A row with an ``order``; an added row in which nothing but its place is filled in counts as empty."""

    def has_changed(self):
        if self.instance.pk:
            return super().has_changed()
        return bool(set(self.changed_data) - {"order"})


class OrderedRowsFormSet(BaseInlineFormSet):
    """Rows saved as first, second, third …, whatever gaps and repeats their numbers had.

    A row without a number, or with 0, follows the rows before it in the form.
    """

    def clean(self):
        super().clean()
        kept = [form for form in self.forms if self._is_kept(form)]
        for place, form in enumerate(_in_order(kept), start=1):
            form.instance.order = place

    def save(self, commit=True):
        rows = super().save(commit)
        if commit:
            for form in self.initial_forms:
                if form.instance.pk and form.instance.order != form.initial["order"] and not form.has_changed():
                    form.instance.save(update_fields=["order"])
        return rows

    def _is_kept(self, form):
        filled_in = form.instance.pk or form.has_changed()
        return filled_in and not (self.can_delete and self._should_delete_form(form))


def _in_order(rows):
    numbered, highest = [], 0
    for form in rows:
        number = form.cleaned_data.get("order") or 0
        numbered.append((number or highest, form))
        highest = max(highest, number)
    return [form for number, form in sorted(numbered, key=lambda pair: pair[0])]


def place_field(noun):
    """Return the field for a row's place; ordered-rows.js puts buttons there that speak of the row by ``noun``."""
    attributes = {"class": "place", "data-place-of": noun, "aria-label": "Place in the order"}
    return forms.IntegerField(
        label="order", required=False, initial=0, min_value=0, widget=forms.NumberInput(attrs=attributes)
    )
