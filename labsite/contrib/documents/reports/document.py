"""From what was found in a period to the parts of a report."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from operator import attrgetter

from django.utils import dateformat
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext as _, gettext_lazy, pgettext

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
from labsite.contrib.documents.reports import activity
from labsite.contrib.documents.reports.subjects import Found, ReportItem, ReportScope
from labsite.modelling.periods import PartialDate
from people.models import Membership
from publications.models import Publication

MAX_VENUES = 12  # bars of a chart
NOT_OUT = (Publication.Status.ACCEPTED, Publication.Status.SUBMITTED)


# The parts that can be chosen, each with its heading, and what finds the things that it names.
PARTS: dict[str, tuple[str | Promise, Callable[[ReportScope], Found] | None]] = {
    "numbers": (gettext_lazy("At a glance"), None),
    "charts": (gettext_lazy("Charts"), None),
    "papers": (gettext_lazy("Publications"), activity.papers),
    "theses": (gettext_lazy("Theses and degrees"), activity.theses),
    "talks": (gettext_lazy("Talks"), activity.talks),
    "awards": (gettext_lazy("Awards"), activity.awards),
    "teaching": (gettext_lazy("Teaching"), activity.teaching),  # of members alone, and so are students
    "students": (gettext_lazy("Students"), activity.students),
    "service": (gettext_lazy("Professional service"), activity.service),
    "people": (gettext_lazy("People"), activity.people),
    "projects": (gettext_lazy("Projects and funding"), activity.projects),
    "news": (gettext_lazy("News"), activity.news),
}


class ReportMaker(ReportScope):
    """Makes one report with some PARTS in their order, or all, in the language that is active."""

    @cached_property
    def names(self) -> list[str]:
        return [name for name in dict.fromkeys(self.parts or PARTS) if name in PARTS]

    @cached_property
    def _found(self) -> dict[str, Found]:
        return {}

    def found(self, name: str) -> Found:
        """Return what a part names; it is asked for once."""
        find = PARTS[name][1]
        if find and name not in self._found:
            self._found[name] = find(self)
        return self._found.get(name, Found())

    def listed(self, name: str) -> Found:
        """Return what a part lists: theses are in their own part where that is chosen too."""
        found = self.found(name)
        if "theses" not in self.names or name not in ("papers", "theses"):
            return found
        theses = [each for each in self.found("papers").items if each.key == activity.THESIS]
        others = [each for each in found.items if each not in theses]
        return replace(found, items=others if name == "papers" else theses + others)

    def items(self) -> list[tuple[str, ReportItem]]:
        return [(str(PARTS[name][0]), item) for name in self.names for item in self.listed(name).items]

    def document(self, title: str = "") -> Document:
        subject, period = self.subject, self.period.words
        about = _("Report on %(subject)s") % {"subject": subject.title}
        lines = [about if title else "", period]
        page = f"{self.site}{subject.path}" if subject.path else ""
        bare = {name: listed for name in self.names if not (listed := self.listed(name)).items and listed.undated}
        undated = [text(f"{PARTS[name][0]}: ", *listed.undated_line) for name, listed in bare.items()]
        as_of = _("As of %(date)s") % {"date": PartialDate(self.today.isoformat()).words}
        is_unknown = subject.kind == "funder" and not subject.grants
        unknown = text(_("No project’s funding contains these words.")) if is_unknown else ()
        address = text(Span(page.partition("://")[2].rstrip("/") or page, page)) if page else ()
        return Document(
            title=title or about,
            language=get_language() or "",
            date=self.today.isoformat(),
            subtitle=" · ".join(filter(None, lines)),
            lines=tuple(filter(None, (text(as_of), address, unknown, *map(text, subject.grants), *undated))),
            sections=tuple(filter(None, map(self._section, self.names))),
            author=self.lab.name,
            about=" · ".join(filter(None, [about, period])),
            running_title=" · ".join(filter(None, [title or about, period])),
        )

    def _section(self, name: str) -> DocumentSection:
        heading = str(PARTS[name][0])
        if name == "numbers":
            rows = tuple((text(label), text(str(number))) for label, number in self._counted() if number)
            table = DocumentTable((_("What"), pgettext("how many", "Number")), rows, numeric=(1,))
            return DocumentSection(name, heading, (table,))
        if name == "charts":
            return DocumentSection(name, heading, tuple(chart for chart in self._charts() if chart.bars))
        listed, known = self.listed(name), self.subject.person.shown_name if self.subject.person else ""
        own: list[Block] = []
        parts: list[DocumentSection] = []
        for group, items in groupby(listed.items, key=attrgetter("group")):
            entries = Entries(tuple(item.entry(known) for item in items))
            if group:
                title = f"{group} ({len(entries.rows)})"
                parts.append(DocumentSection(f"{name}-{len(parts) + 1}", title, (entries,)))
            else:
                own.append(entries)
        if listed.undated and listed.items:
            own.append(Paragraph(listed.undated_line))
        return DocumentSection(name, heading, tuple(own), tuple(parts), listed.note)

    def _counted(self) -> Iterable[tuple[str, int]]:
        """Yield each number with what it counts; some are zero."""
        papers = self.found("papers").items
        yield _("Publications"), len(papers)
        yield from ((f"– {heading}", number) for heading, number in self._kinds())
        statuses = Counter(item.status for item in papers)
        yield from ((f"– {status.label}", statuses[str(status.label)]) for status in NOT_OUT)
        yield _("– With a DOI"), sum(bool(item.doi) for item in papers)
        yield _("– Open access (arXiv or PDF)"), sum(bool(item.open_access) for item in papers)
        for name in ("talks", "awards", "service", "teaching", "projects", "news"):
            yield str(PARTS[name][0]), len(self.found(name).items)
        yield _("Degrees"), sum(item.key == "degree" for item in self.found("theses").items)
        if not self.subject.person:
            roles, _unknown = activity.in_the_lab(self)
            yield _("People in the lab"), len(roles)
            numbers = Counter(roles.values())
            yield from ((f"– {label}", numbers[role]) for role, label in Membership.PLURALS.items())
            yield _("– Role not stated"), numbers[""]
        steps = Counter(item.key for item in self.found("people").items)
        yield from ((_("Joined"), steps["joined"]), (_("Left"), steps["left"]))
        yield _("Advised"), sum(item.key == "advised" for item in self.found("students").items)

    def _kinds(self) -> list[tuple[str, int]]:
        """Return the kinds of the report's papers, in the order of CVs, each with its number."""
        numbers = Counter(str(activity.HEADINGS[item.key]) for item in self.found("papers").items)
        return [(heading, numbers[heading]) for heading in dict.fromkeys(map(str, activity.HEADINGS.values()))]

    def _charts(self) -> Iterable[Chart]:
        yield self._over_time()
        yield Chart(_("Papers by kind"), tuple(pair for pair in self._kinds() if pair[1]))
        venues = Counter(item.venue for item in self.found("papers").items if item.venue)
        most = sorted(venues.items(), key=lambda counted: (-counted[1], counted[0].casefold()))
        yield Chart(_("Venues"), tuple(most[:MAX_VENUES]))

    def _over_time(self) -> Chart:
        """Return the report's papers by month in a period of at most a year, if all are known, else by year."""
        dates = [item.date for item in self.found("papers").items if item.date]
        months = self.period.months if all(len(date) > len("YYYY") for date in dates) else []
        if months and dates:
            numbers = Counter(date[:7] for date in dates)
            shown = [(dateformat.format(PartialDate(month).first, "M"), numbers[month]) for month in months]
            return Chart(_("Papers per month"), tuple(shown))
        counted = Counter(int(date[:4]) for date in dates)
        first = max(self.period.first.year, min(counted, default=self.today.year))
        last = min(self.period.last.year, max((self.today.year, *counted)))
        years = range(first, last + 1) if counted and first < last else ()  # a bar alone compares nothing
        return Chart(_("Papers per year"), tuple((str(year), counted[year]) for year in years))
