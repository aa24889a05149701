"""Dates in forms as people write them: Sept 2024, 09/2024, or a whole period such as 2021 – now in its first field."""

import re
from typing import Any

from django import forms
from django.contrib.admin.options import BaseModelAdmin
from django.contrib.admin.widgets import AdminTextInputWidget
from django.core.exceptions import ValidationError
from django.db.models import Field
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from labsite.modelling.periods import PartialDateField
from labsite.modelling.written_dates import exact_date

MAX_LENGTH = 40  # characters
SEPARATOR = re.compile(r"\s*(?:[-–—~至到]|\b(?:to|until)\b)\s*", re.IGNORECASE)
NOW = {"now", "present", "today", "ongoing", "今", "至今", "现在"}


def parts_of_period(text: str) -> tuple[str, str] | None:
    """Return the first and the last date of a period as they are written; None for a date alone and anything else."""
    if not exact_date(text):
        for separator in SEPARATOR.finditer(text):
            start, end = text[: separator.start()].strip(), text[separator.end() :].strip()
            if exact_date(start) and (not end or end.lower() in NOW or exact_date(end)):
                return start, end
    return None


class StartInput(AdminTextInputWidget):
    """Takes a whole period too, of which it keeps the start."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        period = _period_beside(data, name)
        return period[0] if period else super().value_from_datadict(data, files, name)


class EndInput(AdminTextInputWidget):
    """Stays empty for *now*; gets the end of a period that was written beside it."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        own = super().value_from_datadict(data, files, name)
        period = None if own else _period_beside(data, name)
        end = period[1] if period else own
        return "" if end and end.strip().lower() in NOW else end


class OngoingInput(forms.CheckboxInput):
    """Is ticked by a period that was written as lasting until now, too."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        period = _period_beside(data, name)
        ends = [period[1] if period else "", data.get(_beside(name, "end")) or ""]
        return super().value_from_datadict(data, files, name) or any(end.strip().lower() in NOW for end in ends)


def _period_beside(data: Any, name: str) -> tuple[str, str] | None:
    return parts_of_period(data.get(_beside(name, "start")) or "")


def _beside(name: str, other: str) -> str:
    """Return the name of another field of the same form."""
    prefix, dash, _ = name.rpartition("-")
    return f"{prefix}{dash}{other}"


class WrittenDateField(forms.CharField):
    """A partial date in whatever way it is written."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{**kwargs, "max_length": MAX_LENGTH})

    def to_python(self, value: Any) -> str:
        words = super().to_python(value)
        date = exact_date(words or "")
        if words and not date:
            raise ValidationError(_("Write a date such as 2024, 2024-06, Sept 2024 or 26 June 2024."), code="date")
        return date


class WrittenDates(BaseModelAdmin):
    """Mixed into a ModelAdmin or an inline: its partial dates are written freely."""

    WIDGETS = {"start": StartInput, "end": EndInput}

    def formfield_for_dbfield(self, db_field: Field, request: HttpRequest, **kwargs: Any) -> Any:
        if isinstance(db_field, PartialDateField):
            widget = self.WIDGETS.get(db_field.name, AdminTextInputWidget)
            kwargs |= {"form_class": WrittenDateField, "widget": widget(attrs={"size": 14})}
        elif db_field.name == "ongoing":
            kwargs["widget"] = OngoingInput()
        return super().formfield_for_dbfield(db_field, request, **kwargs)
