"""A member's page: what everybody may know of a person, for readers and as linked data, as other pages name them.

The number of queries doesn't grow with what there is to tell.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import accumulate
from typing import Any

from django.db.models import Count, Prefetch, Window, prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from labsite import registry
from labsite.drawing import charts
from labsite.modelling.periods import PartialDate
from labsite.modelling.pictures import rendition_url
from labsite.modelling.publishing import with_public
from labsite.texts.folding import fold
from labsite.texts.plain_text import first_paragraph, lines_of, plain, sentences
from labsite.web.head import Head, Node, Site, node
from labsite.web.middleware import at_its_address
from labsite.web.requests import LabRequest
from people.models import Award, Education, Membership, Person, Position, ProfileLink, Reference, has_page
from people.models.career import CareerStep

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
MANY_PAPERS = 1000
MAX_PAPERS = 5  # on a profile; a list of their own has them all
MIN_SELECTED = 3  # fewer than that say too little
MAX_COUNTED = 8  # co-authors, and venues, to be seen at once
MAX_FOLDED = 300  # co-authors to be unfolded
MAX_TEXT_ABOVE = 1200  # characters of Markdown above the papers, which on a phone begin on the second screen then
MAX_FIRST_PARAGRAPH = 600  # characters, for that of a longer text to stand above the papers nevertheless
Kind = ProfileLink.Kind
ABOUT_THE_PERSON = {
    *(Kind.HOMEPAGE, Kind.SCHOLAR, Kind.DBLP, Kind.OPENALEX),
    *(Kind.GITHUB, Kind.LINKEDIN, Kind.MASTODON, Kind.BLUESKY, Kind.X),
}
MAX_IN_HEAD = 20  # interests, or awards: a page's head is to stay small
PHOTO_WIDTH = 960  # pixels


@cache
def profile_rows() -> tuple[str, ...]:
    """Return the relations of a person whose rows a profile shows, with those that other apps add."""
    return *PROFILE_ROWS, *(each.relation for each in registry.belonging_to(Person) if each.label)


@dataclass(frozen=True)
class ProfileSection:
    """A part of a profile: its anchor, which names its template too, its heading and what it shows."""

    name: str
    heading: str
    rows: Any
    count: int = 0  # beside the heading, where a number says something
    is_aside: bool = False


@at_its_address(lambda: with_public(Person.objects.members(), *profile_rows()))
def person(request: LabRequest, found: Person) -> HttpResponse:
    """Show everything the site knows of one member."""
    today = timezone.localdate()
    for rows in ([found], found.projects.all(), found.news.all()):
        request.lab.in_page_language(rows)
    attach_mentors([*found.positions.all(), *found.education.all()], found.references.all())
    awards = [*with_public(Award.objects.won_by(found.pk), "publications")]
    own = [award for award in awards if award.person_id == found.pk]
    name, other_name = found.both_names
    about = sentences(found.headline, ", ".join(lines_of(found.interests)), plain(found.biography_html))
    head = Head(
        request,
        title=f"{name} {other_name}" if other_name == found.name else name,
        description=about or sentences(name, request.lab.name),
        trail=((_("People"), reverse("people:list")),),
        kind="profile",
        row=found,
        properties=(("profile:first_name", found.given_name), ("profile:last_name", found.family_name)),
        nodes=(profile_page(found, own, Site(request), today),),
    )
    details, text = found.public_details, found.biography_html
    # The first paragraph of a long biography is its lead, if it is short; "About" says what follows.
    first = first_paragraph(text) if len(found.biography) > MAX_TEXT_ABOVE else ""
    lead = first if len(first) <= MAX_FIRST_PARAGRAPH and text.startswith(first) else ""
    shown = {
        "head": head,
        "person": found,
        "lead": mark_safe(lead),
        "positions": present_positions(found, today),
        "stays": stays(found, today),
        "contact_details": [detail for detail in details if not detail.is_former],
        "former_details": [detail for detail in details if detail.is_former],
        "sections": _sections(found, awards, mark_safe(text.removeprefix(lead)) if lead else text),
    }
    return render(request, "people/detail.html", shown)


def _sections(person: Any, awards: list[Award], about: str) -> list[ProfileSection]:
    """Return the parts of the page in order, those of the aside last, without those that would be empty."""
    published = person.publications.published()
    papers = _papers(person, published)
    coauthors, roles = _coauthors(person), person.services.by_role()
    positions, education = person.positions.all(), person.education.all()
    venues, talks = published.venues(), person.talks.with_occasions()
    news = sorted(person.news.all(), key=lambda item: item.date, reverse=True)[:MAX_NEWS]
    texts = (
        ProfileSection("about", _("About"), about),
        ProfileSection("research", _("Research"), person.research_statement_html),
    )
    lengths = accumulate([len(person.biography), len(person.research_statement)])
    above = sum(length <= MAX_TEXT_ABOVE for length in lengths)
    sections = (
        *texts[:above],
        ProfileSection("publications", _("Publications"), papers, papers["total"] if papers else 0),
        *texts[above:],
        ProfileSection("positions", _("Positions"), positions, len(positions)),
        ProfileSection("education", _("Education"), education, len(education)),
        ProfileSection("service", _("Professional service"), roles, sum(role.count for role in roles)),
        ProfileSection("talks", _("Talks"), talks, len(talks)),
        ProfileSection("awards", _("Awards"), awards, len(awards)),
        ProfileSection("projects", _("Projects"), person.projects.all()),
        ProfileSection("teaching", _("Teaching"), person.teaching.all()),
        ProfileSection("skills", _("Skills"), lines_of(person.skills)),
        ProfileSection("news", _("News"), news),
        ProfileSection("references", _("References"), person.references.all()),
        ProfileSection("life", _("Life"), person.life_html),
        ProfileSection("coauthors", _("Co-authors"), coauthors, coauthors["total"] if coauthors else 0, is_aside=True),
        ProfileSection("venues", _("Venues"), venues, len(venues), is_aside=True),
    )
    return [section for section in sections if section.rows]


def _papers(person: Any, published: Any) -> dict[str, Any]:
    """Return the papers that editors selected, or else the latest, the number of all, and a chart of all years."""
    numbers = dict(published.counted_by("year"))
    if not numbers:
        return {}
    total = sum(numbers.values())
    keys = list(published.filter(is_selected=True).values_list("pk", flat=True)[:MAX_PAPERS])
    are_selected = len(keys) >= MIN_SELECTED
    if not are_selected:
        papers = published.model.objects.published()
        written = papers.by(person, are_many=True) if total > MANY_PAPERS else published
        keys = list(written.latest().values_list("pk", flat=True)[:MAX_PAPERS])
        if len(keys) < min(MAX_PAPERS, total):
            # What is in submission, or no paper, takes what room is left.
            keys = list(dict.fromkeys([*keys, *written.values_list("pk", flat=True)[:MAX_PAPERS]]))
    everything = reverse("publications:of-member", args=[person.slug])
    bars = [(year, n, f"{everything}?year={year}") for year, n in numbers.items()]
    return {
        "shown": published.as_rows(keys[:MAX_PAPERS]),
        "are_selected": are_selected,
        "total": total,
        "chart": charts.bars(bars, label=_("Papers per year")),
    }


def _coauthors(person: Any) -> dict[str, Any]:
    """Return with whom a member wrote papers, most first.

    Those at the ``top`` are seen at once; of those ``below``, which are counted, the template unfolds ``more``.
    """
    pairs = person.authorships.model.objects.of_pairs([person.pk])
    others = pairs.counted_by("other").order_by("-papers", "other").annotate(total=Window(Count("*")))[:MAX_FOLDED]
    if not others:
        return {}
    total, shared = others[0][2], {key: number for key, number, _total in others}
    people: Any = Person.objects.annotate(has_page=has_page("pk")).filter(pk__in=shared)
    rows = people.only("slug", *Person.NAME_COLUMNS)
    coauthors = sorted(((row, shared[row.pk]) for row in rows), key=lambda pair: -pair[1])
    return {
        "top": coauthors[:MAX_COUNTED],
        "more": coauthors[MAX_COUNTED:],
        "total": total,
        "below": max(total - MAX_COUNTED, 0),
        "left_out": max(total - MAX_FOLDED, 0),
    }


def present_positions(person: Person, at: date) -> list[str]:
    """Return each position held on the day ``at`` in words, without what the headline says already."""
    positions, headline = [], f"{person.headline} {person.headline_second}"
    for position in person.positions.all():
        # A position whose organisation the headline names is the one that the headline is about.
        if position.is_held(at) and not names_all(headline, position.organisation):
            title = "" if names_all(headline, position.title) else position.title
            positions.append(", ".join(filter(None, [title, position.unit, position.organisation])))
    return positions


@dataclass(frozen=True)
class Stay:
    """A time in the lab, in words, and where it led."""

    words: str
    went_to: str


def stays(person: Person, at: date) -> list[Stay]:
    """Return the person's times in the lab, latest first; a role without a time only if it isn't named already."""
    text = " ".join([person.headline, person.headline_second, *present_positions(person, at)])
    rows = []
    for membership in sorted(person.memberships.all(), key=lambda row: row.start or row.end, reverse=True):
        has_time = membership.start or membership.end or membership.has_left
        if has_time or membership.went_to or not any(names_all(text, role) for role in membership.role_names):
            rows.append(Stay(_in_words(membership, at), membership.went_to))
    return rows


def names_all(text: str, words: str) -> bool:
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
    """Give each step of a career its advisors as ``advised_by`` and each reference its referee.

    Each says whether there is a page to link to (``has_page``).
    """
    people = Person.objects.annotate(has_page=has_page("pk"))
    for model in (Position, Education):
        of_model = [step for step in steps if isinstance(step, model)]
        prefetch_related_objects(of_model, Prefetch("advisors", people, to_attr="advised_by"))
    prefetch_related_objects([*references], Prefetch("referee", people))


def person_in_brief(person: Person, site: Site, has_page: bool = True, name: str = "") -> Node:
    """Return a person as other nodes name them: under the name as printed there."""
    if not has_page:
        return node("Person", name=name or person.name)
    return node("Person", site.address(person, "#person"), name=name or person.name, url=site.address(person))


def profile_page(person: Person, awards: Iterable[Award], site: Site, at: date) -> Node:
    """Return the page of a member as of the day ``at``, with these awards. Asks for all that a profile shows."""
    membership = person.membership(at)
    is_member = bool(membership and membership.is_current(at))
    positions, education = person.positions.all(), person.education.all()
    here = site.request.lab
    lab = {"@id": site.address(here, "#lab"), "@type": "ResearchOrganization", "name": here.name}
    present = dict.fromkeys(step.organisation for step in [*positions, *education] if step.is_held(at))
    schools = dict.fromkeys(step.organisation for step in education if not step.is_held(at))
    elsewhere = [node("Organization", name=name) for name in present if name not in ("", lab["name"])]
    attended = [node("EducationalOrganization", name=name) for name in schools if name]
    links = [link.url for link in person.links.all() if link.url and link.kind in ABOUT_THE_PERSON]
    member = node(
        "Person",
        site.address(person, "#person"),
        name=person.name,
        url=site.address(person),
        givenName=person.given_name,
        familyName=person.family_name,
        honorificPrefix=person.honorific,
        alternateName=list(dict.fromkeys(filter(None, [person.native_name, *map(str, person.name_variants.all())]))),
        description=person.headline,
        image=site.at(rendition_url(person.photo, PHOTO_WIDTH)) if person.photo else "",
        jobTitle=[position.title for position in positions if position.is_held(at)]
        or (membership.get_role_display() if membership and is_member else ""),
        affiliation=[lab, *elsewhere] if is_member else elsewhere,
        alumniOf=[lab, *attended] if membership and not is_member else attended,
        knowsAbout=lines_of(person.interests)[:MAX_IN_HEAD],
        award=[str(award) for award in awards][:MAX_IN_HEAD],
        identifier=node("PropertyValue", propertyID="ORCID", value=person.orcid) if person.orcid else None,
        sameAs=[f"https://orcid.org/{person.orcid}", *links] if person.orcid else links,
    )
    return node(
        "ProfilePage",
        site.address(person),
        url=site.address(person),
        dateModified=person.changed_at.date().isoformat(),
        mainEntity=member,
    )
