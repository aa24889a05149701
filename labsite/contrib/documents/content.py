"""What the site needs to know of what members choose and keep of their documents."""

from django.utils.translation import gettext_lazy as _

from labsite import registry
from labsite.contrib.documents.models import CVSettings, FrozenCV, Report
from labsite.contrib.documents.pdf_check import check
from labsite.editing.menu import MenuEntry, MenuGroup
from labsite.history.tracked import Tracked
from labsite.registry import BelongsTo
from labsite.roles import AdminPage, ModelRights, Role
from labsite.web.additions import Addition, PublicPages
from labsite.web.health import SiteCheck
from people.models import Person

DOCUMENTS = MenuGroup(
    _("Documents"), _("Reports of the lab, a project, a funder or a member, and versions of CVs that are kept."), 60
)

registry.register(
    CVSettings,
    ModelRights("vacd", "VACD", "VACD", own=("person__login",)),
    BelongsTo(Person, "cv_settings", _("choices for the CV")),
)
registry.register(
    FrozenCV,
    ModelRights("vacd", "VACD", "VACD", own=("person__login",)),
    Tracked(order=35),
    BelongsTo(Person, "frozen_cvs"),
    MenuEntry(beside=(Person,), order=20),
)
# What is kept of reports is the lab's even where it makes none: labsite.contrib.documents.reports shows them.
registry.register(
    Report,
    ModelRights("VAcd", "VACD", "VACD", own=("added_by",), fixed={Role.MEMBER: ("is_public", "slug")}),
    Tracked(order=130),
)
registry.add(
    PublicPages("labsite.contrib.documents.urls", order=40),
    AdminPage("cv", "cv/<int:pk>/", "labsite.contrib.documents.cv.own.own_cv", Role.MEMBER, own=_("My CV")),
    AdminPage(
        "frozen-cv",
        "frozen-cv/<int:pk>.<slug:extension>",
        "labsite.contrib.documents.cv.own.frozen_file",
        Role.MEMBER,
    ),
    Addition("profile head", "documents/_profile_head.html"),
    Addition("profile contacts", "documents/_profile_contact.html"),
    Addition("tools for a person", "documents/_cv_tool.html", order=10),
    Addition("files of papers", "documents/_references_of_a_list.html"),
    Addition("files of a project's papers", "documents/_references_of_a_project.html"),
    SiteCheck(check),
)
