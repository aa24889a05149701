"""What was done in a period: papers, theses, talks, awards, service, projects and news; who came to the lab, changed
roles and left; whom a member advised, and what they taught.
"""

from collections import defaultdict
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db.models import Prefetch, Q
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from labsite.contrib.documents.facts import PAPER_KINDS, appeared, marks_legend, paper_lines, papers_at
from labsite.contrib.documents.reports.subjects import Found, ReportItem, ReportScope, said_together
from labsite.modelling.periods import PartialDate
from labsite.modelling.publishing import is_public
from labsite.texts.plain_text import lines_of, plain
from people.models import Education, Membership, Person, Position
from people.profile import attach_mentors
from publications.citations.dates import years_in_words
from publications.citations.identifiers import arxiv_url
from publications.models import Authorship, Link, Publication
from services.models import Service

# The headings of each kind of papers, in the order of CVs, where what isn't out yet is no kind of its own.
HEADINGS = {kind: each.heading for each in PAPER_KINDS for kind in each.kinds}
HEADINGS[Publication.Kind.PREPRINT] = gettext_lazy("Preprints")
KINDS = [*HEADINGS]
STATUSES = Publication.Status.values
THESIS = Publication.Kind.THESIS


def papers(scope: ReportScope) -> Found:
    """Return the papers by status and kind, each group newest first."""
    is_near = Q(year__range=(scope.period.first.year, scope.period.last.year)) | Q(year=None)
    rows = scope.subject.papers.filter(is_near).values_list("pk", "year", "month")
    dated, undated = scope.placed(rows, lambda row: (appeared(*row[1:]),))
    notes = {row[0]: note for row, note in dated}
    ordered = sorted(
        papers_at(notes).items(), key=lambda each: (STATUSES.index(each[1].status), KINDS.index(each[1].kind))
    )
    items = [_paper(scope, paper, number, notes[pk]) for number, (pk, paper) in enumerate(ordered, 1)]
    address = reverse("publications:list")
    if scope.subject.person:
        address = reverse("publications:of-member", args=[scope.subject.person.slug])
    legend = marks_legend((paper for _pk, paper in ordered), scope.subject.person)
    return Found(items, undated, f"{scope.site}{address}?year=none", note=legend)


def _paper(scope: ReportScope, paper: Publication, number: int, note: str) -> ReportItem:
    files = (link.address for link in paper.links.all() if link.kind == Link.Kind.PDF and link.address)
    free = arxiv_url(paper.arxiv_id) or next(files, "")
    free = f"{scope.site}{free}" if free.startswith("/") else free
    kind, standing = HEADINGS[paper.kind], paper.standing
    return ReportItem(
        title=paper.title,
        group=_("%(kind)s: %(status)s") % {"kind": kind, "status": standing} if standing else str(kind),
        key=paper.kind,
        date=appeared(paper.year, paper.month),
        label=f"[{number}]",
        people=said_together(*(row.display_name for row in paper.authorships.all())),
        where=said_together(paper.printed_in or (paper.venue and paper.venue.short_name), paper.issue),
        venue=paper.venue.short_name if paper.venue else "",
        status=str(paper.get_status_display()),
        doi=paper.doi,
        open_access=free,
        link=scope.link(paper),
        note=note,
        said=paper_lines(paper, scope.site, scope.subject.person),
    )


def theses(scope: ReportScope) -> Found:
    """Return the degrees finished, of those who were in the lab at that time; published theses are papers()."""
    degrees = Education.objects.filter(person__in=scope.subject.people.order_by().values("pk"), ongoing=False)
    rows = degrees.exclude(degree="").select_related("person").prefetch_related("person__memberships")
    finished = [row for row in rows if scope.is_over(row.end) and _is_of_the_lab(scope, row)]
    attach_mentors(finished)

    def item(row: Any, note: str) -> ReportItem:
        advisors = said_together(*(person.shown_name for person in row.advised_by))
        return ReportItem(
            title=row.title,
            group=_("Degrees"),
            key="degree",
            date=row.end,
            people=row.person.shown_name,
            where=said_together(row.organisation, row.unit),
            link=scope.link(row.person),
            note=said_together(_("advised by %(names)s") % {"names": advisors} if advisors else "", note),
        )

    return scope.collect(sorted(finished, key=lambda row: str(row.end), reverse=True), lambda row: (row.end,), item)


