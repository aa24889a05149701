"""What the site needs to know of what members choose and keep of their documents."""

from django.utils.translation import gettext_lazy as _

from labsite import registry
from labsite.contrib.documents.models import CVSettings, FrozenCV, Report
from labsite.editing.menu import MenuEntry, MenuGroup
from labsite.history.tracked import Tracked
from labsite.roles import AdminPage, ModelRights, Role
from labsite.web.additions import PublicPages
from labsite.web.sitemaps import ListPage, SitemapSections, row_pages

DOCUMENTS = MenuGroup(
    _("Documents"), _("Reports of the lab, a project, a funder or a member, and versions of CVs that are kept."), 60
)

registry.register(CVSettings, ModelRights("vacd", "VACD", "VACD", own=("person__login",)))
registry.register(
    FrozenCV,
    ModelRights("vacd", "VACD", "VACD", own=("person__login",)),
    Tracked(order=35),
    MenuEntry(DOCUMENTS, order=20),
)
registry.register(
    Report,
    ModelRights("VAcd", "VACD", "VACD", own=("added_by",), fixed={Role.MEMBER: ("is_public", "slug")}),
    Tracked(order=130),
    MenuEntry(DOCUMENTS, add_page="admin:report", order=10),
    SitemapSections({"reports": lambda: row_pages(Report.objects.public(), "documents:report")}, order=80),
    ListPage("documents:reports", ("reports",), label=_("Reports"), rows=Report.objects.public, order=90),
)

HERE = "labsite.contrib.documents"
registry.add(
    PublicPages(f"{HERE}.urls", order=40),
    AdminPage("cv", "cv/<int:pk>/", f"{HERE}.cv.own.own_cv", Role.MEMBER, own=_("My CV")),
    AdminPage("frozen-cv", "frozen-cv/<int:pk>.<slug:extension>", f"{HERE}.cv.own.frozen_file", Role.MEMBER),
    AdminPage("bring-cv", "bring-cv/<int:pk>/", f"{HERE}.exchange.bringing_in.bring_cv", Role.MEMBER),
    AdminPage("for-funders", "for-funders/<int:pk>/", f"{HERE}.funders.views.for_funders", Role.MEMBER),
    AdminPage("report", "report/", f"{HERE}.reports.choosing.make_report", Role.MEMBER),
    AdminPage("report-file", "report/report.<slug:extension>", f"{HERE}.reports.choosing.made_file", Role.MEMBER),
)
