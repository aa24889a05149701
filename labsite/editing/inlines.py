"""Rows that are edited in the form of the row they belong to, and the order that people put them in.

Ordered rows are dragged, or moved by buttons, in the browser (ordered-rows.js), and numbered without JavaScript.
"""

from collections.abc import Iterable
from functools import partialmethod
from operator import itemgetter
from typing import Any, TypeVar

from django import forms
from django.contrib import admin
from django.contrib.admin.options import InlineModelAdmin
from django.contrib.admin.widgets import AdminTextInputWidget, RelatedFieldWidgetWrapper
from django.db import models
from django.forms.formsets import DELETION_FIELD_NAME
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest
from django.utils.functional import Promise, cached_property, lazy
from django.utils.html import format_html
from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext, gettext_lazy as _
from markdownx.widgets import AdminMarkdownxWidget

from labsite import history, roles
from labsite.modelling.ordered_lists import Ordered
from labsite.roles import Reach
from labsite.texts.markdown import MarkdownField
from labsite.texts.plain_text import lines_of, number_in

from .inputs import FILE_FIELDS, ChosenRow, FormInputs

RowT = TypeVar("RowT")

ORDERED_ROWS = forms.Script("labsite/admin/ordered-rows.js", type="module")

MAX_OPEN_ROWS = 30  # of a table: of more, one is edited at a time, and the others are shown as text
ROW = "row"  # in the query of a form: the prefix of that one

BY_NUMBERS = _("Use numbers to set the order; without any, they are ordered by {usual}.")

# An address typed without a scheme is taken for https.
FORM_FIELDS: dict[Any, dict[str, Any]] = {
    models.URLField: {"assume_scheme": "https"},
    MarkdownField: {"widget": AdminMarkdownxWidget},
    **FILE_FIELDS,
}


# What the checkbox of a row deletes, for screen readers: a form that is saved shows no words.
what_goes = lazy(lambda row: gettext("Delete %(row)s") % {"row": row} if row.pk else gettext("Delete this row"), str)


class InlineRowForm(forms.ModelForm):
    """The form of a row: of one that is stored, and in which nothing was changed, the database isn't asked again.

    The formset sees to its ``order``, and whether it shall go: a row of which no more was sent is as it was, or empty.
    """

    is_one_of_many = False  # rows of a table, and not the one that is edited

    def has_changed(self) -> bool:
        return bool({*self.changed_data} - {"order", DELETION_FIELD_NAME})

    @property
    def is_text(self) -> bool:
        """Whether a row is shown as text, of which only its place and its deletion are sent."""
        return self.is_one_of_many and not (self.is_bound and (self.errors or self.has_changed()))

    @property
    def ticked(self) -> list[str]:
        """The labels of its boxes that are ticked."""
        fields = ((name, field) for name, field in self.fields.items() if isinstance(field, forms.BooleanField))
        return [str(field.label) for name, field in fields if getattr(self.instance, name, False)]

    def _post_clean(self) -> None:
        if self.instance.pk is None or self.has_changed():
            super()._post_clean()  # type: ignore[misc]  # django-stubs doesn't know it


class RowsFormSet(BaseInlineFormSet):
    """Rows that all know the row of the form; those that they name are asked for at once."""

    model: Any

    def get_queryset(self) -> Any:
        """Return the rows, some of which come with the row of the form, as people or their usual order put them."""
        if not hasattr(self, "_queryset"):
            fetched = getattr(self.instance, "_prefetched_objects_cache", {})
            self.queryset = fetched.get(self.fk.remote_field.get_accessor_name(), self.queryset)
            rows = super().get_queryset()
            self._queryset = sorted(rows, key=lambda row: row.rank()) if issubclass(self.model, Ordered) else rows
        return self._queryset

    @cached_property
    def forms(self) -> list[Any]:
        forms: list[Any] = super().forms
        for name, first in forms[0].fields.items() if forms else ():
            if isinstance(first, ChosenRow) and name != self.model._meta.pk.name:
                # What the rows name, as far as it was fetched with them.
                fetched = [row for form in forms if (row := form.instance._state.fields_cache.get(name))]
                for form in forms:
                    fetched += getattr(form.instance, "_prefetched_objects_cache", {}).get(name, ())
                first.found = {str(row.pk): row for row in fetched}
                values = (form[name].value() for form in forms)
                first.rows(key for value in values for key in (value if isinstance(value, list) else [value]))
                for form in forms:
                    form.fields[name].found = first.found
        return forms

    def add_fields(self, form: Any, index: int | None) -> None:
        super().add_fields(form, index)
        setattr(form.instance, self.fk.name, self.instance)
        key = form.fields.get(self.model._meta.pk.name)
        if isinstance(key, forms.ModelChoiceField) and form.instance.pk:
            own = ChosenRow(key.queryset, initial=key.initial, required=False, widget=key.widget)
            own.found = {str(form.instance.pk): form.instance}
            form.fields[self.model._meta.pk.name] = own
        if DELETION_FIELD_NAME in form.fields:
            form.fields[DELETION_FIELD_NAME].widget.attrs["aria-label"] = what_goes(form.instance)


