"""Whom or what a report is about: the lab, a project, a funder or a member, and which public rows are theirs."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from labsite.contrib.documents.reports.periods import ReportPeriod
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
    found = {project: grants_in(project, words) for project in Project.objects.exclude(funding="")}
    funded = [project for project, grants in found.items() if grants]
    grants = tuple(dict.fromkeys(line for lines in found.values() for line in lines))
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
