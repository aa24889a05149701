"""What a member's page shows, gathered in a number of queries that doesn't depend on how much there is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate
from operator import itemgetter
from typing import Any

from django.db.models import Count, F, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext as _, override

from labsite.drawing import charts
from labsite.modelling.periods import PartialDate
from labsite.modelling.rows_as_json import JSONRow, RowsAsJSON, unpack_rows, with_rows
from labsite.texts.folding import fold
from labsite.texts.plain_text import lines_of
from people.models import Award, ContactDetail, Education, Membership, Person, Position, ProfileLink, Reference
from people.models.career import CareerStep, has_page

PROFILE_ROWS = (
    "memberships",
    "name_variants",
    "links",
    "contact_details",
    "positions",
    "education",
    "teaching",
    "references",
    "projects",
    "news",
)
MAX_NEWS = 5
MAX_PAPERS = 60  # on a profile; a list of their own has them all
MAX_COAUTHORS = 24  # to be seen at once
MAX_FOLDED = 300  # to be unfolded


@dataclass(frozen=True)
class ProfileSection:
    """A part of a profile: its anchor, which names its template too, its heading and what it shows."""

    name: str
    heading: str
    rows: Any
    count: int = 0  # beside the heading, where a number says something


def profile(person: Person, today: date) -> dict[str, Any]:
    """Return the page's context for a person fetched with_rows() of PROFILE_ROWS."""
    unpack_rows(person, *PROFILE_ROWS)
    attach_mentors([*person.positions.all(), *person.education.all()], person.references.all())
    details, email = person.contact_details.all(), ContactDetail.Kind.EMAIL
    public = [detail for detail in details if detail.visibility == ContactDetail.Visibility.PUBLIC]
    in_use = [detail for detail in public if not detail.is_former]
    return {
        "person": person,
        "positions": present_positions(person, today),
        "stays": stays(person, today),
        "links": sorted((link for link in person.links.all() if link.url), key=ProfileLink.rank),
        "emails": [detail for detail in in_use if detail.kind == email],
        "contact_details": [detail for detail in in_use if detail.kind != email],
        "former_details": [detail for detail in public if detail.is_former],
        "sections": _sections(person),
    }


def _sections(person: Person) -> list[ProfileSection]:
    """Return the parts of the page in order, without those that would be empty."""
    published = person.publications.published()
    numbers = published.kept("year", "venue", person=person)
    papers = _papers(person, published, published.years(numbers))
    coauthors, roles = _coauthors(person, published), person.services.by_role()
    positions, education = person.positions.all(), person.education.all()
    venues = published.venues(numbers)
    talks = person.talks.with_occasions()
    awards = [unpack_rows(award, "publications") for award in with_rows(Award.objects.won_by(person), "publications")]
    news = sorted(person.news.all(), key=lambda item: item.date, reverse=True)[:MAX_NEWS]
    sections = (
        ProfileSection("about", _("About"), person.biography_html),
        ProfileSection("research", _("Research"), person.research_statement_html),
        ProfileSection("positions", _("Positions"), positions, len(positions)),
        ProfileSection("education", _("Education"), education, len(education)),
        ProfileSection("publications", _("Publications"), papers, papers["total"] if papers else 0),
        ProfileSection("coauthors", _("Co-authors"), coauthors, coauthors["total"] if coauthors else 0),
        ProfileSection("venues", _("Venues"), venues, len(venues)),
        ProfileSection("service", _("Professional service"), roles, sum(role.count for role in roles)),
        ProfileSection("talks", _("Talks"), talks, len(talks)),
        ProfileSection("awards", _("Awards"), awards, len(awards)),
        ProfileSection("projects", _("Projects"), person.projects.all()),
        ProfileSection("teaching", _("Teaching"), person.teaching.all()),
        ProfileSection("skills", _("Skills"), lines_of(person.skills)),
        ProfileSection("news", _("News"), news),
        ProfileSection("references", _("References"), person.references.all()),
        ProfileSection("life", _("Life"), person.life_html),
    )
    return [section for section in sections if section.rows]


def _papers(person: Person, published: Any, years: Sequence[tuple[int | None, int]]) -> dict[str, Any]:
    """Return the papers of the newest years, the number of all, and a chart of all years."""
    if not years:
        return {}
    # Whole years, the newest first, as many as there is room for; of the very newest at least as many.
    totals = accumulate(count for _year, count in years)
    number = max((total for total in totals if total <= MAX_PAPERS), default=MAX_PAPERS)
    newest = published[:number].as_rows()
    shown = {paper.year for paper in newest if years[0][1] <= MAX_PAPERS}
    everything = reverse("publications:of-member", args=[person.slug])
    # A year's bar leads to its papers: on the profile itself, or in the member's list of all.
    bars = [(year, n, f"#year-{year}" if year in shown else f"{everything}?year={year}") for year, n in years]
    return {
        "newest": newest,
        "total": sum(count for _year, count in years),
        "chart": charts.bars(bars, label=_("Papers per year")),
    }


