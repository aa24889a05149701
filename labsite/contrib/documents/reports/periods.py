"""The period that a report is about, and which dates lie in it, however precisely they are known."""

import datetime
from dataclasses import dataclass

from django.utils.translation import gettext as _

from labsite.modelling.periods import PartialDate

ACADEMIC_YEAR_BEGINS = 9  # the month


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

    @property
    def months(self) -> list[str]:
        """Its months, of a period of at most a year; none of a longer one."""
        first, last = self.first, self.last
        number = 12 * (last.year - first.year) + last.month - first.month + 1
        ahead = range(first.month - 1, first.month - 1 + number) if number <= 12 else ()
        return [f"{first.year + month // 12:04}-{month % 12 + 1:02}" for month in ahead]

    def doubt(self, start: str, end: str) -> str | None:
        """Return what isn't known of whether something that lasted from one partial date to another reaches into it:
        nothing where it does, None where it doesn't, else ``in 2025, month unknown``. Open ends reach.
        """
        begun, ended = ReportPeriod(start, start), ReportPeriod(end, end)
        if begun.first > self.last or ended.last < self.first:
            return None
        if (not start or begun.last <= self.last) and (not end or ended.first >= self.first):
            return ""
        date = start if start and (start == end or self.doubt(start, start)) else end
        words = _("in %(date)s, month unknown") if len(date) == 4 else _("in %(date)s, day unknown")
        return words % {"date": PartialDate(date).words}

    @property
    def words(self) -> str:
        """For people: ``2025``, ``2023 – 2025``, ``Jan – Jun 2025``, ``since Sep 2024``; nothing for everything."""
        start, end = PartialDate(self.start), PartialDate(self.end)
        if not (start and end):
            open_end = _("since %(date)s") % {"date": start.words} if start else ""
            return _("until %(date)s") % {"date": end.words} if end else open_end
        are_years = (self.first.month, self.first.day, self.last.month, self.last.day) == (1, 1, 12, 31)
        ends = (str(self.first.year), str(self.last.year)) if are_years else (start.words, end.words)
        return " – ".join(dict.fromkeys(ends))


def moving_period(kind: str, today: datetime.date) -> ReportPeriod | None:
    """Return what one of Report.PeriodKind that moves with the calendar is on a day; None for one that doesn't."""
    year, before = today.year, today.replace(day=1) - datetime.timedelta(days=1)
    end = year if today.month >= ACADEMIC_YEAR_BEGINS else year - 1
    periods = {
        "last-year": (f"{year - 1}", f"{year - 1}"),
        "this-year": (f"{year}", f"{year}"),
        # The twelve whole ones before the present one.
        "last-months": (f"{year - 1:04}-{today.month:02}", f"{before:%Y-%m}"),
        # The last one that is over.
        "academic-year": (f"{end - 1}-{ACADEMIC_YEAR_BEGINS:02}", f"{end}-{ACADEMIC_YEAR_BEGINS - 1:02}"),
    }
    return ReportPeriod(*periods[kind]) if kind in periods else None
