"""What was done in a period: papers, theses, talks, awards, service, projects and news."""

from typing import Any

from django.db.models import Prefetch, Q
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from labsite.contrib.documents.cv.facts import PAPER_KINDS
from labsite.contrib.documents.papers import appeared, marks_legend, paper_lines, papers_at
from labsite.contrib.documents.reports.subjects import Found, ReportItem, ReportScope, said_together
from labsite.texts.plain_text import lines_of, plain
from people.models import Education, Membership, Person
from people.profile import attach_mentors
from publications.citations.identifiers import arxiv_url
from publications.models import Link, Publication
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
