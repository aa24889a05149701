"""Who came to the lab, changed roles and left in a period; whom a member advised, and what they taught."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from labsite.contrib.documents.reports.periods import Lies, what_is_not_known
from labsite.contrib.documents.reports.subjects import Found, ReportItem, ReportScope, placed, said_together, years_of
from labsite.modelling.periods import PartialDate
from labsite.modelling.publishing import is_public
from people.models import Education, Membership, Person, Position
from publications.citations.dates import years_in_words
from publications.models import Authorship

COUNTED = (Lies.INSIDE, Lies.PERHAPS)


def in_the_lab(scope: ReportScope) -> tuple[dict[int, str], int]:
    """Return the last role in the period of each person who was in the lab then, and of how many stays too little is
    known to tell: since when, or until when. The twin of labsite.pages.explore.members_by_role().
    """
    roles: dict[int, str] = {}
    unknown = 0
    for stay in scope.stays:
        if not stay.start or (stay.has_left and not stay.end):
            unknown += 1
        elif scope.period.place_of_stretch(stay.start, stay.end) in COUNTED:
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
        link = f"{scope.site}{person.get_absolute_url()}"
        items.append(
            ReportItem(person.name, _("On the project"), "project", where=role, people=person.name, link=link)
        )
    for came in (True, False):
        for stay in reversed(scope.stays):
            before = any(_goes_on(other, stay) for other in by_person[stay.person_id])
            if before is not came:
                items += _dated(scope, stay, stay.start, "joined" if came else "role")
    for stay in sorted(scope.stays, key=lambda each: each.end, reverse=True):
        if not any(_goes_on(stay, other) for other in by_person[stay.person_id]) and scope.is_over(stay.end):
            items += _dated(scope, stay, stay.end, "left")
    unknown = 0 if scope.period.is_everything else in_the_lab(scope)[1]
    words = ngettext(
        "%(number)s time in the lab of which it isn’t known since when, or until when",
        "%(number)s times in the lab of which it isn’t known since when, or until when",
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


def _dated(scope: ReportScope, stay: Membership, date: str, what: str) -> list[ReportItem]:
    """Return a line for somebody who joined, changed roles or left, if that lies in the period."""
    lies = scope.period.place_of(date) if date else Lies.OUTSIDE
    if lies not in COUNTED:
        return []
    headings = {"joined": _("Joined"), "role": _("New roles"), "left": _("Left")}
    went_to = _("Went to: %(where)s") % {"where": stay.went_to} if what == "left" and stay.went_to else ""
    return [
        ReportItem(
            title=stay.person.name,
            group=headings[what],
            key=what,
            date=date,
            people=stay.person.name,
            where=said_together(stay.get_role_display() if stay.role else "", stay.years if what == "left" else ""),
            link=f"{scope.site}{stay.person.get_absolute_url()}",
            note=said_together(went_to, what_is_not_known(date) if lies is Lies.PERHAPS else ""),
        )
    ]


def students(scope: ReportScope) -> Found:
    """Return whom a member advised for a degree or in a position, and mentored on papers."""
    steps: list[Any] = []
    for model in (Education, Position):
        rows = model.objects.filter(advisors=scope.subject.person, person__in=Person.objects.members())
        steps += rows.select_related("person").order_by("-start", "pk")
    period = scope.period
    dated, undated = placed(
        steps, lambda row: (row.start, row.end) if row.start or row.end or row.ongoing else None, period
    )
    items = []
    for step, _note in dated:
        is_open = step.start and not (step.end or step.ongoing)
        ends_unknown = is_open and period.place_of(step.start) is Lies.OUTSIDE
        items.append(
            ReportItem(
                title=step.person.name,
                group=_("Advised"),
                key="advised",
                date=step.start,
                label=step.years,
                people=step.person.name,
                where=said_together(step.title, step.organisation),
                link=f"{scope.site}{step.person.get_absolute_url()}",
                note=_("Until when isn’t known.") if ends_unknown else "",
            )
        )
    return Found([*items, *_mentored(scope)], undated, f"{scope.site}{scope.subject.path}")


def _mentored(scope: ReportScope) -> Iterator[ReportItem]:
    rows = Authorship.objects.filter(is_public("publication"), mentor=scope.subject.person)
    rows = rows.filter(years_of(scope.period, "publication__year")).select_related("publication").with_people()
    for row in rows.order_by("-publication__year", "publication__title", "order"):
        date = f"{row.publication.year:04}" if row.publication.year else ""
        if scope.period.place_of(date) in COUNTED:
            yield ReportItem(
                title=row.display_name,
                group=_("Mentored on papers"),
                key="mentored",
                date=date,
                people=row.person.name,
                where=row.publication.title,
                link=f"{scope.site}{row.publication.get_absolute_url()}",
            )


def teaching(scope: ReportScope) -> Found:
    """Return the courses of which the term names a year that reaches into the period."""
    person = scope.subject.person
    courses = [(row, [*map(str, years_in_words(row.term))]) for row in (person.teaching.all() if person else ())]
    dated, undated = placed(courses, lambda each: (min(each[1]), max(each[1])) if each[1] else None, scope.period)
    items = [
        ReportItem(
            row.course,
            date=max(years, default=""),
            label=row.term,
            people=scope.subject.title,
            where=said_together(row.role, row.place),
            note=note,
        )
        for (row, years), note in dated
    ]
    return Found(items, undated, f"{scope.site}{scope.subject.path}")
