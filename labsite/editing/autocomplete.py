"""Rows chosen by typing a few letters; whatever else is sent in their place is refused beside the field."""

from typing import Any

from django.contrib.admin.options import BaseModelAdmin
from django.contrib.admin.widgets import AutocompleteSelect, AutocompleteSelectMultiple
from django.db.models import BigAutoField, Field, ForeignKey, ManyToManyField
from django.forms import ModelChoiceField, ModelMultipleChoiceField
from django.http import HttpRequest

NO_ROW = "?"


def is_primary_key(text: str) -> bool:
    """Say whether a text can be the primary key of a row."""
    return text.isascii() and text.isdecimal() and int(text) <= BigAutoField.MAX_BIGINT


class CheckedAutocompleteSelect(AutocompleteSelect):
    """Chooses a row by its primary key; any other value is sent on as a row that doesn't exist."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        value = super().value_from_datadict(data, files, name)
        return value if not value or is_primary_key(value) else NO_ROW

    def optgroups(self, name: str, value: Any, attrs: dict[str, Any] | None = None) -> Any:
        return super().optgroups(name, [each for each in value if each != NO_ROW], attrs)


class CheckedAutocompleteSelectMultiple(AutocompleteSelectMultiple):
    """Chooses rows by their primary keys; any other value is sent on as a row that doesn't exist."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        values = super().value_from_datadict(data, files, name)
        return [value if is_primary_key(value) else NO_ROW for value in values]

    def optgroups(self, name: str, value: Any, attrs: dict[str, Any] | None = None) -> Any:
        return super().optgroups(name, [each for each in value if each != NO_ROW], attrs)


class CheckedAutocompleteFields(BaseModelAdmin):
    """Mixed into a ModelAdmin or an inline: its autocomplete_fields use the widgets of this module."""

    def formfield_for_foreignkey(
        self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField | None:
        if self._is_autocomplete(db_field, request):
            kwargs.setdefault("widget", CheckedAutocompleteSelect(db_field, self.admin_site))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def formfield_for_manytomany(
        self, db_field: ManyToManyField, request: HttpRequest, **kwargs: Any
    ) -> ModelMultipleChoiceField | None:
        if self._is_autocomplete(db_field, request):
            kwargs.setdefault("widget", CheckedAutocompleteSelectMultiple(db_field, self.admin_site))
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def _is_autocomplete(self, db_field: Field, request: HttpRequest) -> bool:
        return db_field.name in self.get_autocomplete_fields(request)