class RowsInline(FormInputs, InlineModelAdmin):
    """Rows that ask the database as much for many as for one.

    Whoever may change the parent row edits its rows, as far as the table of roles allows.
    """

    form = InlineRowForm
    formset = RowsFormSet
    extra = 0
    of_new = True  # whether rows are added in the form of a new parent
    comes_first = False  # whether the rows follow the first fieldset, or all of them
    ask = ""  # the name of the page on which those who may not edit their own rows say what is wrong

    def get_queryset(self, request: HttpRequest) -> Any:
        """Fetch the rows together with those that they name."""
        # Past InlineModelAdmin's own, which asks for a permission without saying for which parent.
        rows = roles.reached(request.user, "view", super(InlineModelAdmin, self).get_queryset(request))
        named = [self.opts.get_field(name) for name in self.autocomplete_fields]
        lists = [each.name for each in named if each.many_to_many]
        single = [each.name for each in named if not each.many_to_many]
        return (rows.select_related(*single) if single else rows).prefetch_related(*lists)

    def may(self, action: str, request: HttpRequest, parent: models.Model | None = None) -> bool:
        """Say whether the user may see, add, change or delete rows in the form of a parent."""
        user = request.user
        if action == "view":
            return parent is not None and roles.may(user, action, self.model)
        if parent is None:
            # Whether the row that is still to be added will be one's own is certain only for who may add no others.
            extents = (
                (Reach.ALL, Reach.OWN) if roles.reach(user, "add", self.parent_model) is Reach.OWN else (Reach.ALL,)
            )
            may_add = self.of_new and roles.may(user, "add", self.parent_model)
            return may_add and roles.reach(user, action, self.model) in extents
        return roles.may_change(request, parent) and roles.may(user, action, self.model)

    has_view_permission: Any = partialmethod(may, "view")
    has_add_permission: Any = partialmethod(may, "add")
    has_change_permission: Any = partialmethod(may, "change")
    has_delete_permission: Any = partialmethod(may, "delete")


class BlockInline(RowsInline, admin.StackedInline):
    """Rows with long texts or many fields, one under the other."""

    formfield_overrides = FORM_FIELDS


class WordedCheckbox(forms.CheckboxInput):
    """A checkbox with its words beside it, for a row of a table whose heading is out of sight."""

    words = ""

    def render(self, *args: Any, **kwargs: Any) -> Any:
        return format_html('<label class="worded">{} {}</label>', super().render(*args, **kwargs), self.words)


