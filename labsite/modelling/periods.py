"""Dates as precise as their source: a year, a month of a year, or a day, as people write them; and periods of such."""

import calendar
import datetime
import re
from itertools import takewhile
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import dateformat
from django.utils.functional import cached_property
from django.utils.translation import gettext, gettext_lazy, pgettext

from publications.citations.record import MONTHS

SHAPE = re.compile(r"(?P<year>\d{4})(-(?P<month>\d\d)(-(?P<day>\d\d))?)?", re.ASCII)

MONTH = rf"(?P<word>{'|'.join(f'{name[:3]}(?:{name[3:]})?' for name in MONTHS)}|Sept)\.?"
MONTH_NUMBERS = {name[:3].lower(): str(number) for number, name in enumerate(MONTHS, 1)}
DATE_SHAPES = [
    re.compile(shape, re.IGNORECASE | re.ASCII)
    for shape in (
        r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d).*",
        r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})",
        r"(?P<year>\d{4})",
        r"(?P<month>\d{1,2})/(?P<year>\d{4})",
        rf"{MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>\d{{4}})",
        rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+{MONTH},?\s+(?P<year>\d{{4}})",
        rf"{MONTH},?\s+(?P<year>\d{{4}})",
        rf"(?P<year>\d{{4}}),?\s+{MONTH}",
    )
]
TOKEN = re.compile(r"\d+|[^\W\d_]+")
ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b", re.IGNORECASE)
CHINESE = str.maketrans({"年": "-", "月": "-", "日": "", "号": ""})


class PartialDate(str):
    """``2024``, ``2024-06`` or ``2024-06-26``: sorts and compares as text, and knows its first and last day.

    All that it knows raises ValueError where the text is no such date.
    """

    @cached_property
    def first(self) -> datetime.date:
        """The first day it can mean."""
        match = SHAPE.fullmatch(self)
        if not match:
            raise ValueError(f"{str(self)!r} is not YYYY, YYYY-MM or YYYY-MM-DD")
        year, month, day = (int(part or 1) for part in match.group("year", "month", "day"))
        return datetime.date(year, month, day)

    @property
    def is_day(self) -> bool:
        """Whether the day is known."""
        return len(self) == len("YYYY-MM-DD")

    @property
    def last(self) -> datetime.date:
        """The last day it can mean."""
        first = self.first
        if self.is_day:
            return first
        month = first.month if len(self) == len("YYYY-MM") else 12
        return datetime.date(first.year, month, calendar.monthrange(first.year, month)[1])

    @property
    def words(self) -> str:
        """For people, in their language: ``26 June 2024``, ``Jun 2024`` or ``2024``."""
        # Translators: https://docs.djangoproject.com/en/5.2/ref/templates/builtins/#date
        shape = pgettext("day, month and year", "j F Y") if self.is_day else pgettext("month and year", "M Y")
        if len(self) == len("YYYY"):
            shape = pgettext("year alone", "Y")
        return dateformat.format(self.first, shape)


def exact_date(value: str) -> PartialDate:
    """Return the date that a text is, also 2024年9月; empty if it is anything else, or says more than the date."""
    text = ORDINAL.sub("", value.strip().translate(CHINESE).strip("-"))
    date = partial_date(text)
    return date if date and len(TOKEN.findall(text)) == date.count("-") + 1 else PartialDate("")


def partial_date(value: Any) -> PartialDate:
    """Return a date such as 2024-06-26T10:00:00Z, 2024-6, June 2024 or 26 June 2024; empty for anything else."""
    text = " ".join(str(value if value is not None else "").split())
    found = next(filter(None, (shape.fullmatch(text) for shape in DATE_SHAPES)), None)
    if not found:
        return PartialDate("")
    parts = found.groupdict()
    month = parts.get("month") or MONTH_NUMBERS.get((parts.get("word") or "")[:3].lower())
    numbers = takewhile(bool, (parts["year"], month, parts.get("day")))
    date = PartialDate("-".join(str(number).zfill(2) for number in numbers))
    try:
        date.first  # noqa: B018
    except ValueError:
        return PartialDate(parts["year"])
    return date


