"""Inputs of the admin's forms, and what is in them: rows chosen by typing a few letters, dates, and files.

Whatever else is sent in the place of a row is refused beside its field. A date is Sept 2024 or 09/2024, or a whole
period such as 2021 – now in its first field. Pictures are cropped and described before they are saved (of refused
forms: stashed_uploads). What a field holds is compared as plain values, and shown in words.
"""

import datetime
import hashlib
import json
import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.admin.options import BaseModelAdmin
from django.contrib.admin.widgets import (
    AdminFileWidget,
    AdminTextInputWidget,
    AutocompleteSelect,
    AutocompleteSelectMultiple,
)
from django.core.exceptions import ValidationError
from django.db import models
from django.forms.models import InlineForeignKeyField
from django.forms.widgets import ChoiceWidget
from django.http import HttpRequest
from django.utils.choices import flatten_choices
from django.utils.translation import gettext, gettext_lazy as _, override

from labsite import roles
from labsite.drawing import images
from labsite.modelling import documents, values_in_words
from labsite.modelling.documents import DocumentField, DocumentFormField
from labsite.modelling.ordered_lists import OrderedManyToManyField, OrderedMultipleChoiceField
from labsite.modelling.periods import PartialDateField, exact_date
from labsite.modelling.pictures import EncodedPicture, PictureField, PictureFormField
from labsite.texts.plain_text import number_in

NO_ROW = "?"
ORDER = "order"  # the field of a row's place among others
NOTHING = _("nothing")
LEFT_ALONE = None  # the value of a file field in which nothing was chosen and nothing cleared

MAX_LENGTH = 40  # characters of a date
SEPARATOR = re.compile(r"\s*(?:[-–—~至到]|\b(?:to|until)\b)\s*", re.IGNORECASE)
NOW = {"now", "present", "today", "ongoing", "今", "至今", "现在"}

GONE = _("The file that you chose is no longer kept. Choose it again.")
ANOTHERS = _("Nothing was saved: one of these %(what)s is somebody else’s, and only an editor can add it here.")
NOT_DESCRIBED = _("Describe the picture in a few words for people who can’t see it.")


class CheckedChoices(ChoiceWidget):
    """Mixed into a widget: anything but primary keys is sent on as a row that doesn't exist."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        value = super().value_from_datadict(data, files, name)
        if isinstance(value, list):
            return [NO_ROW if number_in(each) is None else each for each in value]
        return NO_ROW if value and number_in(value) is None else value

    def optgroups(self, name: str, value: Any, attrs: dict[str, Any] | None = None) -> Any:
        """Offer what is chosen, in its order; the rest is asked for while somebody types.

        Django's own compiles, for each field of a form, the query of what may be chosen.
        """
        field = self.choices.field  # type: ignore[attr-defined]  # as Django gives it to the widgets of such fields
        may_be_empty = not self.is_required and not self.allow_multiple_selected
        options = [self.create_option(name, "", "", False, 0)] if may_be_empty else []
        for row in field.rows(value):
            options.append(self.create_option(name, row.pk, field.label_from_instance(row), True, len(options)))
        return [(None, options, 0)]


class CheckedAutocompleteSelect(CheckedChoices, AutocompleteSelect):
    """Chooses a row by its primary key."""


class CheckedAutocompleteSelectMultiple(CheckedChoices, AutocompleteSelectMultiple):
    """Chooses rows by their primary keys; autocomplete-names.js keeps their order."""


class ChosenRow(forms.ModelChoiceField):
    """A row named by its primary key; the widgets above are for such fields.

    ``found`` are rows, or None for no row, by keys that were asked for before: of all forms of a formset at once.
    """

    found: dict[str, Any] = {}

    def rows(self, keys: Iterable[Any]) -> list[Any]:
        """Return the rows that may be chosen and have these keys, in their order."""
        wanted = [str(key) for key in keys if number_in(key) is not None]
        if asked := {*wanted} - self.found.keys():
            rows: Any = self.queryset
            stored = {str(pk): row for pk, row in rows.in_bulk(asked).items()}
            self.found = self.found | dict.fromkeys(asked) | stored
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


def parts_of_period(text: str) -> tuple[str, str] | None:
    """Return the first and the last date of a period as they are written; None for a date alone and anything else."""
    if not exact_date(text):
        for separator in SEPARATOR.finditer(text):
            start, end = text[: separator.start()].strip(), text[separator.end() :].strip()
            if exact_date(start) and (not end or end.lower() in NOW or exact_date(end)):
                return start, end
    return None


def spread_periods(data: Any) -> Any:
    """Put a period that was written in the field of its start, and *now* as an end, into the fields beside it."""
    spread = data.copy()
    for name, value in data.items():
        if name.rpartition("-")[2] == "start":
            beside = name.removesuffix("start")
            spread[name], end = parts_of_period(value) or (value, "")
            end = data.get(f"{beside}end") or end
            if end.strip().lower() in NOW:
                spread[f"{beside}end"], spread[f"{beside}ongoing"] = "", "on"
            elif end:
                spread[f"{beside}end"] = end
    return spread


class WrittenDateField(forms.CharField):
    """A partial date in whatever way it is written."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{**kwargs, "max_length": MAX_LENGTH})

    def to_python(self, value: Any) -> str:
        words = super().to_python(value)
        date = exact_date(words or "")
        if words and not date:
            raise ValidationError(_("Enter a date such as 2024, 2024-06, Sept 2024 or 26 June 2024."), code="date")
        return date


