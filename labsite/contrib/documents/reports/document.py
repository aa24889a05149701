"""From what was found in a period to the parts of a report."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from operator import attrgetter

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext as _, gettext_lazy, ngettext, pgettext

from labsite.contrib.documents.parts import (
    Block,
    Chart,
    Document,
    DocumentSection,
    DocumentTable,
    Entries,
    Paragraph,
    Span,
    text,
)
from labsite.contrib.documents.reports import people, work
from labsite.contrib.documents.reports.periods import ReportPeriod
from labsite.contrib.documents.reports.subjects import Found, ReportItem, ReportScope, ReportSubject
from labsite.modelling.periods import PartialDate
from labsite.models import Lab
from people.models import Membership
from publications.models import Publication
from publications.pages.filters import PAPER_KINDS, UNSTATED

MAX_YEARS, MAX_VENUES = 15, 12  # bars of a chart
YEARS_BESIDE = 5  # that a chart shows up to a period of one year
NOT_OUT = (Publication.Status.ACCEPTED, Publication.Status.SUBMITTED)
KINDS = {kind if kind != UNSTATED else "": label for kind, label in PAPER_KINDS}


@dataclass(frozen=True)
class ReportPart:
    """A part that can be chosen: its heading, whose it is, and what finds the things that it names."""

    heading: str | Promise
    find: Callable[[ReportScope], Found] | None = None
    only_of_members: bool = False


PARTS = {
    "numbers": ReportPart(gettext_lazy("At a glance")),
    "charts": ReportPart(gettext_lazy("Charts")),
    "papers": ReportPart(gettext_lazy("Publications"), work.papers),
    "theses": ReportPart(gettext_lazy("Theses and degrees"), work.theses),
    "talks": ReportPart(gettext_lazy("Talks"), work.talks),
    "awards": ReportPart(gettext_lazy("Awards"), work.awards),
    "teaching": ReportPart(gettext_lazy("Teaching"), people.teaching, only_of_members=True),
    "students": ReportPart(gettext_lazy("Students"), people.students, only_of_members=True),
    "service": ReportPart(gettext_lazy("Professional service"), work.service),
    "people": ReportPart(gettext_lazy("People"), people.people),
    "projects": ReportPart(gettext_lazy("Projects and funding"), work.projects),
    "news": ReportPart(gettext_lazy("News"), work.news),
}


class ReportMaker:
    """Makes one report with some PARTS in their order, or all, in the language that is active."""

    def __init__(
        self, subject: ReportSubject, period: ReportPeriod, parts: tuple[str, ...], site: str, lab: Lab
    ) -> None:
        period = subject.period if period.is_everything else period
        self.scope = ReportScope(subject, period, lab, site.rstrip("/"), timezone.localdate())
        known = {name for name, part in PARTS.items() if subject.person or not part.only_of_members}
        self.parts = tuple(name for name in dict.fromkeys(parts or PARTS) if name in known)

    @cached_property
    def found(self) -> Mapping[str, Found]:
        """What each part names: of those that are chosen, and for the numbers of all."""
        with_papers = {"charts", "theses"}
        wanted = {*self.parts, *(["papers"] if with_papers & {*self.parts} else [])}
        wanted = {*PARTS} if "numbers" in self.parts else wanted
        is_of_member = bool(self.scope.subject.person)
        finders = {name: part.find for name, part in PARTS.items() if is_of_member or not part.only_of_members}
        return {name: find(self.scope) for name, find in finders.items() if find and name in wanted}

    def listed(self, name: str) -> Found:
        """Return what a part lists: theses are in their own part where that is chosen too."""
        found_rows = self.found[name]
        if "theses" in self.parts and name in ("papers", "theses"):
            theses = [each for each in self.found["papers"].items if each.key == work.THESIS]
            others = [each for each in found_rows.items if each not in theses]
            return replace(found_rows, items=others if name == "papers" else theses + others)
        return found_rows

    def items(self) -> list[tuple[str, ReportItem]]:
        named = (name for name in self.parts if PARTS[name].find)
        return [(str(PARTS[name].heading), item) for name in named for item in self.listed(name).items]

    def document(self, title: str = "") -> Document:
        subject, period = self.scope.subject, self.scope.period.words
        about = _("Report on %(subject)s") % {"subject": subject.title}
        lines = [about if title else "", period]
        page = f"{self.scope.site}{subject.path}" if subject.path else ""
        as_of = _("As of %(date)s") % {"date": PartialDate(self.scope.today.isoformat()).words}
        unknown = text(_("No project’s funding has these words.")) if subject.is_unknown_funder else ()
        address = text(Span(page.partition("://")[2].rstrip("/") or page, page)) if page else ()
        return Document(
            title=title or about,
            language=get_language() or "",
            date=self.scope.today.isoformat(),
            subtitle=" · ".join(filter(None, lines)),
            lines=tuple(line for line in (text(as_of), address, unknown, *map(text, subject.grants)) if line),
            sections=tuple(filter(None, map(self._section, self.parts))),
            author=self.scope.lab.name,
            about=" · ".join(filter(None, [about, period])),
            running_title=" · ".join(filter(None, [title or about, period])),
        )

    def _section(self, name: str) -> DocumentSection:
        heading = str(PARTS[name].heading)
        if name == "numbers":
            rows = tuple((text(label), text(str(number))) for label, number in self._counted() if number)
            table = DocumentTable((_("What"), pgettext("how many", "Number")), rows, numeric=(1,))
            return DocumentSection(name, heading, (table,))
        if name == "charts":
            return DocumentSection(name, heading, tuple(chart for chart in self._charts() if chart.bars))
        listed = self.listed(name)
        groups = [(heading, list(items)) for heading, items in groupby(listed.items, key=attrgetter("group"))]
        own: list[Block] = [self._entries(items) for heading, items in groups if not heading]
        named = [(f"{heading} ({len(items)})", items) for heading, items in groups if heading]
        parts = tuple(
            DocumentSection(f"{name}-{number}", heading, (self._entries(items),))
            for number, (heading, items) in enumerate(named, 1)
        )
        if listed.undated:
            words = ngettext("%(number)s more without a date", "%(number)s more without a date", listed.undated)
            more = listed.undated_words or words % {"number": listed.undated}
            own.append(Paragraph(text(Span(more, listed.undated_at))))
        return DocumentSection(name, heading, tuple(own), parts, listed.note)

    def _entries(self, items: Iterable[ReportItem]) -> Entries:
        person = self.scope.subject.person
        return Entries(tuple(item.entry(person.name if person else "") for item in items))

    def _counted(self) -> Iterable[tuple[str, int]]:
        """Yield each number with what it counts; some are zero."""
        papers = self.found["papers"].items
        yield _("Publications"), len(papers)
        kinds = Counter(item.key for item in papers)
        yield from ((f"– {label}", kinds[kind]) for kind, label in KINDS.items())
        statuses = Counter(item.status for item in papers)
        yield from ((f"– {status.label}", statuses[str(status.label)]) for status in NOT_OUT)
        yield _("– with a DOI"), sum(bool(item.doi) for item in papers)
        yield _("– open to read: on arXiv or as a PDF"), sum(bool(item.open_access) for item in papers)
        for name in ("talks", "awards", "service", "teaching", "projects", "news"):
            yield str(PARTS[name].heading), len(self.found[name].items) if name in self.found else 0
        yield _("Degrees"), sum(item.key == "degree" for item in self.found["theses"].items)
        if not self.scope.subject.person:
            roles, _unknown = people.in_the_lab(self.scope)
            yield _("People in the lab"), len(roles)
            numbers = Counter(roles.values())
            yield from ((f"– {label}", numbers[role]) for role, label in Membership.PLURALS.items())
            yield _("– in a role that isn’t stated"), numbers[""]
        steps = Counter(item.key for item in self.found["people"].items)
        yield from ((_("Joined"), steps["joined"]), (_("Left"), steps["left"]))
        if "students" in self.found:
            yield _("Advised"), sum(item.key == "advised" for item in self.found["students"].items)

    def _charts(self) -> Iterable[Chart]:
        years = self._papers_by_year()
        yield Chart(_("Papers per year"), tuple((str(year), number) for year, number in years))
        papers = self.found["papers"].items
        kinds = Counter(item.key for item in papers)
        yield Chart(
            _("Papers by kind"), tuple((str(label), kinds[kind]) for kind, label in KINDS.items() if kinds[kind])
        )
        venues = Counter(item.venue for item in papers if item.venue)
        most = sorted(venues.items(), key=lambda counted: (-counted[1], counted[0].casefold()))
        yield Chart(_("Where they appeared"), tuple(most[:MAX_VENUES]))

    def _papers_by_year(self) -> list[tuple[int, int]]:
        """Return the numbers of the site: of the period's years, and before a period of one year of some more."""
        subject, period = self.scope.subject, self.scope.period
        numbers = {year: number for (year,), number in subject.papers.combined("year").items() if year}
        last = min(period.last.year, max(numbers, default=0))
        first = max(period.first.year, min(numbers, default=0), last - MAX_YEARS + 1)
        first = last - YEARS_BESIDE + 1 if first == last else first
        return [(year, numbers.get(year, 0)) for year in range(first, last + 1)] if numbers else []