def validate_partial_date(value: str) -> None:
    """Raise ValidationError in an editor's words unless ``value`` is a date of year, month or day precision."""
    try:
        PartialDate(value).first  # noqa: B018
    except ValueError as error:
        raise ValidationError(
            gettext("Enter a date as YYYY, YYYY-MM or YYYY-MM-DD, for example 2024 or 2024-06."), code="partial_date"
        ) from error


class PartialDateField(models.CharField):
    """A ``PartialDate``, empty where no date is known."""

    default_validators = [validate_partial_date]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["max_length"] = 10
        kwargs.setdefault("blank", True)
        kwargs.setdefault("help_text", gettext_lazy("As precise as you know: 2024, 2024-06 or 2024-06-26."))
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        del kwargs["max_length"]
        return name, path, args, kwargs

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> PartialDate | None:
        return None if value is None else PartialDate(value)

    def to_python(self, value: Any) -> Any:
        return PartialDate(str(value).strip()) if value else ""


class PeriodQuerySet(models.QuerySet):
    def current(self, at: datetime.date) -> "PeriodQuerySet":
        """Rows whose period holds the day ``at``; an open end holds every day. The twin of Period.is_current."""
        return self.lasting(at).filter(Q(start="") | Q(start__lte=at.isoformat()))

    def lasting(self, at: datetime.date) -> "PeriodQuerySet":
        """Rows whose period has not ended before the day ``at``; it may be still to begin. See Period.is_lasting."""
        holding_the_day = [f"{at:%Y}", f"{at:%Y-%m}"]
        return self.filter(Q(end="") | Q(end__gte=at.isoformat()) | Q(end__in=holding_the_day))


class Period(models.Model):
    """Something that lasts from a start to an end, each as precise as its source or unknown."""

    start = PartialDateField(help_text=gettext_lazy("As precise as you know; leave empty if unknown."))
    end = PartialDateField(help_text=gettext_lazy("As precise as you know; leave empty if ongoing or unknown."))

    ongoing: Any = False  # a field where a row can say so
    has_left: Any = False  # the same, where it has ended at a time that nobody knows

    objects = PeriodQuerySet.as_manager()

    class Meta:
        abstract = True

    def clean(self) -> None:
        super().clean()
        try:
            backwards = self.start and self.end and PartialDate(self.start).first > PartialDate(self.end).last
        except ValueError:
            return  # the field that is no date says so itself
        if backwards:
            raise ValidationError({"end": gettext("The end is before the start.")}, code="period")

    def is_current(self, at: datetime.date) -> bool:
        """Say whether the day ``at`` lies in the period. The twin of PeriodQuerySet.current."""
        return self.is_lasting(at) and self.start <= at.isoformat()

    def is_lasting(self, at: datetime.date) -> bool:
        """Say whether the period has not ended before the day ``at``. The twin of PeriodQuerySet.lasting."""
        # A date compares as text with as much of the day as it says itself, which of an empty one is nothing.
        return self.end >= at.isoformat()[: len(self.end)] if self.end else not self.has_left

    @property
    def years(self) -> str:
        """For people: ``Sep 2017 – Dec 2022``, ``Feb – Apr 2024``, ``2018 – 2020``, ``2023``, or nothing."""
        start, end = PartialDate(self.start), PartialDate(self.end)
        are_months = len(start) == len(end) == len("YYYY-MM")
        if are_months and start != end and start[:4] == end[:4] and not self.ongoing:
            # Translators: https://docs.djangoproject.com/en/5.2/ref/templates/builtins/#date
            begin = dateformat.format(start.first, pgettext("the first of two months of a year", "M"))
            finish = dateformat.format(end.first, pgettext("the last of two months of a year", "M Y"))
            return f"{begin} – {finish}"
        begin = start.words if start else ""
        finish = gettext("present") if self.ongoing else end.words if end else ""
        return " – ".join(dict.fromkeys(filter(None, [begin, finish])))
