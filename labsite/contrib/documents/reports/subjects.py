"""Whom or what a report is about, which public rows are theirs, and what a report names of them."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

from django.db.models import Q

from labsite.contrib.documents.papers import BETWEEN
from labsite.contrib.documents.parts import DocumentEntry, Span, Text, joined, text
from labsite.contrib.documents.reports.periods import Lies, ReportPeriod, what_is_not_known
from labsite.modelling.periods import PartialDate
from labsite.models import Lab, NewsItem, Project
from labsite.texts.plain_text import lines_of
from people.models import Award, Education, Membership, Person
from people.profile import names_all
from publications.models import Publication, TalkOccasion
from services.models import Service

BEFORE_NUMBER = re.compile(r"[^\d]*?(?=[\s(,;:#–—-]*\S*\d|$)")


@dataclass(frozen=True)
class ReportSubject:
    """What a report is about: its kind, what it is called, its own period, and querysets of its public rows.

    ``person`` is the member whom it is about; ``grants`` are the lines of funding that name the funder.
    """

    kind: str
    title: str
    path: str
    papers: Any
    occasions: Any
    awards: Any
    services: Any
    memberships: Any
    news: Any
    projects: Any
    degrees: Any
    period: ReportPeriod = ReportPeriod()
    person: Person | None = None
    grants: tuple[str, ...] = ()

    @property
    def is_unknown_funder(self) -> bool:
        return self.kind == "funder" and not self.grants


def of_lab(lab: Lab) -> ReportSubject:
    """Return all that is public."""
    return ReportSubject(
        kind="lab",
        title=lab.name,
        path=lab.get_absolute_url(),
        papers=Publication.objects.published(),
        occasions=TalkOccasion.objects.all(),
        awards=Award.objects.public(),
        services=Service.objects.all(),
        memberships=Membership.objects.all(),
        news=NewsItem.objects.published(),
        projects=Project.objects.all(),
        degrees=Education.objects.filter(person__in=Person.objects.members()),
    )


def of_member(person: Person) -> ReportSubject:
    """Return what a member's page shows."""
    papers = Publication.objects.published().by(person, are_many=False)
    return ReportSubject(
        kind="member",
        title=person.name,
        path=person.get_absolute_url(),
        papers=papers,
        occasions=TalkOccasion.objects.filter(talk__speaker=person),
        awards=Award.objects.won_by(person),
        services=Service.objects.filter(person=person),
        memberships=Membership.objects.filter(person=person),
        news=NewsItem.objects.published().filter(people=person),
        projects=person.projects.all(),
        degrees=Education.objects.filter(person=person),
        person=person,
    )


def of_project(project: Project) -> ReportSubject:
    """Return what came of a project; without another period it is about the project's own."""
    period = ReportPeriod(project.start, project.end)
    return _of_projects("project", project.title, [project], path=project.get_absolute_url(), period=period)


def of_funder(words: str) -> ReportSubject:
    """Return what came of the projects whose funding names somebody: all the words, however they are written."""
    named = {project: grants_in(project, words) for project in Project.objects.exclude(funding="")}
    funded = [project for project, grants in named.items() if grants]
    grants = tuple(dict.fromkeys(line for lines in named.values() for line in lines))
    return _of_projects("funder", words, funded, grants=grants)


def _of_projects(kind: str, title: str, projects: Iterable[Project], **rest: Any) -> ReportSubject:
    keys = [project.pk for project in projects]
    these = Publication.objects.published().filter(projects__in=keys).order_by().values("pk")
    people = Person.objects.members().filter(projects__in=keys).order_by().values("pk")
    return ReportSubject(
        kind=kind,
        title=title,
        papers=Publication.objects.filter(pk__in=these),
        occasions=TalkOccasion.objects.filter(talk__publication__in=these),
        awards=Award.objects.filter(
            pk__in=Publication.awards.through.objects.filter(publication__in=these).values("award")
        ),
        services=Service.objects.none(),
        memberships=Membership.objects.filter(person__in=people),
        news=NewsItem.objects.published().filter(
            pk__in=NewsItem.publications.through.objects.filter(publication__in=these).values("newsitem")
        ),
        projects=Project.objects.filter(pk__in=keys),
        degrees=Education.objects.filter(person__in=people),
        **{"path": "", **rest},
    )


def grants_in(project: Project, words: str) -> list[str]:
    """Return the lines of a project's funding that have all these words."""
    return [line for line in lines_of(project.funding) if words.strip() and names_all(line, words)]


def known_funders() -> list[str]:
    """Return how the lines of all projects' funding begin, up to the number of the grant."""
    lines = (line for text in Project.objects.values_list("funding", flat=True) for line in lines_of(text))
    begun = (match[0] for line in lines if (match := BEFORE_NUMBER.match(line)))
    return sorted({words for each in begun if (words := each.strip(" ,;:#(–—-"))}, key=str.casefold)


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

    def is_over(self, end: str) -> bool:
        """Say whether a partial date has come."""
        return bool(end) and end <= self.today.isoformat()[: len(end)]


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
    rows: Iterable[Any], stretch_of: Callable[[Any], tuple[str, str] | None], period: ReportPeriod
) -> tuple[list[tuple[Any, str]], int]:
    """Return the rows that reach into a period, each with what isn't known of its date, and how many have no date.

    ``stretch_of`` returns the first and the last partial date of a row, where an empty one leaves that end open.
    """
    dated, undated = [], 0
    for row in rows:
        stretch = stretch_of(row)
        lies = period.place_of_stretch(*stretch) if stretch else period.place_of("")
        undated += lies is Lies.UNDATED
        if stretch and lies is Lies.PERHAPS:
            start, end = stretch
            in_doubt = start if start and period.place_of(start) is Lies.PERHAPS else end
            dated.append((row, what_is_not_known(in_doubt)))
        elif lies is Lies.INSIDE:
            dated.append((row, ""))
    return dated, undated


def placed_on(
    rows: Iterable[Any], date_of: Callable[[Any], str], period: ReportPeriod
) -> tuple[list[tuple[Any, str]], int]:
    """Return what placed() does of rows that have one date."""
    return placed(rows, lambda row: (date_of(row), date_of(row)) if date_of(row) else None, period)


def said_together(*parts: Any) -> str:
    """Return what isn't empty of some words, with commas between them."""
    return "".join(span.text for span in joined(text(str(part)) for part in parts if part))
