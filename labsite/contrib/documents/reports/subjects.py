"""Whom or what a report is about, which public rows are theirs, and what a report names of them."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

from django.utils import timezone
from django.utils.translation import ngettext, pgettext

from labsite.contrib.documents.facts import BETWEEN
from labsite.contrib.documents.models import Report
from labsite.contrib.documents.parts import DocumentEntry, Span, Text, joined, text
from labsite.contrib.documents.reports.periods import ReportPeriod
from labsite.modelling.periods import PartialDate
from labsite.models import Lab, NewsItem, Project
from labsite.texts.plain_text import lines_of
from people.models import Award, Membership, Person
from people.profile import names_all
from publications.models import Publication, TalkOccasion
from services.models import Service

BEFORE_NUMBER = re.compile(r"[^\d]*?(?=[\s(,;:#–—-]*\S*\d|$)")


@dataclass(frozen=True)
class ReportSubject:
    """What a report is about: its kind, what it is called, its own period, and querysets of its public rows.

    These are all that are public where it names no others. ``person`` is the member whom it is about; ``grants`` are
    the lines of funding that name the funder.
    """

    kind: str
    title: str
    path: str
    papers: Any = field(default_factory=Publication.objects.published)
    occasions: Any = field(default_factory=TalkOccasion.objects.all)
    awards: Any = field(default_factory=Award.objects.public)
    services: Any = field(default_factory=Service.objects.all)
    people: Any = field(default_factory=Person.objects.members)  # whose times in the lab and degrees it has
    news: Any = field(default_factory=NewsItem.objects.published)
    projects: Any = field(default_factory=Project.objects.all)
    period: ReportPeriod = ReportPeriod()
    person: Person | None = None
    grants: tuple[str, ...] = ()


def subject_of(report: Report, lab: Lab) -> ReportSubject:
    """Return what a report is about, in the language that is active."""
    match report.subject:
        case Report.Subject.PROJECT if report.project:
            return of_project(*lab.in_page_language([report.project]))
        case Report.Subject.MEMBER if report.person:
            return of_member(report.person)
        case Report.Subject.FUNDER:
            return of_funder(report.funder)
    return ReportSubject("lab", lab.name, lab.get_absolute_url())


def of_member(person: Person) -> ReportSubject:
    """Return what a member's page shows."""
    return ReportSubject(
        "member",
        person.shown_name,
        person.get_absolute_url(),
        papers=Publication.objects.published().by(person, are_many=False),
        occasions=TalkOccasion.objects.filter(talk__speaker=person),
        awards=Award.objects.won_by(person),
        services=Service.objects.filter(person=person),
        people=Person.objects.filter(pk=person.pk),
        news=NewsItem.objects.published().filter(people=person),
        projects=person.projects.all(),
        person=person,
    )


def of_project(project: Project) -> ReportSubject:
    """Return what came of a project; without another period it is about the project's own."""
    period = ReportPeriod(project.start, project.end)
    return _of_projects("project", project.title, project.get_absolute_url(), [project], period=period)


def of_funder(words: str) -> ReportSubject:
    """Return what came of the projects whose funding names somebody: all the words, however they are written."""
    named = {
        project: [line for line in lines_of(project.funding) if words.strip() and names_all(line, words)]
        for project in Project.objects.exclude(funding="")
    }
    funded = [project for project, lines in named.items() if lines]
    grants = tuple(dict.fromkeys(line for lines in named.values() for line in lines))
    return _of_projects("funder", words, "", funded, grants=grants)


def _of_projects(kind: str, title: str, path: str, projects: Iterable[Project], **rest: Any) -> ReportSubject:
    keys = [project.pk for project in projects]
    these = Publication.objects.published().filter(projects__in=keys).order_by().values("pk")
    return ReportSubject(
        kind,
        title,
        path,
        papers=Publication.objects.filter(pk__in=these),
        occasions=TalkOccasion.objects.filter(talk__publication__in=these),
        awards=Award.objects.filter(publications__in=these).distinct(),
        services=Service.objects.none(),
        people=Person.objects.members().filter(projects__in=keys),
        news=NewsItem.objects.published().filter(publications__in=these).distinct(),
        projects=Project.objects.filter(pk__in=keys),
        **rest,
    )


def known_funders() -> list[str]:
    """Return how the lines of all projects' funding begin, up to the number of the grant."""
    lines = (line for text in Project.objects.values_list("funding", flat=True) for line in lines_of(text))
    begun = (match[0] for line in lines if (match := BEFORE_NUMBER.match(line)))
    return sorted({words for each in begun if (words := each.strip(" ,;:#(–—-"))}, key=str.casefold)


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

    @property
    def undated_line(self) -> Text:
        words = ngettext("%(n)s without a date isn’t listed", "%(n)s without a date aren’t listed", self.undated)
        return text(Span(self.undated_words or words % {"n": self.undated}, self.undated_at))


@dataclass(frozen=True)
class ReportScope:
    """What a report asks of the rows: whose they are, of when, and for which parts; ``site`` completes addresses."""

    subject: ReportSubject
    stated_period: ReportPeriod
    parts: tuple[str, ...]
    site: str
    lab: Lab

    @property
    def period(self) -> ReportPeriod:
        return self.subject.period if self.stated_period.is_everything else self.stated_period

    @cached_property
    def today(self) -> date:
        return timezone.localdate()

    @cached_property
    def stays(self) -> list[Membership]:
        """The times in the lab of the people that the report is about, the earliest first."""
        memberships = Membership.objects.filter(person__in=self.subject.people.order_by().values("pk"))
        return list(memberships.select_related("person").order_by("start", "pk"))

    def is_over(self, end: str) -> bool:
        """Say whether a partial date has come."""
        return bool(end) and end <= self.today.isoformat()[: len(end)]

    def link(self, row: Any) -> str:
        """Return the whole address of the page of a row, if there is one."""
        return f"{self.site}{row.get_absolute_url()}" if row else ""

    def placed(
        self, rows: Iterable[Any], dates_of: Callable[[Any], tuple[str, ...]]
    ) -> tuple[list[tuple[Any, str]], int]:
        """Return the rows that reach into the period, each with what isn't known of that, and how many have no date.

        ``dates_of`` returns the one partial date of a row, or its first and last, of which an empty one is open.
        """
        dated, undated = [], 0
        for row in rows:
            dates = dates_of(row)
            is_dated = any(dates) or getattr(row, "ongoing", False)
            note = self.period.doubt(dates[0], dates[-1]) if is_dated or self.period.is_everything else None
            undated += not is_dated and note is None
            dated += [(row, note)] if note is not None else []
        return dated, undated

    def collect(
        self,
        rows: Iterable[Any],
        dates_of: Callable[[Any], tuple[str, ...]],
        item_of: Callable[[Any, str], ReportItem],
        address: str = "",
    ) -> Found:
        """Return what a part names: an item of each row that is placed() and what isn't known of its date."""
        dated, undated = self.placed(rows, dates_of)
        return Found([item_of(row, note) for row, note in dated], undated, f"{self.site}{address}")


def said_together(*parts: Any) -> str:
    """Return what isn't empty of some words, with commas between them."""
    return pgettext("between the parts of a reference", ", ").join(str(part) for part in parts if part)
