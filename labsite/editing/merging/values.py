"""What the fields of a form hold: as plain values that can be compared, as a browser sends them, and in words."""

import datetime
import hashlib
import json

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.forms.models import InlineForeignKeyField
from django.utils.formats import date_format
from django.utils.timezone import localtime

from labsite.editing.choosing import is_key

NOTHING = "nothing"
LEFT_ALONE = None  # the value of a file field in which nothing was chosen and nothing cleared


def compared_fields(form):
    """Return by name the fields of a form that somebody could fill in."""
    own = {form._meta.model._meta.pk.name, "DELETE"}
    return {
        name: field
        for name, field in form.fields.items()
        if name not in own and not field.disabled and not isinstance(field, InlineForeignKeyField)
    }


def stored(form):
    """Return by field what a form shows that nobody has changed yet."""
    return {name: _stored(form[name]) for name in compared_fields(form)}


def _stored(bound):
    return str(bound.initial or "") if is_file(bound.field) else plain(bound.value())


def typed(form, data, files, prefix=""):
    """Return by field what was sent for a form under a prefix."""
    return {
        name: _typed(field, field.widget.value_from_datadict(data, files, prefix + name))
        for name, field in compared_fields(form).items()
    }


def _typed(field, raw):
    if is_file(field):
        return LEFT_ALONE if raw is None else f"file {getattr(raw, 'name', '')}" if raw else ""
    if isinstance(field, forms.ModelChoiceField):
        return plain(raw)
    try:
        return plain(field.clean(raw))
    except ValidationError:
        return plain(raw)


def is_file(field):
    return isinstance(field, forms.FileField)


def plain(value):
    """Return a value as text, or as several in an order of their own."""
    if isinstance(value, list | tuple | models.QuerySet):
        return tuple(sorted(str(plain(each)) for each in value))
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.UTC).replace(microsecond=0).isoformat()
    if isinstance(value, models.Model):
        return str(value.pk)
    return "" if value is None or value is False else str(value).replace("\r\n", "\n").strip()


def sent(form):
    """Return by field the names and values that a browser would send for it, unchanged."""
    return {name: _sent(field.widget, name, form[name].value()) for name, field in compared_fields(form).items()}


def _sent(widget, name, value):
    widget = getattr(widget, "widget", widget)  # Django's admin wraps some, to put buttons beside them
    if widget.needs_multipart_form:
        return {name: [], f"{name}-clear": []}
    if isinstance(widget, forms.MultiWidget):
        parts = zip(widget.widgets_names, widget.widgets, widget.decompress(value), strict=True)
        return {key: values for end, part, each in parts for key, values in _sent(part, name + end, each).items()}
    if isinstance(widget, forms.CheckboxInput):
        return {name: ["on"] if value else []}
    formatted = widget.format_value(value)
    return {name: formatted if isinstance(formatted, list) else ["" if formatted is None else str(formatted)]}


def digest(*values):
    """Return a short text that differs where the values do."""
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:16]


def in_words(field, value):
    """Say a plain value as people know it."""
    if isinstance(field, forms.ModelChoiceField):
        return _names(field, [value] if isinstance(value, str) else value) or NOTHING
    if isinstance(field, forms.BooleanField):
        return "yes" if value else "no"
    if not isinstance(value, str):
        return " ".join(filter(None, value)) or NOTHING
    if isinstance(field, forms.DateTimeField | forms.SplitDateTimeField) and value:
        return _time_in_words(value)
    return str(_labels(field).get(value, value)) or NOTHING


def _names(field, keys):
    chosen = field.queryset.filter(pk__in=[key for key in keys if is_key(key)])
    return ", ".join(sorted(field.label_from_instance(row) for row in chosen))


def _time_in_words(value):
    try:
        return date_format(localtime(datetime.datetime.fromisoformat(value)), "j F Y, H:i")
    except ValueError:
        return value


def _labels(field):
    """Return the labels of a field's choices by value, groups of choices unfolded."""
    labels = {}
    for value, label in getattr(field, "choices", []):
        labels |= {str(each): words for each, words in label} if isinstance(label, list) else {str(value): label}
    return labels
