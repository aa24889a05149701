"""What the fields of forms hold: as plain values that can be compared, as a browser sends them, and in words."""

import datetime
import hashlib
import json
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.forms.models import InlineForeignKeyField
from django.utils.choices import flatten_choices
from django.utils.translation import gettext, gettext_lazy as _

from labsite.editing.inputs import is_primary_key
from labsite.modelling import values_in_words
from labsite.modelling.ordered_lists import OrderedMultipleChoiceField

NOTHING = _("nothing")
ORDER = "order"
LEFT_ALONE = None  # the value of a file field in which nothing was chosen and nothing cleared


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
        keys = [key for key in ([value] if isinstance(value, str) else value) if is_primary_key(key)]
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
