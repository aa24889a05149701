"""What the site needs to know of people and of what belongs to them."""

from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _

from labsite import registry
from labsite.editing.issues import Curated
from labsite.editing.menu import MenuEntry, MenuGroup
from labsite.history.tracked import Tracked
from labsite.modelling.publishing import with_public
from labsite.registry import PublicPages
from labsite.roles import AdminPage, ModelRights, Role
from labsite.search.results import Hit, Searched
from labsite.texts.plain_text import lines_of, plain
from labsite.web.sitemaps import ListPage, SitemapSections, pages_with_lists
from people import data, issues
from people.models import (
    Affiliation,
    Award,
    ContactDetail,
    Education,
    Membership,
    NameVariant,
    Person,
    Position,
    ProfileLink,
    Reference,
    Teaching,
    has_page,
)

SEARCHED_ROWS = ("name_variants", "positions", "education", "teaching")
PEOPLE = MenuGroup(_("People"), _("Members and their pages, co-authors, and awards."), 10)


def person_hit(person: Any, words: list[str]) -> Hit:
    texts = [
        *(gettext("Also written {name}").format(name=variant.name) for variant in person.name_variants.all()),
        " · ".join(lines_of(person.interests)),
        plain(person.biography_html),
        plain(person.research_statement_html),
        person.headline_second,
        plain(person.biography_second_html),
        " · ".join(lines_of(person.skills)),
        *map(_step, person.positions.all()),
        *map(_step, person.education.all()),
        *(_joined(course.role, course.course, course.place, course.term) for course in person.teaching.all()),
    ]
    first, other = person.both_names
    return Hit.of(person, words, first, person.headline, texts, other_name=other)


def award_hit(award: Any, words: list[str]) -> Hit:
    byline = _joined(award.person.shown_name if award.person else "", award.organisation)
    url = award.person.get_absolute_url() if award.person and award.has_page else reverse("people:awards")
    texts = [award.note, award.earlier_wording]
    return Hit.of(award, words, award.title, byline, texts, beside=award.years, url=url)


def _step(step: Position | Education) -> str:
    where = _joined(step.title, step.organisation, step.unit, step.place)
    return f"{where}. {plain(getattr(step, 'text_html', ''))}".strip()


def _joined(*parts: str) -> str:
    return ", ".join(filter(None, parts))


registry.register(
    Person,
    ModelRights(
        "vAc",
        "VACD",
        "VACD",
        own=("login",),
        parts=(
            *("name_variants", "links", "contact_details", "positions", "education", "teaching", "references"),
            "affiliations",
        ),
        fixed={Role.MEMBER: ("slug", "login"), Role.EDITOR: ("login",)},
    ),
    Tracked(
        {
            "memberships": _("roles in the lab"),
            "links": _("links"),
            "contact_details": _("contact details"),
            "positions": _("positions"),
            "education": _("degrees"),
            "awards": _("awards"),
            "teaching": _("courses"),
            "references": _("references"),
            "name_variants": _("other spellings of the name"),
            "kept_affiliations": _("affiliations of co-authors"),
        },
        order=20,
    ),
    MenuEntry(PEOPLE, order=10),
    Searched(
        "people",
        _("People"),
        lambda: with_public(Person.objects.members(), *SEARCHED_ROWS),
        person_hit,
        most=8,
        order=10,
    ),
    data.PEOPLE,
    SitemapSections(
        {
            "people": lambda: pages_with_lists(
                Person.objects.members(), "people:detail", "publications", "publications:of-member"
            )
        },
        order=10,
    ),
    ListPage("people:list", ("people",), label=_("People"), rows=Person.objects.members, home=20, order=10),
    Curated(("memberships", "positions", "education"), rules=issues.RULES, order=10),
)
registry.register(
    Award,
    ModelRights(
        "vacd",
        "VACD",
        "VACD",
        own=("person__login",),
        shared_by="publications",
        adder="added_by",
        public=lambda: Q(person__isnull=False),
        parts=(),
    ),
    Tracked(order=30),
    MenuEntry(PEOPLE, own=_("My awards"), add=_("Add an award"), order=60),
    Searched(
        "awards",
        _("Awards"),
        lambda: Award.objects.public().select_related("person").annotate(has_page=has_page("person")),
        award_hit,
        order=90,
    ),
    data.AWARDS,
    ListPage("people:awards", label=_("Awards"), rows=Award.objects.public, order=90),
    Curated(rules=issues.AWARD_RULES, order=60),
)

registry.register(Membership, ModelRights.of_the_lab())
registry.register(
    ContactDetail,
    ModelRights("vacd", "VACD", "VACD", own=("person__login",), public=lambda: Q(visibility="public")),
)
for model in (ProfileLink, Position, Education, Teaching, Reference, NameVariant):
    registry.register(model, ModelRights.of_a_person("person__login"))
registry.register(Affiliation, ModelRights.of_a_person("keeper__login"))

registry.add(
    AdminPage("rename", "rename/<int:pk>/", "people.renaming_views.change_name", Role.MEMBER),
    PublicPages("people.urls", order=10),
)