class ChosenFileInput(AdminFileWidget):
    """An input for the file of a field such as people.Person.photo; ``stashed`` is what a refused form had chosen."""

    template_name = "admin/widgets/chosen_file.html"
    is_picture = False
    field_name = ""
    stashed: Any = None
    max_bytes = documents.MAX_BYTES
    too_large: Any = documents.TOO_LARGE

    class Media:
        js = [forms.Script("labsite/admin/file-size.js", type="module")]

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        return super().get_context(name, value, attrs) | {"input": self}


class PictureInput(ChosenFileInput):
    """An input for a picture, of which picture-crop.js lets a part be chosen; ``shape`` is that part's, or free.

    ``sharp`` is the width in pixels below which it looks blurred where it is shown, if that is known.
    """

    is_picture = True
    shape = ""
    sharp = 0
    part = ""
    max_bytes = images.MAX_BYTES
    too_large: Any = images.TOO_MANY_BYTES

    class Media:
        js = [forms.Script("labsite/admin/picture-input.js", type="module")]

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        value = super().value_from_datadict(data, files, name)
        self.part = data.get(f"{name}-part", "")
        if name in files:
            files[name].part = self.part
        return value


class StashedFileField(forms.FileField):
    """Mixed into a form field for files: refuses a stashed upload that is gone, or was chosen in another field."""

    def to_python(self, data: Any) -> Any:
        if hasattr(data, "stashed") and (data.stashed is None or data.stashed.field != self.widget.field_name):
            raise ValidationError(GONE, code="gone")
        return super().to_python(data)


class ChosenPictureField(StashedFileField, PictureFormField):
    """A picture that was chosen just now, or in a form that was refused."""


class ChosenDocumentField(StashedFileField, DocumentFormField):
    """A document that was chosen just now, or in a form that was refused."""


FILE_FIELDS: dict[Any, dict[str, Any]] = {
    PictureField: {"form_class": ChosenPictureField, "widget": PictureInput},
    DocumentField: {"form_class": ChosenDocumentField, "widget": ChosenFileInput},
}


