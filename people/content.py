"""What the site needs to know of people and of what belongs to them."""

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from labsite import registry
from labsite.editing.issues import Curated
from labsite.editing.menu import MenuEntry, MenuGroup
from labsite.history.tracked import Tracked
from labsite.roles import AdminPage, ModelRights, Role
from labsite.web.additions import PublicPages
from labsite.web.sitemaps import ListPage, SitemapSections, pages_with_lists
from people import data, issues, search
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
)

PEOPLE = MenuGroup(_("People"), _("Members and their pages, co-authors, and awards."), 10)

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
    search.PEOPLE,
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
    search.AWARDS,
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
