"""What a report names, one thing after the other: as a document says it, and as a row of its table does."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

from django.db.models import Q

from labsite.contrib.documents.papers import BETWEEN
from labsite.contrib.documents.parts import DocumentEntry, Span, Text, joined, text
from labsite.contrib.documents.reports.periods import Lies, ReportPeriod, what_is_not_known
from labsite.contrib.documents.reports.subjects import ReportSubject
from labsite.modelling.periods import PartialDate
from labsite.models import Lab
from people.models import Membership


@dataclass(frozen=True)
class ReportScope:
    """What a report asks of the rows: whose they are and of when; ``site`` completes addresses within the site."""

    subject: ReportSubject
    period: ReportPeriod
    lab: Lab
    site: str
    today: date

    @cached_property
    def stays(self) -> list[Membership]:
        """The times in the lab of the people that the report is about, the earliest first."""
        return list(self.subject.memberships.select_related("person").order_by("start", "pk"))


@dataclass(frozen=True)
class ReportItem:
    """One thing that a report names. ``said`` are the lines of a document, where these fields don't make them.

    ``group`` is the heading that it stands under, ``key`` the same in every language; ``link`` is its whole address.
    """

    title: str
    group: str = ""
    key: str = ""
    date: str = ""
    label: str = ""
    people: str = ""
    where: str = ""
    status: str = ""
    doi: str = ""
    open_access: str = ""
    venue: str = ""  # in short
    link: str = ""
    note: str = ""
    said: tuple[Text, ...] = ()

    def entry(self, known: str = "") -> DocumentEntry:
        """Return it as a document says it, in which the name of whom all of it is about is ``known``."""
        people = "" if self.people in (self.title, known) else self.people
        own = text(Span(self.title, self.link, is_strong=True)), joined((text(people), text(self.where)), BETWEEN)
        *first, last = [line for line in self.said or own if line]
        note = text(Span(self.note, is_emphasised=True))
        lines = (*first, joined((last, note), BETWEEN)) if first else (*first, last, note)
        label = self.label or (PartialDate(self.date).words if self.date else "")
        return DocumentEntry(label, tuple(filter(None, lines)))


@dataclass(frozen=True)
class Found:
    """The things of one part; ``undated`` are how many more have no date, which are to be seen at an address.

    ``note`` stands under the heading.
    """

    items: list[ReportItem] = field(default_factory=list)
    undated: int = 0
    undated_at: str = ""
    undated_words: str = ""  # instead of the usual ones
    note: Text = ()

    def __bool__(self) -> bool:
        return bool(self.items or self.undated)


def years_of(period: ReportPeriod, column: str = "year") -> Q:
    """Return the condition that a column of years is near a period, or has none."""
    return Q(**{f"{column}__range": (period.first.year, period.last.year)}) | Q(**{column: None})


def dates_of(period: ReportPeriod, column: str = "date") -> Q:
    """Return the condition that a column of partial dates is near a period, or has none."""
    near = {f"{column}__gte": f"{period.first.year:04}", f"{column}__lte": f"{period.last.year:04}-99"}
    return Q(**near) | Q(**{column: ""})


def placed(
    rows: Iterable[Any], date_of: Callable[[Any], str], period: ReportPeriod
) -> tuple[list[tuple[Any, str]], int]:
    """Return the rows that lie in a period, each with what isn't known of its date, and how many have no date."""
    dated, undated = [], 0
    for row in rows:
        day = date_of(row)
        lies = period.place_of(day)
        undated += lies is Lies.UNDATED
        if lies in (Lies.INSIDE, Lies.PERHAPS):
            dated.append((row, what_is_not_known(day) if lies is Lies.PERHAPS else ""))
    return dated, undated


def said_together(*parts: Any) -> str:
    """Return what isn't empty of some words, with commas between them."""
    return "".join(span.text for span in joined(text(str(part)) for part in parts if part))
