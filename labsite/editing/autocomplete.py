"""Rows chosen by typing a few letters; whatever else is sent in their place is refused beside the field."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib.admin.options import BaseModelAdmin
from django.contrib.admin.widgets import AutocompleteSelect, AutocompleteSelectMultiple
from django.db.models import BigAutoField, Field
from django.forms.widgets import ChoiceWidget
from django.http import HttpRequest

from labsite.modelling.ordered_lists import OrderedManyToManyField, OrderedMultipleChoiceField

NO_ROW = "?"


def is_primary_key(text: str) -> bool:
    """Say whether a text can be the primary key of a row."""
    return text.isascii() and text.isdecimal() and int(text) <= BigAutoField.MAX_BIGINT


class CheckedChoices(ChoiceWidget):
    """Mixed into a widget: anything but primary keys is sent on as a row that doesn't exist."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        value = super().value_from_datadict(data, files, name)
        if isinstance(value, list):
            return [each if is_primary_key(each) else NO_ROW for each in value]
        return value if not value or is_primary_key(value) else NO_ROW

    def optgroups(self, name: str, value: Any, attrs: dict[str, Any] | None = None) -> Any:
        """Offer what is chosen, in its order; the rest is asked for while somebody types."""
        field = self.choices.field  # type: ignore[attr-defined]  # as Django gives it to the widgets of such fields
        groups: Any = super().optgroups(name, [], attrs)
        options = groups[0][1]
        for row in field.rows(value):
            options.append(self.create_option(name, row.pk, field.label_from_instance(row), True, len(options)))
        return groups


class CheckedAutocompleteSelect(CheckedChoices, AutocompleteSelect):
    """Chooses a row by its primary key."""


class CheckedAutocompleteSelectMultiple(CheckedChoices, AutocompleteSelectMultiple):
    """Chooses rows by their primary keys; autocomplete-names.js keeps their order."""


class ChosenRow(forms.ModelChoiceField):
    """A row named by its primary key; the widgets above are for such fields.

    The forms of a formset share ``expected``, keys that are asked for together once the first of them is wanted, and
    ``found``, what they lead to.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.expected: set[str] = set()
        self.found: dict[str, Any] = {}

    def __deepcopy__(self, memo: Any) -> Any:
        copy: Any = super().__deepcopy__(memo)
        copy.expected, copy.found = set(), {}
        return copy

    def know(self, row: Any, name: str) -> None:
        """Remember what a row names already, if that was fetched with it."""
        fetched = getattr(row, "_prefetched_objects_cache", {}).get(name, ())
        named = [row._state.fields_cache.get(name)] if row.pk else []
        self.found |= {str(each.pk): each for each in (*fetched, *named) if each}

    def rows(self, keys: Iterable[Any]) -> list[Any]:
        """Return the rows that may be chosen and have these keys, in their order."""
        wanted = list(filter(is_primary_key, map(str, keys)))
        if not self.found.keys() >= {*wanted}:
            asked = {*wanted, *filter(is_primary_key, self.expected)} - self.found.keys()
            rows: Any = self.queryset
            self.found |= dict.fromkeys(asked) | {str(pk): row for pk, row in rows.in_bulk(asked).items()}
        return [self.found[key] for key in wanted if self.found[key]]

    def to_python(self, value: Any) -> Any:
        rows = self.rows([value]) if isinstance(value, str) else []
        return rows[0] if rows else super().to_python(value)


class ChosenRows(forms.ModelMultipleChoiceField, ChosenRow):
    """Several rows."""

    def _check_values(self, value: Any) -> Any:
        rows = self.rows(value) if isinstance(value, list) else []
        return rows if rows and len(rows) == len(value) else super()._check_values(value)  # type: ignore[misc]


class OrderedChosenRows(OrderedMultipleChoiceField, ChosenRows):
    """Several rows in the order in which they were chosen."""


class CheckedAutocompleteFields(BaseModelAdmin):
    """Mixed into a ModelAdmin or an inline: its autocomplete_fields use the widgets of this module."""

    def formfield_for_dbfield(self, db_field: Field, request: HttpRequest, **kwargs: Any) -> Any:
        names = self.get_autocomplete_fields(request) if db_field.is_relation else ()
        if db_field.name in names:
            is_list, is_ordered = db_field.many_to_many, isinstance(db_field, OrderedManyToManyField)
            widget = CheckedAutocompleteSelectMultiple if is_list else CheckedAutocompleteSelect
            kwargs.setdefault("widget", widget(db_field, self.admin_site))
            kwargs["form_class"] = OrderedChosenRows if is_ordered else ChosenRows if is_list else ChosenRow
        return super().formfield_for_dbfield(db_field, request, **kwargs)
