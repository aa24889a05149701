"""Who came to the lab, changed roles and left in a period; whom a member advised, and what they taught."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from labsite.contrib.documents.reports.items import Found, ReportItem, ReportScope, said_together, years_of
from labsite.contrib.documents.reports.periods import Lies, what_is_not_known
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
    items = [_working(scope, own) for own in by_person.values()] if scope.subject.kind in ("project", "funder") else []
    for came in (True, False):
        for stay in reversed(scope.stays):
            before = any(_goes_on(other, stay) for other in by_person[stay.person_id])
            if before is not came:
                items += _dated(scope, stay, stay.start, "joined" if came else "role")
    for stay in sorted(scope.stays, key=lambda each: each.end, reverse=True):
        if not any(_goes_on(stay, other) for other in by_person[stay.person_id]) and _is_over(scope, stay.end):
            items += _dated(scope, stay, stay.end, "left")
    unknown = 0 if scope.period.is_everything else in_the_lab(scope)[1]
    words = ngettext(
        "%(number)s time in the lab of which it isn’t known since when, or until when",
        "%(number)s times in the lab of which it isn’t known since when, or until when",
        unknown,
    )
    return Found(items, unknown, f"{scope.site}{reverse('people:list')}", words % {"number": unknown})


def _working(scope: ReportScope, stays: list[Membership]) -> ReportItem:
    person = stays[-1].person
    role = str(stays[-1].get_role_display())
    return ReportItem(
        person.name, _("On the project"), "project", where=role, people=person.name, link=_page(scope, person)
    )


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


def _is_over(scope: ReportScope, end: str) -> bool:
    return bool(end) and end <= scope.today.isoformat()[: len(end)]


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
            link=_page(scope, stay.person),
            note=said_together(went_to, what_is_not_known(date) if lies is Lies.PERHAPS else ""),
        )
    ]


def _page(scope: ReportScope, person: Person) -> str:
    return f"{scope.site}{person.get_absolute_url()}"


def students(scope: ReportScope) -> Found:
    """Return whom a member advised for a degree or in a position, and mentored on papers."""
    steps: list[Any] = []
    for model in (Education, Position):
        rows = model.objects.filter(advisors=scope.subject.person, person__in=Person.objects.members())
        steps += rows.select_related("person").order_by("-start", "pk")
    advised, undated = _advised(scope, steps)
    return Found([*advised, *_mentored(scope)], undated, f"{scope.site}{scope.subject.path}")


def _advised(scope: ReportScope, steps: Iterable[Position | Education]) -> tuple[list[ReportItem], int]:
    items, undated = [], 0
    for step in steps:
        is_dated = step.start or step.end or step.ongoing
        lies = scope.period.place_of_stretch(step.start, step.end) if is_dated else scope.period.place_of("")
        undated += lies is Lies.UNDATED
        if lies in COUNTED:
            ends_unknown = (
                is_dated and not (step.end or step.ongoing) and scope.period.place_of(step.start) is Lies.OUTSIDE
            )
            items.append(
                ReportItem(
                    title=step.person.name,
                    group=_("Advised"),
                    key="advised",
                    date=step.start,
                    label=step.years,
                    people=step.person.name,
                    where=said_together(step.title, step.organisation),
                    link=_page(scope, step.person),
                    note=_("Until when isn’t known.") if ends_unknown else "",
                )
            )
    return items, undated


def _mentored(scope: ReportScope) -> list[ReportItem]:
    rows = Authorship.objects.filter(is_public("publication"), mentor=scope.subject.person)
    rows = rows.filter(years_of(scope.period, "publication__year")).select_related("publication").with_people()
    items = []
    for row in rows.order_by("-publication__year", "publication__title", "order"):
        date = f"{row.publication.year:04}" if row.publication.year else ""
        if scope.period.place_of(date) in COUNTED:
            items.append(
                ReportItem(
                    title=row.display_name,
                    group=_("Mentored on papers"),
                    key="mentored",
                    date=date,
                    people=row.person.name,
                    where=row.publication.title,
                    link=f"{scope.site}{row.publication.get_absolute_url()}",
                )
            )
    return items


def teaching(scope: ReportScope) -> Found:
    """Return the courses of which the term names a year that reaches into the period."""
    items, undated = [], 0
    person = scope.subject.person
    for row in person.teaching.all() if person else ():
        years = years_in_words(row.term)
        lies = scope.period.place_of_stretch(min(years), max(years)) if years else scope.period.place_of("")
        undated += lies is Lies.UNDATED
        if lies in COUNTED:
            note = what_is_not_known(min(years)) if lies is Lies.PERHAPS else ""
            where = said_together(row.role, row.place)
            items.append(
                ReportItem(
                    row.course,
                    date=max(years, default=""),
                    label=row.term,
                    people=scope.subject.title,
                    where=where,
                    note=note,
                )
            )
    return Found(items, undated, f"{scope.site}{scope.subject.path}")