def _coauthors(person: Person, published: Any) -> dict[str, Any]:
    """Return with whom a member wrote papers, each with the number ``shared``, most first.

    Those at the ``top`` are seen at once; of those ``below``, which are counted, the template unfolds ``more``.
    """
    authors = person.authorships.model.objects.filter(publication__in=published.order_by().values("pk"))
    others = authors.exclude(person=person).order_by().values_list("person")
    shared = dict(others.annotate(number=Count("pk")).order_by("-number", "person"))
    if not shared:
        return {}
    shown = Person.objects.filter(pk__in=list(shared)[:MAX_FOLDED]).annotate(has_page=has_page("pk"))
    found: list[Any] = sorted(shown.only("name", "slug"), key=lambda other: -shared[other.pk])
    for other in found:
        other.shared = shared[other.pk]
    return {
        "top": found[:MAX_COAUTHORS],
        "more": found[MAX_COAUTHORS:],
        "total": len(shared),
        "below": max(len(shared) - MAX_COAUTHORS, 0),
        "left_out": max(len(shared) - MAX_FOLDED, 0),
    }


def present_positions(person: Person, at: date) -> list[str]:
    """Return each position held on the day ``at`` in words, without what the headline says already."""
    found = []
    for position in person.positions.all():
        # A position whose organisation the headline names is the one that the headline is about.
        if position.is_held(at) and not _names(person.headline, position.organisation):
            title = "" if _names(person.headline, position.title) else position.title
            found.append(", ".join(filter(None, [title, position.unit, position.organisation])))
    return found


@dataclass(frozen=True)
class Stay:
    """A time in the lab, in words, and where it led."""

    words: str
    went_to: str


def stays(person: Person, at: date) -> list[Stay]:
    """Return the person's times in the lab, latest first; a role without a time only if it isn't named already."""
    text = " ".join([person.headline, *present_positions(person, at)])
    found = []
    for membership in sorted(person.memberships.all(), key=lambda row: row.start or row.end, reverse=True):
        role = membership.get_role_display()
        with override("en"):
            in_english = membership.get_role_display()
        is_named = _names(text, role) or _names(text, in_english)
        has_time = membership.start or membership.end or membership.has_left
        if has_time or membership.went_to or not is_named:
            found.append(Stay(_in_words(membership, at), membership.went_to))
    return found


def _names(text: str, words: str) -> bool:
    """Say whether the text has all these words, however they are written; what isn't ASCII may be part of a word."""
    folded = fold(text)
    in_text = set(folded.split())
    return all(word in in_text or (not word.isascii() and word in folded) for word in fold(words).split())


def _in_words(membership: Membership, at: date) -> str:
    """Return a role with its time, ``Postdoc since 2023``; without a role ``Since 2023``."""
    start, end, role = membership.start, membership.end, membership.get_role_display()
    is_over = bool(end or membership.has_left)
    time = membership.years if start and is_over else PartialDate(start or end).words if start or end else ""
    if start and is_over:
        words = _("%(role)s, %(date)s") if role else "%(date)s"
    elif end:
        words = _("%(role)s until %(date)s") if role else _("Until %(date)s")
    elif start and PartialDate(start).first <= at:
        words = _("%(role)s since %(date)s") if role else _("Since %(date)s")
    elif start:
        words = _("%(role)s from %(date)s") if role else _("From %(date)s")
    elif membership.has_left:
        words = _("Formerly %(role)s") if role else _("Formerly in the lab")
    else:
        words = "%(role)s"
    return words % {"role": role, "date": time}


def attach_mentors(steps: Sequence[CareerStep], references: Iterable[Reference] = ()) -> None:
    """Give each step of a career its advisors as ``advised_by`` and each reference its referee: one query for all.

    Each says whether there is a page to link to (``has_page``).
    """
    if not steps and not references:
        return
    chosen, columns = Q(pk__in=[reference.referee_id for reference in references]), {}
    for model in (Position, Education):
        name = model._meta.model_name
        pks = [step.pk for step in steps if isinstance(step, model)]
        rows = model.advisors.through.objects.filter(**{f"{name}__in": pks})
        chosen |= Q(pk__in=rows.values("person"))
        own: Any = rows.filter(person=OuterRef("pk"))
        columns[f"{name}_as_json"] = RowsAsJSON(
            own.annotate(row=JSONRow(step=F(f"{name}_id"), place=F("pk"))).values("row")
        )
    mentors = list(Person.objects.annotate(has_page=has_page("pk"), **columns).filter(chosen))
    for step in steps:
        column = f"{step._meta.model_name}_as_json"
        places = [
            (row["place"], mentor)
            for mentor in mentors
            for row in getattr(mentor, column) or []
            if row["step"] == step.pk
        ]
        step.advised_by = [mentor for _, mentor in sorted(places, key=itemgetter(0))]
    for reference in references:
        reference.referee = next(mentor for mentor in mentors if mentor.pk == reference.referee_id)
