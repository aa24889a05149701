"""Who came to the lab, changed roles and left in a period; whom a member advised, and what they taught."""

from collections import defaultdict
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from labsite.contrib.documents.papers import appeared
from labsite.contrib.documents.reports.subjects import Found, ReportItem, ReportScope, said_together
from labsite.modelling.periods import PartialDate
from labsite.modelling.publishing import is_public
from people.models import Education, Membership, Person, Position
from publications.citations.dates import years_in_words
from publications.models import Authorship


def in_the_lab(scope: ReportScope) -> tuple[dict[int, str], int]:
    """Return the last role in the period of each person who was in the lab then, and of how many stays too little is
    known to tell: since when, or until when. The twin of labsite.pages.explore.members_by_role().
    """
    roles: dict[int, str] = {}
    unknown = 0
    for stay in scope.stays:
        if not stay.start or (stay.has_left and not stay.end):
            unknown += 1
        elif scope.period.doubt(stay.start, stay.end) is not None:
            roles[stay.person_id] = stay.role
    return roles, unknown


def people(scope: ReportScope) -> Found:
    """Return who works on the projects that a report is about, and who joined, changed roles and left."""
    by_person = defaultdict(list)
    for stay in scope.stays:
        by_person[stay.person_id].append(stay)
    items = []
    for own in by_person.values() if scope.subject.kind in ("project", "funder") else ():
        person, role = own[-1].person, str(own[-1].get_role_display())
        named = ReportItem(person.shown_name, _("On the project"), "project", people=person.shown_name, where=role)
        items.append(replace(named, link=scope.link(person)))
    events: list[tuple[Membership, str, str]] = []
    for stay in reversed(scope.stays):
        before = any(_goes_on(other, stay) for other in by_person[stay.person_id])
        events.append((stay, stay.start, "role" if before else "joined"))
    events.sort(key=lambda event: event[2])
    for stay in sorted(scope.stays, key=lambda each: each.end, reverse=True):
        if scope.is_over(stay.end) and not any(_goes_on(stay, other) for other in by_person[stay.person_id]):
            events.append((stay, stay.end, "left"))
    headings = {"joined": _("Joined"), "role": _("New roles"), "left": _("Left")}
    dated, _undated = scope.placed((event for event in events if event[1]), lambda event: (event[1],))
    for (stay, date, what), note in dated:
        went_to = _("Went to: %(where)s") % {"where": stay.went_to} if what == "left" and stay.went_to else ""
        items.append(
            ReportItem(
                title=stay.person.shown_name,
                group=headings[what],
                key=what,
                date=date,
                people=stay.person.shown_name,
                where=said_together(stay.get_role_display(), stay.years if what == "left" else ""),
                link=scope.link(stay.person),
                note=said_together(went_to, note),
            )
        )
    unknown = 0 if scope.period.is_everything else in_the_lab(scope)[1]
    words = ngettext(
        "%(number)s stay in the lab without known dates",
        "%(number)s stays in the lab without known dates",
        unknown,
    )
    return Found(items, unknown, f"{scope.site}{reverse('people:list')}", words % {"number": unknown})


def _goes_on(stay: Membership, next_one: Membership) -> bool:
    """Whether somebody was in the lab in one role when, or until the day before, they began the next."""
    if (
        stay.pk == next_one.pk
        or not next_one.start
        or stay.start >= next_one.start
        or (stay.has_left and not stay.end)
    ):
        return False
    return not stay.end or PartialDate(stay.end).last + timedelta(days=1) >= PartialDate(next_one.start).first


def students(scope: ReportScope) -> Found:
    """Return whom a member advised for a degree or in a position, and mentored on papers."""
    if not scope.subject.person:
        return Found()
    steps: list[Any] = []
    for model in (Education, Position):
        rows = model.objects.filter(advisors=scope.subject.person, person__in=Person.objects.members())
        steps += rows.select_related("person").order_by("-start", "pk")

    def advised(step: Any, _note: str) -> ReportItem:
        is_open = step.start and not (step.end or step.ongoing)
        ends_unknown = is_open and scope.period.doubt(step.start, step.start) is None
        return ReportItem(
            title=step.person.shown_name,
            group=_("Advised"),
            key="advised",
            date=step.start,
            label=step.years,
            people=step.person.shown_name,
            where=said_together(step.title, step.organisation),
            link=scope.link(step.person),
            note=_("End date unknown.") if ends_unknown else "",
        )

    def year(row: Any) -> tuple[str, ...]:
        return (appeared(row.publication.year, None),)

    def mentored(row: Any, _note: str) -> ReportItem:
        return ReportItem(
            title=row.display_name,
            group=_("Mentored on papers"),
            key="mentored",
            date=year(row)[0],
            people=row.person.shown_name,
            where=row.publication.title,
            link=scope.link(row.publication),
        )

    papers: Any = Authorship.objects.filter(is_public("publication"), mentor=scope.subject.person)
    papers = papers.select_related("publication").with_people()
    papers = papers.order_by("-publication__year", "publication__title", "order")
    found = scope.collect(steps, lambda step: (step.start, step.end), advised, scope.subject.path)
    return replace(found, items=found.items + scope.collect(papers, year, mentored).items)


def teaching(scope: ReportScope) -> Found:
    """Return the courses of which the term names a year that reaches into the period."""
    if not scope.subject.person:
        return Found()

    def years(row: Any) -> tuple[str, ...]:
        return tuple(sorted(map(str, years_in_words(row.term)))) or ("",)

    def item(row: Any, note: str) -> ReportItem:
        where, date = said_together(row.role, row.place), years(row)[-1]
        return ReportItem(row.course, date=date, label=row.term, people=scope.subject.title, where=where, note=note)

    return scope.collect(scope.subject.person.teaching.all(), years, item, scope.subject.path)
