"""What a person does for others: talks, service, those they mentor, and projects."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _, npgettext, pgettext

from labsite.contrib.documents.cv.made_of import NBSP, MadeOf, entries, period, strong
from labsite.contrib.documents.parts import (
    Block,
    DocumentEntry,
    DocumentSection,
    Paragraph,
    Text,
    filled,
    joined,
    text,
)
from labsite.modelling.publishing import is_public
from labsite.models import Project
from labsite.texts.plain_text import lines_of
from people.models import Education, Person, Position, has_page
from people.profile import services_of, talks_of
from publications.models import Authorship, Talk
from services.models import Service, ServiceRole, ServiceStint

MAX_TOP_VENUES = 8  # of a role, in a short CV


def talks(data: MadeOf) -> DocumentSection:
    """Their talks, each with the occasions on which it was given."""
    rows = (_talk(data, talk) for talk in talks_of(data.person.pk))
    return DocumentSection("talks", _("Talks"), entries(*rows))


def _talk(data: MadeOf, talk: Talk) -> DocumentEntry:
    title = data.link(talk.title, talk.paper.get_absolute_url(), is_strong=True) if talk.paper else strong(talk.title)
    occasions = (text(str(occasion)) for occasion in talk.occasions.all())
    return DocumentEntry(period(talk.years), (text(title), *occasions))


def service(data: MadeOf) -> DocumentSection:
    """Their service by role, each venue with its years; in a short CV a paragraph a role."""
    roles = Service.by_role(services_of(data.person.pk))
    heading = _("Professional service")
    if data.choices.is_short:
        return DocumentSection("service", heading, tuple(map(_paragraph, roles)))
    parts = tuple(_role(number, role) for number, role in enumerate(roles, 1))
    return DocumentSection("service", heading, parts=parts)


def _paragraph(role: ServiceRole) -> Block:
    comma = pgettext("between things in a list", ", ")
    left_out = len(role.stints) - MAX_TOP_VENUES
    shown = role.stints[: MAX_TOP_VENUES if left_out > 1 else None]
    more = npgettext("venues", "and %(n)s more", "and %(n)s more", left_out) % {"n": left_out} if left_out > 1 else ""
    venues = joined((*(text(_edition(stint)) for stint in shown), text(more)), comma)
    return Paragraph(filled(_("%(role)s: %(venues)s"), role=strong(role.name), venues=venues))


def _edition(stint: ServiceStint) -> str:
    return f"{stint.service.venue.short_name}{NBSP}{stint.when}" if stint.when else stint.service.venue.short_name


def _role(number: int, role: ServiceRole) -> DocumentSection:
    rows = (DocumentEntry(stint.when, (_stint(stint),)) for stint in role.stints)
    return DocumentSection(f"service-{number}", role.name, entries(*rows))


def _stint(stint: ServiceStint) -> Text:
    served = stint.service
    venue = text(strong(served.venue.short_name), " " if served.venue.longer_name else "", served.venue.longer_name)
    host = _("at %(host)s") % {"host": served.host.short_name} if served.host else ""
    return joined((venue, text(host), text(served.remark)))


def mentees(data: MadeOf, labels: Mapping[int, str]) -> DocumentSection:
    """Those whom they advise or advised, and those whom they mentored on a paper, which ``labels`` tell by its key."""
    people: dict[int, Any] = {}
    steps, papers = defaultdict(list), defaultdict(set)
    for step in _advised(data.person):
        step.person.has_page = True
        people.setdefault(step.person_id, step.person)
        steps[step.person_id].append(step)
    for row in _mentored(data.person):
        row.person.has_page = row.has_page
        people.setdefault(row.person_id, row.person)
        papers[row.person_id].add(row.publication_id)
    rows = []
    for key, person in people.items():
        numbers = [label for paper, label in labels.items() if paper in papers[key]]
        rows.append(_mentee(data, person, steps[key], numbers))
    return DocumentSection("mentees", _("Students and mentees"), entries(*rows))


def _mentee(data: MadeOf, person: Any, steps: Sequence[Any], papers: Sequence[str]) -> DocumentEntry:
    """Return whom they guided, to which degrees or in which positions, and on which papers by their numbers."""
    name = text(*(replace(span, is_strong=True) for span in data.named(person)))
    years = [period(step.years) for step in steps]
    lines = [
        joined(map(text, (step.title, step.organisation, when)))
        for step, when in zip(steps, ["", *years[1:]], strict=False)  # the first period is the label
    ]
    mentored = filled(_("Mentored on %(papers)s"), papers=", ".join(papers)) if papers else ()
    return DocumentEntry(years[0] if years else "", tuple(filter(None, (name, *lines, mentored))))


def _advised(person: Person) -> Iterable[Any]:
    """Yield the degrees and positions of members that they advised, the latest first."""
    members = Person.objects.members().order_by().values("pk")
    for model in (Education, Position):
        steps = model.objects.filter(advisors=person, person__in=members).select_related("person")
        yield from steps.order_by("-ongoing", "-start", "-end", "person__sort_key")


def _mentored(person: Person) -> Iterable[Any]:
    rows: Any = Authorship.objects.filter(is_public("publication"), mentor=person).select_related("person")
    return rows.annotate(has_page=has_page("person")).order_by("person__sort_key", "publication")


def projects(data: MadeOf) -> DocumentSection:
    """The projects that they work on, with who pays for them."""
    rows = (_project(data, project) for project in data.person.projects.all())
    return DocumentSection("projects", _("Projects"), entries(*rows))


def _project(data: MadeOf, project: Project) -> DocumentEntry:
    title = data.link(project.title, project.get_absolute_url(), is_strong=True)
    funding = ", ".join(lines_of(project.funding))
    lines = (
        text(title),
        text(project.summary),
        filled(_("Funded by %(funding)s"), funding=funding) if funding else (),
    )
    return DocumentEntry(period(project.years), tuple(filter(None, lines)))
