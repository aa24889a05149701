"""The period that a report is about, and which dates lie in it, however precisely they are known."""

import datetime
from dataclasses import dataclass
from enum import Enum

from django.utils.translation import gettext as _

from labsite.modelling.periods import PartialDate

ACADEMIC_YEAR_BEGINS = 9  # the month


class Lies(Enum):
    """Whether something lies in a period; PERHAPS where its date says too little to tell."""

    INSIDE = "inside"
    PERHAPS = "perhaps"
    OUTSIDE = "outside"
    UNDATED = "undated"


@dataclass(frozen=True)
class ReportPeriod:
    """From the first day of a partial date to the last of another; an empty one leaves that end open."""

    start: str = ""
    end: str = ""

    @property
    def first(self) -> datetime.date:
        return PartialDate(self.start).first if self.start else datetime.date.min

    @property
    def last(self) -> datetime.date:
        return PartialDate(self.end).last if self.end else datetime.date.max

    @property
    def is_everything(self) -> bool:
        return not (self.start or self.end)

    def place_of(self, date: str) -> Lies:
        """Say whether something that happened on a partial date lies in it."""
        return self.place_of_stretch(date, date) if date else self._undated

    def place_of_stretch(self, start: str, end: str) -> Lies:
        """Say whether something that lasted from one partial date to another reaches into it; open ends do."""
        begins = [PartialDate(start).first, PartialDate(start).last] if start else [datetime.date.min] * 2
        ends = [PartialDate(end).first, PartialDate(end).last] if end else [datetime.date.max] * 2
        if begins[0] > self.last or ends[1] < self.first:
            return Lies.OUTSIDE
        return Lies.INSIDE if begins[1] <= self.last and ends[0] >= self.first else Lies.PERHAPS

    @property
    def _undated(self) -> Lies:
        return Lies.INSIDE if self.is_everything else Lies.UNDATED

    @property
    def words(self) -> str:
        """For people: ``2025``, ``2023 – 2025``, ``Jan – Jun 2025``, ``since Sep 2024``; nothing for everything."""
        if self.is_everything:
            return ""
        start, end = PartialDate(self.start), PartialDate(self.end)
        if (
            self.start
            and self.end
            and (self.first.month, self.first.day, self.last.month, self.last.day) == (1, 1, 12, 31)
        ):
            return " – ".join(dict.fromkeys([str(self.first.year), str(self.last.year)]))
        if not self.end:
            return _("since %(date)s") % {"date": start.words}
        if not self.start:
            return _("until %(date)s") % {"date": end.words}
        return " – ".join(dict.fromkeys([start.words, end.words]))


def what_is_not_known(date: str) -> str:
    """Say of a date that lies only perhaps in a period why: ``in 2025, the month isn’t known``."""
    words = _("in %(date)s, the month isn’t known") if len(date) == 4 else _("in %(date)s, the day isn’t known")
    return words % {"date": PartialDate(date).words}


def last_year(today: datetime.date) -> ReportPeriod:
    return ReportPeriod(f"{today.year - 1}", f"{today.year - 1}")


def this_year(today: datetime.date) -> ReportPeriod:
    return ReportPeriod(f"{today.year}", f"{today.year}")


def last_twelve_months(today: datetime.date) -> ReportPeriod:
    """Return the twelve whole months before the present one."""
    before = today.replace(day=1) - datetime.timedelta(days=1)
    return ReportPeriod(f"{today.year - 1:04}-{today.month:02}", f"{before:%Y-%m}")


def last_academic_year(today: datetime.date) -> ReportPeriod:
    """Return the last academic year that is over."""
    end = today.year if today.month >= ACADEMIC_YEAR_BEGINS else today.year - 1
    return ReportPeriod(f"{end - 1}-{ACADEMIC_YEAR_BEGINS:02}", f"{end}-{ACADEMIC_YEAR_BEGINS - 1:02}")


# Those that move with the calendar, by the names under which they are kept.
PERIODS = {
    "last-year": last_year,
    "this-year": this_year,
    "last-months": last_twelve_months,
    "academic-year": last_academic_year,
}
