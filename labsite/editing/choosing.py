"""Rows to choose by typing a few letters; whatever else is sent in their place is refused beside the field."""

from typing import Any

from django.contrib.admin.widgets import AutocompleteSelect, AutocompleteSelectMultiple
from django.db.models import BigAutoField

NO_ROW = "?"


def is_key(text: str) -> bool:
    """Say whether a text can be the primary key of a row."""
    return text.isascii() and text.isdecimal() and int(text) <= BigAutoField.MAX_BIGINT


class OneRow(AutocompleteSelect):
    def value_from_datadict(self, data, files, name):
        value = super().value_from_datadict(data, files, name)
        return value if not value or is_key(value) else NO_ROW

    def optgroups(self, name, value, attr=None):
        return super().optgroups(name, [each for each in value if each != NO_ROW], attr)


class SeveralRows(AutocompleteSelectMultiple):
    def value_from_datadict(self, data, files, name):
        values = super().value_from_datadict(data, files, name)
        return [value if is_key(value) else NO_ROW for value in values]

    def optgroups(self, name, value, attr=None):
        return super().optgroups(name, [each for each in value if each != NO_ROW], attr)


class CarefulChoices:
    """Mixed into a ModelAdmin or an inline."""

    admin_site: Any

    def formfield_for_foreignkey(self, db_field, request, **kwargs):
        return super().formfield_for_foreignkey(db_field, request, **self._widget(OneRow, db_field, request), **kwargs)

    def formfield_for_manytomany(self, db_field, request, **kwargs):
        widget = self._widget(SeveralRows, db_field, request)
        return super().formfield_for_manytomany(db_field, request, **widget, **kwargs)

    def _widget(self, kind, db_field, request):
        chosen = db_field.name in self.get_autocomplete_fields(request)
        return {"widget": kind(db_field, self.admin_site)} if chosen else {}
