"""The value of a field in words, as the editing side shows it wherever values are compared."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.utils import timezone
from django.utils.choices import flatten_choices
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext

from labsite.modelling.periods import PartialDate


def in_words(value: Any, choices: Iterable[Any] | None = None) -> str:
    """Return a Python value as editors read it, the label if it is one of ``choices``; nothing for an empty one."""
    if value is None or value == "":
        return ""
    if choices:
        return str(dict(flatten_choices(choices)).get(value, value))
    if isinstance(value, bool):
        return gettext("Yes") if value else gettext("No")
    if isinstance(value, PartialDate):
        return value.words
    if isinstance(value, datetime.datetime):
        return date_format(timezone.localtime(value), pgettext("day, month, year and time", "j F Y, H:i"))
    if isinstance(value, datetime.date):
        return date_format(value, pgettext("day, month and year", "j F Y"))
    return str(value)


def enumerated(things: Iterable[Any]) -> str:
    """Return things with commas between them, such as "a, b, c"."""
    return pgettext("between things in a list", ", ").join(map(str, things))


def listed(things: Iterable[Any]) -> str:
    """Return things as a sentence names them, such as "a, b and c"; nothing for none."""
    *others, last = list(things) or [""]
    return gettext("%(others)s and %(last)s") % {"others": enumerated(others), "last": last} if others else str(last)