class FormInputs(BaseModelAdmin):
    """Mixed into a ModelAdmin or an inline: its forms use the inputs of this module.

    They offer, and take, only what the user may put into a link.

    ``picture_shapes`` gives pictures that are always shown in one shape its width and height, such as "4:5";
    ``sharp_widths`` says from which width in pixels one looks sharp.
    """

    picture_shapes: dict[str, str] = {}
    sharp_widths: dict[str, int] = {}

    def get_field_queryset(self, db: str | None, db_field: Any, request: HttpRequest) -> models.QuerySet[Any] | None:
        if roles.reach(request.user, "view", db_field.related_model) is not roles.Reach.OWN:
            return super().get_field_queryset(db, db_field, request)
        return roles.choices(request.user, db_field)

    def formfield_for_dbfield(self, db_field: models.Field, request: HttpRequest, **kwargs: Any) -> Any:
        if isinstance(db_field, PartialDateField):
            kwargs |= {"form_class": WrittenDateField, "widget": AdminTextInputWidget(attrs={"size": 14})}
        elif db_field.is_relation and "widget" not in kwargs and db_field.name in self.autocomplete_fields:
            is_list, is_ordered = db_field.many_to_many, isinstance(db_field, OrderedManyToManyField)
            select = CheckedAutocompleteSelectMultiple if is_list else CheckedAutocompleteSelect
            kwargs["widget"] = select(db_field, self.admin_site)
            kwargs["form_class"] = OrderedChosenRows if is_ordered else ChosenRows if is_list else ChosenRow
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if db_field.many_to_many and field and roles.makes_own(db_field):
            field.error_messages["invalid_choice"] = ANOTHERS % {"what": db_field.verbose_name}
        if isinstance(db_field, models.FileField) and field:
            field.widget.field_name = str(db_field)
            field.widget.shape = self.picture_shapes.get(db_field.name, "")
            field.widget.sharp = self.sharp_widths.get(db_field.name, 0)
        return field


