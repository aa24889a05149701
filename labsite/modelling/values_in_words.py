"""The value of a field in words, as the editing side shows it wherever values are compared."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.utils import timezone
from django.utils.choices import flatten_choices
from django.utils.formats import date_format

from labsite.modelling.periods import PartialDate


def in_words(value: Any, choices: Iterable[Any] | None = None) -> str:
    """Return a Python value as editors read it, the label if it is one of ``choices``; nothing for an empty one."""
    if value is None or value == "":
        return ""
    if choices:
        return str(dict(flatten_choices(choices)).get(value, value))
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, PartialDate):
        return value.words
    if isinstance(value, datetime.datetime):
        return date_format(timezone.localtime(value), "j F Y, H:i")
    return date_format(value, "j F Y") if isinstance(value, datetime.date) else str(value)
