"""Forms that two people have open at once: the second to save is shown what the first one saved, and decides."""

import hashlib
import json
from typing import Any

from django import forms
from django.contrib.admin.models import LogEntry
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms.models import _get_foreign_key
from django.utils.html import format_html, format_html_join
from django.utils.text import Truncator, capfirst

LONGEST_VALUE = 300


class WatchfulForm(forms.ModelForm):
    """A form that knows what its row held when it was opened, and is refused once if that has changed since.

    ``watched_rows`` are (name, model, name of the foreign key) of the rows that are edited with it.
    """

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    watched_rows: tuple = ()

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.held = held_by(self.instance, self.watched_rows)
            self.initial["seen"] = digests(self.held)

    def clean(self):
        cleaned = super().clean()
        seen = self.data.get(self.add_prefix("seen"))
        if self.instance.pk and seen and seen != self.initial["seen"]:
            self._refuse(seen)
        return cleaned

    def _refuse(self, seen):
        changed = [name for name, digest in json.loads(self.initial["seen"]).items() if f'"{digest}"' not in seen]
        # Whoever saves again has seen the other version, and means it.
        self.data = self.data.copy()
        self.data[self.add_prefix("seen")] = self.initial["seen"]
        raise ValidationError(self._words(changed), code="stale")

    def _words(self, changed):
        others = format_html_join("", "<li>{}: {}</li>", ((capfirst(name), self._value(name)) for name in changed))
        return format_html(
            "{} changed this while you had it open. It now says:<ul>{}</ul>"
            "What you wrote is still below. Save again to put it in the place of theirs, or leave the page to keep "
            "theirs.",
            _who_changed(self.instance),
            others,
        )

    def _value(self, name):
        return Truncator(self.held[name]).chars(LONGEST_VALUE) or "nothing"


def held_by(instance, watched_rows):
    """Return what a row and the rows edited with it hold, as text by the names that a form gives them."""
    fields = [field for field in instance._meta.fields if field.editable and not field.primary_key]
    values = {str(field.verbose_name): str(getattr(instance, field.name) or "") for field in fields}
    for field in instance._meta.many_to_many:
        values[str(field.verbose_name)] = ", ".join(map(str, getattr(instance, field.name).all()))
    for name, model, foreign_key in watched_rows:
        related = [field.name for field in model._meta.fields if field.is_relation]
        rows = model._default_manager.filter(**{foreign_key: instance}).select_related(*related)
        values[str(name)] = "; ".join(_row_in_words(row, foreign_key) for row in rows)
    return values


def _row_in_words(row, foreign_key):
    fields = [field for field in row._meta.fields if field.editable and field.name not in ("id", foreign_key)]
    return ", ".join(str(value) for field in fields if (value := getattr(row, field.name)) not in ("", None, False))


def digests(held):
    """Return a short text that changes with any of the values, and tells which."""
    return json.dumps(
        {name: hashlib.sha256(f"{name}={text}".encode()).hexdigest()[:16] for name, text in held.items()}
    )


def _who_changed(instance):
    entry = LogEntry.objects.filter(
        content_type__app_label=instance._meta.app_label,
        content_type__model=instance._meta.model_name,
        object_id=str(instance.pk),
    ).first()
    return str(entry.user) if entry else "Somebody else"


class WatchfulAdmin:
    """Mixed into a ModelAdmin: its form is a WatchfulForm that watches the inline rows too."""

    form: Any = WatchfulForm

    def get_form(self, request, obj=None, change=False, **kwargs):
        form = super().get_form(request, obj, change=change, **kwargs)
        if issubclass(form, WatchfulForm):
            inlines = self.get_inline_instances(request, obj)
            form.watched_rows = tuple(
                (inline.verbose_name_plural, inline.model, self._foreign_key(inline)) for inline in inlines
            )
        return form

    def _foreign_key(self, inline):
        return _get_foreign_key(self.model, inline.model, fk_name=inline.fk_name).name

    def get_object(self, request, object_id, from_field=None):
        """Hold the row while a form is saved, so that of two who save at once the second is still refused."""
        row = super().get_object(request, object_id, from_field)
        if row and request.method == "POST" and transaction.get_connection().in_atomic_block:
            row.refresh_from_db(from_queryset=self.model._base_manager.select_for_update())
        return row
