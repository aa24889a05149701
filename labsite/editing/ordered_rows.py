"""Inline rows that people put in order: dragged or moved by buttons in the browser, by numbers without JavaScript."""

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
        for place, form in self.placed(kept):
            form.instance.order = place

    def placed(self, forms):
        """Return each form with the place that its row gets."""
        return enumerate(_in_order(forms), start=1)

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


class UsuallyOrderedFormSet(OrderedRowsFormSet):
    """Rows (labsite.modelling.ordering) that keep their usual order, and no numbers, until somebody gives one a place.

    From then on an added row without a number gets the place that the usual order would give it.
    """

    def get_queryset(self):
        if not hasattr(self, "_queryset"):
            self._queryset = sorted(super().get_queryset(), key=lambda row: row.rank())
        return self._queryset

    def placed(self, forms):
        chosen = _in_order([form for form in forms if _number(form)])
        if not chosen:
            return [(0, form) for form in forms]
        for form in forms:
            if not _number(form):
                chosen.insert(_usual_place(form, chosen), form)
        return enumerate(chosen, start=1)


def _usual_place(form, others):
    """Return where a row goes among others: before the first that usually stands behind it."""
    rank = form.instance.usual_rank()
    return next((place for place, other in enumerate(others) if other.instance.usual_rank() > rank), len(others))


def _in_order(rows):
    numbered, highest = [], 0
    for form in rows:
        numbered.append((_number(form) or highest, form))
        highest = max(highest, _number(form))
    return [form for number, form in sorted(numbered, key=lambda pair: pair[0])]


def _number(form):
    return form.cleaned_data.get("order") or 0


def place_field(noun, usual=""):
    """Return the field for a row's place; ordered-rows.js puts a handle and buttons there that speak of ``noun``.

    ``usual`` says by what the rows are ordered while nobody has put them in an order of their own.
    """
    attributes = {"class": "place", "data-place-of": noun, "aria-label": "Place in the order"}
    if usual:
        attributes["data-usual"] = usual
    return forms.IntegerField(
        label="place",
        required=False,
        initial=0,
        min_value=0,
        widget=forms.NumberInput(attrs=attributes),
        help_text=f"Numbers put them in your order; without any they are ordered by {usual}." if usual else "",
    )


def ordered_form(noun, usual):
    """Make the form of rows that are usually ordered by ``usual``."""

    class UsuallyOrderedRowForm(OrderedRowForm):
        order = place_field(noun, usual)

    return UsuallyOrderedRowForm