def _is_of_the_lab(scope: ReportScope, row: Any) -> bool:
    """Whether somebody finished a degree while in the lab, and not as they came; a member's own are all theirs."""

    def is_within(stay: Membership) -> bool:
        known = min(len(stay.start), len(row.end))
        has_begun = not stay.start or stay.start[:known] < row.end[:known]
        return has_begun and (not stay.end or row.end[:4] <= stay.end[:4])

    stays = [stay for stay in row.person.memberships.all() if stay.start or stay.end]
    return bool(scope.subject.person) or any(map(is_within, stays))


def talks(scope: ReportScope) -> Found:
    """Return each time that a talk was given; ``undated`` are those without a date, and talks without an occasion."""

    def item(row: Any, note: str) -> ReportItem:
        return ReportItem(
            title=row.talk.title,
            date=row.date,
            people=row.talk.speaker.shown_name,
            where=said_together(row.host, row.place),
            link=scope.link(row.talk.paper),
            note=note,
        )

    occasions = scope.subject.occasions.with_talks()
    return scope.collect(occasions, lambda row: (row.date,), item, reverse("publications:talks"))


def awards(scope: ReportScope) -> Found:
    """Return the awards to people and papers; one of several years counts in each."""

    def years(row: Any) -> tuple[str, ...]:
        return appeared(row.year, None), appeared(row.until or row.year, None)

    def item(row: Any, note: str) -> ReportItem:
        papers = list(row.publications.all())
        return ReportItem(
            title=row.title,
            date=appeared(row.year, None),
            label=row.years,
            people=row.person.shown_name if row.person else said_together(*papers),
            where=row.organisation,
            link=scope.link(row.person if row.person and row.has_page else next(iter(papers), None)),
            note=said_together(row.remark, note),
        )

    return scope.collect(scope.subject.awards.with_recipients(), years, item, reverse("people:awards"))


def service(scope: ReportScope) -> Found:
    """Return the service by role."""

    def item(row: Any, note: str) -> ReportItem:
        return ReportItem(
            title=said_together(row.role, row.edition),
            group=str(row.get_kind_display()),
            key=row.kind,
            date=appeared(row.year, None),
            people=row.person.shown_name,
            where=said_together(row.venue.name, row.host and row.host.short_name),
            link=scope.link(row.venue),
            note=said_together(row.remark, note),
        )

    rows = sorted(scope.subject.services.with_people(), key=lambda row: Service.Kind.values.index(row.kind))
    return scope.collect(rows, lambda row: (appeared(row.year, None),), item, f"{reverse('services:list')}?year=none")


def projects(scope: ReportScope) -> Found:
    """Return the projects that reach into the period, with who pays for them."""

    def item(row: Any, note: str) -> ReportItem:
        return ReportItem(
            title=row.title,
            date=row.start,
            label=row.years,
            people=said_together(*(person.shown_name for person in row.people.all())),
            where="; ".join(lines_of(row.funding)),
            link=scope.link(row),
            note=_("Dates unknown: it may lie outside this period.") if note else "",
        )

    rows = scope.subject.projects.prefetch_related(Prefetch("people", Person.objects.members()))
    shown = scope.lab.in_page_language(list(rows))
    return scope.collect(shown, lambda row: (row.start, row.end), item, reverse("projects"))


def news(scope: ReportScope) -> Found:
    """Return the news, newest first, with the beginning of each."""

    def item(row: Any, note: str) -> ReportItem:
        return ReportItem(row.title, date=row.date, where=plain(row.beginning), link=scope.link(row), note=note)

    rows = scope.lab.in_page_language(list(scope.subject.news))
    return scope.collect(rows, lambda row: (row.date,), item, reverse("news"))


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