class RowInline(RowsInline, admin.TabularInline):
    """Short rows of a table; each input tells screen readers the name of its column."""

    template = "admin/edit_inline/rows.html"
    formfield_overrides = FORM_FIELDS | {
        models.URLField: {"assume_scheme": "https", "widget": AdminTextInputWidget},
    }

    def formfield_for_dbfield(self, db_field: models.Field, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if isinstance(db_field, models.BooleanField):
            field.widget = WordedCheckbox()
            field.widget.words = capfirst(field.label)
        elif field:
            widget = field.widget
            if isinstance(widget, RelatedFieldWidgetWrapper):
                # A row has space for one of the four icons, and only where the field is required.
                widget.can_change_related = widget.can_delete_related = widget.can_view_related = False
                widget.can_add_related = widget.can_add_related and field.required
                widget = widget.widget
            widget.attrs.setdefault("aria-label", capfirst(field.label))
        return field


class OrderedRowsFormSet(RowsFormSet):
    """Rows saved as first, second, third …, whatever gaps and repeats their numbers had.

    A row without a number, or with 0, follows the rows before it in the form. Rows that have a usual order
    (labsite.modelling.ordered_lists) stay in it and without numbers until somebody numbers one: from then on those
    without a number go where the usual order would put them.
    """

    def clean(self) -> None:
        super().clean()
        remaining = [
            (form.cleaned_data.get("order") or 0, form)
            for form in self.forms
            if (form.instance.pk or form.has_changed())
            and not (self.can_delete and form.cleaned_data.get(DELETION_FIELD_NAME))
        ]
        is_usual = issubclass(self.model, Ordered)
        ordered = by_order((number, form) for number, form in remaining if number or not is_usual)
        for number, form in remaining:
            form.instance.order = 0
            if is_usual and ordered and not number:
                usual = form.instance.rank()[1:]
                behind = (at for at, other in enumerate(ordered) if other.instance.rank()[1:] > usual)
                ordered.insert(next(behind, len(ordered)), form)
        for number, form in enumerate(ordered, start=1):
            form.instance.order = number

    def save(self, commit: bool = True) -> Any:
        rows = super().save(commit)
        left = [form for form in self.initial_forms if form.instance.pk and not form.has_changed()] if commit else []
        moved = [form.instance for form in left if form.instance.order != form.initial["order"]]
        if moved:
            if step := history.current():
                step.about_to_change(*moved)
            self.model._default_manager.bulk_update(moved, ["order"])
        return rows


def by_order(rows: Iterable[tuple[int | None, RowT]]) -> list[RowT]:
    """Sort rows by their numbers; one without a number, or with 0, follows the rows before it."""
    ordered, highest = [], 0
    for number, row in rows:
        ordered.append((number or highest, row))
        highest = max(highest, number or 0)
    return [row for _, row in sorted(ordered, key=itemgetter(0))]


def order_field(noun: str | Promise, usual: str | Promise = "") -> forms.IntegerField:
    """Return the form field for a row's ``order``; ordered-rows.js puts a handle and buttons there, about a ``noun``.

    ``usual`` says by what the rows are ordered while nobody has put them in an order of their own.
    """
    attributes = {"class": "place", "data-place-of": noun, "aria-label": _("Place in the order")}
    if usual:
        attributes["data-usual"] = usual
    return forms.IntegerField(
        label=_("place"),
        required=False,
        initial=0,
        min_value=0,
        widget=forms.NumberInput(attrs=attributes),
        help_text=format_lazy(BY_NUMBERS, usual=usual) if usual else "",
    )


def ordered_form(noun: str | Promise, usual: str | Promise) -> type[InlineRowForm]:
    """Make the form of rows that are usually ordered by ``usual``."""

    class UsuallyOrderedRowForm(InlineRowForm):
        order = order_field(noun, usual)

    return UsuallyOrderedRowForm


class LinkInline(RowInline):
    """Links; those without an address are marked."""

    form = ordered_form(_("link"), usual=_("kind"))
    formset = OrderedRowsFormSet
    fields = ("order", "kind", "label", "url", "shown_to")
    readonly_fields = ("shown_to",)

    class Media:
        js = [ORDERED_ROWS]

    @admin.display(description=_("shown to"))
    def shown_to(self, link: Any) -> str:
        if not link.pk:
            return ""
        missing = gettext("editors: address missing")
        return gettext("everyone") if link.address else format_html('<strong class="missing">{}</strong>', missing)


class OrderedChoicesInput(forms.CheckboxSelectMultiple):
    """Boxes to tick with their places; what is ticked comes first, then the others in their usual order."""

    template_name = "admin/widgets/ordered_choices.html"
    noun: str | Promise = _("part")  # what one of them is called

    class Media:
        js = [ORDERED_ROWS]

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        chosen, labels = list(value or ()), dict(self.choices)
        keys = [*(key for key in chosen if key in labels), *(key for key in labels if key not in chosen)]
        place = order_field(self.noun).widget
        rows = [
            (place.render(f"{name}-place-{key}", number), key, labels[key], key in chosen)
            for number, key in enumerate(keys, 1)
        ]
        return super().get_context(name, value, attrs) | {"rows": rows, "name": name}

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        """Return what is ticked in the order of its numbers; without any, as it was sent."""
        ticked = dict.fromkeys(data.getlist(name) if hasattr(data, "getlist") else data.get(name, []))
        return by_order((number_in(data.get(f"{name}-place-{key}")), key) for key in ticked)


class OrderedChoicesField(forms.MultipleChoiceField):
    """Several choices in an order, kept as a text of a line each."""

    widget = OrderedChoicesInput

    def __init__(self, *, choices: Iterable[tuple[str, str | Promise]], **kwargs: Any) -> None:
        super().__init__(choices=choices, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return lines_of(value) if isinstance(value, str) else value

    def clean(self, value: Any) -> str:
        return "\n".join(super().clean(value))

    def has_changed(self, initial: Any, data: Any) -> bool:
        return list(self.prepare_value(initial or "")) != list(self.prepare_value(data or ""))
