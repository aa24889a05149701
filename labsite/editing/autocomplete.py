"""Rows chosen by typing a few letters; whatever else is sent in their place is refused beside the field."""

from typing import Any

from django.contrib.admin.options import BaseModelAdmin
from django.contrib.admin.widgets import AutocompleteSelect, AutocompleteSelectMultiple
from django.db.models import BigAutoField, Field
from django.forms.widgets import ChoiceWidget
from django.http import HttpRequest

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
        return super().optgroups(name, [each for each in value if each != NO_ROW], attrs)


class CheckedAutocompleteSelect(CheckedChoices, AutocompleteSelect):
    """Chooses a row by its primary key."""


class CheckedAutocompleteSelectMultiple(CheckedChoices, AutocompleteSelectMultiple):
    """Chooses rows by their primary keys, and shows them in the order of the value; autocomplete-names.js keeps it."""

    def optgroups(self, name: str, value: Any, attrs: dict[str, Any] | None = None) -> Any:
        groups = super().optgroups(name, value, attrs)
        places = {str(key): place for place, key in enumerate(value)}
        for _, options, _ in groups:
            options.sort(key=lambda option: places.get(str(option["value"]), -1))
        return groups


class CheckedAutocompleteFields(BaseModelAdmin):
    """Mixed into a ModelAdmin or an inline: its autocomplete_fields use the widgets of this module."""

    def formfield_for_dbfield(self, db_field: Field, request: HttpRequest, **kwargs: Any) -> Any:
        names = self.get_autocomplete_fields(request) if db_field.is_relation else ()
        if db_field.name in names:
            widget = CheckedAutocompleteSelectMultiple if db_field.many_to_many else CheckedAutocompleteSelect
            kwargs.setdefault("widget", widget(db_field, self.admin_site))
        return super().formfield_for_dbfield(db_field, request, **kwargs)
