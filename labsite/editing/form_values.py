"""What forms and inline rows hold: as plain values that can be compared, as a browser sends them, and in words."""

import datetime
import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.forms.models import InlineForeignKeyField
from django.http import QueryDict
from django.utils.choices import flatten_choices
from django.utils.translation import gettext, gettext_lazy as _

from labsite.editing.inlines import by_order
from labsite.editing.inputs import is_primary_key
from labsite.modelling import values_in_words
from labsite.modelling.ordered_lists import OrderedMultipleChoiceField

NOTHING = _("nothing")
LEFT_ALONE = None  # the value of a file field in which nothing was chosen and nothing cleared
ORDER = "order"


def compared_fields(form: Any) -> dict[str, forms.Field]:
    """Return by name the fields of a form that somebody could fill in."""
    own = {form._meta.model._meta.pk.name, "DELETE"}
    return {
        name: field
        for name, field in form.fields.items()
        if name not in own and not field.disabled and not isinstance(field, InlineForeignKeyField)
    }


def is_file(field: forms.Field) -> bool:
    return isinstance(field, forms.FileField)


def stored(form: Any) -> dict[str, Any]:
    """Return by field the plain value that a form shows before anybody has changed it."""
    return {
        name: str(form[name].initial or "") if is_file(field) else _plain(field, form[name].value())
        for name, field in compared_fields(form).items()
    }


def typed(form: Any, data: Any, files: Any, prefix: str = "") -> dict[str, Any]:
    """Return by field the plain value of what was sent for a form under a prefix."""
    values: dict[str, Any] = {}
    for name, field in compared_fields(form).items():
        raw = field.widget.value_from_datadict(data, files, prefix + name)
        if is_file(field):
            values[name] = LEFT_ALONE if raw is None else f"file {getattr(raw, 'name', '')}" if raw else ""
            continue
        if not isinstance(field, forms.ModelChoiceField):
            with suppress(ValidationError):
                raw = field.clean(raw)
        values[name] = _plain(field, raw)
    return values


def _plain(field: forms.Field, value: Any) -> str | tuple[str, ...]:
    """Return the plain value of a field; of several rows in their order where that says something."""
    if isinstance(field, OrderedMultipleChoiceField):
        return tuple(map(str, field.prepare_value(value) or ()))
    return plain(value)


def plain(value: Any) -> str | tuple[str, ...]:
    """Return a value as text, or several values as a sorted tuple of texts."""
    if isinstance(value, list | tuple | models.QuerySet):
        return tuple(sorted(str(plain(each)) for each in value))
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
    if is_file(field):
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


@dataclass
class FormRow:
    """One version of an inline row.

    ``key`` is its primary key, or "+" and a number for one that was added in the form; ``sent`` is what a browser
    sends for it, by the names that follow the row's prefix; ``instance`` is what the database has.
    """

    key: str
    values: dict[str, Any]
    sent: dict[str, list[str]]
    files: set[str]
    instance: Any = None
    is_deleted: bool = False
    index: int = 0

    def __str__(self) -> str:
        return str(self.instance)

    @property
    def is_added(self) -> bool:
        return self.key.startswith("+")

    def is_filled_in(self, empty: dict[str, Any]) -> bool:
        """Say whether an added row says more than its ``empty`` form, and isn't to be deleted again."""
        return not self.is_deleted and any(
            value not in (LEFT_ALONE, empty[name]) for name, value in self.values.items() if name != ORDER
        )

    def version(self, other_files: str = "") -> list[str] | None:
        """Return digests of its texts and of its files; files left alone are as the other version's."""
        if self.is_deleted:
            return None
        texts = {name: value for name, value in self.values.items() if name not in self.files | {ORDER}}
        files = {name: self.values[name] for name in self.files}
        left_alone = any(value is LEFT_ALONE for value in files.values())
        return [digest(texts), other_files if left_alone else digest(files)]


@dataclass
class InlineRows:
    """The rows under one prefix, as stored and as sent, each in their order.

    ``blank`` is the empty form of a row; ``changeable`` says whether the user may change rows that exist.
    """

    prefix: str
    noun: str
    plural: str
    blank: Any
    stored: list[FormRow]
    typed: Sequence[FormRow] = ()
    changeable: bool = True

    @property
    def is_ordered(self) -> bool:
        return ORDER in self.blank.fields

    def versions(self) -> dict[str, Any]:
        return {row.key: row.version() for row in self.stored}


def stored_rows(formset: Any, inline: Any, changeable: bool = True) -> InlineRows:
    """Return the rows of a formset that nobody has filled in."""
    rows = []
    for form in formset.initial_forms:
        inputs = {key: each for part in sent(form).values() for key, each in part.items()}
        rows.append(FormRow(str(form.instance.pk), stored(form), inputs, file_fields(form), instance=form.instance))
    return InlineRows(
        prefix=formset.prefix,
        noun=str(inline.verbose_name),
        plural=str(inline.verbose_name_plural),
        blank=formset.empty_form,
        stored=rows,
        changeable=changeable,
    )


def file_fields(form: Any) -> set[str]:
    return {name for name, each in compared_fields(form).items() if is_file(each)}


def read_rows(group: InlineRows, data: QueryDict, files: Any) -> InlineRows:
    """Return the group with the rows that were sent, but for those that were added and left empty."""
    total = number(data.get(f"{group.prefix}-TOTAL_FORMS", "0"))
    name = re.compile(rf"{re.escape(group.prefix)}-(\d{{1,5}})-", re.ASCII)
    indexes = {int(match[1]) for key in [*data, *files] if (match := name.match(key))}
    pk_name, empty = group.blank._meta.model._meta.pk.name, stored(group.blank)
    rows = []
    for index in sorted(index for index in indexes if index < total):
        prefix = f"{group.prefix}-{index}-"
        inputs = {key.removeprefix(prefix): data.getlist(key) for key in data if key.startswith(prefix)}
        row = FormRow(
            key=data.get(prefix + pk_name) or f"+{index}",
            values=typed(group.blank, data, files, prefix),
            sent=inputs,
            files=file_fields(group.blank),
            is_deleted="DELETE" in group.blank.fields and "DELETE" in inputs,
            index=index,
        )
        if not row.is_added or row.is_filled_in(empty):
            rows.append(row)
    ordered = by_order(rows, lambda row: number(str(row.values[ORDER]))) if group.is_ordered else rows
    return replace(group, typed=ordered)


def number(text: str) -> int:
    """Return the number that a text is, 0 for any other text."""
    return int(text) if text.isdecimal() else 0