class DescribedPicturesForm(forms.ModelForm):
    """A form in which a new picture needs a description; rows that have a picture and no description stay editable.

    A model may have ``usual_descriptions`` by the names of their fields: such a one stands for one left empty.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.usual = getattr(self.instance, "usual_descriptions", {})
        for name in self.usual.keys() & self.fields if self.instance.pk else ():
            self.fields[name].widget.attrs["placeholder"] = self.usual[name] % {"name": self.instance}

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        for name, value in list(self.cleaned_data.items()):
            alt = f"{name}_alt"
            if isinstance(value, EncodedPicture) and alt in self.fields and not self.cleaned_data.get(alt):
                with override(settings.LANGUAGE_CODE):  # that of what visitors read
                    name_of_row = self.cleaned_data.get("name") or str(self.instance)
                    self.cleaned_data[alt] = str(self.usual.get(alt, "")) % {"name": name_of_row}
                if not self.cleaned_data[alt]:
                    self.add_error(alt, ValidationError(NOT_DESCRIBED, code="not_described"))
        return cleaned


def compared_fields(form: Any) -> dict[str, forms.Field]:
    """Return by name the fields of a form that somebody could fill in."""
    own = {form._meta.model._meta.pk.name, "DELETE"}
    return {
        name: field
        for name, field in form.fields.items()
        if name not in own and not field.disabled and not isinstance(field, InlineForeignKeyField)
    }


def stored(form: Any) -> dict[str, Any]:
    """Return by field the plain value that a form shows before anybody has changed it."""
    return {
        name: str(form[name].initial or "") if isinstance(field, forms.FileField) else plain(form[name].value(), field)
        for name, field in compared_fields(form).items()
    }


def typed(form: Any, data: Any, files: Any, prefix: str = "") -> dict[str, Any]:
    """Return by field the plain value of what was sent for a form under a prefix."""
    values: dict[str, Any] = {}
    for name, field in compared_fields(form).items():
        raw = field.widget.value_from_datadict(data, files, prefix + name)
        if isinstance(field, forms.FileField):
            values[name] = LEFT_ALONE if raw is None else f"file {getattr(raw, 'name', '')}" if raw else ""
            continue
        if not isinstance(field, forms.ModelChoiceField):
            with suppress(ValidationError):
                raw = field.clean(raw)
        values[name] = plain(raw, field)
    return values


def plain(value: Any, field: forms.Field | None = None) -> str | tuple[str, ...]:
    """Return a value as text, or several values as texts, sorted where their order in the field says nothing."""
    if isinstance(field, forms.ModelMultipleChoiceField) or isinstance(value, list | tuple | models.QuerySet):
        texts = [str(plain(each)) for each in value or ()]
        return tuple(texts if isinstance(field, OrderedMultipleChoiceField) else sorted(texts))
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.UTC).replace(microsecond=0).isoformat()
    if isinstance(value, models.Model):
        return str(value.pk)
    return "" if value is None or value is False else str(value).replace("\r\n", "\n").strip()


def sent(form: Any) -> dict[str, dict[str, list[str]]]:
    """Return by field the names and values that a browser would send for it, unchanged."""
    return {name: _sent(field.widget, name, form[name].value()) for name, field in compared_fields(form).items()}


def _sent(widget: Any, name: str, value: Any) -> dict[str, list[str]]:
    widget = getattr(widget, "widget", widget)  # Django's admin wraps some, to put buttons beside them
    if widget.needs_multipart_form:
        return {name: [], f"{name}-clear": []}
    if isinstance(widget, forms.MultiWidget):
        suffixes: list[str] = widget.widgets_names  # type: ignore[attr-defined]  # django-stubs doesn't know it
        parts = zip(suffixes, widget.widgets, widget.decompress(value) or (), strict=True)
        return {key: values for end, part, each in parts for key, values in _sent(part, name + end, each).items()}
    if isinstance(widget, forms.CheckboxInput):
        return {name: ["on"] if value else []}
    formatted = widget.format_value(value)
    return {name: formatted if isinstance(formatted, list) else ["" if formatted is None else str(formatted)]}


def digest(*values: Any) -> str:
    """Return a short text that differs where the values do."""
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:16]


def in_words(field: forms.Field, value: Any) -> str:
    """Return a plain value as people read it."""
    if isinstance(field, forms.FileField):
        return value.rpartition("/")[-1].removeprefix("file ") if value else gettext("no file")
    if isinstance(field, forms.ModelChoiceField):
        keys = [key for key in ([value] if isinstance(value, str) else value) if number_in(key) is not None]
        rows: Any = field.queryset
        labels = {str(row.pk): field.label_from_instance(row) for row in rows.filter(pk__in=keys)}
        named = [labels[key] for key in keys if key in labels]
        ordered = named if isinstance(field, OrderedMultipleChoiceField) else sorted(named)
        return values_in_words.enumerated(ordered) or str(NOTHING)
    if isinstance(field, forms.BooleanField):
        return values_in_words.in_words(bool(value))
    if not isinstance(value, str):
        return " ".join(filter(None, value)) or str(NOTHING)
    if isinstance(field, forms.DateTimeField | forms.SplitDateTimeField):
        with suppress(ValueError):
            return values_in_words.in_words(datetime.datetime.fromisoformat(value))
    flat: Iterable[tuple[Any, Any]] = flatten_choices(getattr(field, "choices", ()))
    choices = [(str(each), label) for each, label in flat]
    return values_in_words.in_words(value, choices) or str(NOTHING)


def filled_in(form: Any, values: dict[str, Any]) -> list[str]:
    """Return in words the fields of a form in which something was typed or chosen."""
    fields, filled = compared_fields(form), {name: value for name, value in values.items() if value and name != ORDER}
    return [labelled(str(form[name].label), in_words(fields[name], value)) for name, value in filled.items()]


def labelled(label: str, text: str) -> str:
    return gettext("%(label)s: %(text)s") % {"label": label, "text": text}
